//! Loops whose rounds differ in cost: how far from perfect balance they end.

use crate::harness::contest::Contest;
use crate::harness::report::{Report, Target};
use crate::lengths::{ORX, RAYON, SEQUENTIAL, TINE};
use crate::workload::item::Item;
use crate::workload::numbers::noise;
use std::hint::black_box;
use std::thread;

/// What a loop takes altogether, in nanoseconds.
const TOTAL: f64 = 20e6;
/// Two threads of std, each with half of the cost: what the machine makes of perfect balance.
const BARE: &str = "bare";
/// Half of the sequential time is perfect, and so is what they take if the machine has less than two whole cores; this much more is allowed.
const AT_MOST: f64 = 1.05;

/// A shape: its name, and how costly a round is, from its place between 0 and 1 and a random number between 0 and 1.
type Shape = (&'static str, fn(f64, f64) -> f64);

const SHAPES: [Shape; 5] = [
    ("ascending", |place, _| place),
    ("descending", |place, _| 1.0 - place),
    ("cubic", |place, _| place * place * place),
    ("a last hundredth as costly as the rest", |place, _| {
        if place < 0.99 { 1.0 } else { 99.0 }
    }),
    (
        "a few are costly",
        |_, chance| if chance < 0.99 { 1.0 } else { 99.0 },
    ),
];

/// Every shape at several lengths.
pub(crate) fn all(report: &mut Report) {
    for (name, shape) in SHAPES {
        for len in [1_000, 10_000, 100_000] {
            let (items, middle) = items(len, shape);
            let cost = |item: &Item| item.cost(7);
            let outcome = Contest::new(report.rounds(31))
                .seat(SEQUENTIAL, || {
                    black_box(&items)
                        .iter()
                        .map(cost)
                        .fold(0, u64::wrapping_add)
                })
                .seat(TINE, || {
                    use tine::prelude::*;
                    black_box(&items)
                        .par_iter()
                        .map(cost)
                        .reduce(|| 0, u64::wrapping_add)
                })
                .seat(RAYON, || {
                    use rayon::prelude::*;
                    black_box(&items)
                        .par_iter()
                        .map(cost)
                        .reduce(|| 0, u64::wrapping_add)
                })
                .seat(ORX, || {
                    use orx_parallel::*;
                    black_box(&items).par().map(cost).reduce(u64::wrapping_add)
                })
                .seat(BARE, || bare(black_box(&items).split_at(middle)))
                .run();
            report.times(&format!("{len}, {name}"), &outcome, 1.0);
            let half = outcome.spread(|round| round.wall(TINE) / (round.wall(SEQUENTIAL) / 2.0));
            let target = Target::AtMost(AT_MOST);
            report.check("  tine / half of sequential", half, target);
            let bare = outcome.ratio(TINE, BARE);
            report.check("  tine / two bare threads", bare, target);
            report.note("  tine / rayon", outcome.ratio(TINE, RAYON));
        }
    }
}

/// Both parts by a thread each, one of which is started for it.
fn bare((left, right): (&[Item], &[Item])) -> u64 {
    let all = |items: &[Item]| {
        items
            .iter()
            .map(|item| item.cost(7))
            .fold(0, u64::wrapping_add)
    };
    thread::scope(|scope| {
        let right = scope.spawn(|| all(right));
        all(left).wrapping_add(right.join().expect("nothing panics"))
    })
}

/// The rounds of a loop, so that all of them take [`TOTAL`], and how many of them take half of it.
fn items(len: usize, shape: fn(f64, f64) -> f64) -> (Vec<Item>, usize) {
    let chances = noise(len);
    let part = |(place, chance): (usize, &u64)| {
        shape(place as f64 / len as f64, *chance as f64 / u64::MAX as f64)
    };
    let costs: Vec<f64> = chances.iter().enumerate().map(part).collect();
    let sum: f64 = costs.iter().sum();
    let until = costs.iter().scan(0.0, |sum, cost| {
        *sum += cost;
        Some(*sum)
    });
    let middle = until.take_while(|until| *until <= sum / 2.0).count();
    let unit = TOTAL / sum;
    let microsecond = Item::lasting(1_000.0);
    let items = costs
        .iter()
        .map(|cost| microsecond.scaled(cost * unit / 1_000.0));
    (items.collect(), middle)
}
