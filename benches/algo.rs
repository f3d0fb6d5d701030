//! Algorithms on slices and deterministic reductions, against the best sequential way: `cargo bench --bench algo`.
//!
//! Arguments are parts of item names: `cargo bench --bench algo -- histogram`. The contestants take turns, see `harness`. Targets
//! are for two threads.

#[path = "algo/groups.rs"]
mod groups;
#[expect(dead_code, reason = "the harness serves other benches too")]
mod harness;
#[path = "algo/moves.rs"]
mod moves;
#[path = "workload/numbers.rs"]
mod numbers;
#[path = "algo/orders.rs"]
mod orders;
#[path = "algo/parts.rs"]
mod parts;
#[path = "algo/prefixes.rs"]
mod prefixes;
#[path = "algo/reductions.rs"]
mod reductions;
#[path = "algo/scans.rs"]
mod scans;
#[path = "algo/small.rs"]
mod small;
#[path = "algo/turns.rs"]
mod turns;
#[path = "algo/vectors.rs"]
mod vectors;

use harness::report::Report;

/// An item of the list: its name and the contests that measure it.
type Item = (&'static str, fn(&mut Report));

const ITEMS: &[Item] = &[
    ("deterministic sum", reductions::sum),
    ("deterministic, the same bits", reductions::bits),
    ("min_max", reductions::min_max),
    ("histogram", groups::histogram),
    ("group by key", groups::group),
    ("reduce by key", groups::reduce),
    ("unique count", groups::unique),
    ("scan, additions", scans::additions),
    ("scan, traffic", scans::traffic),
    ("scan, operations", scans::operations),
    ("select", parts::selection),
    ("partition", parts::partition),
    ("dedup", vectors::dedup),
    ("retain", vectors::retain),
    ("reverse and rotate", moves::reversal_and_rotation),
    ("shuffle", moves::shuffle),
    ("merge", orders::merge),
    ("union", orders::sets),
    ("binary search of many keys", orders::search),
    ("top k", orders::top),
    ("is_sorted", orders::is_sorted),
    ("scan of an iterator", prefixes::sums),
    ("short slices", small::all),
];

fn main() {
    let mut report = Report::from_args();
    println!("global pool: {} threads", tine::current_num_threads());
    for (name, contests) in ITEMS {
        if report.wants(name) {
            contests(&mut report);
        }
    }
    report.finish();
}
