//! What must hold on two threads: each figure with its aim.

use super::play::{play, seat_count};
use super::sorts::{Element, Seat};
use crate::harness::report::{Report, Target};
use crate::workload::numbers::noise;
use tine::slice::ParallelSliceMut as _;

/// Item 1: the unstable sort of u64, by a closure and plain.
pub(crate) fn unstable(report: &mut Report) {
    let by_closure: Seat<u64> = ("tine", |v| v.par_sort_unstable_by(|a, b| a.cmp(b)));
    let std: Seat<u64> = ("std", |v| v.sort_unstable());
    let plain: Seat<u64> = ("tine", |v| v.par_sort_unstable());
    for count in [1_000_000, 10_000_000] {
        let input = [noise(count)];
        let what = format!("{count} u64 by a closure");
        contest(report, &what, &input, &[std, by_closure], 0.58);
        let what = format!("{count} u64, plain");
        let seats = [vec![std, plain], u64::radix()].concat();
        let outcome = play(report, &input, &seats, seat_count(count));
        report.times(&what, &outcome, 1.0);
        let to_std = outcome.ratio("tine", "std");
        if count < 10_000_000 {
            report.note(&format!("{what}, tine / std"), to_std);
            continue;
        }
        report.check(&format!("{what}, tine / std"), to_std, Target::AtMost(0.45));
        let to_rdst = outcome.ratio("tine", "rdst");
        report.check(
            &format!("{what}, tine / rdst"),
            to_rdst,
            Target::AtMost(1.0),
        );
    }
}

/// Item 2: the stable sort of u64, and both sorts of strings.
pub(crate) fn stable_and_strings(report: &mut Report) {
    for count in [1_000_000, 10_000_000] {
        let input = [noise(count)];
        let [std, plain, _] = u64::seats(true);
        contest(
            report,
            &format!("{count} u64, stable"),
            &input,
            &[std, plain],
            0.60,
        );
        let by_closure: Seat<u64> = ("tine", |v| v.par_sort_by(|a, b| a.cmp(b)));
        let what = format!("{count} u64, stable, by a closure");
        contest(report, &what, &input, &[std, by_closure], 0.60);
    }
    let noise = noise(1_000_000);
    let strings = noise.iter().map(|n| format!("{:x}", n >> 20));
    let strings: [Vec<String>; 1] = [strings.collect()];
    for (name, stable) in [("stable", true), ("unstable", false)] {
        let [std, plain, _] = String::seats(stable);
        let what = format!("1000000 strings, {name}");
        contest(report, &what, &strings, &[std, plain], 0.62);
    }
}

/// std and tine; what tine takes of std's time at most.
fn contest<T: Clone>(
    report: &mut Report,
    what: &str,
    inputs: &[Vec<T>],
    seats: &[Seat<T>],
    limit: f64,
) {
    let outcome = play(report, inputs, seats, seat_count(inputs[0].len()) + 4);
    report.times(what, &outcome, 1.0);
    let ratio = outcome.ratio("tine", "std");
    report.check(&format!("{what}, tine / std"), ratio, Target::AtMost(limit));
}
