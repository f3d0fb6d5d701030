//! Two sorted slices: merged, and as sets. And the largest elements.

use crate::common::ledger::Ledger;
use crate::common::oracle::POOLS;
use crate::common::{boom, caught};
use crate::inputs::{Noise, cases};
use std::cmp::Ordering;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tine::prelude::*;

/// A number, and where it comes from.
type Marked = (u32, usize);

fn by_number(a: &Marked, b: &Marked) -> Ordering {
    a.0.cmp(&b.0)
}

/// Two sorted slices whose elements are all different, though many have equal numbers.
fn pair(noise: &mut Noise, len: usize, bound: usize) -> (Vec<Marked>, Vec<Marked>) {
    let cut = noise.below(len + 1);
    let left = noise.sorted(cut, bound).into_iter().zip(0..).collect();
    let right = noise.sorted(len - cut, bound).into_iter().zip(len..);
    (left, right.collect())
}

#[test]
fn a_merge_is_a_stable_sort() {
    cases(|noise, len, bound| {
        let (left, right) = pair(noise, len, bound);
        let mut expected = [&left[..], &right].concat();
        expected.sort_by(by_number);
        assert_eq!(left.par_merge_by(&right, by_number), expected);
        assert_eq!(left.par_merge_by_key(&right, |it| it.0), expected);
        let numbers = |v: &[Marked]| -> Vec<u32> { v.iter().map(|it| it.0).collect() };
        let merged = numbers(&left).par_merge(&numbers(&right));
        assert_eq!(merged, numbers(&expected));
    });
}

/// What the standard of C++ says: of the elements of one number, those of each slice that stay.
fn set(
    left: &[Marked],
    right: &[Marked],
    stay: impl Fn(usize, usize) -> (usize, usize, usize),
) -> Vec<Marked> {
    let mut numbers: Vec<u32> = left.iter().chain(right).map(|it| it.0).collect();
    numbers.sort();
    numbers.dedup();
    let mut result = Vec::new();
    for number in numbers {
        let of = |v: &[Marked]| -> Vec<Marked> {
            v.iter().copied().filter(|it| it.0 == number).collect()
        };
        let (ours, theirs) = (of(left), of(right));
        let (first, last, last_of_theirs) = stay(ours.len(), theirs.len());
        result.extend(&ours[..first]);
        result.extend(&ours[ours.len() - last..]);
        result.extend(&theirs[theirs.len() - last_of_theirs..]);
    }
    result
}

#[test]
fn sets_are_those_of_cpp() {
    cases(|noise, len, bound| {
        let bound = if len > 1000 { bound.min(50) } else { bound };
        let (left, right) = pair(noise, len, bound);
        let more = |m: usize, n: usize| m.saturating_sub(n);
        assert_eq!(
            left.par_union_by(&right, by_number),
            set(&left, &right, |m, n| (m, 0, more(n, m)))
        );
        assert_eq!(
            left.par_intersection_by(&right, by_number),
            set(&left, &right, |m, n| (m.min(n), 0, 0))
        );
        assert_eq!(
            left.par_difference_by(&right, by_number),
            set(&left, &right, |m, n| (0, more(m, n), 0))
        );
        assert_eq!(
            left.par_symmetric_difference_by(&right, by_number),
            set(&left, &right, |m, n| (0, more(m, n), more(n, m)))
        );
    });
}

#[test]
fn sets_of_many_different_elements() {
    let every = |step: u32, len: u32| -> Vec<u32> { (0..len).map(|n| n * step).collect() };
    for pool in &*POOLS {
        pool.install(|| {
            let (twos, threes) = (every(2, 30_000), every(3, 20_000));
            let numbers = || 0..60_000u32;
            let two = |n: &u32| n.is_multiple_of(2);
            let three = |n: &u32| n.is_multiple_of(3);
            assert!(
                twos.par_union(&threes)
                    .into_iter()
                    .eq(numbers().filter(|n| two(n) || three(n)))
            );
            assert!(
                twos.par_intersection(&threes)
                    .into_iter()
                    .eq(numbers().filter(|n| two(n) && three(n)))
            );
            assert!(
                twos.par_difference(&threes)
                    .into_iter()
                    .eq(numbers().filter(|n| two(n) && !three(n)))
            );
            assert!(
                twos.par_symmetric_difference(&threes)
                    .into_iter()
                    .eq(numbers().filter(|n| two(n) != three(n)))
            );
        });
    }
}

#[test]
fn the_largest_are_the_beginning_of_a_sorted_slice() {
    cases(|noise, len, bound| {
        let mut v: Vec<Marked> = noise.numbers(len, bound).into_iter().zip(0..).collect();
        match noise.below(4) {
            0 => v.sort(),
            1 => v.sort_by(|a, b| b.cmp(a)),
            _ => {}
        }
        let mut sorted: Vec<&Marked> = v.iter().collect();
        sorted.sort_by(|a, b| by_number(b, a));
        for count in [0, 3, 16, 17, len / 20, len + 1] {
            let expected = &sorted[..count.min(len)];
            assert_eq!(v.par_top_k_by(count, by_number), expected);
            assert_eq!(v.par_top_k_by_key(count, |it| it.0), expected);
        }
        let mut descending = v.clone();
        descending.sort_by(|a, b| b.cmp(a));
        assert!(v.par_top_k(5).into_iter().eq(descending.iter().take(5)));
    });
}

#[test]
fn orders_that_contradict_themselves_end() {
    let orders: [fn(&u32, &u32) -> Ordering; 4] = [
        |_, _| Ordering::Less,
        |_, _| Ordering::Greater,
        |a, b| (a ^ b).wrapping_mul(0x9E37_79B9).cmp(&0x8000_0000),
        |a, b| (a % 3 + 1).cmp(&(b % 4)),
    ];
    cases(|noise, len, bound| {
        let len = len.min(1500);
        let (left, right) = (noise.numbers(len, bound), noise.numbers(len / 2, bound));
        let mut expected = [&left[..], &right].concat();
        expected.sort();
        for order in orders {
            // A merge loses nothing.
            let mut merged = left.par_merge_by(&right, order);
            merged.sort();
            assert!(merged == expected);
            let union = left.par_union_by(&right, order);
            assert!(union.len() <= left.len() + right.len());
            left.par_intersection_by(&right, order);
            left.par_difference_by(&right, order);
            left.par_symmetric_difference_by(&right, order);
            assert!(left.par_top_k_by(3, order).len() <= 3);
            left.par_top_k_by(len / 10, order);
        }
    });
}

#[test]
fn clones_are_dropped_once_if_a_comparison_panics() {
    for fatal in [0, 1, 10, 1000, 3000] {
        let ledger = Ledger::default();
        let (left, right) = (ledger.tokens(4000), ledger.tokens(3000));
        let calls = AtomicUsize::new(0);
        let compare = |a: usize, b: usize| {
            if calls.fetch_add(1, Relaxed) == fatal {
                boom(fatal);
            }
            a.cmp(&b)
        };
        POOLS[2].install(|| {
            let merge = || left.par_merge_by(&right, |a, b| compare(a.number, b.number));
            assert_eq!(caught(merge), fatal);
            calls.store(0, Relaxed);
            let union = || left.par_union_by(&right, |a, b| compare(a.number, b.number));
            assert_eq!(caught(union), fatal);
            calls.store(0, Relaxed);
            let top = || {
                left.par_top_k_by(9, |a, b| compare(a.number, b.number))
                    .len()
            };
            assert_eq!(caught(top), fatal);
        });
        drop((left, right));
        ledger.all_dropped_once();
    }
}
