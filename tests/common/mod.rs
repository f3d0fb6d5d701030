//! What the promise tests share: pools, planned panics, a watchdog, a ledger of drops, child processes.
//!
//! Each test binary uses only a part of this.
#![allow(dead_code, unused_imports, unused_macros)]

pub(crate) mod child;
pub(crate) mod erased;
#[cfg(target_os = "linux")]
pub(crate) mod faults;
pub(crate) mod ledger;
pub(crate) mod oracle;
pub(crate) mod watchdog;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tine::{ThreadPool, ThreadPoolBuilder};

/// A pool of `threads` threads.
pub(crate) fn pool(threads: usize) -> ThreadPool {
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    builder.build().expect("a pool")
}

/// The payload of a planned panic.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Boom(pub(crate) usize);

/// Panics with [`Boom`] without the panic hook's message, which would bury the output of a real failure.
pub(crate) fn boom(number: usize) -> ! {
    resume_unwind(Box::new(Boom(number)))
}

/// The number inside a payload of [`boom`].
#[track_caller]
pub(crate) fn number_of(payload: &(dyn Any + Send)) -> usize {
    payload.downcast_ref::<Boom>().expect("a planned panic").0
}

/// Runs `op`, which must panic by [`boom`], and returns the number.
#[track_caller]
pub(crate) fn caught<R>(op: impl FnOnce() -> R) -> usize {
    match catch_unwind(AssertUnwindSafe(op)) {
        Ok(_) => panic!("the panic did not reach the caller"),
        Err(payload) => number_of(&*payload),
    }
}

/// How often a stress test repeats: all of `full` in a release build, less where each round is slow.
pub(crate) fn rounds(full: usize) -> usize {
    let share = match (cfg!(tine_tsan), cfg!(debug_assertions)) {
        (true, _) => 50,
        (_, true) => 20,
        _ => 1,
    };
    (full / share).max(1)
}

/// The right to be the only caller from outside in this test program, for tests that mind company in the global pool.
pub(crate) fn outsider() -> MutexGuard<'static, ()> {
    static RIGHT: Mutex<()> = Mutex::new(());
    RIGHT.lock().unwrap_or_else(PoisonError::into_inner)
}
