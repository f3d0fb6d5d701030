//! Partitions and selections.

use super::{Census, Citizen, Engine, blows, cases, fuse, in_pools, numbers, roll};
use crate::{partition::partition, partition_stable::partition_stable, select::select};
use std::cmp::Ordering;
use tine_core::engine::{rng::Rng, unwind};

/// Numbers of many patterns: noise, few values, runs up and down, all the same.
fn patterned(rng: &Rng, len: usize) -> Vec<u32> {
    let mut v = numbers(rng, len, [2, 20, 1000, 1 << 30][rng.below(4)]);
    match rng.below(6) {
        0 => v.sort_unstable(),
        1 => v.sort_unstable_by(|a, b| b.cmp(a)),
        2 => v.fill(7),
        _ => {}
    }
    v
}

fn sorted(mut v: Vec<u32>) -> Vec<u32> {
    v.sort_unstable();
    v
}

#[test]
fn a_partition_separates() {
    cases(|rng, len| {
        let input = patterned(rng, len);
        let border = input.first().copied().unwrap_or(0);
        let expected = input.iter().filter(|&&n| n < border).count();
        let mut v = input.clone();
        assert_eq!(partition(Engine, &mut v, |&n| n < border), expected);
        assert!(v[..expected].iter().all(|&n| n < border));
        assert!(v[expected..].iter().all(|&n| n >= border));
        assert_eq!(sorted(v), sorted(input));
    });
}

#[test]
fn a_long_partition_separates() {
    // Long enough for the loop over blocks, which nothing shortens.
    in_pools(|| {
        for share in [0, 1, 500, 999, 1000] {
            let mut v: Vec<u32> = (0..5000).collect();
            let goes = |n: &u32| n.wrapping_mul(0x9E37_79B9) >> 22 < share;
            let expected = v.iter().filter(|n| goes(n)).count();
            assert_eq!(partition(Engine, &mut v, goes), expected);
            assert!(v[..expected].iter().all(goes));
            assert!(!v[expected..].iter().any(goes));
            assert!(sorted(v).into_iter().eq(0..5000));
        }
    });
}

#[test]
fn a_stable_partition_is_that_of_std() {
    cases(|rng, len| {
        let input = patterned(rng, len);
        let border = input.first().copied().unwrap_or(0);
        let (left, right): (Vec<u32>, Vec<u32>) = input.iter().partition(|&&n| n < border);
        let mut v = input;
        assert_eq!(
            partition_stable(Engine, &mut v, |&n| n < border),
            left.len()
        );
        assert_eq!(v, [left, right].concat());
    });
}

#[test]
fn a_predicate_without_sense_loses_nothing() {
    cases(|rng, len| {
        let census = Census::default();
        let input = numbers(rng, len, 1000);
        let mut v = census.citizens(&input);
        // The answers depend on who was asked before.
        let whim = std::sync::atomic::AtomicUsize::new(len);
        // Relaxed: any answer will do.
        let moody = || whim.fetch_add(7, std::sync::atomic::Ordering::Relaxed) % 5 < 2;
        let left = match rng.below(2) {
            0 => partition(Engine, &mut v, |_| moody()),
            _ => partition_stable(Engine, &mut v, |_| moody()),
        };
        assert!(left <= len);
        assert_eq!(roll(&v), sorted(input));
        drop(v);
        assert_eq!(census.count(), 0);
    });
}

#[test]
fn a_panic_of_the_predicate_loses_nothing() {
    cases(|rng, len| {
        let census = Census::default();
        let input = numbers(rng, len, 1000);
        let mut v = census.citizens(&input);
        let spark = fuse(rng.below(len + 2));
        let goes = |citizen: &Citizen<'_>| {
            spark();
            citizen.number < 500
        };
        if rng.below(2) == 0 {
            blows(|| _ = partition(Engine, &mut v, goes));
            assert_eq!(roll(&v), sorted(input));
        } else if blows(|| _ = partition_stable(Engine, &mut v, goes)) {
            // Nothing has moved.
            assert!(v.iter().map(|citizen| citizen.number).eq(input));
        }
        drop(v);
        assert_eq!(census.count(), 0);
    });
}

#[test]
fn a_selection_finds_what_a_sort_would() {
    cases(|rng, len| {
        let input = patterned(rng, len + 1);
        let index = rng.below(len + 1);
        let expected = sorted(input.clone());
        let mut v = input;
        let (less, found, greater) = select(Engine, &mut v, index, u32::cmp);
        assert_eq!(*found, expected[index]);
        assert!(less.iter().all(|n| *n <= expected[index]));
        assert!(greater.iter().all(|n| *n >= expected[index]));
        assert_eq!((less.len(), greater.len()), (index, len - index));
        assert_eq!(sorted(v), expected);
    });
}

#[test]
fn a_long_selection_finds_what_a_sort_would() {
    in_pools(|| {
        let rng = Rng::new(4);
        for _ in 0..20 {
            let len = 20_000;
            let input = patterned(&rng, len);
            let expected = sorted(input.clone());
            for index in [0, 1, len / 100, len / 3, len / 2, len - 30, len - 1] {
                let mut v = input.clone();
                let (less, found, greater) = select(Engine, &mut v, index, u32::cmp);
                assert_eq!(*found, expected[index]);
                assert!(less.iter().all(|n| *n <= expected[index]));
                assert!(greater.iter().all(|n| *n >= expected[index]));
            }
        }
    });
}

#[test]
fn an_order_without_sense_loses_nothing() {
    cases(|rng, len| {
        let census = Census::default();
        let input = numbers(rng, len + 1, 1000);
        let mut v = census.citizens(&input);
        let shift = rng.below(30);
        let whim = |a: &Citizen<'_>, b: &Citizen<'_>| {
            let mix = (a.number ^ b.number.rotate_left(7)).wrapping_mul(0x9E37_79B9);
            match (mix >> shift) % 3 {
                0 => Ordering::Less,
                1 => Ordering::Equal,
                _ => Ordering::Greater,
            }
        };
        let index = rng.below(len + 1);
        // std may complain about such an order.
        let _ = unwind::halt(|| {
            select(Engine, &mut v, index, whim);
        });
        assert_eq!(roll(&v), sorted(input));
        drop(v);
        assert_eq!(census.count(), 0);
    });
}

#[test]
fn a_panic_of_the_order_loses_nothing() {
    cases(|rng, len| {
        let census = Census::default();
        let input = numbers(rng, len + 1, 1000);
        let mut v = census.citizens(&input);
        let spark = fuse(rng.below(4 * len + 2));
        let order = |a: &Citizen<'_>, b: &Citizen<'_>| {
            spark();
            a.number.cmp(&b.number)
        };
        let index = rng.below(len + 1);
        blows(|| {
            select(Engine, &mut v, index, order);
        });
        assert_eq!(roll(&v), sorted(input));
        drop(v);
        assert_eq!(census.count(), 0);
    });
}

#[test]
fn no_element_is_compared_by_two_threads_at_a_time() {
    // An element that notices company: it is `Send` and not `Sync`, as the bounds permit.
    struct Shy(u32, std::cell::Cell<u32>);
    in_pools(|| {
        let mut v: Vec<_> = (0..20_000u32)
            .map(|n| Shy(n.wrapping_mul(0x9E37_79B9), 0.into()))
            .collect();
        let visit = |shy: &Shy| shy.1.set(shy.1.get() + 1);
        let (_, found, _) = select(Engine, &mut v, 9_999, |a, b| {
            visit(a);
            visit(b);
            a.0.cmp(&b.0)
        });
        let found = found.0;
        assert_eq!(v.iter().filter(|shy| shy.0 < found).count(), 9_999);
        assert!(v.iter().all(|shy| shy.1.get() > 0));
    });
}

#[test]
fn a_selection_out_of_range_is_refused() {
    assert!(unwind::halt(|| _ = select(Engine, &mut [1, 2], 2, i32::cmp)).is_err());
    assert!(unwind::halt(|| _ = select(Engine, &mut [], 0, i32::cmp)).is_err());
}

#[test]
fn what_has_no_size_is_parted_too() {
    in_pools(|| {
        let mut v = [(); 1000];
        assert_eq!(partition(Engine, &mut v, |()| true), 1000);
        assert_eq!(partition_stable(Engine, &mut v, |()| false), 0);
        select(Engine, &mut v, 500, |(), ()| Ordering::Equal);
    });
}
