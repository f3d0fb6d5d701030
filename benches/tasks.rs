//! The promises about tasks, measured against their targets: `cargo bench --bench tasks`.
//!
//! Arguments are parts of item names, as in `cargo bench --bench tasks -- spawn`. The contestants of an item take turns in one
//! process; a figure is the median of its values in the single rounds, with the quartiles behind it. Pools have two threads
//! unless an item says otherwise.

#[expect(dead_code, reason = "this bench pauses in one way only")]
mod harness;
#[path = "tasks/hops.rs"]
mod hops;
#[path = "tasks/many.rs"]
mod many;
#[path = "tasks/spawns.rs"]
mod spawns;
#[expect(dead_code, reason = "the workloads serve other benches too")]
mod workload;

use harness::report::Report;

/// An item of the list: its name and the contests that measure it.
type Item = (&'static str, fn(&mut Report));

const ITEMS: [Item; 6] = [
    ("1 spawn from a worker", spawns::from_a_worker),
    ("1 spawn from outside", spawns::from_outside),
    ("1 memory of a queued task", spawns::memory),
    ("2 tasks of 1 us", many::short),
    ("3 mixed tasks", many::mixed),
    ("4 ping-pong", hops::ping_pong),
];

fn main() {
    let mut report = Report::from_args();
    for (name, contests) in ITEMS {
        if report.wants(name) {
            contests(&mut report);
        }
    }
    report.finish();
}
