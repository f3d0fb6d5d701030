//! What depends on an order: merges, sets, searches, the largest elements.

use crate::harness::contest::{Contest, Outcome};
use crate::harness::report::{Report, Target};
use crate::numbers::noise;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hint::black_box;
use tine::prelude::*;

fn sorted(len: usize, shift: u32) -> Vec<u64> {
    let mut v: Vec<u64> = noise(len).iter().map(|n| n >> shift).collect();
    v.par_sort_unstable();
    v
}

/// Requires that tine is not slower than the sequential way.
fn judge(report: &mut Report, what: &str, outcome: &Outcome) {
    report.times(what, outcome, 1.0);
    let ratio = outcome.ratio("tine", "sequential");
    report.check(
        &format!("{what}, tine / sequential"),
        ratio,
        Target::AtMost(1.0),
    );
}

/// Two slices of five million numbers each.
pub(crate) fn merge(report: &mut Report) {
    let (left, right) = (sorted(5_000_000, 1), sorted(5_000_001, 2));
    let outcome = Contest::new(report.rounds(9))
        .seat("sequential", || {
            sequential_merge(black_box(&left), black_box(&right))
        })
        .seat("tine", || black_box(&left).par_merge(black_box(&right)))
        .run();
    judge(report, "10000001", &outcome);
}

pub(crate) fn sequential_merge(mut left: &[u64], mut right: &[u64]) -> Vec<u64> {
    let mut merged = Vec::with_capacity(left.len() + right.len());
    while let ([one, ..], [other, ..]) = (left, right) {
        let from_right = other < one;
        merged.push(if from_right { *other } else { *one });
        left = &left[usize::from(!from_right)..];
        right = &right[usize::from(from_right)..];
    }
    merged.extend_from_slice(left);
    merged.extend_from_slice(right);
    merged
}

/// Two slices of which a quarter is common.
pub(crate) fn sets(report: &mut Report) {
    let every = |step: u64| -> Vec<u64> { (0..3_000_000).map(|n| n * step).collect() };
    let (left, right) = (every(3), every(4));
    let outcome = Contest::new(report.rounds(9))
        .seat("sequential", || {
            sequential_union(black_box(&left), black_box(&right))
        })
        .seat("tine", || black_box(&left).par_union(black_box(&right)))
        .run();
    judge(report, "6000000, union", &outcome);
}

pub(crate) fn sequential_union(mut left: &[u64], mut right: &[u64]) -> Vec<u64> {
    let mut union = Vec::with_capacity(left.len() + right.len());
    while let ([one, ..], [other, ..]) = (left, right) {
        union.push(*one.min(other));
        let (from_left, from_right) = (one <= other, other <= one);
        left = &left[usize::from(from_left)..];
        right = &right[usize::from(from_right)..];
    }
    union.extend_from_slice(left);
    union.extend_from_slice(right);
    union
}

/// A hundred thousand keys in ten million numbers.
pub(crate) fn search(report: &mut Report) {
    let numbers = sorted(10_000_000, 20);
    let keys: Vec<u64> = noise(100_000)
        .iter()
        .map(|n| n.rotate_left(7) >> 20)
        .collect();
    let outcome = Contest::new(report.rounds(21))
        .seat("sequential", || {
            let numbers = black_box(&numbers);
            let keys = black_box(&keys).iter();
            keys.map(|key| numbers.binary_search(key))
                .collect::<Vec<_>>()
        })
        .seat("tine", || {
            black_box(&numbers).par_binary_search(black_box(&keys))
        })
        .run();
    judge(report, "100000 keys", &outcome);
}

/// The hundred largest of ten million numbers.
pub(crate) fn top(report: &mut Report) {
    let numbers = noise(10_000_000);
    for count in [10, 1_000] {
        let outcome = Contest::new(report.rounds(11))
            .seat("sequential", || {
                let mut heap = BinaryHeap::with_capacity(count);
                for n in black_box(&numbers) {
                    if heap.len() < count {
                        heap.push(Reverse(n));
                    } else if let Some(mut least) = heap.peek_mut()
                        && least.0 < n
                    {
                        *least = Reverse(n);
                    }
                }
                heap.into_sorted_vec()
            })
            .seat("tine", || black_box(&numbers).par_top_k(count))
            .run();
        judge(report, &format!("{count} of 10000000"), &outcome);
    }
}

/// Ten million numbers in order.
pub(crate) fn is_sorted(report: &mut Report) {
    let numbers = sorted(10_000_000, 20);
    let outcome = Contest::new(report.rounds(21))
        .seat("sequential", || black_box(&numbers).is_sorted())
        .seat("tine", || black_box(&numbers).par_is_sorted())
        .run();
    judge(report, "10000000", &outcome);
}
