//! Words may be crowded: most of them differ in low bits only, while a few differ in high ones. So it is with floats of both signs, and
//! with numbers of which a few are huge.

use crate::sort::sample;

/// So many words are looked at.
const SAMPLE: usize = 32;
/// Of fewer elements it is not worth it.
const SHORT: usize = 1024;
/// Chance alone makes words look crowded by fewer bits, and two digits have as many to spare.
const CHANCE: u32 = 6;

/// By how many bits the words of `v`, of which `varying` bits differ, lie closer together than if they were spread evenly; 0 for so few
/// that chance may have done it.
#[inline]
pub(super) fn of<T>(v: &[T], varying: u64, word: impl Fn(&T) -> u64) -> u32 {
    if v.len() < SHORT {
        return 0;
    }
    let mut words = [0; SAMPLE];
    let spread = sample::places(v.len(), v.len() / SAMPLE);
    let slots = words.iter_mut().zip(spread);
    slots.for_each(|(slot, at)| *slot = word(&v[at]) & varying);
    in_words(&mut words, varying)
}

/// The same by some of the words. Not inlined: it is compiled here, once.
#[inline(never)]
fn in_words(words: &mut [u64; SAMPLE], varying: u64) -> u32 {
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
    let Some(close) = close else { return 0 };
    let even = varying.ilog2().saturating_sub(SAMPLE.ilog2());
    match even.saturating_sub(close) {
        ..CHANCE => 0,
        crowding => crowding,
    }
}

/// Sorts by comparing the same places whatever is there (merge exchange; Knuth, The Art of Computer Programming, 5.2.2, algorithm M). std's sort
/// would be compiled anew for every program, and takes longer to compile than all that is here.
fn exchange(words: &mut [u64; SAMPLE]) {
    let mut bit = SAMPLE / 2;
    while bit > 0 {
        let (mut first, mut apart, mut reach) = (0, bit, SAMPLE / 2);
        loop {
            for at in (0..SAMPLE - apart).filter(|at| at & bit == first) {
                let (low, high) = (words[at], words[at + apart]);
                words[at] = low.min(high);
                words[at + apart] = low.max(high);
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
    use super::{SAMPLE, exchange, of};
    use tine_core::engine::rng::Rng;

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
            assert_eq!(of(&words, (1 << 40) - 1, |&word| word), 0, "{seed}");
        }
        assert_eq!(of(&[7; 1024], 1, |_| 0), 0);
        assert_eq!(of(&[7; 5], u64::MAX, |_| 7), 0);
    }

    #[test]
    fn so_many_bits_are_missing() {
        for seed in 0..200 {
            let rng = Rng::new(seed);
            let mut words: Vec<u64> = (0..1024).map(|_| rng.below(1 << 20) as u64).collect();
            words[77] = 1 << 39;
            let crowding = of(&words, (1 << 40) - 1, |&word| word);
            assert!((17..27).contains(&crowding), "{crowding}");
        }
    }
}
