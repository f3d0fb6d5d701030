//! Texts: put together, and taken apart. The lengths are those of the text in bytes, more or less.

use crate::harness::report::Report;
use crate::lengths::{Largest, ORX, RAYON, SEQUENTIAL, TINE, at_all, on_numbers};
use crate::workload::numbers::noise;
use std::hint::black_box;

/// Letters to a string. orx-parallel does not make strings.
pub(crate) fn collect(report: &mut Report) {
    let letter = |n: &u64| char::from(b'a' + (n % 26) as u8);
    on_numbers(report, Largest::new(1.0), |contest, numbers| {
        contest
            .seat(SEQUENTIAL, move || {
                black_box(numbers).iter().map(letter).collect::<String>()
            })
            .seat(TINE, move || {
                use tine::prelude::*;
                black_box(numbers)
                    .par_iter()
                    .map(letter)
                    .collect::<String>()
            })
            .seat(RAYON, move || {
                use rayon::prelude::*;
                black_box(numbers)
                    .par_iter()
                    .map(letter)
                    .collect::<String>()
            })
    });
}

/// Counts the long words.
pub(crate) fn words(report: &mut Report) {
    let is_long = |word: &&str| word.len() > 4;
    at_all(report, Largest::new(1.0), |contest, len| {
        let text = text(len);
        let text = || black_box(text.as_str());
        contest
            .seat(SEQUENTIAL, || {
                text().split_whitespace().filter(is_long).count()
            })
            .seat(TINE, || {
                use tine::prelude::*;
                text().par_split_whitespace().filter(is_long).count()
            })
            .seat(RAYON, || {
                use rayon::prelude::*;
                text().par_split_whitespace().filter(is_long).count()
            })
            .seat(ORX, || {
                use orx_parallel::*;
                text()
                    .split_whitespace()
                    .iter_into_par()
                    .filter(is_long)
                    .count()
            })
            .run()
    });
}

/// Counts the long lines.
pub(crate) fn lines(report: &mut Report) {
    let is_long = |line: &&str| line.len() > 40;
    at_all(report, Largest::new(1.0), |contest, len| {
        let text = text(len);
        let text = || black_box(text.as_str());
        contest
            .seat(SEQUENTIAL, || text().lines().filter(is_long).count())
            .seat(TINE, || {
                use tine::prelude::*;
                text().par_lines().filter(is_long).count()
            })
            .seat(RAYON, || {
                use rayon::prelude::*;
                text().par_lines().filter(is_long).count()
            })
            .seat(ORX, || {
                use orx_parallel::*;
                text().lines().iter_into_par().filter(is_long).count()
            })
            .run()
    });
}

/// Words of up to eight letters, in lines of some ten words.
fn text(len: usize) -> String {
    let letter = |n: u64| match n % 64 {
        0 => '\n',
        1..=9 => ' ',
        n => char::from(b'a' + (n % 26) as u8),
    };
    noise(len).into_iter().map(letter).collect()
}
