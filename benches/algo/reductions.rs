//! Reductions whose shape is fixed, and both ends in one walk.

use crate::harness::contest::{Contest, Spread};
use crate::harness::report::{Report, Target};
use crate::numbers::noise;
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use tine::ThreadPoolBuilder;
use tine::prelude::*;

fn floats(len: usize) -> Vec<f64> {
    noise(len).iter().map(|&n| n as f64 / 1e9).collect()
}

/// The sum of floats, plain and to the bit.
pub(crate) fn sum(report: &mut Report) {
    for len in [100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000] {
        let floats = floats(len);
        let contest = Contest::new(report.rounds(if len > 1_000_000 { 21 } else { 51 }));
        let outcome = contest
            .back_to_back((1_000_000 / len).clamp(1, 1_000))
            .seat("sequential", || black_box(&floats).iter().sum::<f64>())
            .seat("sum", || black_box(&floats).par_iter().sum::<f64>())
            .seat("deterministic", || {
                black_box(&floats).par_iter().deterministic().sum::<f64>()
            })
            .seat("sum_deterministic", || {
                black_box(&floats).par_iter().sum_deterministic::<f64>()
            })
            .run();
        report.times(&format!("{len}"), &outcome, 1.0);
        for name in ["deterministic", "sum_deterministic"] {
            let ratio = outcome.ratio(name, "sum");
            let what = format!("{len}, {name} / sum");
            match len {
                10_000_000 => report.check(&what, ratio, Target::AtMost(1.1)),
                _ => report.note(&what, ratio),
            }
        }
    }
}

/// A thousand sums of a million floats, in pools of several widths that have other work too.
pub(crate) fn bits(report: &mut Report) {
    let floats = floats(1_000_000);
    let pools = [1, 2, 3, 7, 16].map(|threads| {
        let builder = ThreadPoolBuilder::new().num_threads(threads);
        builder.build().expect("a pool")
    });
    let sums = || {
        let plain: f64 = floats.par_iter().deterministic().sum();
        let fast: f64 = floats.par_iter().sum_deterministic();
        (plain.to_bits(), fast.to_bits())
    };
    let expected = sums();
    let done = AtomicBool::new(false);
    let mut others = 0;
    thread::scope(|scope| {
        for pool in &pools {
            scope.spawn(|| {
                while !done.load(Relaxed) {
                    pool.install(|| {
                        (0..100u64)
                            .into_par_iter()
                            .for_each(|n| drop(vec![n; 5_000]))
                    });
                }
            });
        }
        for _ in 0..report.rounds(200) {
            others += pools
                .iter()
                .filter(|pool| pool.install(sums) != expected)
                .count();
        }
        done.store(true, Relaxed);
    });
    let others = Spread::single(others as f64);
    report.check("sums with other bits, of 1000", others, Target::AtMost(0.0));
}

pub(crate) fn min_max(report: &mut Report) {
    let numbers = noise(10_000_000);
    let outcome = Contest::new(report.rounds(21))
        .seat("sequential", || {
            let numbers = black_box(&numbers);
            (numbers.iter().min(), numbers.iter().max())
        })
        .seat("tine", || black_box(&numbers).par_min_max())
        .run();
    report.times("10000000", &outcome, 1.0);
    let ratio = outcome.ratio("tine", "sequential");
    report.check("tine / sequential", ratio, Target::AtMost(1.0));
}
