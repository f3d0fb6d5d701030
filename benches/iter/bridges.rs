//! Sequential iterators whose items are shared out, if that pays: it does not where they are cheap.

use crate::harness::report::Report;
use crate::lengths::{Largest, RAYON, SEQUENTIAL, TINE, on_numbers};
use std::hint::black_box;

/// Items that are copied.
pub(crate) fn numbers(report: &mut Report) {
    on_numbers(report, Largest::slow(1.0), |contest, numbers| {
        contest
            .seat(SEQUENTIAL, move || {
                black_box(numbers).iter().map(|n| n / 3).max()
            })
            .seat(TINE, move || {
                use tine::prelude::*;
                black_box(numbers).iter().par_bridge().map(|n| n / 3).max()
            })
            .seat(RAYON, move || {
                use rayon::prelude::*;
                black_box(numbers).iter().par_bridge().map(|n| n / 3).max()
            })
    });
}

/// Items that own memory, and are made by the iterator.
pub(crate) fn strings(report: &mut Report) {
    on_numbers(report, Largest::slow(1.0), |contest, numbers| {
        contest
            .seat(SEQUENTIAL, move || {
                let texts = black_box(numbers).iter().map(u64::to_string);
                texts.map(|text| text.len()).sum::<usize>()
            })
            .seat(TINE, move || {
                use tine::prelude::*;
                let texts = black_box(numbers).iter().map(u64::to_string);
                texts.par_bridge().map(|text| text.len()).sum::<usize>()
            })
            .seat(RAYON, move || {
                use rayon::prelude::*;
                let texts = black_box(numbers).iter().map(u64::to_string);
                texts.par_bridge().map(|text| text.len()).sum::<usize>()
            })
    });
}
