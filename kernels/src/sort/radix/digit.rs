//! Which bits of a word elements are dealt out by.

/// Most bits of one digit: more places to write to than the nearest caches hold are slow.
pub(super) const WIDEST: u32 = 11;
/// The logarithm of the bytes that a part should have after a first digit, so that the near caches hold it twice.
const NEAR: u32 = 15;
/// So many bits more than the length of a part suggests tell nearly all of its elements apart.
const SPARE: u32 = 6;
/// Most digits of what the near caches hold.
const MOST: u32 = 3;

/// Some neighbouring bits of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sort) struct Digit {
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

    /// The only digit of words that have so many bits.
    #[inline]
    pub(in crate::sort) fn whole(bits: u32) -> Self {
        Digit::new(0, bits)
    }

    /// The first digit of words of which only the lowest `width` bits differ (at least one), for elements of `bytes` together
    /// that are too many for the near caches.
    #[inline]
    pub(super) fn far(width: u32, bytes: usize) -> Self {
        let bits = bytes.max(1).ilog2().saturating_sub(NEAR).clamp(3, WIDEST);
        let bits = bits.min(width);
        Digit::new(width - bits, bits)
    }

    /// The digits that tell `len` words apart well enough of which only `varying` bits differ, at least one; from the lowest to the
    /// highest, at least one. `crowding` bits more than if the words were spread evenly.
    #[inline]
    pub(super) fn near(varying: u64, len: usize, crowding: u32) -> impl Iterator<Item = Self> {
        let width = u64::BITS - varying.leading_zeros();
        let bits = len.max(1).ilog2() + 1 + SPARE + crowding;
        // Two digits tell nearly all apart, or the crowded ones want a third.
        let most = if crowding > 0 { MOST } else { MOST - 1 };
        let bits = bits.min(most * WIDEST).min(width);
        let shift = width - bits;
        // The lowest ones may all be alike.
        let alike = (varying >> shift).trailing_zeros();
        let (bits, shift) = (bits - alike, shift + alike);
        let count = bits.div_ceil(WIDEST);
        let from = move |digit: u32| bits * digit / count;
        (0..count).map(move |i| Digit::new(shift + from(i), from(i + 1) - from(i)))
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
    use super::{Digit, MOST, WIDEST};

    #[test]
    fn the_first_bit_that_differs_is_in_the_highest_digit() {
        for len in [0, 1, 2, 100, 10_000, 1_000_000, usize::MAX >> 23] {
            for (width, crowding) in
                (1..=64).flat_map(|width| [(width, 0), (width, 9), (width, 63)])
            {
                let near: Vec<Digit> =
                    Digit::near(u64::MAX >> (64 - width), len, crowding).collect();
                let far = Digit::far(width, len);
                let &highest = near.last().expect("one");
                for digit in [far, highest] {
                    assert_eq!(digit.of(1 << (width - 1)), digit.values() / 2);
                    assert_eq!(digit.of(u64::MAX), digit.values() - 1);
                    assert!(digit.values() <= 1 << WIDEST);
                    assert!(digit.below() < width);
                }
                assert!(near.len() <= MOST as usize);
                for pair in near.windows(2) {
                    assert_eq!(pair[0].below() + pair[0].values().ilog2(), pair[1].below());
                }
            }
        }
    }

    #[test]
    fn a_digit_is_some_bits() {
        let near = |varying, len, crowding| -> Vec<Digit> {
            Digit::near(varying, len, crowding).collect()
        };
        assert_eq!(Digit::new(4, 3).of(0b1_0101_1111), 0b101);
        assert_eq!(near(0xFF, 1000, 0), [Digit::new(0, 8)]);
        let two = [Digit::new(32, 7), Digit::new(39, 7)];
        assert_eq!(near(0x3FFF_0000_3FFF, 10_000, 0), two);
        let three = [Digit::new(31, 11), Digit::new(42, 11), Digit::new(53, 11)];
        assert_eq!(near(u64::MAX, 10_000, 20), three);
    }
}
