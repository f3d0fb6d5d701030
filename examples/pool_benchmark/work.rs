//! Work of a known length: steps that depend on each other, counted rather than timed, so that a thread that is put aside
//! meanwhile still has all of it before it.

use std::hint::black_box;
use std::time::{Duration, Instant};

#[derive(Clone, Copy)]
pub(crate) struct Work {
    steps: u64,
}

/// How many steps a nanosecond takes; the best of several tries, since the others were disturbed.
pub(crate) fn steps_per_nanosecond() -> f64 {
    const STEPS: u64 = 1_000_000;
    let rate = |_| {
        let start = Instant::now();
        Work { steps: STEPS }.run();
        STEPS as f64 / start.elapsed().as_nanos() as f64
    };
    (0..20).map(rate).fold(0.0, f64::max)
}

impl Work {
    pub(crate) fn lasting(time: Duration, rate: f64) -> Work {
        let steps = (time.as_nanos() as f64 * rate) as u64;
        Work { steps }
    }

    pub(crate) fn run(self) {
        let mut state = black_box(7_u64);
        for _ in 0..self.steps {
            state = black_box(state.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31));
        }
        black_box(state);
    }
}
