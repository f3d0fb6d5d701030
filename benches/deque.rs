//! What the queues of `tine::deque` cost, against those of `crossbeam-deque`: `cargo bench --bench deque`.
//!
//! Arguments are parts of item names. The contestants of an item take turns in one process, and a figure is the median of its
//! values in the single rounds, with the quartiles behind it. Items of the queues are words.

#[expect(dead_code, reason = "the harness serves other benches too")]
mod harness;
#[path = "deque/kinds.rs"]
mod kinds;
#[path = "deque/races.rs"]
mod races;
#[path = "deque/turns.rs"]
mod turns;

use harness::report::Report;

/// An item of the list: its name and the contests that measure it.
type Item = (&'static str, fn(&mut Report));

const ITEMS: [Item; 5] = [
    ("push and pop", turns::push_and_pop),
    ("steal", turns::steal),
    ("batch steal", turns::batch),
    ("one thief", |report| races::thieves(report, 1)),
    ("three thieves", |report| races::thieves(report, 3)),
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
