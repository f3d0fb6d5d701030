//! Scans as iterators.

use crate::harness::contest::Contest;
use crate::harness::report::{Report, Target};
use crate::numbers::noise;
use std::hint::black_box;
use tine::prelude::*;

/// A chain of multiplications: some 20 ns an item if many follow each other.
fn costly(n: &u64) -> u64 {
    let mut n = *n;
    for _ in 0..40 {
        n = n.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 1;
    }
    n
}

/// Prefix sums of items that cost next to nothing, and of such that cost something.
pub(crate) fn sums(report: &mut Report) {
    let numbers = noise(10_000_000);
    let outcome = Contest::new(report.rounds(9))
        .seat("sequential", || {
            let mut total = 0u64;
            let mut sums = Vec::with_capacity(numbers.len());
            sums.extend(black_box(&numbers).iter().map(|n| {
                total = total.wrapping_add(*n);
                total
            }));
            sums
        })
        .seat("tine", || {
            let numbers = black_box(&numbers).par_iter().copied();
            let sums = numbers.inclusive_scan(|a, b| a.wrapping_add(*b));
            sums.collect::<Vec<u64>>()
        })
        .run();
    report.times("additions", &outcome, 1.0);
    report.note(
        "additions, tine / sequential",
        outcome.ratio("tine", "sequential"),
    );
    let numbers = &numbers[..2_000_000];
    let outcome = Contest::new(report.rounds(9))
        .seat("sequential", || {
            let mut total = 0u64;
            let mut sums = Vec::with_capacity(numbers.len());
            sums.extend(black_box(numbers).iter().map(|n| {
                total = total.wrapping_add(costly(n));
                total
            }));
            sums
        })
        .seat("tine", || {
            let numbers = black_box(numbers).par_iter().map(costly);
            let sums = numbers.inclusive_scan(|a, b| a.wrapping_add(*b));
            sums.collect::<Vec<u64>>()
        })
        .run();
    report.times("items of 20 ns", &outcome, 1.0);
    let ratio = outcome.ratio("sequential", "tine");
    report.check("items of 20 ns, speed-up", ratio, Target::AtLeast(1.7));
}
