//! Results that one thread consumes in order: as a stream, and from a vector of all of them.

use crate::harness::contest::Contest;
use crate::harness::report::{Report, Target};
use crate::lengths::{RAYON, SEQUENTIAL, TINE};
use crate::workload::item::Item;
use pariter::IteratorExt;
use std::hint::black_box;

/// A stream from a sequential source.
const PULLED: &str = "tine, pulled";
const PARITER: &str = "pariter";

/// Items of several costs, which take 20 ms together. rayon's contestant collects all results before the first is consumed.
pub(crate) fn in_order(report: &mut Report) {
    for (count, nanos) in [(100u64, 200_000.0), (1_000, 20_000.0), (10_000, 2_000.0)] {
        let item = Item::lasting(nanos);
        let cost = move |n: u64| item.cost(n);
        let threads = tine::current_num_threads();
        let outcome = Contest::new(report.rounds(31))
            .seat(SEQUENTIAL, || consume((0..black_box(count)).map(cost)))
            .seat(TINE, || {
                use tine::prelude::*;
                let costs = (0..black_box(count) as usize).into_par_iter();
                costs
                    .map(|n| cost(n as u64))
                    .in_order(|results| consume(results))
            })
            .seat(PULLED, || {
                use tine::prelude::*;
                (0..black_box(count)).par_map_in_order(cost, |results| consume(results))
            })
            .seat(RAYON, || {
                use rayon::prelude::*;
                let results: Vec<u64> = (0..black_box(count)).into_par_iter().map(cost).collect();
                consume(results.into_iter())
            })
            .seat(PARITER, || {
                let results =
                    (0..black_box(count)).parallel_map_custom(|o| o.threads(threads), cost);
                consume(results)
            })
            .run();
        report.times(&format!("{count} of {} us", nanos / 1000.0), &outcome, 1.0);
        for name in [TINE, PULLED] {
            report.note(
                &format!("  {name} / sequential"),
                outcome.ratio(name, SEQUENTIAL),
            );
            report.note(&format!("  {name} / rayon"), outcome.ratio(name, RAYON));
            let ratio = outcome.ratio(name, PARITER);
            report.check(&format!("  {name} / pariter"), ratio, Target::AtMost(1.0));
        }
    }
}

/// What depends on the order.
fn consume(results: impl Iterator<Item = u64>) -> u64 {
    results.fold(0, |hash, result| {
        (hash.rotate_left(5) ^ result).wrapping_mul(3)
    })
}
