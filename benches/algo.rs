//! Algorithms on slices and deterministic reductions, against the best sequential way: `cargo bench --bench algo`.
//!
//! Arguments are parts of item names: `cargo bench --bench algo -- histogram`. The contestants take turns, see `harness`. Targets
//! are for two threads.

#[path = "algo/groups.rs"]
mod groups;
#[expect(dead_code, reason = "the harness serves other benches too")]
mod harness;
#[expect(dead_code, reason = "it serves other benches too")]
#[path = "workload/numbers.rs"]
mod numbers;
#[path = "algo/reductions.rs"]
mod reductions;

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
