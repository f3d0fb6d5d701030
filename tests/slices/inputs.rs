//! Random slices, and the pools to try them in.

use crate::common::oracle::POOLS;
use crate::common::rounds;

/// A generator of numbers that look random.
pub(crate) struct Noise(u64);

impl Noise {
    pub(crate) fn new(seed: u64) -> Self {
        Noise(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }

    /// So many numbers below `bound`.
    pub(crate) fn numbers(&mut self, len: usize, bound: usize) -> Vec<u32> {
        (0..len).map(|_| self.below(bound) as u32).collect()
    }

    pub(crate) fn sorted(&mut self, len: usize, bound: usize) -> Vec<u32> {
        let mut v = self.numbers(len, bound);
        v.sort();
        v
    }
}

/// How many cases of small sizes are tried, in a release build.
const CASES: usize = 20_000;

/// Calls `check` with many small sizes and some large ones, each in one of the pools.
#[track_caller]
pub(crate) fn cases(check: impl Fn(&mut Noise, usize, usize) + Sync) {
    let large = [2500, 34_000];
    let small = rounds(CASES);
    for case in 0..small + large.len() * POOLS.len() {
        let mut noise = Noise::new(case as u64 + 1);
        let (len, bound) = match case.checked_sub(small) {
            None => (noise.below(70), 1 + noise.below(40)),
            Some(place) => {
                let len = large[place / POOLS.len()];
                let bounds = [1, 7, len / 8, 1 << 30];
                (len, bounds[(place + place / POOLS.len()) % bounds.len()])
            }
        };
        POOLS[case % POOLS.len()].install(|| check(&mut noise, len, bound));
    }
}
