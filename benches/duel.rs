//! Every promise about speed, measured against its target: `cargo bench --bench duel`.
//!
//! Arguments are parts of item names: `cargo bench --bench duel -- fib loops` plays three of them. With `--linger=MS` threads of
//! tine's global pool look for work so many milliseconds before they sleep (`ThreadPoolBuilder::linger`). The contestants of an
//! item take turns in one process, and a figure is the median of its values in the single rounds, with the quartiles
//! behind it. Both global pools have their default size, which the targets take to be two threads.

#[path = "duel/blocking.rs"]
mod blocking;
#[path = "duel/forks.rs"]
mod forks;
#[expect(dead_code, reason = "the harness serves other benches too")]
mod harness;
#[path = "duel/joins.rs"]
mod joins;
#[path = "duel/loops.rs"]
mod loops;
#[path = "duel/outside.rs"]
mod outside;
#[path = "duel/pools.rs"]
mod pools;
#[path = "duel/silence.rs"]
mod silence;
#[expect(dead_code, reason = "the workloads serve other benches too")]
mod workload;

use harness::report::Report;

/// An item of the list: its name and the contests that measure it.
type Item = (&'static str, fn(&mut Report));

const ITEMS: [Item; 12] = [
    ("1 fib on one thread", forks::fib_on_one_thread),
    ("2 fib and tree on two threads", forks::on_two_threads),
    ("3 join of two empty closures", joins::empty),
    ("4 join of two long closures", joins::of_200_us),
    ("5 nobody hides work", pools::nobody_hides_work),
    ("6 wide pools", pools::wide_pools),
    ("7 quiet pool", pools::quiet_pool),
    ("8 small loops", loops::small_loops),
    ("9 mandelbrot", loops::mandelbrot),
    ("10 blocked threads", blocking::blocked_threads),
    ("11 calls from outside", outside::calls),
    ("12 short loops after silence", silence::short_loops),
];

fn main() {
    if outside::called_once() {
        return;
    }
    let mut report = Report::from_args();
    if let Some(time) = report.linger() {
        let builder = tine::ThreadPoolBuilder::new().linger(time);
        builder.build_global().expect("threads");
        println!("tine's threads linger for {time:?}");
    }
    println!(
        "global pools: tine {}, rayon {} threads",
        tine::current_num_threads(),
        rayon::current_num_threads()
    );
    for (name, contests) in ITEMS {
        if report.wants(name) {
            contests(&mut report);
        }
    }
    report.finish();
}
