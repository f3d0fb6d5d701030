//! Items 3 and 4: a single `join` from an ordinary thread.

use crate::harness::contest::{Before, Contest};
use crate::harness::report::{Report, Target};
use crate::workload::item::Item;
use std::hint::black_box;
use std::time::Duration;

const SILENCE: Duration = Duration::from_millis(2);

/// The two kinds of silence: the caller sleeps as well, or goes on with work of its own.
const SILENCES: [(&str, Before); 2] = [
    ("after 2 ms of sleep", Before::Sleep(SILENCE)),
    ("after 2 ms of own work", Before::Spin(SILENCE)),
];

/// Two closures that do nothing: the bare way in and out.
pub(crate) fn empty(report: &mut Report) {
    let contest = |contest: Contest<'static>| {
        contest
            .seat("tine", || tine::join(|| black_box(1), || black_box(2)))
            .seat("rayon", || rayon::join(|| black_box(1), || black_box(2)))
            .run()
    };
    let outcome = contest(Contest::new(report.rounds(101)).back_to_back(500));
    report.times("back to back", &outcome, 1.0);
    report.check(
        "back to back, tine / rayon",
        outcome.ratio("tine", "rayon"),
        Target::AtMost(1.0 / 20.0),
    );
    for (silence, before) in SILENCES {
        let outcome = contest(Contest::new(report.rounds(301)).before(before));
        report.times(silence, &outcome, 1.0);
        report.check(
            &format!("{silence}, tine / rayon"),
            outcome.ratio("tine", "rayon"),
            Target::AtMost(1.0 / 3.0),
        );
    }
}

/// Two closures that are just long enough to be worth waking a thread. Even silences make a rhythm, which tine's pool learns; so
/// uneven ones are played, too.
pub(crate) fn of_200_us(report: &mut Report) {
    let item = Item::lasting(200_000.0);
    let work = move |x: u64| item.cost(black_box(x));
    let mut play = |silence: &str, before, target: Option<Target>| {
        let outcome = Contest::new(report.rounds(201))
            .before(before)
            .seat("sequential", || (work(1), work(2)))
            .seat("tine", || tine::join(|| work(1), || work(2)))
            .seat("rayon", || rayon::join(|| work(1), || work(2)))
            .run();
        report.times(silence, &outcome, 1.0);
        let (name, ratio) = (
            format!("{silence}, tine / sequential"),
            outcome.ratio("tine", "sequential"),
        );
        match target {
            Some(target) => report.check(&name, ratio, target),
            None => report.note(&name, ratio),
        }
        report.note(
            &format!("{silence}, rayon / sequential"),
            outcome.ratio("rayon", "sequential"),
        );
    };
    for (silence, before) in SILENCES {
        play(silence, before, Some(Target::AtMost(0.6)));
    }
    let uneven = Before::SleepUnevenly(SILENCE);
    play("after 1 to 3 ms of sleep", uneven, None);
}
