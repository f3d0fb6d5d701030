//! Sorts of what is nearly sorted.

use super::{Census, Citizen, Engine, blows, cases, fuse, roll};
use crate::sort::{stable, unstable};
use tine_core::engine::rng::Rng;

/// Ascending numbers with repetitions, some of which are elsewhere or something else.
fn nearly(rng: &Rng, len: usize) -> Vec<u32> {
    let repeated = 1 + rng.below(4);
    let mut v: Vec<u32> = (0..len).map(|i| (i / repeated) as u32).collect();
    for _ in 0..rng.below(len / 20 + 3) {
        let (from, to) = (rng.below(len), rng.below(len));
        match rng.below(3) {
            0 => v.swap(from, to),
            1 => v[from] = rng.below(len) as u32,
            _ if from < to => v[from..=to].rotate_left(1),
            _ => v[to..=from].rotate_right(1),
        }
    }
    v
}

#[test]
fn strays_come_home_and_equal_ones_keep_their_order() {
    cases(|rng, len| {
        let v = nearly(rng, 2 * len + 20);
        let mut pairs: Vec<(u32, usize)> = v.iter().copied().zip(0..).collect();
        let mut expected = pairs.clone();
        expected.sort_by_key(|pair| pair.0);
        stable(Engine, &mut pairs, |a, b| a.0.cmp(&b.0));
        assert_eq!(pairs, expected);
        let mut sorted = v.clone();
        unstable(Engine, &mut sorted, u32::cmp);
        assert!(sorted.iter().eq(expected.iter().map(|pair| &pair.0)));
    });
}

#[test]
fn strays_are_there_once_whatever_the_comparison_does() {
    cases(|rng, len| {
        let v = nearly(rng, 2 * len + 20);
        let census = Census::default();
        let mut citizens = census.citizens(&v);
        let fuse = fuse(rng.below(2 * v.len()));
        let is_stable = rng.below(2) == 0;
        blows(|| {
            let compare = |a: &Citizen<'_>, b: &Citizen<'_>| {
                fuse();
                a.number.cmp(&b.number)
            };
            match is_stable {
                true => stable(Engine, &mut citizens, compare),
                false => unstable(Engine, &mut citizens, compare),
            }
        });
        let mut expected = v;
        expected.sort_unstable();
        assert_eq!(roll(&citizens), expected);
        // No order at all, but seldom.
        let seed = rng.below(1 << 20) as u32;
        stable(Engine, &mut citizens, |a, b| {
            let mixed = (a.number ^ b.number.rotate_left(9) ^ seed).wrapping_mul(0x9E37_79B9);
            match mixed >> 27 {
                0 => b.number.cmp(&a.number),
                _ => a.number.cmp(&b.number),
            }
        });
        assert_eq!(roll(&citizens), expected);
    });
}
