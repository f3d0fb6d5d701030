//! Item 12: single short loops after some milliseconds in which the pools were silent, so that all of their threads sleep.

use crate::harness::contest::{Before, Contest};
use crate::harness::report::{Report, Target};
use crate::workload::item::Item;
use std::time::Duration;

/// How many items a loop has, and how many nanoseconds each takes.
const LOOPS: [(u64, u32); 6] = [
    (4, 600),
    (16, 600),
    (50, 600),
    (100, 600),
    (300, 600),
    (4, 20_000),
];
/// How long the pools are silent, from one contestant's call to the next one's.
const SILENCE: Duration = Duration::from_millis(3);

/// Loops that come when nobody can tell, and in a rhythm (as far as the contestants' changing order leaves one).
pub(crate) fn short_loops(report: &mut Report) {
    for (when, before) in [
        ("unevenly", Before::SleepUnevenly(SILENCE)),
        ("evenly", Before::Sleep(SILENCE)),
    ] {
        for (count, nanos) in LOOPS {
            let item = Item::lasting(f64::from(nanos));
            let outcome = Contest::new(report.rounds(61))
                .before(before)
                .seat("sequential", || {
                    (0..count).map(|i| item.cost(i)).fold(0, u64::wrapping_add)
                })
                .seat("tine", || {
                    use tine::prelude::*;
                    let items = (0..count).into_par_iter();
                    items.map(|i| item.cost(i)).reduce(|| 0, u64::wrapping_add)
                })
                .seat("rayon", || {
                    use rayon::prelude::*;
                    let items = (0..count).into_par_iter();
                    items.map(|i| item.cost(i)).reduce(|| 0, u64::wrapping_add)
                })
                .run();
            report.times(&format!("{when}, {count} of {nanos} ns"), &outcome, 1.0);
            report.note("  tine / sequential", outcome.ratio("tine", "sequential"));
            let ratio = outcome.ratio("tine", "rayon");
            report.check("  tine / rayon", ratio, Target::AtMost(1.0));
        }
    }
}
