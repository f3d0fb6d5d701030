//! Loom models: who waits sees what was done, and is always told.

use super::Tally;
use crate::base::barrier;
use crate::base::model::check;
use crate::sync::latch::Latch;
use crate::sync::model::Lodging;
use crate::sync::parker::Parker;
use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::thread;

/// Waits until all that has begun has ended.
fn wait(tally: &Tally, parker: &'static Parker) {
    let latch = Latch::new();
    // SAFETY: this frame stays until the latch is set.
    unsafe { tally.enrol(&latch) };
    latch.block_on(parker);
}

struct Work {
    tally: Tally,
    done: UnsafeCell<u32>,
}

// SAFETY: `done` is checked by loom.
unsafe impl Sync for Work {}

impl Work {
    fn new() -> Arc<Self> {
        Arc::new(Work {
            tally: Tally::new(1),
            done: UnsafeCell::new(0),
        })
    }

    fn add(&self) {
        // SAFETY: loom checks that nobody else is at it.
        self.done.with_mut(|done| unsafe { *done += 1 });
    }

    fn assert_done(&self, times: u32) {
        // SAFETY: as above.
        assert_eq!(self.done.with(|done| unsafe { *done }), times);
    }
}

fn what_began_before_has_ended(workers_own: bool) {
    let parker = Lodging::new();
    let work = Work::new();
    let ticket = work.tally.begin(None);
    let other = Arc::clone(&work);
    let worker = thread::spawn(move || {
        other.add();
        let _ = other.tally.end(ticket, workers_own.then_some(0));
        // Something newer, that nobody needs to wait for.
        let next = other.tally.begin(Some(0));
        let _ = other.tally.end(next, Some(0));
    });
    wait(&work.tally, parker.0);
    work.assert_done(1);
    worker.join().expect("no panic");
}

fn two_waiters_are_told() {
    let parkers = [Lodging::new(), Lodging::new()];
    let [own, others] = [parkers[0].0, parkers[1].0];
    let work = Work::new();
    let other = Arc::clone(&work);
    let third = Arc::clone(&work);
    let worker = thread::spawn(move || {
        let ticket = other.tally.begin(Some(0));
        let _ = other.tally.end(ticket, Some(0));
    });
    let waiter = thread::spawn(move || wait(&third.tally, others));
    wait(&work.tally, own);
    waiter.join().expect("no panic");
    worker.join().expect("no panic");
}

#[test]
fn a_worker_ends_it() {
    check(|| what_began_before_has_ended(true));
}

#[test]
fn somebody_else_ends_it() {
    check(|| what_began_before_has_ended(false));
}

#[test]
fn a_worker_ends_it_without_a_barrier() {
    check(|| barrier::without(|| what_began_before_has_ended(true)));
}

#[test]
fn two_waiters() {
    check(two_waiters_are_told);
}

#[test]
fn two_waiters_without_a_barrier() {
    check(|| barrier::without(two_waiters_are_told));
}

fn one_end_is_the_last() {
    let work = Work::new();
    let ticket = work.tally.begin(None);
    let other = Arc::clone(&work);
    let worker = thread::spawn(move || {
        let next = other.tally.begin(Some(0));
        let first = other.tally.end(ticket, Some(0));
        other.add();
        (first, other.tally.end(next, Some(0)))
    });
    let closed = work.tally.close();
    if closed {
        work.assert_done(1);
    }
    let (first, second) = worker.join().expect("no panic");
    assert!(!first);
    assert!(closed != second);
}

#[test]
fn the_end() {
    check(one_end_is_the_last);
}

#[test]
fn the_end_without_a_barrier() {
    check(|| barrier::without(one_end_is_the_last));
}
