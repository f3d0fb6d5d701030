//! Reversal, rotation, shuffling.

use super::{Census, Engine, cases, in_pools, numbers, roll};
use crate::{reverse::reverse, rotate, shuffle::shuffle};
use tine_core::engine::unwind;

#[test]
fn a_reversal_is_that_of_std() {
    cases(|rng, len| {
        let mut v = numbers(rng, len, 1000);
        let mut expected = v.clone();
        expected.reverse();
        reverse(Engine, &mut v);
        assert_eq!(v, expected);
    });
}

#[test]
fn a_rotation_is_that_of_std() {
    cases(|rng, len| {
        let mut v = numbers(rng, len, 1000);
        let mut expected = v.clone();
        let most = if rng.below(2) == 0 { len } else { len / 12 };
        let by = rng.below(most + 1);
        if rng.below(2) == 0 {
            expected.rotate_left(by);
            rotate::left(Engine, &mut v, by);
        } else {
            expected.rotate_right(by);
            rotate::right(Engine, &mut v, by);
        }
        assert_eq!(v, expected, "{by} of {len}");
    });
}

#[test]
fn a_rotation_too_far_is_refused() {
    assert!(unwind::halt(|| rotate::left(Engine, &mut [1, 2], 3)).is_err());
    assert!(unwind::halt(|| rotate::right(Engine, &mut [1, 2], 3)).is_err());
}

#[test]
fn a_shuffle_keeps_every_element_and_is_the_same_in_all_pools() {
    for len in [0, 1, 2, 7, 8, 9, 100, 1000] {
        let mut orders = Vec::new();
        for pool in super::POOLS.iter() {
            let census = Census::default();
            let numbers: Vec<u32> = (0..len).collect();
            let mut v = census.citizens(&numbers);
            pool.install(|| shuffle(Engine, &mut v, u64::from(len)));
            assert_eq!(roll(&v), numbers);
            orders.push(v.iter().map(|citizen| citizen.number).collect::<Vec<_>>());
            drop(v);
            assert_eq!(census.count(), 0);
        }
        assert!(orders.iter().all(|order| *order == orders[0]));
        let mut other: Vec<u32> = (0..len).collect();
        let mut again = other.clone();
        shuffle(Engine, &mut other, 1 << 40);
        shuffle(Engine, &mut again, 1 << 41);
        assert!(len < 15 || other != again);
    }
}

#[test]
fn every_place_of_a_shuffle_is_as_likely_as_the_others() {
    // In place, and by way of buckets.
    for len in [6, 60] {
        let rounds = 6000;
        let mut seen = vec![vec![0u32; len]; len];
        for seed in 0..rounds {
            let mut v: Vec<usize> = (0..len).collect();
            shuffle(Engine, &mut v, seed);
            for (place, element) in v.into_iter().enumerate() {
                seen[element][place] += 1;
            }
        }
        // Each count has a mean of rounds / len, and a variance of a little less: the squares of the deviations, in units of
        // the variance, add up to the degrees of freedom, give or take.
        let mean = rounds as f64 / len as f64;
        let squares = seen
            .iter()
            .flatten()
            .map(|&count| (f64::from(count) - mean).powi(2));
        let chi = squares.sum::<f64>() / mean;
        let freedom = ((len - 1) * (len - 1)) as f64;
        let spread = (2.0 * freedom).sqrt();
        assert!((chi - freedom).abs() < 5.0 * spread, "{chi} for {freedom}");
    }
}

#[test]
fn what_has_no_size_is_moved_too() {
    in_pools(|| {
        let mut v = [(); 1000];
        reverse(Engine, &mut v);
        rotate::left(Engine, &mut v, 300);
        shuffle(Engine, &mut v, 5);
    });
}
