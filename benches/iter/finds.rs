//! Searches that end soon, late, or in vain.

use crate::harness::report::Report;
use crate::lengths::{Largest, ORX, RAYON, SEQUENTIAL, TINE, on_numbers};
use std::hint::black_box;

/// After a hundredth of the numbers.
pub(crate) fn early(report: &mut Report) {
    play(report, |numbers| numbers[numbers.len() / 100]);
}

/// Before the last hundredth of the numbers.
pub(crate) fn late(report: &mut Report) {
    play(report, |numbers| {
        numbers[numbers.len() - 1 - numbers.len() / 100]
    });
}

/// The numbers are all smaller.
pub(crate) fn missing(report: &mut Report) {
    play(report, |_| u64::MAX);
}

fn play(report: &mut Report, target: fn(&[u64]) -> u64) {
    on_numbers(report, Largest::new(1.0), |contest, numbers| {
        let target = target(numbers);
        let found = move |n: &&u64| **n == target;
        contest
            .seat(SEQUENTIAL, move || black_box(numbers).iter().find(found))
            .seat(TINE, move || {
                use tine::prelude::*;
                black_box(numbers).par_iter().find_any(found)
            })
            .seat(RAYON, move || {
                use rayon::prelude::*;
                black_box(numbers).par_iter().find_any(found)
            })
            .seat(ORX, move || {
                use orx_parallel::*;
                black_box(numbers)
                    .par()
                    .iteration_order(IterationOrder::Arbitrary)
                    .find(found)
            })
    });
}
