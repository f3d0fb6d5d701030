//! Work of a chosen length: chains of multiplications of which each needs the one before.

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
    /// The time of short pieces is no straight line over the steps, so the last word has a comparison of several
    /// candidates, each measured on runs of such pieces.
    pub(crate) fn lasting(nanos: f64) -> Item {
        let fault = |item: &Item| (item.measured() - nanos).abs();
        let guess = Item {
            steps: ((nanos / 2.0) as u32).max(1),
        };
        let steps = nanos / 2.0 * nanos / guess.measured();
        let candidates = (0..16).map(|part| steps * (0.7 + 0.04 * f64::from(part)));
        let candidates = candidates.map(|steps| Item {
            steps: (steps as u32).max(1),
        });
        candidates
            .min_by_key(|item| (fault(item) * 1e3) as u64)
            .unwrap_or(guess)
    }

    /// Work of that many times the steps.
    pub(crate) fn scaled(self, factor: f64) -> Item {
        let steps = (f64::from(self.steps) * factor) as u32;
        Item { steps }
    }

    /// Nanoseconds that a piece takes here and now: the median of some runs.
    pub(crate) fn measured(self) -> f64 {
        let pieces = (200_000 / u64::from(self.steps)).clamp(5, 20_000);
        let run = || {
            let start = Instant::now();
            black_box((0..pieces).map(|x| self.cost(x)).fold(0, u64::wrapping_add));
            start.elapsed().as_nanos() as f64 / pieces as f64
        };
        let mut runs: Vec<f64> = (0..50).map(|_| run()).collect();
        runs.sort_by(f64::total_cmp);
        runs[runs.len() / 2]
    }

    /// Does the work: the result depends on every step of the chains.
    ///
    /// Four chains keep the multiplier busy. With a single one a core would work on several items at once, and an item's
    /// time would depend on what stands between it and the next.
    #[inline(never)]
    pub(crate) fn cost(self, x: u64) -> u64 {
        let step = |chain: u64| (chain ^ (chain >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let chains = [x | 1, x ^ 2, x ^ 4, x ^ 8];
        let chains = (0..self.steps).fold(chains, |chains, _| chains.map(step));
        chains.into_iter().fold(0, u64::wrapping_add)
    }
}

/// Keeps the core busy for a time on the wall.
pub(crate) fn busy(time: Duration) {
    let start = Instant::now();
    while start.elapsed() < time {
        hint::spin_loop();
    }
}
