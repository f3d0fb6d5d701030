//! Items 5 to 7: how a pool shares work, copes with too many threads, and rests.

use crate::harness::clock;
use crate::harness::contest::{Contest, Outcome, Spread};
use crate::harness::report::{Report, Target};
use crate::workload::item::{Item, busy};
use crate::workload::{fib, loops, pools};
use std::hint::black_box;
use std::thread;
use std::time::Duration;

/// The first item is long, the seven others are short.
const LENGTHS: [u64; 8] = [400, 10, 10, 10, 10, 10, 10, 10];

fn run_item(millis: &u64) {
    busy(Duration::from_millis(*millis));
}

/// Two threads need hardly longer for the eight items than for the first.
pub(crate) fn nobody_hides_work(report: &mut Report) {
    let (tine, rayon) = (pools::tine(2), pools::rayon(2));
    let outcome = Contest::new(report.rounds(5))
        .seat("for_each", || {
            use tine::prelude::*;
            tine.install(|| LENGTHS.into_par_iter().for_each(|millis| run_item(&millis)));
        })
        .seat("for_each, outside", || {
            use tine::prelude::*;
            LENGTHS.into_par_iter().for_each(|millis| run_item(&millis));
        })
        .seat("joins, halving", || tine.install(|| halving(&LENGTHS)))
        .seat("joins, halving, outside", || halving(&LENGTHS))
        .seat("joins, longest deepest", || {
            tine.install(|| deepest(&LENGTHS))
        })
        .seat("joins, longest deepest, outside", || deepest(&LENGTHS))
        .seat("rayon's for_each", || {
            use rayon::prelude::*;
            rayon.install(|| LENGTHS.into_par_iter().for_each(|millis| run_item(&millis)));
        })
        .run();
    let millis = |name: &'static str| outcome.spread(move |round| round.wall(name) * 1e3);
    for &name in outcome
        .names()
        .iter()
        .filter(|name| !name.starts_with("rayon"))
    {
        report.check(&format!("{name} (ms)"), millis(name), Target::AtMost(420.0));
    }
    report.note("rayon's for_each (ms)", millis("rayon's for_each"));
}

/// Nested joins that halve the items, as an iterator would.
fn halving(lengths: &[u64]) {
    if let [millis] = lengths {
        return run_item(millis);
    }
    let (left, right) = lengths.split_at(lengths.len() / 2);
    tine::join(|| halving(left), || halving(right));
}

/// Nested joins that leave seven jobs behind before the first item begins.
fn deepest(lengths: &[u64]) {
    if let Some((last, others)) = lengths.split_last() {
        tine::join(|| deepest(others), || run_item(last));
    }
}

/// More threads than cores.
pub(crate) fn wide_pools(report: &mut Report) {
    let item = Item::lasting(20.0);
    let values: Vec<u64> = (0..1_000_000).collect();
    let (narrow, rounds) = (pools::tine(2), report.rounds(21));
    for threads in [4, 8, 16, 64] {
        let (tine, rayon) = (pools::tine(threads), pools::rayon(threads));
        let outcome = Contest::new(rounds)
            .back_to_back(5)
            .seat("two", || narrow.install(|| fib::tine(black_box(27))))
            .seat("tine", || tine.install(|| fib::tine(black_box(27))))
            .seat("rayon", || rayon.install(|| fib::rayon(black_box(27))))
            .run();
        check_wide(report, &format!("fib(27), {threads} threads"), &outcome);
        let outcome = Contest::new(rounds)
            .seat("two", || narrow.install(|| loops::tine(item, &values)))
            .seat("tine", || tine.install(|| loops::tine(item, &values)))
            .seat("rayon", || rayon.install(|| loops::rayon(item, &values)))
            .run();
        check_wide(
            report,
            &format!("map and reduce, {threads} threads"),
            &outcome,
        );
    }
}

fn check_wide(report: &mut Report, what: &str, outcome: &Outcome) {
    report.times(what, outcome, 1.0);
    report.check(
        &format!("{what}, / two threads"),
        outcome.ratio("tine", "two"),
        Target::AtMost(1.25),
    );
    report.check(
        &format!("{what}, / rayon"),
        outcome.ratio("tine", "rayon"),
        Target::AtMost(1.0),
    );
}

/// CPU time of the whole process while nobody has work, in parts of a hundred of one core.
pub(crate) fn quiet_pool(report: &mut Report) {
    let (tine, wide) = (pools::tine(2), pools::tine(16));
    tine.install(|| fib::tine(25));
    wide.install(|| fib::tine(25));
    fib::tine(25);
    report.check(
        "tine, pools of 2, 16 and the global one (%)",
        quiet_share(),
        Target::AtMost(0.1),
    );
    let rayon = pools::rayon(2);
    rayon.install(|| fib::rayon(25));
    report.note("with a rayon pool of 2 besides (%)", quiet_share());
    let chili = pools::chili(2);
    fib::chili(&mut chili.scope(), 25);
    report.note("with a chili pool of 2 besides (%)", quiet_share());
}

fn quiet_share() -> Spread {
    thread::sleep(Duration::from_millis(300));
    let rest = clock::time(|| thread::sleep(Duration::from_secs(2)));
    Spread::single(rest.cpu / rest.wall * 100.0)
}
