//! One thread plays all parts, so that nothing but the instructions counts.

use crate::harness::contest::{Before, Contest, Outcome};
use crate::harness::report::{Report, Target};
use crate::kinds::{Bounded, CrossbeamFifo, CrossbeamLifo, Got, Growable, Kind, Ring};
use std::hint::black_box;
use std::time::Duration;

/// How many items a sample moves.
const ITEMS: usize = 1_000_000;

/// One thread alone needs no rest before a sample, only a core that runs at full speed.
fn contest<'a>(report: &Report) -> Contest<'a> {
    Contest::new(report.rounds(61)).before(Before::Spin(Duration::from_micros(200)))
}

/// Pushes `depth` items and pops them, again and again.
fn pushed_and_popped<K: Kind>(depth: usize) -> impl FnMut(usize) {
    let (worker, _thief) = K::make(256);
    move |_| {
        for _ in 0..ITEMS / depth {
            for item in 0..depth {
                K::push(&worker, black_box(item));
            }
            for _ in 0..depth {
                black_box(K::pop(&worker));
            }
        }
    }
}

/// Owner's operations alone.
pub(crate) fn push_and_pop(report: &mut Report) {
    for depth in [1, 100] {
        let outcome = contest(report)
            .seat_looping("growable", pushed_and_popped::<Growable>(depth))
            .seat_looping("bounded", pushed_and_popped::<Bounded>(depth))
            .seat_looping("crossbeam", pushed_and_popped::<CrossbeamLifo>(depth))
            .seat_looping("ring", pushed_and_popped::<Ring>(depth))
            .seat_looping("crossbeam FIFO", pushed_and_popped::<CrossbeamFifo>(depth))
            .run();
        judge(
            report,
            &format!("{depth} pushed, {depth} popped"),
            &outcome,
            1.0,
        );
    }
}

/// Pushes `depth` items and steals them one by one.
fn stolen<K: Kind>(depth: usize) -> impl FnMut(usize) {
    let (worker, thief) = K::make(256);
    move |_| {
        for _ in 0..ITEMS / depth {
            for item in 0..depth {
                K::push(&worker, black_box(item));
            }
            while let Got::Item(item) = K::steal(&thief) {
                black_box(item);
            }
        }
    }
}

/// Single steals, with the pushes that they need.
pub(crate) fn steal(report: &mut Report) {
    let depth = 100;
    let outcome = contest(report)
        .seat_looping("growable", stolen::<Growable>(depth))
        .seat_looping("bounded", stolen::<Bounded>(depth))
        .seat_looping("crossbeam", stolen::<CrossbeamLifo>(depth))
        .run();
    report.times("100 pushed, 100 stolen: an item", &outcome, ITEMS as f64);
    for name in ["growable", "bounded"] {
        report.check(
            &format!("100 pushed, 100 stolen: {name} / crossbeam"),
            outcome.ratio(name, "crossbeam"),
            Target::AtMost(1.0),
        );
    }
}

/// Pushes `depth` items, which a second owner steals by batches and pops.
fn stolen_in_batches<K: Kind>(depth: usize) -> impl FnMut(usize) {
    let (worker, victim) = K::make(256);
    let (own, _) = K::make(256);
    move |_| {
        for _ in 0..ITEMS / depth {
            for item in 0..depth {
                K::push(&worker, black_box(item));
            }
            while let Got::Item(item) = K::batch(&own, &victim) {
                black_box(item);
            }
            while let Some(item) = K::pop(&own) {
                black_box(item);
            }
        }
    }
}

/// The same without the batches: what is left of the sample is their price.
fn filled_twice<K: Kind>(depth: usize) -> impl FnMut(usize) {
    let (worker, _victim) = K::make(256);
    move |_| {
        for _ in 0..ITEMS / depth {
            for item in 0..depth {
                K::push(&worker, black_box(item));
            }
            while let Some(item) = K::pop(&worker) {
                black_box(item);
            }
        }
    }
}

/// Steals of half, until all are gone.
pub(crate) fn batch(report: &mut Report) {
    let depth = 200;
    let outcome = contest(report)
        .seat_looping("growable", stolen_in_batches::<Growable>(depth))
        .seat_looping("bounded", stolen_in_batches::<Bounded>(depth))
        .seat_looping("crossbeam", stolen_in_batches::<CrossbeamLifo>(depth))
        .seat_looping("ring", stolen_in_batches::<Ring>(depth))
        .seat_looping("crossbeam FIFO", stolen_in_batches::<CrossbeamFifo>(depth))
        .seat_looping("growable alone", filled_twice::<Growable>(depth))
        .seat_looping("bounded alone", filled_twice::<Bounded>(depth))
        .seat_looping("crossbeam alone", filled_twice::<CrossbeamLifo>(depth))
        .seat_looping("ring alone", filled_twice::<Ring>(depth))
        .seat_looping("crossbeam FIFO alone", filled_twice::<CrossbeamFifo>(depth))
        .run();
    judge(
        report,
        "200 pushed, moved in batches, popped",
        &outcome,
        0.8,
    );
    let pairs = [
        ("growable", "crossbeam"),
        ("bounded", "crossbeam"),
        ("ring", "crossbeam FIFO"),
    ];
    for (ours, theirs) in pairs {
        let figure = outcome.spread(|round| {
            let batches = |name: &str| round.wall(name) - round.wall(&format!("{name} alone"));
            batches(ours) / batches(theirs)
        });
        report.check(
            &format!("the batches alone: {ours} / {theirs}"),
            figure,
            Target::AtMost(0.8),
        );
    }
}

/// Each queue against the one of crossbeam with the same order.
fn judge(report: &mut Report, what: &str, outcome: &Outcome, limit: f64) {
    report.times(&format!("{what}: an item"), outcome, ITEMS as f64);
    let pairs = [
        ("growable", "crossbeam"),
        ("bounded", "crossbeam"),
        ("ring", "crossbeam FIFO"),
    ];
    for (ours, theirs) in pairs {
        report.check(
            &format!("{what}: {ours} / {theirs}"),
            outcome.ratio(ours, theirs),
            Target::AtMost(limit),
        );
    }
}
