//! Words may be crowded: most of them differ in low bits only, while a few differ in high ones. So it is with floats of both signs, and
//! with numbers of which a few are huge.

use super::digit::WIDEST;
use super::scale::Scale;
use crate::sort::sample;

/// So many words are looked at, or half as many of few. A power of two.
const SAMPLE: usize = 32;
/// Of fewer elements it is not worth it.
const SHORT: usize = 512;
/// Chance alone makes words look crowded by fewer bits, and two digits have as many to spare.
const CHANCE: u32 = 6;
/// So many bits are more than three digits have to spare, or nearly.
const STEEP: u32 = 17;
/// From so many words on three of the widest digits are no loss if the first of them divides the words well.
const MANY: usize = 4096;
/// So many words of the sample that lie close together tell where most are.
const CLOSEST: usize = 5;

/// How much closer most words lie together than if they were spread evenly.
#[derive(Clone, Copy, Debug)]
pub(super) enum Crowding {
    /// So little that chance may have done it.
    None,
    /// By so many bits.
    Bits(u32),
    /// By so many that digits tell few of them apart, unless they are seen on this scale.
    Steep(Scale),
}

/// How crowded the words of `v` are, of which `varying` bits differ.
#[inline]
pub(super) fn of<T>(v: &[T], varying: u64, word: impl Fn(&T) -> u64) -> Crowding {
    if v.len() < SHORT {
        return Crowding::None;
    }
    let mut words = [0; SAMPLE];
    let count = if v.len() < MANY { SAMPLE / 2 } else { SAMPLE };
    let words = &mut words[..count];
    let spread = sample::places(v.len(), v.len() / count);
    let slots = words.iter_mut().zip(spread);
    slots.for_each(|(slot, at)| *slot = word(&v[at]) & varying);
    in_words(words, varying, v.len())
}

/// The same by some of the words, of `len`. Not inlined: it is compiled here, once.
#[inline(never)]
fn in_words(words: &mut [u64], varying: u64, len: usize) -> Crowding {
    exchange(words);
    // How often neighbours are so many bits apart.
    let mut widths = [0; u64::BITS as usize];
    let mut count = 0;
    for pair in words.windows(2).filter(|pair| pair[0] < pair[1]) {
        widths[(pair[1] - pair[0]).ilog2() as usize] += 1;
        count += 1;
    }
    let mut closer = 0;
    let close = (0..u64::BITS).find(|&width| {
        closer += widths[width as usize];
        closer > count / 4
    });
    let Some(close) = close else {
        return Crowding::None;
    };
    let even = varying.ilog2().saturating_sub(words.len().ilog2());
    match even.saturating_sub(close) {
        ..CHANCE => Crowding::None,
        bits @ CHANCE..STEEP => Crowding::Bits(bits),
        bits if len >= MANY && !is_lopsided(words, varying) => Crowding::Bits(bits),
        STEEP.. => Crowding::Steep(Scale::new(varying, densest(words))),
    }
}

/// Whether more than half of the words have the same first digit.
fn is_lopsided(words: &[u64], varying: u64) -> bool {
    let below = (varying.ilog2() + 1).saturating_sub(WIDEST);
    let first = |word: u64| word >> below;
    let mut halves = words.iter().zip(&words[words.len() / 2..]);
    halves.any(|(&one, &other)| first(one) == first(other))
}

/// A word amid those that lie closest together.
fn densest(words: &[u64]) -> u64 {
    let closest = words
        .windows(CLOSEST)
        .min_by_key(|some| some[CLOSEST - 1] - some[0]);
    closest.map_or(0, |some| some[CLOSEST / 2])
}

/// Sorts by comparing the same places whatever is there (merge exchange; Knuth, The Art of Computer Programming, 5.2.2, algorithm M). std's sort
/// would be compiled anew for every program, and takes longer to compile than all that is here.
fn exchange(words: &mut [u64]) {
    let mut bit = words.len() / 2;
    while bit > 0 {
        let (mut first, mut apart, mut reach) = (0, bit, words.len() / 2);
        loop {
            let end = words.len() - apart;
            let mut start = first;
            while start < end {
                for at in start..end.min(start + bit) {
                    let (low, high) = (words[at], words[at + apart]);
                    words[at] = low.min(high);
                    words[at + apart] = low.max(high);
                }
                start += 2 * bit;
            }
            if reach == bit {
                break;
            }
            (first, apart, reach) = (bit, reach - bit, reach / 2);
        }
        bit /= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::{Crowding, SAMPLE, exchange, of};
    use tine_core::engine::rng::Rng;

    /// Of words of which `varying` bits differ; none if they are to be seen on a scale.
    fn bits(words: &[u64], varying: u64) -> Option<u32> {
        match of(words, varying, |&word| word) {
            Crowding::None => Some(0),
            Crowding::Bits(bits) => Some(bits),
            Crowding::Steep(_) => None,
        }
    }

    #[test]
    fn exchanges_sort() {
        for seed in 0..200 {
            let rng = Rng::new(seed);
            // Zeros and ones alone prove it for a network; numbers with repeats are more like what comes.
            let most = [2, 3, 20, 1 << 30][seed as usize % 4];
            let mut words = [0; SAMPLE].map(|_: u64| rng.below(most) as u64);
            let mut expected = words;
            expected.sort_unstable();
            exchange(&mut words);
            assert_eq!(words, expected, "{seed}");
        }
    }

    #[test]
    fn what_is_spread_evenly_is_not_crowded() {
        for seed in 0..200 {
            let rng = Rng::new(seed);
            let half = || rng.below(1 << 20) as u64;
            let words: Vec<u64> = (0..1024).map(|_| half() << 20 | half()).collect();
            assert_eq!(bits(&words, (1 << 40) - 1), Some(0), "{seed}");
        }
        assert_eq!(bits(&[0; 1024], 1), Some(0));
        assert_eq!(bits(&[7; 5], u64::MAX), Some(0));
    }

    #[test]
    fn so_many_bits_are_missing() {
        for seed in 0..200 {
            let rng = Rng::new(seed);
            let mut words: Vec<u64> = (0..1024).map(|_| rng.below(1 << 20) as u64).collect();
            words[77] = 1 << 31;
            let crowding = bits(&words, (1 << 32) - 1);
            assert!(
                crowding.is_some_and(|bits| (9..17).contains(&bits)),
                "{crowding:?}"
            );
        }
    }

    #[test]
    fn what_is_of_all_magnitudes_is_seen_on_a_scale() {
        for seed in 0..200 {
            let rng = Rng::new(seed);
            let word = || (rng.below(1 << 32) as u64) << 20 >> rng.below(52);
            let words: Vec<u64> = (0..5000).map(|_| word()).collect();
            for len in [1024, 5000] {
                assert_eq!(bits(&words[..len], (1 << 52) - 1), None, "{seed}");
            }
        }
    }

    #[test]
    fn clusters_that_the_first_digit_tells_apart_are_not_if_they_are_large() {
        for seed in 0..200 {
            let rng = Rng::new(seed);
            let word = || (rng.below(8) as u64) << 58 | rng.below(1 << 10) as u64;
            let words: Vec<u64> = (0..5000).map(|_| word()).collect();
            let bits = |len| bits(&words[..len], 7 << 58 | ((1 << 10) - 1));
            assert_eq!(bits(1024), None, "{seed}");
            assert!(bits(5000).is_some_and(|bits| bits > 30), "{seed}");
        }
    }
}
