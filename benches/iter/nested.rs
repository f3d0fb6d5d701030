//! Short loops within a long one: what it costs to begin a loop that is hardly worth it.

use crate::harness::contest::Contest;
use crate::harness::report::{Report, Target};
use crate::lengths::{RAYON, SEQUENTIAL, TINE};
use std::collections::HashMap;
use std::hint::black_box;

/// The items of all inner loops together.
const ITEMS: u32 = 300_000;
/// How long the inner loops are.
const LENGTHS: [u32; 8] = [1, 2, 4, 8, 16, 32, 100, 1_000];

/// Plays a way to one number at all lengths of the inner loops; `$outer` are the rounds of the outer one.
macro_rules! play {
    ($report:ident, |$outer:ident, $inner:ident| $sequential:expr, $parallel:expr) => {
        for inner in LENGTHS {
            let outcome = Contest::new($report.rounds(31))
                .seat(SEQUENTIAL, || {
                    let ($outer, $inner) = black_box((0..ITEMS / inner, inner));
                    $sequential
                })
                .seat(TINE, || {
                    use tine::prelude::*;
                    let ($outer, $inner) = black_box((0..ITEMS / inner, inner));
                    $parallel
                })
                .seat(RAYON, || {
                    use rayon::prelude::*;
                    let ($outer, $inner) = black_box((0..ITEMS / inner, inner));
                    $parallel
                })
                .run();
            $report.times(&format!("inner loops of {inner}"), &outcome, 1.0);
            $report.note("  tine / sequential", outcome.ratio(TINE, SEQUENTIAL));
            let target = Target::AtMost(1.0);
            $report.check("  tine / rayon", outcome.ratio(TINE, RAYON), target);
        }
    };
}

/// Some nanoseconds.
fn cost(n: u32) -> u64 {
    (0..4).fold(u64::from(black_box(n)), |hash, _| {
        (hash ^ (hash >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }) >> 40
}

pub(crate) fn flat_map(report: &mut Report) {
    play!(
        report,
        |outer, inner| outer
            .flat_map(|i| (0..inner).map(move |j| cost(i ^ j)))
            .sum::<u64>(),
        outer
            .into_par_iter()
            .flat_map(|i| (0..inner).into_par_iter().map(move |j| cost(i ^ j)))
            .sum::<u64>()
    );
}

pub(crate) fn sums(report: &mut Report) {
    play!(
        report,
        |outer, inner| outer
            .map(|i| (0..inner).map(|j| cost(i ^ j)).sum::<u64>())
            .max(),
        outer
            .into_par_iter()
            .map(|i| (0..inner).into_par_iter().map(|j| cost(i ^ j)).sum::<u64>())
            .max()
    );
}

pub(crate) fn vectors(report: &mut Report) {
    play!(
        report,
        |outer, inner| outer
            .map(|i| (0..inner).map(|j| cost(i ^ j)).collect::<Vec<_>>())
            .map(|made| made[made.len() - 1])
            .max(),
        outer
            .into_par_iter()
            .map(|i| {
                let each = (0..inner).into_par_iter().map(|j| cost(i ^ j));
                each.collect::<Vec<_>>()
            })
            .map(|made| made[made.len() - 1])
            .max()
    );
}

pub(crate) fn finds(report: &mut Report) {
    play!(
        report,
        |outer, inner| outer
            .filter_map(|i| (0..inner).find(|&j| cost(i ^ j) == 0))
            .count(),
        outer
            .into_par_iter()
            .filter_map(|i| (0..inner).into_par_iter().find_first(|&j| cost(i ^ j) == 0))
            .count()
    );
}

/// A map of its own for each round.
pub(crate) fn maps(report: &mut Report) {
    play!(
        report,
        |outer, inner| outer
            .map(|i| (0..inner)
                .map(|j| (j, cost(i ^ j)))
                .collect::<HashMap<_, _>>())
            .map(|made| made[&0])
            .max(),
        outer
            .into_par_iter()
            .map(|i| {
                let each = (0..inner).into_par_iter().map(|j| (j, cost(i ^ j)));
                each.collect::<HashMap<_, _>>()
            })
            .map(|made| made[&0])
            .max()
    );
}

/// The words of many short texts.
pub(crate) fn words(report: &mut Report) {
    let text = "a few words of several letters ".repeat(200);
    // So many words, or so.
    let part = |words: u32| &text[..words as usize * 5];
    play!(
        report,
        |outer, inner| outer
            .map(|_| part(inner).split(' ').filter(|word| word.len() > 2).count())
            .sum::<usize>(),
        outer
            .into_par_iter()
            .map(|_| part(inner)
                .par_split(' ')
                .filter(|word| word.len() > 2)
                .count())
            .sum::<usize>()
    );
}
