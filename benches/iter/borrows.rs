//! Chains whose closures borrow what they compute with, as most closures of programs do. To a compiler that does not see that nobody
//! writes to it meanwhile, each item would begin with reading it again.

use crate::harness::contest::Contest;
use crate::harness::report::Report;
use crate::lengths::{Largest, RAYON, SEQUENTIAL, TINE, on_numbers};
use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

/// Plays the numbers' way to a result; `$factor` is borrowed on it.
macro_rules! play {
    ($report:ident, |$numbers:ident, $factor:ident| $sequential:expr, $parallel:expr) => {
        on_numbers($report, Largest::new(1.0), |contest, $numbers| {
            contest
                .seat(SEQUENTIAL, move || {
                    let ($numbers, $factor) = black_box(($numbers, 3));
                    $sequential
                })
                .seat(TINE, move || {
                    use tine::prelude::*;
                    let ($numbers, $factor) = black_box(($numbers, 3));
                    $parallel
                })
                .seat(RAYON, move || {
                    use rayon::prelude::*;
                    let ($numbers, $factor) = black_box(($numbers, 3));
                    $parallel
                })
        })
    };
}

pub(crate) fn map(report: &mut Report) {
    play!(
        report,
        |numbers, factor| numbers.iter().map(|n| n * factor).collect::<Vec<u64>>(),
        numbers.par_iter().map(|n| n * factor).collect::<Vec<u64>>()
    );
}

/// Of two slices that are the same, which nobody is to know: one thread would read each number once.
pub(crate) fn zip(report: &mut Report) {
    play!(
        report,
        |numbers, factor| numbers
            .iter()
            .zip(black_box(numbers))
            .map(|(a, b)| a * factor + b)
            .collect::<Vec<u64>>(),
        numbers
            .par_iter()
            .zip(black_box(numbers))
            .map(|(a, b)| a * factor + b)
            .collect::<Vec<u64>>()
    );
}

pub(crate) fn rev(report: &mut Report) {
    play!(
        report,
        |numbers, factor| numbers
            .iter()
            .rev()
            .map(|n| n + factor)
            .collect::<Vec<u64>>(),
        numbers
            .par_iter()
            .rev()
            .map(|n| n + factor)
            .collect::<Vec<u64>>()
    );
}

pub(crate) fn range(report: &mut Report) {
    play!(
        report,
        |numbers, factor| (0..numbers.len() as u64)
            .map(|n| n + factor)
            .collect::<Vec<u64>>(),
        (0..numbers.len() as u64)
            .into_par_iter()
            .map(|n| n + factor)
            .collect::<Vec<u64>>()
    );
}

/// Of vectors that were made before, which does not count: copying the numbers takes longer than what is done with them.
pub(crate) fn vector(report: &mut Report) {
    macro_rules! collecting {
        ($walk:ident $(, $library:ident)?) => {
            |vector: Vec<u64>| {
                $(use $library::prelude::*;)?
                let factor = black_box(3);
                let walk = vector.$walk().map(|n| (n + factor) as u32);
                walk.collect::<Vec<u32>>()
            }
        };
    }
    on_numbers(report, Largest::new(1.0), |contest, numbers| {
        let sequential = collecting!(into_iter);
        let contest = seat_using_up(contest, SEQUENTIAL, numbers, sequential);
        let tine = collecting!(into_par_iter, tine);
        let contest = seat_using_up(contest, TINE, numbers, tine);
        let rayon = collecting!(into_par_iter, rayon);
        seat_using_up(contest, RAYON, numbers, rayon)
    });
}

/// Adds a contestant that uses up a copy of the numbers in each call.
fn seat_using_up<'a>(
    contest: Contest<'a>,
    name: &'static str,
    numbers: &'a [u64],
    collect: impl Fn(Vec<u64>) -> Vec<u32> + 'a,
) -> Contest<'a> {
    let copies: Rc<RefCell<Vec<Vec<u64>>>> = Rc::default();
    let made = Rc::clone(&copies);
    let prepare = move |calls| made.borrow_mut().resize(calls, numbers.to_vec());
    let run = move |_| {
        for vector in copies.take() {
            black_box(collect(black_box(vector)));
        }
    };
    contest.seat_prepared(name, prepare, run)
}

pub(crate) fn filter(report: &mut Report) {
    play!(
        report,
        |numbers, factor| numbers
            .iter()
            .filter(|n| *n % 2 < factor / 2)
            .collect::<Vec<&u64>>(),
        numbers
            .par_iter()
            .filter(|n| *n % 2 < factor / 2)
            .collect::<Vec<&u64>>()
    );
}

pub(crate) fn unzip(report: &mut Report) {
    play!(
        report,
        |numbers, factor| numbers
            .iter()
            .map(|n| (n + factor, n ^ factor))
            .unzip::<u64, u64, Vec<_>, Vec<_>>(),
        numbers
            .par_iter()
            .map(|n| (n + factor, n ^ factor))
            .unzip::<u64, u64, Vec<_>, Vec<_>>()
    );
}

pub(crate) fn partition(report: &mut Report) {
    play!(
        report,
        |numbers, factor| numbers
            .iter()
            .partition::<Vec<&u64>, _>(|n| *n % 2 < factor / 2),
        numbers
            .par_iter()
            .partition::<Vec<&u64>, Vec<&u64>, _>(|n| *n % 2 < factor / 2)
    );
}

pub(crate) fn find_map_first(report: &mut Report) {
    play!(
        report,
        |numbers, factor| numbers
            .iter()
            .find_map(|n| n.checked_sub(u64::MAX - factor)),
        numbers
            .par_iter()
            .find_map_first(|n| n.checked_sub(u64::MAX - factor))
    );
}

pub(crate) fn position_first(report: &mut Report) {
    play!(
        report,
        |numbers, factor| numbers.iter().position(|n| n / 2 == u64::MAX / factor),
        numbers
            .par_iter()
            .position_first(|n| n / 2 == u64::MAX / factor)
    );
}

/// Where the largest number is; keys refer to where the numbers lie.
pub(crate) fn max_by_key(report: &mut Report) {
    play!(
        report,
        |numbers, factor| numbers
            .iter()
            .enumerate()
            .map(|(place, n)| (place * factor, n))
            .max_by_key(|pair| pair.1),
        numbers
            .par_iter()
            .enumerate()
            .map(|(place, n)| (place * factor, n))
            .max_by_key(|pair| pair.1)
    );
}
