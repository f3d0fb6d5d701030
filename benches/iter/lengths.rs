//! One operation at all lengths, and what is asked of it there.

use crate::harness::contest::{Contest, Outcome};
use crate::harness::report::{Report, Target};
use crate::workload::numbers::noise;

/// The names of the contestants whose figures are compared.
pub(crate) const SEQUENTIAL: &str = "sequential";
pub(crate) const TINE: &str = "tine";
pub(crate) const RAYON: &str = "rayon";
pub(crate) const ORX: &str = "orx";

const LENGTHS: [usize; 9] = [
    10, 100, 1_000, 3_000, 10_000, 30_000, 100_000, 1_000_000, 10_000_000,
];
/// The least length of which a sample has a single call, which comes nearly out of silence; so it is played in a row as well.
const SINGLE: usize = 100_000;
const CALLS_IN_A_ROW: usize = 20;
/// Inputs up to this length are small.
const SMALL: usize = 1_000;
/// What a call on a small input may cost beyond the sequential one, in microseconds.
const EXTRA_US: f64 = 0.5;
/// From so many seconds of sequential work on, two threads must be faster than one.
const WORTH_SHARING: f64 = 30e-6;

/// What is special about an operation at the greatest length.
#[derive(Clone, Copy)]
pub(crate) struct Largest {
    /// The rounds that are played.
    rounds: usize,
    /// The part of rayon's time that it may take.
    at_most_of_rayon: f64,
}

impl Largest {
    /// Some milliseconds of work.
    pub(crate) fn new(at_most_of_rayon: f64) -> Self {
        Largest {
            rounds: 9,
            at_most_of_rayon,
        }
    }

    /// Seconds of work.
    pub(crate) fn slow(at_most_of_rayon: f64) -> Self {
        Largest {
            rounds: 3,
            at_most_of_rayon,
        }
    }
}

/// Plays an operation on numbers that look random, below 2^32; `seats` adds the contestants.
pub(crate) fn on_numbers<F>(report: &mut Report, largest: Largest, seats: F)
where
    F: for<'a> Fn(Contest<'a>, &'a [u64]) -> Contest<'a>,
{
    let numbers: Vec<u64> = noise(LENGTHS[LENGTHS.len() - 1])
        .iter()
        .map(|n| n >> 32)
        .collect();
    at_all(report, largest, |contest, len| {
        seats(contest, &numbers[..len]).run()
    });
}

/// Plays an operation at all lengths and judges it.
pub(crate) fn at_all(
    report: &mut Report,
    largest: Largest,
    play: impl Fn(Contest<'_>, usize) -> Outcome,
) {
    for len in LENGTHS {
        if !report.plays(len) {
            return;
        }
        let rounds = match len {
            0..=1_000 => 51,
            1_001..=100_000 => 31,
            100_001..=1_000_000 => 21,
            _ => largest.rounds,
        };
        let calls = (100_000 / len).clamp(1, 200);
        let rounds = report.rounds(rounds);
        let contest = || Contest::new(rounds);
        let outcome = play(contest().back_to_back(calls), len);
        judge(report, len, largest, &outcome);
        if len == SINGLE {
            let outcome = play(contest().back_to_back(CALLS_IN_A_ROW), len);
            judge_in_a_row(report, len, &outcome);
        }
    }
}

/// Calls that follow each other, as in a program that does nothing else: the threads that help are awake.
fn judge_in_a_row(report: &mut Report, len: usize, outcome: &Outcome) {
    report.times(&format!("{len}, in a row"), outcome, 1.0);
    let alone = outcome.spread(|round| round.wall(SEQUENTIAL)).mid;
    let ratio = outcome.ratio(TINE, SEQUENTIAL);
    match alone >= WORTH_SHARING {
        true => report.check("  tine / sequential", ratio, Target::AtMost(1.0)),
        false => report.note("  tine / sequential", ratio),
    }
    report.note("  tine / rayon", outcome.ratio(TINE, RAYON));
}

fn judge(report: &mut Report, len: usize, largest: Largest, outcome: &Outcome) {
    report.times(&format!("{len}"), outcome, 1.0);
    if len <= SMALL {
        let extra = outcome.spread(|round| (round.wall(TINE) - round.wall(SEQUENTIAL)) * 1e6);
        report.check("  tine - sequential (us)", extra, Target::AtMost(EXTRA_US));
    }
    let alone = outcome.spread(|round| round.wall(SEQUENTIAL)).mid;
    let ratio = outcome.ratio(TINE, SEQUENTIAL);
    if alone >= WORTH_SHARING {
        report.check("  tine / sequential", ratio, Target::AtMost(1.0));
    } else {
        report.note("  tine / sequential", ratio);
    }
    let ratio = outcome.ratio(TINE, RAYON);
    if len == LENGTHS[LENGTHS.len() - 1] {
        report.check(
            "  tine / rayon",
            ratio,
            Target::AtMost(largest.at_most_of_rayon),
        );
    } else {
        report.note("  tine / rayon", ratio);
    }
}
