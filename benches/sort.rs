//! Sorting, against std and rayon: `cargo bench --bench sort`.
//!
//! Arguments are parts of item names, as in `cargo bench --bench sort -- unstable`. Each sample copies the input to the same
//! vector and sorts that, so all contestants pay for the copy. They take turns; see `harness`.

#[expect(dead_code, reason = "the harness serves other benches too")]
mod harness;
#[expect(dead_code, reason = "the workloads serve other benches too")]
mod workload;

use harness::contest::Contest;
use harness::report::{Report, Target};
use std::hint::black_box;
use tine::slice::ParallelSliceMut;
use workload::numbers;

/// A sort of the three contestants.
struct Sorts<T> {
    std: fn(&mut [T]),
    tine: fn(&mut [T]),
    rayon: fn(&mut [T]),
}

impl<T: Copy> Sorts<T> {
    /// Plays one input and returns the ratio of tine's time to std's.
    fn play(&self, report: &mut Report, what: &str, input: &[T], limit: Option<f64>) {
        let count = input.len();
        let rounds = report.rounds((30_000_000 / count).clamp(9, 101));
        let calls = (50_000 / count).max(1);
        let turn = |sort: fn(&mut [T])| {
            let mut v = input.to_vec();
            move || {
                v.copy_from_slice(black_box(input));
                sort(black_box(&mut v));
            }
        };
        let outcome = Contest::new(rounds)
            .back_to_back(calls)
            .seat("std", turn(self.std))
            .seat("tine", turn(self.tine))
            .seat("rayon", turn(self.rayon))
            .run();
        report.times(what, &outcome, 1.0);
        let ratio = outcome.ratio("tine", "std");
        match limit {
            Some(limit) => {
                report.check(&format!("{what}, tine / std"), ratio, Target::AtMost(limit))
            }
            None => report.note(&format!("{what}, tine / std"), ratio),
        }
        report.note(
            &format!("{what}, tine / rayon"),
            outcome.ratio("tine", "rayon"),
        );
    }
}

const STABLE: Sorts<u64> = Sorts {
    std: |v| v.sort(),
    tine: |v| ParallelSliceMut::par_sort(v),
    rayon: |v| rayon::slice::ParallelSliceMut::par_sort(v),
};

const UNSTABLE: Sorts<u64> = Sorts {
    std: |v| v.sort_unstable(),
    tine: |v| ParallelSliceMut::par_sort_unstable(v),
    rayon: |v| rayon::slice::ParallelSliceMut::par_sort_unstable(v),
};

/// Random numbers, from a handful to more than the caches hold.
fn lengths(report: &mut Report, sorts: &Sorts<u64>, large: f64) {
    for count in [100, 1_000, 2_000, 5_000, 10_000, 100_000] {
        let limit = if count < 2_000 { 1.05 } else { 1.0 };
        sorts.play(
            report,
            &format!("{count} numbers"),
            &numbers::noise(count),
            Some(limit),
        );
    }
    for count in [1_000_000, 10_000_000] {
        sorts.play(
            report,
            &format!("{count} numbers"),
            &numbers::noise(count),
            Some(large),
        );
    }
}

/// A million numbers that are no noise.
fn shapes(report: &mut Report, sorts: &Sorts<u64>) {
    let count = 1_000_000u64;
    let shapes: [(&str, Vec<u64>); 5] = [
        ("ascending", (0..count).collect()),
        ("descending", (0..count).rev().collect()),
        (
            "nearly ascending",
            numbers::nearly_ascending(count as usize),
        ),
        (
            "sixteen values",
            numbers::noise(count as usize)
                .iter()
                .map(|n| n % 16)
                .collect(),
        ),
        ("all the same", vec![7; count as usize]),
    ];
    for (name, input) in shapes {
        sorts.play(report, name, &input, None);
    }
}

fn main() {
    let mut report = Report::from_args();
    for (name, sorts, large) in [("unstable", UNSTABLE, 0.58), ("stable", STABLE, 0.60)] {
        if report.wants(&format!("{name}, random")) {
            lengths(&mut report, &sorts, large);
        }
        if report.wants(&format!("{name}, shapes")) {
            shapes(&mut report, &sorts);
        }
    }
    report.finish();
}
