//! The sum of numbers, which has no work to share but the reading of memory.

use crate::harness::contest::Contest;
use crate::harness::report::{Report, Target};
use crate::lengths::{Largest, ORX, RAYON, SEQUENTIAL, TINE, on_numbers};
use crate::workload::numbers::noise;
use std::hint::black_box;
use std::thread;

/// The speed-up that two threads owe, unless memory is slower.
const SPEED_UP: f64 = 1.9;

/// At all lengths; and a large one against two bare threads, which shows what memory has to give.
pub(crate) fn sum(report: &mut Report) {
    on_numbers(report, Largest::new(1.0), |contest, numbers| {
        contest
            .seat(SEQUENTIAL, || sequential(black_box(numbers)))
            .seat(TINE, || tine(black_box(numbers)))
            .seat(RAYON, || rayon(black_box(numbers)))
            .seat(ORX, || orx(black_box(numbers)))
    });
    let numbers: Vec<u64> = noise(10_000_000).iter().map(|n| n >> 32).collect();
    let outcome = Contest::new(report.rounds(31))
        .back_to_back(3)
        .seat(SEQUENTIAL, || sequential(black_box(&numbers)))
        .seat(TINE, || tine(black_box(&numbers)))
        .seat("two bare threads", || bare(black_box(&numbers)))
        .run();
    let memory = outcome.ratio(SEQUENTIAL, "two bare threads");
    report.note("speed-up of two bare threads", memory);
    let (limit, why) = if memory.mid < SPEED_UP {
        (memory.mid * 0.98, "memory is the limit")
    } else {
        (SPEED_UP, "the threads are the limit")
    };
    let speed_up = outcome.ratio(SEQUENTIAL, TINE);
    report.check(
        &format!("speed-up of tine; {why}"),
        speed_up,
        Target::AtLeast(limit),
    );
}

fn sequential(numbers: &[u64]) -> u64 {
    numbers.iter().sum()
}

fn tine(numbers: &[u64]) -> u64 {
    use tine::prelude::*;
    numbers.par_iter().sum()
}

fn rayon(numbers: &[u64]) -> u64 {
    use rayon::prelude::*;
    numbers.par_iter().sum()
}

fn orx(numbers: &[u64]) -> u64 {
    use orx_parallel::*;
    numbers.par().sum()
}

/// A half by each thread.
fn bare(numbers: &[u64]) -> u64 {
    let (left, right) = numbers.split_at(numbers.len() / 2);
    thread::scope(|s| {
        let right = s.spawn(|| sequential(right));
        sequential(left) + right.join().expect("a sum does not panic")
    })
}
