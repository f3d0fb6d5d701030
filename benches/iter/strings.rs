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

/// Counts the parts of a text that are longer than some length, as std, tine and rayon make them.
macro_rules! long_parts {
    ($report:ident, $most:literal, |$text:ident| $std:expr, $tine:expr, $rayon:expr) => {
        at_all($report, Largest::new(1.0), |contest, len| {
            let is_long = |part: &&str| part.len() > $most;
            let text = text(len);
            let text = || black_box(text.as_str());
            contest
                .seat(SEQUENTIAL, || {
                    let $text = text();
                    $std.filter(is_long).count()
                })
                .seat(TINE, || {
                    use tine::prelude::*;
                    let $text = text();
                    $tine.filter(is_long).count()
                })
                .seat(RAYON, || {
                    use rayon::prelude::*;
                    let $text = text();
                    $rayon.filter(is_long).count()
                })
                .seat(ORX, || {
                    use orx_parallel::*;
                    let $text = text();
                    $std.iter_into_par().filter(is_long).count()
                })
                .run()
        })
    };
}

/// Counts the long words.
pub(crate) fn words(report: &mut Report) {
    long_parts!(
        report,
        4,
        |text| text.split_whitespace(),
        text.par_split_whitespace(),
        text.par_split_whitespace()
    );
}

/// Counts the long lines.
pub(crate) fn lines(report: &mut Report) {
    long_parts!(
        report,
        40,
        |text| text.lines(),
        text.par_lines(),
        text.par_lines()
    );
}

/// Counts the long parts between spaces.
pub(crate) fn split_char(report: &mut Report) {
    long_parts!(
        report,
        4,
        |text| text.split(' '),
        text.par_split(' '),
        text.par_split(' ')
    );
}

/// Counts the long parts between what a closure likes.
pub(crate) fn split_closure(report: &mut Report) {
    let is_gap = |sign: char| sign < 'b';
    long_parts!(
        report,
        4,
        |text| text.split(is_gap),
        text.par_split(is_gap),
        text.par_split(is_gap)
    );
}

/// Counts the long parts between words that end with the same letter. rayon splits by no texts.
pub(crate) fn split_text(report: &mut Report) {
    long_parts!(
        report,
        40,
        |text| text.split("e "),
        text.par_split("e "),
        text.split("e ").par_bridge()
    );
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
