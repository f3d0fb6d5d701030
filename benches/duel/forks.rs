//! Items 1 and 2: what a fork costs.

use crate::harness::contest::{Contest, Outcome, Round};
use crate::harness::report::{Report, Target};
use crate::workload::tree::Tree;
use crate::workload::{fib, pools};
use std::hint::black_box;

/// A figure of a contestant in one round, such as its wall time.
type Clock = fn(&Round<'_>, &str) -> f64;

const WALL: Clock = |round, name| round.wall(name);
const CPU: Clock = |round, name| round.cpu(name);

const N: u32 = 27;

/// A fork that nobody steals: the time above that of the sequential recursion.
pub(crate) fn fib_on_one_thread(report: &mut Report) {
    let outcome = fib_contest(report.rounds(41), 1);
    report.times(
        "time per fork, the work itself included",
        &outcome,
        fib::forks(N),
    );
    let above = |name: &'static str| outcome.spread(move |round| nanos_above(WALL, round, name));
    report.note("time above sequential per fork, tine (ns)", above("tine"));
    report.note("time above sequential per fork, rayon (ns)", above("rayon"));
    report.note("time above sequential per fork, chili (ns)", above("chili"));
    let versus = |other: &'static str| outcome.spread(move |round| ratio_above(WALL, round, other));
    report.check(
        "time above sequential per fork, tine / rayon",
        versus("rayon"),
        Target::AtMost(1.0 / 7.0),
    );
    report.check(
        "time above sequential per fork, tine / chili",
        versus("chili"),
        Target::AtMost(1.0),
    );
    report.note("whole time, tine / rayon", outcome.ratio("tine", "rayon"));
    report.note("whole time, tine / chili", outcome.ratio("tine", "chili"));
}

/// CPU time of forks while a second thread steals, and a small tree from an ordinary thread.
pub(crate) fn on_two_threads(report: &mut Report) {
    let outcome = fib_contest(report.rounds(41), 2);
    report.times(
        "fib: wall time per fork, the work itself included",
        &outcome,
        fib::forks(N),
    );
    let above = |name: &'static str| outcome.spread(move |round| nanos_above(CPU, round, name));
    report.note(
        "fib: CPU time above sequential per fork, tine (ns)",
        above("tine"),
    );
    report.note(
        "fib: CPU time above sequential per fork, rayon (ns)",
        above("rayon"),
    );
    report.note(
        "fib: CPU time above sequential per fork, chili (ns)",
        above("chili"),
    );
    let versus = |other: &'static str| outcome.spread(move |round| ratio_above(CPU, round, other));
    report.check(
        "fib: CPU time above sequential, tine / rayon",
        versus("rayon"),
        Target::AtMost(1.0 / 6.0),
    );
    report.check(
        "fib: CPU time above sequential, tine / chili",
        versus("chili"),
        Target::AtMost(1.1),
    );
    let whole =
        |other: &'static str| outcome.spread(move |round| round.cpu("tine") / round.cpu(other));
    report.note("fib: whole CPU time, tine / rayon", whole("rayon"));
    report.check(
        "fib: whole CPU time, tine / chili",
        whole("chili"),
        Target::AtMost(1.1),
    );
    tree_from_an_ordinary_thread(report, 10, 300, "1,023 nodes");
}

fn fib_contest(rounds: usize, threads: usize) -> Outcome {
    let tine = pools::tine(threads);
    let rayon = pools::rayon(threads);
    let chili = pools::chili(threads);
    Contest::new(rounds)
        .seat("sequential", || fib::sequential(black_box(N)))
        .seat("tine", || tine.install(|| fib::tine(black_box(N))))
        .seat("rayon", || rayon.install(|| fib::rayon(black_box(N))))
        .seat("chili", || fib::chili(&mut chili.scope(), black_box(N)))
        .run()
}

fn nanos_above(clock: Clock, round: &Round<'_>, name: &str) -> f64 {
    (clock(round, name) - clock(round, "sequential")) / fib::forks(N) * 1e9
}

fn ratio_above(clock: Clock, round: &Round<'_>, other: &str) -> f64 {
    nanos_above(clock, round, "tine") / nanos_above(clock, round, other)
}

/// Calls back to back on the global pools; chili may keep its scope for a whole sample, as its users would.
fn tree_from_an_ordinary_thread(report: &mut Report, layers: u32, calls: usize, size: &str) {
    let tree = Tree::shuffled(layers);
    let chili = pools::chili(2);
    let outcome = Contest::new(report.rounds(101))
        .back_to_back(calls)
        .seat("sequential", || black_box(&tree).sequential())
        .seat("tine", || black_box(&tree).tine())
        .seat("rayon", || black_box(&tree).rayon())
        .seat_looping("chili", |calls| {
            let scope = &mut chili.scope();
            for _ in 0..calls {
                black_box(black_box(&tree).chili(scope));
            }
        })
        .seat("chili, a scope a call", || {
            black_box(&tree).chili(&mut chili.scope())
        })
        .run();
    report.times(&format!("tree of {size}"), &outcome, 1.0);
    report.check(
        &format!("tree of {size}, tine / chili"),
        outcome.ratio("tine", "chili"),
        Target::AtMost(1.0),
    );
    report.note(
        &format!("tree of {size}, tine / rayon"),
        outcome.ratio("tine", "rayon"),
    );
}
