//! What is still to be sorted by.

use super::digit::Digit;
use super::scale::Scale;

/// Parts up to this length are sorted by comparing.
pub(super) const LEAF: usize = if cfg!(test) { 8 } else { 64 };
/// After so many levels the elements are compared. Words of 128 bits need fewer; keys of many words could have a level for each word, and a
/// thread has no stack for any number of them.
const DEEPEST: u8 = 20;

/// In what the keys of some elements can differ. Gets less from level to level, whatever the keys say.
#[derive(Clone, Copy)]
pub(super) struct Rest {
    /// The number of the first word that can.
    pub(super) word: usize,
    /// Which bits can, of the word or of its mark.
    pub(super) bits: u64,
    /// What tells the mark of a word, if that is what the next digit is taken from.
    scale: Option<Scale>,
    /// How many levels there are above.
    level: u8,
}

impl Rest {
    pub(super) const WHOLE: Rest = Rest {
        word: 0,
        bits: u64::MAX,
        scale: None,
        level: 0,
    };

    /// Those bits of that word.
    #[inline]
    pub(super) fn of_word(self, word: usize, bits: u64) -> Self {
        Rest { word, bits, ..self }
    }

    /// The bits of the marks that the word has on a scale.
    #[inline]
    pub(super) fn on(self, scale: Scale) -> Self {
        Rest {
            bits: scale.marks(),
            scale: Some(scale),
            ..self
        }
    }

    /// The word, or its mark.
    #[inline(always)]
    pub(super) fn seen(self, word: u64) -> u64 {
        match self.scale {
            None => word,
            Some(scale) => scale.of(word),
        }
    }

    /// What is left where those digits are equal: if they are those of a mark, any bit of the word can differ still.
    #[inline]
    pub(super) fn below(self, digit: Digit) -> Self {
        let bits = match self.scale {
            None => self.bits & ((1 << digit.below()) - 1),
            Some(_) => u64::MAX,
        };
        Rest {
            bits,
            scale: None,
            level: self.level + 1,
            ..self
        }
    }

    /// Whether `len` elements are not worth a digit, or too deep for one.
    #[inline]
    pub(super) fn is_for_a_leaf(self, len: usize) -> bool {
        len <= LEAF || self.level >= DEEPEST
    }

    /// How many of the lowest bits of the word these are, if all are counted up to the highest.
    #[inline]
    pub(super) fn width(self) -> u32 {
        u64::BITS - self.bits.leading_zeros()
    }
}
