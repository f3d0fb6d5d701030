//! Work of a chosen length: a chain of multiplications of which each needs the one before.

use std::hint::{self, black_box};
use std::time::{Duration, Instant};

/// A piece of work with a fixed number of steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    steps: u32,
}

impl Item {
    /// Work of about `nanos` nanoseconds apiece when many pieces run one after the other.
    ///
    /// Cores overlap neighbouring pieces that are short, so the length is measured on runs of pieces of about that length.
    pub(crate) fn lasting(nanos: f64) -> Item {
        let mut item = Item {
            steps: ((nanos / 2.0) as u32).max(1),
        };
        for _ in 0..4 {
            item.steps = ((f64::from(item.steps) * nanos / item.measured()).round() as u32).max(1);
        }
        item
    }

    /// Nanoseconds that a piece takes here and now: the best of some runs.
    pub(crate) fn measured(self) -> f64 {
        let pieces = (200_000 / u64::from(self.steps)).clamp(5, 20_000);
        let run = || {
            let start = Instant::now();
            black_box((0..pieces).map(|x| self.cost(x)).fold(0, u64::wrapping_add));
            start.elapsed().as_nanos() as f64 / pieces as f64
        };
        (0..100).map(|_| run()).fold(f64::INFINITY, f64::min)
    }

    /// Does the work. The result depends on every step.
    #[inline(never)]
    pub(crate) fn cost(self, x: u64) -> u64 {
        let step = |x: u64, _| (x ^ (x >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (0..self.steps).fold(x | 1, step)
    }
}

/// Keeps the core busy for a time on the wall.
pub(crate) fn busy(time: Duration) {
    let start = Instant::now();
    while start.elapsed() < time {
        hint::spin_loop();
    }
}
