//! Maps and sets made by iterators.

use crate::harness::report::Report;
use crate::lengths::{Largest, ORX, RAYON, SEQUENTIAL, TINE, on_numbers};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hint::black_box;

pub(crate) fn hash_map(report: &mut Report) {
    let entry = |&n: &u64| (n, n);
    on_numbers(report, Largest::slow(1.0), |contest, numbers| {
        contest
            .seat(SEQUENTIAL, move || {
                black_box(numbers)
                    .iter()
                    .map(entry)
                    .collect::<HashMap<_, _>>()
            })
            .seat(TINE, move || {
                use tine::prelude::*;
                black_box(numbers)
                    .par_iter()
                    .map(entry)
                    .collect::<HashMap<_, _>>()
            })
            .seat(RAYON, move || {
                use rayon::prelude::*;
                black_box(numbers)
                    .par_iter()
                    .map(entry)
                    .collect::<HashMap<_, _>>()
            })
            .seat(ORX, move || {
                use orx_parallel::*;
                black_box(numbers)
                    .par()
                    .map(entry)
                    .collect::<HashMap<_, _>>()
            })
    });
}

/// Of every other number: nobody knows beforehand how many there will be.
pub(crate) fn hash_map_of_some(report: &mut Report) {
    let is_odd = |n: &&u64| **n % 2 == 1;
    let entry = |&n: &u64| (n, n);
    on_numbers(report, Largest::slow(1.0), |contest, numbers| {
        contest
            .seat(SEQUENTIAL, move || {
                black_box(numbers)
                    .iter()
                    .filter(is_odd)
                    .map(entry)
                    .collect::<HashMap<_, _>>()
            })
            .seat(TINE, move || {
                use tine::prelude::*;
                black_box(numbers)
                    .par_iter()
                    .filter(is_odd)
                    .map(entry)
                    .collect::<HashMap<_, _>>()
            })
            .seat(RAYON, move || {
                use rayon::prelude::*;
                black_box(numbers)
                    .par_iter()
                    .filter(is_odd)
                    .map(entry)
                    .collect::<HashMap<_, _>>()
            })
    });
}

pub(crate) fn hash_set(report: &mut Report) {
    on_numbers(report, Largest::slow(1.0), |contest, numbers| {
        contest
            .seat(SEQUENTIAL, move || {
                black_box(numbers).iter().copied().collect::<HashSet<_>>()
            })
            .seat(TINE, move || {
                use tine::prelude::*;
                black_box(numbers)
                    .par_iter()
                    .copied()
                    .collect::<HashSet<_>>()
            })
            .seat(RAYON, move || {
                use rayon::prelude::*;
                black_box(numbers)
                    .par_iter()
                    .copied()
                    .collect::<HashSet<_>>()
            })
            .seat(ORX, move || {
                use orx_parallel::*;
                black_box(numbers).par().copied().collect::<HashSet<_>>()
            })
    });
}

pub(crate) fn b_tree_map(report: &mut Report) {
    let entry = |&n: &u64| (n, n);
    on_numbers(report, Largest::slow(1.0), |contest, numbers| {
        contest
            .seat(SEQUENTIAL, move || {
                black_box(numbers)
                    .iter()
                    .map(entry)
                    .collect::<BTreeMap<_, _>>()
            })
            .seat(TINE, move || {
                use tine::prelude::*;
                black_box(numbers)
                    .par_iter()
                    .map(entry)
                    .collect::<BTreeMap<_, _>>()
            })
            .seat(RAYON, move || {
                use rayon::prelude::*;
                black_box(numbers)
                    .par_iter()
                    .map(entry)
                    .collect::<BTreeMap<_, _>>()
            })
            .seat(ORX, move || {
                use orx_parallel::*;
                black_box(numbers)
                    .par()
                    .map(entry)
                    .collect::<BTreeMap<_, _>>()
            })
    });
}
