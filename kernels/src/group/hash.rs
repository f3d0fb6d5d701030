//! A hash function for tables that live as long as one call: quick, and seeded anew each time.
//!
//! Each word is mixed in by one multiplication of twice the width, whose halves are added without carry (as in wyhash, Wang Yi
//! 2019).

use std::hash::{BuildHasher, Hash, Hasher, RandomState};

/// What makes hashes unpredictable.
#[derive(Clone, Copy)]
pub(super) struct Seed {
    start: u64,
    /// Odd.
    factor: u64,
}

impl Seed {
    #[inline]
    pub(super) fn new() -> Self {
        let random = RandomState::new();
        Seed {
            start: random.hash_one(0),
            factor: random.hash_one(1) | 1,
        }
    }

    #[inline(always)]
    pub(super) fn hash(self, key: &impl Hash) -> u64 {
        self.hash_one(key)
    }
}

impl BuildHasher for Seed {
    type Hasher = Mixer;

    #[inline(always)]
    fn build_hasher(&self) -> Mixer {
        Mixer {
            state: self.start,
            factor: self.factor,
        }
    }
}

/// See the module.
pub(super) struct Mixer {
    state: u64,
    factor: u64,
}

#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

/// The bytes as a number, with zeros in front.
#[inline]
fn number(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0, |number, &byte| number << 8 | u64::from(byte))
}

impl Hasher for Mixer {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for &word in words {
            self.write_u64(u64::from_le_bytes(word));
        }
        // The length tells zeros at the end from no bytes.
        self.write_u64(number(rest) ^ (bytes.len() as u64) << 56);
    }

    #[inline(always)]
    fn write_u64(&mut self, word: u64) {
        self.state = fold(self.state ^ word, self.factor);
    }

    #[inline(always)]
    fn write_u8(&mut self, n: u8) {
        self.write_u64(n.into());
    }

    #[inline(always)]
    fn write_u16(&mut self, n: u16) {
        self.write_u64(n.into());
    }

    #[inline(always)]
    fn write_u32(&mut self, n: u32) {
        self.write_u64(n.into());
    }

    #[inline(always)]
    fn write_u128(&mut self, n: u128) {
        self.write_u64(n as u64);
        self.write_u64((n >> 64) as u64);
    }

    #[inline(always)]
    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    #[inline(always)]
    fn finish(&self) -> u64 {
        self.state
    }
}
