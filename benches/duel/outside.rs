//! Item 11: what ordinary threads pay for a pool: its beginning, and calls into one whose threads are asleep.

use crate::harness::contest::Contest;
use crate::harness::report::{Report, Target};
use crate::workload::item::Item;
use crate::workload::pools;
use std::hint::black_box;
use std::process::Command;
use std::sync::mpsc;
use std::{env, thread};

/// The option that makes of this program one that calls once.
const CHILD: &str = "--call-once=";
/// So many calls are made of each pool back to back.
const CALLS: usize = 1_000;
/// So many jobs are left to a pool.
const JOBS: u64 = 4;
/// What a first call may cost of rayon's, with the process around it.
const FIRST_AT_MOST: f64 = 1.15;

/// Whether this process is a child, and has done what it is for: a short loop, in a process that has another thread already.
pub(crate) fn called_once() -> bool {
    let child = env::args().find_map(|arg| Some(arg.strip_prefix(CHILD)?.to_string()));
    let Some(child) = child else {
        return false;
    };
    let call = move || match child.as_str() {
        "tine" => {
            use tine::prelude::*;
            (0..1_000_u64).into_par_iter().map(black_box).sum::<u64>()
        }
        "rayon" => {
            use rayon::prelude::*;
            (0..1_000_u64).into_par_iter().map(black_box).sum::<u64>()
        }
        _ => (0..1_000_u64).map(black_box).sum(),
    };
    black_box(thread::spawn(call).join().expect("a sum"));
    true
}

/// Runs a child.
fn run(child: &str) {
    let program = env::current_exe().expect("the path of this program");
    let status = Command::new(program)
        .arg(format!("{CHILD}{child}"))
        .status();
    assert!(status.expect("a child").success());
}

/// First calls, and calls into pools.
pub(crate) fn calls(report: &mut Report) {
    let outcome = Contest::new(report.rounds(21))
        .seat("sequential", || run("sequential"))
        .seat("tine", || run("tine"))
        .seat("rayon", || run("rayon"))
        .run();
    report.times("a program of one short loop", &outcome, 1.0);
    let ratio = outcome.ratio("tine", "rayon");
    report.check("  tine / rayon", ratio, Target::AtMost(FIRST_AT_MOST));
    let (tine, rayon) = (pools::tine(2), pools::rayon(2));
    let outcome = Contest::new(report.rounds(21))
        .back_to_back(CALLS)
        .seat("tine", || tine.install(|| black_box(1)))
        .seat("rayon", || rayon.install(|| black_box(1)))
        .run();
    report.times("install of next to nothing", &outcome, 1.0);
    let ratio = outcome.ratio("tine", "rayon");
    report.check("  tine / rayon", ratio, Target::AtMost(1.0));
    let item = Item::lasting(25_000.0);
    let outcome = Contest::new(report.rounds(41))
        .seat("tine", || {
            tine.in_place_scope(|scope| {
                (0..JOBS).for_each(|i| scope.spawn(move |_| _ = black_box(item.cost(i))))
            })
        })
        .seat("rayon", || {
            rayon.in_place_scope(|scope| {
                (0..JOBS).for_each(|i| scope.spawn(move |_| _ = black_box(item.cost(i))))
            })
        })
        .run();
    report.times("4 jobs of 25 us, in_place_scope", &outcome, 1.0);
    report.note("  tine / rayon", outcome.ratio("tine", "rayon"));
    let outcome = Contest::new(report.rounds(41))
        .seat("tine", || answers(item, |job| tine.spawn(job)))
        .seat("rayon", || answers(item, |job| rayon.spawn(job)))
        .run();
    report.times("4 jobs of 25 us, spawn", &outcome, 1.0);
    report.note("  tine / rayon", outcome.ratio("tine", "rayon"));
}

/// Sums what spawned jobs send back.
fn answers(item: Item, spawn: impl Fn(Box<dyn FnOnce() + Send>)) -> u64 {
    let (sender, receiver) = mpsc::channel();
    for i in 0..JOBS {
        let sender = sender.clone();
        spawn(Box::new(move || {
            sender.send(item.cost(i)).expect("it waits for all");
        }));
    }
    drop(sender);
    receiver.iter().fold(0, u64::wrapping_add)
}
