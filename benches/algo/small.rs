//! Short slices, where an algorithm must cost no more than one thread's, whatever it would do with long ones.

use crate::harness::contest::Contest;
use crate::harness::report::{Report, Target};
use crate::numbers::noise;
use crate::orders::{sequential_merge, sequential_union};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::hint::black_box;
use tine::prelude::*;

const LENGTHS: [usize; 3] = [100, 1_000, 10_000];

/// Up to [`JUDGED`] elements, so much is allowed above the sequential time, in microseconds.
const ABOVE: f64 = 0.5;
const JUDGED: usize = 1_000;

/// How many copies of an input of `len` elements make a sample, so that no processor knows them by heart.
fn copies(len: usize) -> usize {
    20_000 / len
}

/// What is done with a copy of the input.
type Way = fn(&mut Vec<u64>) -> u64;

/// Every algorithm: its name, whether its input is sorted, one thread's way, and tine's.
const ALGORITHMS: &[(&str, bool, Way, Way)] = &[
    (
        "min_max",
        false,
        |v| v.iter().min().map_or(0, |n| *n) + v.iter().max().map_or(0, |n| *n >> 1),
        |v| v.par_min_max().map_or(0, |(min, max)| min + (max >> 1)),
    ),
    (
        "is_sorted",
        true,
        |v| v.is_sorted().into(),
        |v| v.par_is_sorted().into(),
    ),
    (
        "binary search",
        true,
        |v| sequential::search(v),
        |v| {
            let keys: Vec<u64> = v.iter().step_by(3).map(|n| n / 2).collect();
            v.par_binary_search(&keys).len() as u64
        },
    ),
    (
        "eq_range",
        true,
        |v| {
            let key = v[v.len() / 2];
            let start = v.partition_point(|n| *n < key);
            (start + v[start..].partition_point(|n| *n <= key)) as u64
        },
        |v| v.par_eq_range(&v[v.len() / 2].clone()).end as u64,
    ),
    (
        "top 10",
        false,
        |v| sequential::top(v),
        |v| v.par_top_k(10).into_iter().sum(),
    ),
    (
        "merge",
        true,
        |v| {
            let (left, right) = v.split_at(v.len() / 2);
            sequential_merge(left, right).len() as u64
        },
        |v| {
            let (left, right) = v.split_at(v.len() / 2);
            left.par_merge(right).len() as u64
        },
    ),
    (
        "union",
        true,
        |v| {
            let (left, right) = v.split_at(v.len() / 2);
            sequential_union(left, right).len() as u64
        },
        |v| {
            let (left, right) = v.split_at(v.len() / 2);
            left.par_union(right).len() as u64
        },
    ),
    (
        "histogram",
        false,
        |v| {
            let mut counts = vec![0_usize; 64];
            v.iter().for_each(|n| counts[(n % 64) as usize] += 1);
            counts[7] as u64
        },
        |v| v.par_histogram(64, |n| (n % 64) as usize)[7] as u64,
    ),
    (
        "group by key",
        false,
        |v| sequential::group(v),
        |v| v.par_group_by_key(|n| n % 50).len() as u64,
    ),
    ("reduce by key", false, sequential::reduce, |v| {
        let sums = v.par_reduce_by_key(|n| n % 50, |n| *n, u64::wrapping_add);
        sums.len() as u64
    }),
    (
        "unique count",
        false,
        |v| v.iter().collect::<HashSet<_>>().len() as u64,
        |v| v.par_unique_count() as u64,
    ),
    (
        "reverse",
        false,
        |v| {
            v.reverse();
            v[0]
        },
        |v| {
            v.par_reverse();
            v[0]
        },
    ),
    (
        "rotate",
        false,
        |v| {
            let by = v.len() / 3;
            v.rotate_left(by);
            v[0]
        },
        |v| {
            let by = v.len() / 3;
            v.par_rotate_left(by);
            v[0]
        },
    ),
    (
        "fill_with",
        false,
        |v| {
            v.fill_with(|| 7);
            v[0]
        },
        |v| {
            v.par_fill_with(|_| 7);
            v[0]
        },
    ),
    (
        "inclusive scan",
        false,
        |v| sequential::scan(v),
        |v| {
            v.par_inclusive_scan(|a, b| a.wrapping_add(*b));
            v[0]
        },
    ),
    (
        "partition",
        false,
        |v| sequential::partition(v),
        |v| v.par_partition_in_place(|n| n % 2 == 0) as u64,
    ),
    ("stable partition", false, sequential::stable, |v| {
        v.par_partition_stable(|n| n % 2 == 0) as u64
    }),
    (
        "select",
        false,
        |v| {
            let nth = v.len() / 3;
            *v.select_nth_unstable(nth).1
        },
        |v| {
            let nth = v.len() / 3;
            *v.par_select_nth_unstable(nth).1
        },
    ),
    (
        "retain",
        false,
        |v| {
            v.retain(|n| n % 3 != 0);
            v.len() as u64
        },
        |v| {
            v.par_retain(|n| n % 3 != 0);
            v.len() as u64
        },
    ),
    (
        "dedup",
        true,
        |v| {
            v.dedup_by_key(|n| *n >> 58);
            v.len() as u64
        },
        |v| {
            v.par_dedup_by_key(|n| *n >> 58);
            v.len() as u64
        },
    ),
    (
        "sort by cached key",
        false,
        |v| {
            v.sort_by_cached_key(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            v[0]
        },
        |v| {
            v.par_sort_by_cached_key(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            v[0]
        },
    ),
    (
        "sort by radix key",
        false,
        |v| {
            v.sort_by_key(|n| Reverse(*n));
            v[0]
        },
        |v| {
            v.par_sort_by_radix_key(|n| !*n);
            v[0]
        },
    ),
    (
        "deterministic sum",
        false,
        |v| v.iter().fold(0, |sum, n| sum + (n >> 20)),
        |v| {
            let numbers = v.par_iter().map(|n| n >> 20);
            numbers.deterministic().sum()
        },
    ),
];

/// All of them.
pub(crate) fn all(report: &mut Report) {
    for &(name, is_sorted, sequential, tine) in ALGORITHMS {
        for len in LENGTHS {
            one(
                report,
                &format!("{name}, {len}"),
                len,
                is_sorted,
                [sequential, tine],
            );
        }
    }
}

fn one(report: &mut Report, what: &str, len: usize, is_sorted: bool, ways: [Way; 2]) {
    let calls = copies(len);
    let mut inputs: Vec<Vec<u64>> = noise(calls * len)
        .chunks(len)
        .map(<[u64]>::to_vec)
        .collect();
    if is_sorted {
        inputs.iter_mut().for_each(|input| input.sort_unstable());
    }
    let copies = RefCell::new(inputs.clone());
    let prepare = |calls: usize| {
        let mut copies = copies.borrow_mut();
        for (copy, input) in copies.iter_mut().zip(&inputs).take(calls) {
            copy.clone_from(input);
        }
    };
    let run = |way: Way| {
        let copies = &copies;
        move |calls: usize| {
            for copy in copies.borrow_mut().iter_mut().take(calls) {
                black_box(way(black_box(copy)));
            }
        }
    };
    let outcome = Contest::new(report.rounds(15))
        .back_to_back(calls)
        .seat_prepared("sequential", prepare, run(ways[0]))
        .seat_prepared("tine", prepare, run(ways[1]))
        .run();
    report.times(what, &outcome, 1.0);
    let above = outcome.spread(|round| (round.wall("tine") - round.wall("sequential")) * 1e6);
    let what = format!("{what}, us above sequential");
    match len {
        ..=JUDGED => report.check(&what, above, Target::AtMost(ABOVE)),
        _ => report.note(&what, above),
    }
}

/// One thread's ways that take more than a line.
mod sequential {
    use super::{BinaryHeap, HashMap, Reverse};

    pub(super) fn search(v: &[u64]) -> u64 {
        let keys: Vec<u64> = v.iter().step_by(3).map(|n| n / 2).collect();
        let found: Vec<_> = keys.iter().map(|key| v.binary_search(key)).collect();
        found.len() as u64
    }

    pub(super) fn top(v: &[u64]) -> u64 {
        let mut top: BinaryHeap<Reverse<u64>> = v[..10].iter().copied().map(Reverse).collect();
        for n in &v[10..] {
            if let Some(mut least) = top.peek_mut()
                && least.0 < *n
            {
                *least = Reverse(*n);
            }
        }
        top.into_sorted_vec().iter().map(|n| n.0).sum()
    }

    pub(super) fn group(v: &[u64]) -> u64 {
        let mut groups: HashMap<u64, Vec<u64>> = HashMap::new();
        v.iter()
            .for_each(|n| groups.entry(n % 50).or_default().push(*n));
        groups.len() as u64
    }

    pub(super) fn reduce(v: &mut Vec<u64>) -> u64 {
        let mut sums: HashMap<u64, u64> = HashMap::new();
        for n in v {
            let sum = sums.entry(*n % 50).or_default();
            *sum = sum.wrapping_add(*n);
        }
        sums.len() as u64
    }

    pub(super) fn scan(v: &mut [u64]) -> u64 {
        let mut sum = 0_u64;
        for n in v.iter_mut() {
            sum = sum.wrapping_add(*n);
            *n = sum;
        }
        v[0]
    }

    /// From both ends, by swaps.
    pub(super) fn partition(v: &mut [u64]) -> u64 {
        let (mut left, mut right) = (0, v.len());
        loop {
            while left < right && v[left].is_multiple_of(2) {
                left += 1;
            }
            while left < right && !v[right - 1].is_multiple_of(2) {
                right -= 1;
            }
            if left == right {
                return left as u64;
            }
            v.swap(left, right - 1);
        }
    }

    pub(super) fn stable(v: &mut Vec<u64>) -> u64 {
        let others: Vec<u64> = v.iter().copied().filter(|n| n % 2 != 0).collect();
        v.retain(|n| n % 2 == 0);
        let count = v.len();
        v.extend_from_slice(&others);
        count as u64
    }
}
