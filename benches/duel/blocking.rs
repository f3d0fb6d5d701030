//! Item 10: threads that wait for something outside of their pool, which has more of them than the machine has processors for that reason.

use crate::harness::contest::Contest;
use crate::harness::report::{Report, Target};
use crate::workload::pools;
use std::thread;
use std::time::Duration;

/// How many threads a pool has, how many items there are, and for how long each waits, in microseconds.
const KINDS: [(usize, usize, u64); 3] = [(4, 40, 5_000), (16, 160, 2_000), (64, 640, 5_000)];
/// What all may take, of rayon's time.
const AT_MOST: f64 = 1.15;

/// As many items wait at the same time as there are threads.
pub(crate) fn blocked_threads(report: &mut Report) {
    for (threads, items, micros) in KINDS {
        let (tine, rayon) = (pools::tine(threads), pools::rayon(threads));
        let wait = || thread::sleep(Duration::from_micros(micros));
        let what = format!("{items} waits of {micros} us, {threads} threads");
        let outcome = Contest::new(report.rounds(9))
            .seat("tine", || {
                use tine::prelude::*;
                tine.install(|| (0..items).into_par_iter().for_each(|_| wait()));
            })
            .seat("rayon", || {
                use rayon::prelude::*;
                rayon.install(|| (0..items).into_par_iter().for_each(|_| wait()));
            })
            .run();
        report.times(&format!("{what}, for_each"), &outcome, 1.0);
        let ratio = outcome.ratio("tine", "rayon");
        report.check("  tine / rayon", ratio, Target::AtMost(AT_MOST));
        let outcome = Contest::new(report.rounds(9))
            .seat("tine", || {
                tine.scope(|scope| (0..items).for_each(|_| scope.spawn(|_| wait())));
            })
            .seat("rayon", || {
                rayon.scope(|scope| (0..items).for_each(|_| scope.spawn(|_| wait())));
            })
            .run();
        report.times(&format!("{what}, spawned"), &outcome, 1.0);
        let ratio = outcome.ratio("tine", "rayon");
        report.check("  tine / rayon", ratio, Target::AtMost(AT_MOST));
    }
}
