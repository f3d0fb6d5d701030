//! How long it takes from a call for a sleeping thread to its coming, on this machine and at this time of day: some microseconds on
//! bare metal, and a hundred where a halted processor has to be woken by way of a host.
//!
//! Invariant: none; it is a hint for the grain.

use crate::base::clock;
use crate::base::prim::{AtomicBool, AtomicU64, Ordering};

/// What is believed before the first wake, in microseconds.
const AT_FIRST_US: u64 = 20;
/// No less than this is believed, in microseconds.
const LEAST_US: u64 = 4;
/// No more than this is believed, in microseconds: a thread that takes longer had to wait for a processor.
const MOST_US: u64 = 200;
/// Each wake moves the estimate by this part of itself.
const STEP: u64 = 8;

/// See the module's words.
#[derive(Debug)]
pub(super) struct Delay {
    /// When somebody was called last; zero if nobody was.
    called: AtomicU64,
    /// Who was called has not come yet. The first who comes is taken for the one who was called last.
    awaited: AtomicBool,
    /// In ticks. Follows the median.
    estimate: AtomicU64,
}

/// What is believed of a pool that has woken nobody yet, in ticks.
#[inline]
pub(crate) fn at_first() -> u64 {
    clock::micros(AT_FIRST_US)
}

impl Delay {
    #[inline]
    pub(super) fn new() -> Self {
        Delay {
            called: AtomicU64::new(0),
            awaited: AtomicBool::new(false),
            estimate: AtomicU64::new(at_first()),
        }
    }

    /// Somebody is about to be called.
    pub(super) fn call(&self) {
        // Relaxed: a hint.
        self.called.store(clock::ticks(), Ordering::Relaxed);
        // Relaxed: a hint.
        self.awaited.store(true, Ordering::Relaxed);
    }

    /// When somebody was called last, in ticks.
    pub(super) fn last_call(&self) -> u64 {
        // Relaxed: a hint.
        self.called.load(Ordering::Relaxed)
    }

    /// Somebody who was called has not come yet.
    #[inline]
    pub(super) fn is_awaited(&self) -> bool {
        // Relaxed: a hint.
        self.awaited.load(Ordering::Relaxed)
    }

    /// Somebody who was called is there.
    pub(super) fn come(&self) {
        // Relaxed: a hint.
        if self.awaited.swap(false, Ordering::Relaxed) {
            let next = follow(self.estimate(), clock::since(self.last_call()));
            // Relaxed: a hint.
            self.estimate.store(next, Ordering::Relaxed);
        }
    }

    /// What it takes, in ticks.
    pub(super) fn estimate(&self) -> u64 {
        // Relaxed: a hint.
        self.estimate.load(Ordering::Relaxed)
    }
}

/// The estimate after a wake that took so long: a step nearer to it, however far off it is, since single wakes may take any time.
fn follow(estimate: u64, took: u64) -> u64 {
    let step = estimate / STEP;
    let next = match took > estimate {
        true => estimate + step,
        false => estimate - step,
    };
    next.clamp(clock::micros(LEAST_US), clock::micros(MOST_US))
}

#[cfg(test)]
mod tests {
    use super::{LEAST_US, MOST_US, at_first, follow};
    use crate::base::clock;

    #[test]
    fn follows_the_median() {
        let (usual, strange) = (clock::micros(70), u64::MAX);
        let wakes = [usual, usual, strange];
        let estimate = wakes
            .iter()
            .cycle()
            .take(300)
            .fold(at_first(), |estimate, &took| follow(estimate, took));
        assert!((usual * 3 / 4..usual * 3 / 2).contains(&estimate));
    }

    #[test]
    fn believes_no_wonders() {
        let after = |took| (0..300).fold(at_first(), |estimate, _| follow(estimate, took));
        assert_eq!(after(0), clock::micros(LEAST_US));
        assert_eq!(after(u64::MAX), clock::micros(MOST_US));
    }
}
