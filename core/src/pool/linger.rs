//! Staying awake for longer than a search has patience, in pools whose builder asked for it.
//!
//! Invariant: `free` and the holds that are alive are as many together as there were places at first.

use crate::base::clock;
use crate::base::prim::{AtomicUsize, Ordering};
use std::time::Duration;

/// How long those who are out of work stay awake, and how many of them.
pub(super) struct Linger {
    ticks: u64,
    /// Places that nobody holds.
    free: AtomicUsize,
}

/// A place among those who stay awake; given back when dropped.
pub(super) struct Hold<'a>(&'a Linger);

impl Linger {
    /// At the same time `places` workers may stay awake for `time`, each from its last sight of work on.
    #[inline]
    pub(super) fn new(time: Duration, places: usize) -> Self {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        Linger {
            ticks: clock::micros(1000).saturating_mul(micros) / 1000,
            free: AtomicUsize::new(places),
        }
    }

    /// Whether somebody who has seen no work for `idle` ticks should go on looking. Takes a place for the purpose, or gives it back.
    #[inline]
    pub(super) fn goes_on<'a>(&'a self, idle: u64, hold: &mut Option<Hold<'a>>) -> bool {
        if idle >= self.ticks {
            *hold = None;
        } else if hold.is_none() {
            *hold = self.take();
        }
        hold.is_some()
    }

    fn take(&self) -> Option<Hold<'_>> {
        // Relaxed: a count, and nothing else is published by it.
        self.free
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |free| {
                free.checked_sub(1)
            })
            .ok()?;
        Some(Hold(self))
    }
}

impl Drop for Hold<'_> {
    fn drop(&mut self) {
        // Relaxed: a count, and nothing else is published by it.
        self.0.free.fetch_add(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::Linger;
    use std::time::Duration;

    #[test]
    fn as_many_as_there_are_places() {
        let linger = Linger::new(Duration::MAX, 2);
        let mut holds = [None, None, None];
        let [a, b, c] = &mut holds;
        assert!(linger.goes_on(0, a));
        assert!(linger.goes_on(1, a));
        assert!(linger.goes_on(0, b));
        assert!(!linger.goes_on(0, c));
        *a = None;
        assert!(linger.goes_on(0, c));
    }

    #[test]
    fn not_for_ever() {
        let linger = Linger::new(Duration::from_millis(1), 1);
        let mut hold = None;
        assert!(linger.goes_on(0, &mut hold));
        assert!(!linger.goes_on(u64::MAX, &mut hold));
        assert!(linger.goes_on(0, &mut hold), "the place was not given back");
    }

    #[test]
    fn not_at_all() {
        assert!(!Linger::new(Duration::ZERO, 5).goes_on(0, &mut None));
        assert!(!Linger::new(Duration::MAX, 0).goes_on(0, &mut None));
    }
}
