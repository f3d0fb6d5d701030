//! Which bits of a word elements are dealt out by.

/// Most bits of one digit: more places to write to than the nearest caches hold are slow.
const WIDEST: u32 = 11;
/// The logarithm of the bytes that a part should have after a first digit, so that the near caches hold it twice.
const NEAR: u32 = 15;
/// So many bits more than the length of a part suggests tell nearly all of its elements apart.
const SPARE: u32 = 6;

/// Some neighbouring bits of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Digit {
    shift: u32,
    /// One less than a power of two.
    mask: usize,
}

impl Digit {
    #[inline]
    fn new(shift: u32, bits: u32) -> Self {
        Digit {
            shift,
            mask: (1 << bits) - 1,
        }
    }

    /// The first digit of words of which only the lowest `width` bits differ (at least one), for elements of `bytes` together
    /// that are too many for the near caches.
    #[inline]
    pub(super) fn far(width: u32, bytes: usize) -> Self {
        let bits = bytes.max(1).ilog2().saturating_sub(NEAR).clamp(3, WIDEST);
        let bits = bits.min(width);
        Digit::new(width - bits, bits)
    }

    /// One or two digits that tell `len` words apart well enough of which only `varying` bits differ, at least one; of two, the
    /// lower one is first.
    #[inline]
    pub(super) fn near(varying: u64, len: usize) -> (Self, Option<Self>) {
        let width = u64::BITS - varying.leading_zeros();
        let bits = (len.max(1).ilog2() + 1 + SPARE).min(2 * WIDEST).min(width);
        let shift = width - bits;
        // The lowest ones may all be alike.
        let alike = (varying >> shift).trailing_zeros();
        let (bits, shift) = (bits - alike, shift + alike);
        if bits <= WIDEST {
            return (Digit::new(shift, bits), None);
        }
        let low = bits / 2;
        let high = Digit::new(shift + low, bits - low);
        (Digit::new(shift, low), Some(high))
    }

    /// How many bits of a word are below it.
    #[inline]
    pub(super) fn below(self) -> u32 {
        self.shift
    }

    /// How many values it has.
    #[inline]
    pub(super) fn values(self) -> usize {
        self.mask + 1
    }

    /// Its value in `word`, which is below [`values`](Self::values).
    #[inline(always)]
    pub(super) fn of(self, word: u64) -> usize {
        (word >> self.shift) as usize & self.mask
    }
}

#[cfg(all(test, not(tine_tsan)))]
mod tests {
    use super::{Digit, WIDEST};

    #[test]
    fn the_first_bit_that_differs_is_in_the_highest_digit() {
        for len in [0, 1, 2, 100, 10_000, 1_000_000, usize::MAX >> 23] {
            for width in 1..=64 {
                let (low, high) = Digit::near(u64::MAX >> (64 - width), len);
                let far = Digit::far(width, len);
                for digit in [far, high.unwrap_or(low)] {
                    assert_eq!(digit.of(1 << (width - 1)), digit.values() / 2);
                    assert_eq!(digit.of(u64::MAX), digit.values() - 1);
                    assert!(digit.values() <= 1 << WIDEST);
                    assert!(digit.below() < width);
                }
                if let Some(high) = high {
                    assert_eq!(low.below() + low.values().ilog2(), high.below());
                }
            }
        }
    }

    #[test]
    fn a_digit_is_some_bits() {
        assert_eq!(Digit::new(4, 3).of(0b1_0101_1111), 0b101);
        assert_eq!(Digit::near(0xFF, 1000), (Digit::new(0, 8), None));
        let (low, high) = Digit::near(0x3FFF_0000_3FFF, 10_000);
        assert_eq!((low, high), (Digit::new(32, 7), Some(Digit::new(39, 7))));
    }
}
