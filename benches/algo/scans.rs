//! Scans: of additions, which cost memory traffic alone, and of operations that take their time.

use super::numbers;
use super::turns::play;
use crate::harness::contest::Contest;
use crate::harness::report::{Report, Target};
use std::hint::black_box;
use std::mem;
use tine::prelude::*;

const LEN: usize = 10_000_000;
/// What one thread reads at once of the bound.
const BLOCK: usize = 8192;

fn loop_of<T>(v: &mut [T], op: impl Fn(&T, &T) -> T) {
    for i in 1..v.len() {
        v[i] = op(&v[i - 1], &v[i]);
    }
}

/// Promise 4: no slower than a loop at 10,000,000.
pub(crate) fn additions(report: &mut Report) {
    let add = |a: &u64, b: &u64| a.wrapping_add(*b);
    for count in [1_000, 100_000, 1_000_000, 10_000_000] {
        let target = (count == 10_000_000).then_some(1.0);
        play(
            report,
            &format!("inclusive, {count} u64"),
            &numbers::noise(count),
            &|v| loop_of(v, add),
            &|v| v.par_inclusive_scan(add),
            target,
        );
    }
    let exclusive = |v: &mut Vec<u64>| {
        let mut sum = 0_u64;
        for x in v {
            let next = sum.wrapping_add(*x);
            *x = mem::replace(&mut sum, next);
        }
    };
    play(
        report,
        "exclusive, 10000000 u64",
        &numbers::noise(10_000_000),
        &exclusive,
        &|v| {
            black_box(v.par_exclusive_scan(0, add));
        },
        Some(1.0),
    );
    let floats: Vec<f64> = (1..10_000_001).map(|i| 1.0 / f64::from(i)).collect();
    play(
        report,
        "inclusive, 10000000 f64",
        &floats,
        &|v| loop_of(v, |a, b| a + b),
        &|v| v.par_inclusive_scan(|a, b| a + b),
        Some(1.0),
    );
}

/// Promise 4: no more than 1.15 of the least that two passes over memory take, of which the first reads all and the second reads and
/// writes it: the sums of blocks, and a sum before each.
pub(crate) fn traffic(report: &mut Report) {
    let (mut bound, mut scanned) = (numbers::noise(LEN), numbers::noise(LEN));
    let outcome = Contest::new(report.rounds(15))
        .seat("three passes", move || {
            let v = black_box(&mut bound);
            let sum = |block: &[u64]| block.iter().fold(0, |a: u64, b| a.wrapping_add(*b));
            let total = v.par_chunks(BLOCK).map(sum).max().unwrap_or(0);
            let add = |block: &mut [u64]| block.iter_mut().for_each(|x| *x = x.wrapping_add(total));
            v.par_chunks_mut(BLOCK).for_each(add);
        })
        .seat("tine", move || {
            black_box(&mut scanned).par_inclusive_scan(|a: &u64, b: &u64| a.wrapping_add(*b));
        })
        .run();
    report.times("inclusive, 10000000 u64", &outcome, 1.0);
    report.check(
        "inclusive, 10000000 u64, tine / three passes",
        outcome.ratio("tine", "three passes"),
        Target::AtMost(1.15),
    );
}

/// Promise 4: at least 1.8 times a loop, if the operation takes some 20 ns. One whose result is slow to come lets a processor
/// work on several at once. One that keeps it busy cannot be faster than 3 calls for 2 elements permit: a scan by p threads
/// needs 2n / (p + 1) calls one after the other (Snir, "Depth-Size Trade-Offs for Parallel Prefix Computation", 1986).
pub(crate) fn operations(report: &mut Report) {
    let input = numbers::noise(1_000_000);
    // Each multiplication needs the one before: about 20 ns.
    let slow = |a: &u64, b: &u64| {
        (0..10).fold(a ^ b, |x, _| {
            (x ^ (x >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9)
        })
    };
    play(
        report,
        "one chain of multiplications, 1000000",
        &input,
        &|v| loop_of(v, slow),
        &|v| v.par_inclusive_scan(slow),
        Some(1.0 / 1.8),
    );
    // Four such chains keep the multiplier busy.
    let busy = |a: &u64, b: &u64| {
        let chains = [a ^ b, a ^ b ^ 2, a ^ b ^ 4, a ^ b ^ 8];
        let step = |x: u64| (x ^ (x >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let chains = (0..8).fold(chains, |chains, _| chains.map(step));
        chains.into_iter().fold(0, u64::wrapping_add)
    };
    play(
        report,
        "four chains at once, 1000000 (2/3 is the bound)",
        &input,
        &|v| loop_of(v, busy),
        &|v| v.par_inclusive_scan(busy),
        None,
    );
}
