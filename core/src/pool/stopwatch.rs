//! How long a worker has been at something, counted by itself and read by others.
//!
//! Invariant: `before` and `since` are written by the owner alone. Others never read too much: a stretch that has ended is either
//! in `before` or on the clock, not both.

use crate::base::prim::{AtomicU64, Ordering};

#[cfg(all(test, loom))]
mod model;

/// See the module's words.
#[derive(Debug)]
pub(super) struct Stopwatch {
    /// Ticks of the stretches that have ended.
    before: AtomicU64,
    /// The tick at which this stretch began; zero while it stands still.
    since: AtomicU64,
}

impl Stopwatch {
    /// At zero, and stands still.
    pub(super) fn new() -> Self {
        Stopwatch {
            before: AtomicU64::new(0),
            since: AtomicU64::new(0),
        }
    }

    /// Starts at tick `now`. For the owner.
    pub(super) fn start(&self, now: u64) {
        // Release: whoever sees it go sees the stretches before. Pairs with the load in `read`.
        self.since.store(now.max(1), Ordering::Release);
    }

    /// Stops at tick `now`. For the owner.
    pub(super) fn stop(&self, now: u64) {
        // Relaxed: the owner's own word.
        let ticks = now.saturating_sub(self.since.load(Ordering::Relaxed));
        // Relaxed: made visible by the store below.
        self.since.store(0, Ordering::Relaxed);
        // Relaxed: the owner's own word.
        let before = self.before.load(Ordering::Relaxed);
        // Release: whoever sees what is added sees that it stands still. Pairs with the first load in `read`.
        self.before
            .store(before.wrapping_add(ticks), Ordering::Release);
    }

    /// The ticks it shows, by the clock `now`. What belongs to a stretch that is just being ended may be missed.
    #[inline]
    pub(super) fn read(&self, now: impl Fn() -> u64) -> u64 {
        loop {
            // Acquire: what was added is not on the clock any more. Pairs with `stop`.
            let before = self.before.load(Ordering::Acquire);
            // Acquire: all stretches before this one are in `before`. Pairs with `start`.
            let since = self.since.load(Ordering::Acquire);
            let current = match since {
                0 => 0,
                _ => now().saturating_sub(since),
            };
            // Relaxed: behind the loads above. If it is another, the owner has gone on meanwhile.
            if self.before.load(Ordering::Relaxed) == before {
                return before.wrapping_add(current);
            }
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::Stopwatch;

    #[test]
    fn stretches_add_up() {
        let watch = Stopwatch::new();
        let at = |now| watch.read(|| now);
        assert_eq!(at(5), 0);
        watch.start(10);
        assert_eq!((at(10), at(13)), (0, 3));
        watch.stop(14);
        assert_eq!(at(20), 4);
        watch.start(30);
        assert_eq!(at(31), 5);
        // Another processor's clock may lag.
        assert_eq!(at(29), 4);
        watch.stop(29);
        assert_eq!(at(40), 4);
    }
}
