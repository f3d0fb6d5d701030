//! A small generator for random victims (xorshift64*, Vigna 2016).

use std::cell::Cell;

/// Not for anything that must be unpredictable.
#[derive(Debug)]
pub struct Rng {
    /// Never zero: zero is the fixed point of the xorshift.
    state: Cell<u64>,
}

impl Rng {
    /// A generator whose sequence depends on `seed` alone.
    pub fn new(seed: u64) -> Self {
        Rng {
            state: Cell::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1),
        }
    }

    /// A number below `bound` (which must not be zero), nearly uniform for small bounds.
    pub fn below(&self, bound: usize) -> usize {
        let mut x = self.state.get();
        x ^= x >> 12;
        x ^= x << 25;
        x ^= x >> 27;
        self.state.set(x);
        let high = x.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        ((high * bound as u64) >> 32) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn stays_below_and_meets_every_value() {
        let rng = Rng::new(7);
        let mut seen = [false; 5];
        for _ in 0..1000 {
            seen[rng.below(5)] = true;
        }
        assert_eq!(seen, [true; 5]);
    }
}
