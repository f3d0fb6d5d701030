//! Vectors made by iterators.

use crate::harness::report::Report;
use crate::lengths::{Largest, ORX, RAYON, SEQUENTIAL, TINE, on_numbers};
use std::hint::black_box;

/// Of rayon's time, at the greatest length.
const AT_MOST_OF_RAYON: f64 = 0.8;

/// As many items as there are numbers.
pub(crate) fn map(report: &mut Report) {
    let op = |n: &u64| n * 3 + 1;
    on_numbers(
        report,
        Largest::new(AT_MOST_OF_RAYON),
        |contest, numbers| {
            contest
                .seat(SEQUENTIAL, move || {
                    black_box(numbers).iter().map(op).collect::<Vec<_>>()
                })
                .seat(TINE, move || {
                    use tine::prelude::*;
                    black_box(numbers).par_iter().map(op).collect::<Vec<_>>()
                })
                .seat(RAYON, move || {
                    use rayon::prelude::*;
                    black_box(numbers).par_iter().map(op).collect::<Vec<_>>()
                })
                .seat(ORX, move || {
                    use orx_parallel::*;
                    black_box(numbers).par().map(op).collect::<Vec<_>>()
                })
        },
    );
}

/// Every other item, more or less.
pub(crate) fn filter(report: &mut Report) {
    let wanted = |n: &u64| n.is_multiple_of(2);
    on_numbers(
        report,
        Largest::new(AT_MOST_OF_RAYON),
        |contest, numbers| {
            contest
                .seat(SEQUENTIAL, move || {
                    black_box(numbers)
                        .iter()
                        .copied()
                        .filter(wanted)
                        .collect::<Vec<_>>()
                })
                .seat(TINE, move || {
                    use tine::prelude::*;
                    black_box(numbers)
                        .par_iter()
                        .copied()
                        .filter(wanted)
                        .collect::<Vec<_>>()
                })
                .seat(RAYON, move || {
                    use rayon::prelude::*;
                    black_box(numbers)
                        .par_iter()
                        .copied()
                        .filter(wanted)
                        .collect::<Vec<_>>()
                })
                .seat(ORX, move || {
                    use orx_parallel::*;
                    black_box(numbers)
                        .par()
                        .copied()
                        .filter(wanted)
                        .collect::<Vec<_>>()
                })
        },
    );
}

/// No item to three items for each number.
pub(crate) fn flat_map_iter(report: &mut Report) {
    let items = |&n: &u64| n..n + n % 4;
    on_numbers(
        report,
        Largest::new(AT_MOST_OF_RAYON),
        |contest, numbers| {
            contest
                .seat(SEQUENTIAL, move || {
                    black_box(numbers)
                        .iter()
                        .flat_map(items)
                        .collect::<Vec<_>>()
                })
                .seat(TINE, move || {
                    use tine::prelude::*;
                    black_box(numbers)
                        .par_iter()
                        .flat_map_iter(items)
                        .collect::<Vec<_>>()
                })
                .seat(RAYON, move || {
                    use rayon::prelude::*;
                    black_box(numbers)
                        .par_iter()
                        .flat_map_iter(items)
                        .collect::<Vec<_>>()
                })
                .seat(ORX, move || {
                    use orx_parallel::*;
                    black_box(numbers).par().flat_map(items).collect::<Vec<_>>()
                })
        },
    );
}
