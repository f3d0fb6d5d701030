//! Items 8 and 9: loops, from a handful of cheap items to a picture.

use crate::harness::contest::{Before, Contest, Outcome};
use crate::harness::report::{Report, Target};
use crate::workload::item::Item;
use crate::workload::loops;
use crate::workload::mandelbrot::Picture;
use std::hint::black_box;
use std::time::Duration;

/// Loops that are hardly worth a second thread, from an ordinary thread.
pub(crate) fn small_loops(report: &mut Report) {
    let item = Item::lasting(20.0);
    println!("  an item takes {:.1} ns", item.measured());
    let rounds = report.rounds(101);

    let (few, back_to_back) = contests(report, item, 100, rounds);
    let extra = |outcome: &Outcome| {
        outcome.spread(|round| (round.wall("tine") - round.wall("sequential")) * 1e6)
    };
    report.check(
        "100 items, tine - sequential (us)",
        extra(&back_to_back),
        Target::AtMost(0.5),
    );
    report.note(
        "100 items after silence, tine - sequential (us)",
        extra(&few),
    );

    for (count, limit) in [(1_000, 1.0), (10_000, 0.65)] {
        let (silent, back_to_back) = contests(report, item, count, rounds);
        let ratio = back_to_back.ratio("tine", "sequential");
        report.check(
            &format!("{count} items, tine / sequential"),
            ratio,
            Target::AtMost(limit),
        );
        let ratio = silent.ratio("tine", "sequential");
        report.note(
            &format!("{count} items after silence, tine / sequential"),
            ratio,
        );
        report.note(
            &format!("{count} items, tine / rayon"),
            back_to_back.ratio("tine", "rayon"),
        );
    }
}

/// The same loop as single calls after 2 ms of silence, and back to back.
fn contests(report: &Report, item: Item, count: u64, rounds: usize) -> (Outcome, Outcome) {
    let values: Vec<u64> = (0..count).collect();
    let play = |contest: Contest<'_>| {
        let values = &values;
        contest
            .seat("sequential", move || {
                loops::sequential(item, black_box(values))
            })
            .seat("tine", move || loops::tine(item, black_box(values)))
            .seat("rayon", move || loops::rayon(item, black_box(values)))
            .run()
    };
    let silent = play(Contest::new(rounds).before(Before::Spin(Duration::from_millis(2))));
    let back_to_back =
        play(Contest::new(rounds).back_to_back((200_000 / count as usize).clamp(20, 500)));
    report.times(&format!("{count} items after silence"), &silent, 1.0);
    report.times(&format!("{count} items back to back"), &back_to_back, 1.0);
    (silent, back_to_back)
}

/// The picture on the global pools, from an ordinary thread.
pub(crate) fn mandelbrot(report: &mut Report) {
    let (mut plain, mut ours, mut theirs) = (Picture::blank(), Picture::blank(), Picture::blank());
    let outcome = Contest::new(report.rounds(61))
        .seat("sequential", || plain.sequential())
        .seat("tine", || ours.tine())
        .seat("rayon", || theirs.rayon())
        .run();
    assert!(plain == ours && plain == theirs, "the pictures differ");
    report.times("picture", &outcome, 1.0);
    report.check(
        "speed-up, sequential / tine",
        outcome.ratio("sequential", "tine"),
        Target::AtLeast(1.9),
    );
    report.note(
        "speed-up, sequential / rayon",
        outcome.ratio("sequential", "rayon"),
    );
    report.check(
        "time, tine / rayon",
        outcome.ratio("tine", "rayon"),
        Target::AtMost(1.0),
    );
}
