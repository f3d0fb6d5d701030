//! A scale on which words that crowd around one of them lie apart: as those of numbers of all magnitudes do, or of small numbers among which
//! some are huge.
//!
//! Near the middle each word has a mark of its own; from there on as many marks lie between any power of two and the next. (The
//! buckets of many a histogram of latencies are laid out like that.) Here they go both ways.

/// So many bits of a distance count behind the highest: more than a digit has, together with which power of two it is, and which way.
const PRECISION: u32 = 8;

/// Marks for words, in the same order. Words with the same mark may differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// Which bits of a word count.
    varying: u64,
    /// The word where the marks are closest, of those bits only.
    middle: u64,
    /// The mark of the middle, below which there are as many as from it on.
    zero: u64,
}

impl Scale {
    /// For words of which `varying` bits differ, at least one of them.
    pub(super) fn new(varying: u64, middle: u64) -> Self {
        let width = u64::BITS - varying.leading_zeros();
        let powers = u64::from(width.saturating_sub(PRECISION)) + 1;
        Scale {
            varying,
            middle: middle & varying,
            zero: powers << PRECISION,
        }
    }

    /// A one for each bit that a mark can have.
    #[inline]
    pub(super) fn marks(self) -> u64 {
        (2 * self.zero).next_power_of_two() - 1
    }

    /// The mark of a word.
    #[inline(always)]
    pub(super) fn of(self, word: u64) -> u64 {
        let word = word & self.varying;
        let is_below = word < self.middle;
        // So that the greatest below the middle is 0.
        let flip = if is_below { u64::MAX } else { 0 };
        let distance = word.wrapping_sub(self.middle) ^ flip;
        let power = (distance | 1 << PRECISION).ilog2() - PRECISION;
        let steps = (u64::from(power) << PRECISION) + (distance >> power);
        // Below it is one less, as `!steps` is than `-steps`.
        self.zero.wrapping_add(steps ^ flip)
    }
}

#[cfg(test)]
mod tests {
    use super::Scale;
    use tine_core::engine::rng::Rng;

    fn word(rng: &Rng) -> u64 {
        let [high, low] = [(); 2].map(|()| rng.below(1 << 32) as u64);
        let word = (high << 32 | low) >> rng.below(64);
        if rng.below(2) == 0 { word } else { !word }
    }

    #[test]
    fn marks_are_in_the_order_of_words() {
        for seed in 0..300 {
            let rng = Rng::new(seed);
            let varying = [u64::MAX, word(&rng) | 1, 1 << 63, 1, 0xFF00_FF00][seed as usize % 5];
            let words: Vec<u64> = (0..200).map(|_| word(&rng) & varying).collect();
            let middle = [0, u64::MAX, words[0], words[0].saturating_add(1)];
            let scale = Scale::new(varying, middle[seed as usize % 4]);
            let mut words = words;
            words.extend([0, 1, u64::MAX, scale.middle, scale.middle.wrapping_sub(1)]);
            words.iter_mut().for_each(|word| *word &= varying);
            words.sort_unstable();
            for pair in words.windows(2) {
                let marks = [pair[0], pair[1]].map(|word| scale.of(word));
                assert!(marks[0] <= marks[1], "{scale:?} {pair:?} {marks:?}");
                assert!(marks[1] <= scale.marks(), "{scale:?} {pair:?} {marks:?}");
            }
        }
    }

    #[test]
    fn near_the_middle_each_word_has_its_mark() {
        let scale = Scale::new(u64::MAX, 1 << 63);
        let near = (1 << 63) - 500..(1 << 63) + 500;
        let marks: Vec<u64> = near.map(|word: u64| scale.of(word)).collect();
        assert!(marks.windows(2).all(|pair| pair[1] - pair[0] == 1));
    }

    #[test]
    fn powers_of_two_are_equally_far_apart() {
        let scale = Scale::new(u64::MAX, 0);
        let mark = |bit: u32| scale.of(1 << bit);
        let step = mark(31) - mark(30);
        assert!((20..63).all(|bit| mark(bit + 1) - mark(bit) == step));
    }
}
