//! Item 1: what it costs to spawn an empty task, and to have it run.

use crate::harness::contest::{Contest, Spread};
use crate::harness::report::{Report, Target};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

/// How many tasks a sample spawns.
const TASKS: usize = 20_000;

static DONE: AtomicUsize = AtomicUsize::new(0);

/// The task: only counts that it ran, so that somebody can wait for all.
fn task() {
    DONE.fetch_add(1, Relaxed);
}

/// Waits on a worker by running what there is.
fn work_off(yield_now: impl Fn()) {
    while DONE.load(Relaxed) < TASKS {
        yield_now();
    }
}

fn tine_pool(threads: usize) -> tine::ThreadPool {
    let builder = tine::ThreadPoolBuilder::new().num_threads(threads);
    builder.build().expect("a pool")
}

fn rayon_pool(threads: usize) -> rayon::ThreadPool {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
    builder.build().expect("a pool")
}

/// A worker spawns, and runs them with the others.
pub(crate) fn from_a_worker(report: &mut Report) {
    for threads in [1, 2] {
        let (tine, rayon) = (tine_pool(threads), rayon_pool(threads));
        let tine_runs = |spawn: fn()| {
            DONE.store(0, Relaxed);
            tine.install(|| {
                (0..TASKS).for_each(|_| spawn());
                work_off(|| _ = tine::yield_now());
            });
        };
        let outcome = Contest::new(report.rounds(101))
            .seat("spawn", || tine_runs(|| tine::spawn(task)))
            .seat("submit", || tine_runs(|| drop(tine::submit(task))))
            .seat("rayon", || {
                DONE.store(0, Relaxed);
                rayon.install(|| {
                    (0..TASKS).for_each(|_| rayon::spawn(task));
                    work_off(|| _ = rayon::yield_now());
                });
            })
            .run();
        report.times(&format!("{threads} threads"), &outcome, TASKS as f64);
        for own in ["spawn", "submit"] {
            report.check(
                &format!("{threads} threads, tine's {own} / rayon"),
                outcome.ratio(own, "rayon"),
                Target::AtMost(0.5),
            );
        }
    }
}

/// An ordinary thread spawns, and waits for the pool to run them.
pub(crate) fn from_outside(report: &mut Report) {
    let (tine, rayon) = (tine_pool(2), rayon_pool(2));
    let sample = |spawn: &dyn Fn()| {
        DONE.store(0, Relaxed);
        (0..TASKS).for_each(|_| spawn());
        work_off(thread::yield_now);
    };
    let outcome = Contest::new(report.rounds(101))
        .seat("spawn", || sample(&|| tine.spawn(task)))
        .seat("submit", || sample(&|| drop(tine.submit(task))))
        .seat("rayon", || sample(&|| rayon.spawn(task)))
        .run();
    report.times("2 threads", &outcome, TASKS as f64);
    for own in ["spawn", "submit"] {
        report.check(
            &format!("tine's {own} / rayon"),
            outcome.ratio(own, "rayon"),
            Target::AtMost(0.7),
        );
    }
}

/// Counts what is allocated and not yet freed, while that is asked for: counting takes a good part of a task's time.
struct Counting;

static COUNTS: AtomicBool = AtomicBool::new(false);
static HELD: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: as `System`, which does the work.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if COUNTS.load(Relaxed) {
            HELD.fetch_add(layout.size(), Relaxed);
        }
        // SAFETY: passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        if COUNTS.load(Relaxed) {
            HELD.fetch_sub(layout.size(), Relaxed);
        }
        // SAFETY: passed on.
        unsafe { System.dealloc(place, layout) }
    }
}

/// Bytes a task that waits, beside its closure and with its share of the queue.
pub(crate) fn memory(report: &mut Report) {
    const BIG: usize = 100_000;
    let pool = tine_pool(1);
    let held = |submit: &dyn Fn()| {
        let gate = std::sync::Arc::new(std::sync::Barrier::new(2));
        let own = std::sync::Arc::clone(&gate);
        pool.spawn(move || _ = own.wait());
        HELD.store(0, Relaxed);
        COUNTS.store(true, Relaxed);
        (0..BIG).for_each(|_| submit());
        COUNTS.store(false, Relaxed);
        let held = HELD.load(Relaxed);
        gate.wait();
        pool.wait_all();
        held as f64 / BIG as f64
    };
    // The closure is of no size. The queue doubles, so that a part of it may be empty.
    let spawned = held(&|| pool.spawn(|| ()));
    let submitted = held(&|| drop(pool.submit(|| ())));
    let limit = Target::AtMost(64.0);
    report.check("bytes a spawned task", Spread::single(spawned), limit);
    report.check("bytes a submitted task", Spread::single(submitted), limit);
}
