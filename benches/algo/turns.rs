//! Contests of what changes a vector: each sample begins with a fresh copy of the input, which is not timed.

use crate::harness::contest::{Contest, Outcome};
use crate::harness::report::{Report, Target};
use std::hint::black_box;

/// How a contestant changes the vector.
pub(crate) type Change<'a, T> = &'a dyn Fn(&mut Vec<T>);

/// Plays tine against the best sequential way; the ratio of their times is checked if there is a target.
pub(crate) fn play<T: Clone>(
    report: &mut Report,
    what: &str,
    input: &[T],
    sequential: Change<'_, T>,
    tine: Change<'_, T>,
    target: Option<f64>,
) {
    let outcome = Contest::new(report.rounds(rounds(input)))
        .back_to_back(1)
        .seat_looping("sequential", in_turn(input, sequential))
        .seat_looping("tine", in_turn(input, tine))
        .run();
    judge(report, what, &outcome, target);
}

/// Prints the outcome.
fn judge(report: &mut Report, what: &str, outcome: &Outcome, target: Option<f64>) {
    report.times(what, outcome, 1.0);
    let ratio = outcome.ratio("tine", "sequential");
    let what = format!("{what}, tine / sequential");
    match target {
        Some(limit) => report.check(&what, ratio, Target::AtMost(limit)),
        None => report.note(&what, ratio),
    }
}

/// More rounds where they are short.
fn rounds<T>(input: &[T]) -> usize {
    (30_000_000 / input.len().max(1)).clamp(9, 101)
}

/// A contestant of samples of one call. It is called once more before each, untimed, and takes the input then.
fn in_turn<'a, T: Clone>(input: &'a [T], change: Change<'a, T>) -> impl FnMut(usize) + 'a {
    let mut v = input.to_vec();
    let mut is_fresh = false;
    move |_calls| {
        if is_fresh {
            change(black_box(&mut v));
        } else {
            v.clear();
            v.extend_from_slice(input);
        }
        is_fresh = !is_fresh;
    }
}
