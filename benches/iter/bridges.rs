//! Sequential iterators whose items are so cheap that it does not pay to share them out.

use crate::harness::contest::Contest;
use crate::harness::report::{Report, Target};
use crate::lengths::{RAYON, SEQUENTIAL, TINE};
use crate::workload::numbers::noise;
use std::hint::black_box;

/// How many items there are, and how many calls a sample has.
const LENGTHS: [(usize, usize); 5] = [
    (100, 200),
    (1_000, 100),
    (10_000, 10),
    (100_000, 1),
    (1_000_000, 1),
];
/// What a bridge may take, of the sequential time, from so many items on.
const AT_MOST: f64 = 1.25;
const LONG: usize = 10_000;

/// Items that are copied.
pub(crate) fn numbers(report: &mut Report) {
    play(report, |contest, numbers| {
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
    play(report, |contest, numbers| {
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

fn play(report: &mut Report, seats: impl for<'a> Fn(Contest<'a>, &'a [u64]) -> Contest<'a>) {
    let numbers = noise(LENGTHS[LENGTHS.len() - 1].0);
    for (len, calls) in LENGTHS {
        if !report.plays(len) {
            return;
        }
        let contest = Contest::new(report.rounds(21)).back_to_back(calls);
        let outcome = seats(contest, &numbers[..len]).run();
        report.times(&format!("{len}"), &outcome, 1.0);
        let ratio = outcome.ratio(TINE, SEQUENTIAL);
        match len < LONG {
            true => report.note("  tine / sequential", ratio),
            false => report.check("  tine / sequential", ratio, Target::AtMost(AT_MOST)),
        }
        let ratio = outcome.ratio(TINE, RAYON);
        report.check("  tine / rayon", ratio, Target::AtMost(1.0));
    }
}
