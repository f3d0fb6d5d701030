//! Work in a rhythm finds a thread awake; the end of the rhythm is the end of that.

use std::hint;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tine::prelude::*;
use tine::{ThreadPool, ThreadPoolBuilder, WorkerStats};

/// From one call to the next.
const PERIOD: Duration = Duration::from_millis(8);
/// More than a wake is taken to last.
const WORK: Duration = Duration::from_micros(500);

/// However many calls it takes until a rhythm is learnt on a machine with other things to do: not so many.
const NEVER: u32 = 10_000;

/// A rhythm is kept by one test at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn total(pool: &ThreadPool) -> WorkerStats {
    pool.stats().total()
}

fn until(time: Instant) {
    while Instant::now() < time {
        hint::spin_loop();
    }
}

fn work() {
    until(Instant::now() + WORK);
}

/// Calls at even distances as long as `goes_on` says so after each.
fn beat(pool: &ThreadPool, mut goes_on: impl FnMut(u32) -> bool) {
    let start = Instant::now();
    let mut calls = 0;
    while {
        calls += 1;
        goes_on(calls)
    } {
        assert!(calls < NEVER, "no rhythm was learnt");
        until(start + PERIOD * calls);
        pool.install(work);
    }
}

#[test]
fn a_rhythm_is_learnt_and_forgotten() {
    let _alone = alone();
    let pool = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    beat(&pool, |_| total(&pool).alarms < 5);
    let before = total(&pool).alarms;
    until(Instant::now() + PERIOD * 12);
    let false_alarms = total(&pool).alarms - before;
    assert!(false_alarms <= 2, "{false_alarms} false alarms");
}

#[test]
fn not_if_it_was_not_wanted() {
    let _alone = alone();
    let builder = ThreadPoolBuilder::new().num_threads(1);
    let pool = builder.anticipate(false).build().unwrap();
    beat(&pool, |calls| calls < 30);
    assert_eq!(total(&pool).alarms, 0);
}

/// The only test here that uses the global pool.
#[test]
fn callers_take_part() {
    let _alone = alone();
    if thread::available_parallelism().unwrap().get() == 1 {
        // Nobody is woken there to help a caller.
        return;
    }
    let builder = ThreadPoolBuilder::new().num_threads(2);
    builder.build_global().unwrap();
    let start = Instant::now();
    let mut calls = 0;
    while tine::stats().total().alarms < 5 {
        calls += 1;
        assert!(calls < NEVER, "no rhythm was learnt");
        until(start + PERIOD * calls);
        assert_eq!(tine::join(|| (work(), 1).1, || (work(), 2).1), (1, 2));
    }
}

/// Loops that are over before anybody has come are expected, too: what is less than a wake on some machines.
#[test]
fn loops_that_nobody_would_be_woken_for_are_expected() {
    let _alone = alone();
    if thread::available_parallelism().unwrap().get() == 1 {
        // As above.
        return;
    }
    let pool = ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let item = Duration::from_micros(1);
    pool.install(|| {
        let start = Instant::now();
        let mut calls = 0;
        while total(&pool).alarms < 5 {
            calls += 1;
            assert!(calls < NEVER, "no rhythm was learnt");
            until(start + PERIOD * calls);
            (0..100)
                .into_par_iter()
                .for_each(|_| until(Instant::now() + item));
        }
    });
}
