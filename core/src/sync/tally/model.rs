//! Loom models: who waits sees what was done, and is always told.

use super::{Tally, Ticket};
use crate::base::barrier;
use crate::base::model::check;
use crate::sync::latch::Latch;
use crate::sync::model::Lodging;
use crate::sync::parker::Parker;
use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::thread;

/// Waits until all that has begun has ended. Whether the last end was noticed on the way.
fn wait(tally: &Tally, parker: &'static Parker) -> bool {
    let latch = Latch::new();
    // SAFETY: this frame stays until the latch is set.
    let over = unsafe { tally.enrol(&latch) };
    latch.block_on(parker);
    over
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
    assert!(!wait(&work.tally, parker.0));
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
    assert!(!wait(&work.tally, own));
    assert!(!waiter.join().expect("no panic"));
    worker.join().expect("no panic");
}

/// So much that ends are counted as if nobody waited, at first.
fn much_has_ended(workers_own: usize) {
    let parker = Lodging::new();
    let work = Work::new();
    let tickets: [Ticket; 4] = std::array::from_fn(|_| work.tally.begin(None));
    let other = Arc::clone(&work);
    let worker = thread::spawn(move || {
        for (turn, ticket) in tickets.into_iter().enumerate() {
            other.add();
            let _ = other.tally.end(ticket, (turn < workers_own).then_some(0));
        }
    });
    assert!(!wait(&work.tally, parker.0));
    work.assert_done(4);
    worker.join().expect("no panic");
}

#[test]
fn much_is_waited_for() {
    for workers_own in [1, 3, 4] {
        check(move || much_has_ended(workers_own));
    }
}

#[test]
fn much_is_waited_for_without_a_barrier() {
    check(|| barrier::without(|| much_has_ended(3)));
}

/// Two who end things, so that one of them may reach a multiple unseen by the other.
fn two_end_much() {
    let parker = Lodging::new();
    let tally = Arc::new(Tally::new(2));
    let mut tickets: Vec<Ticket> = (0..5).map(|_| tally.begin(None)).collect();
    let workers = [(0, 3), (1, 2)].map(|(worker, count)| {
        let own: Vec<Ticket> = tickets.drain(..count).collect();
        let tally = Arc::clone(&tally);
        thread::spawn(move || {
            for ticket in own {
                let _ = tally.end(ticket, Some(worker));
            }
        })
    });
    assert!(!wait(&tally, parker.0));
    for worker in workers {
        worker.join().expect("no panic");
    }
}

#[test]
fn two_workers_end_much() {
    check(two_end_much);
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

/// Somebody waits while it ends, and may be the one who notices.
fn the_last_end_is_noticed_once() {
    let parker = Lodging::new();
    let work = Work::new();
    let ticket = work.tally.begin(None);
    let other = Arc::clone(&work);
    let worker = thread::spawn(move || other.tally.end(ticket, Some(0)));
    let closed = work.tally.close();
    let waited = wait(&work.tally, parker.0);
    let ended = worker.join().expect("no panic");
    assert_eq!(
        [closed, waited, ended]
            .map(usize::from)
            .iter()
            .sum::<usize>(),
        1
    );
}

#[test]
fn the_end_with_a_waiter() {
    check(the_last_end_is_noticed_once);
}

#[test]
fn the_end_with_a_waiter_without_a_barrier() {
    check(|| barrier::without(the_last_end_is_noticed_once));
}

/// What begins without anything that keeps the pool (in a handler of a thread's start, say) is waited for or comes too late, but it
/// never takes the end from who was to be told.
fn what_begins_at_the_end() {
    let work = Work::new();
    let ticket = work.tally.begin(None);
    let other = Arc::clone(&work);
    let handler = thread::spawn(move || {
        let late = other.tally.begin(Some(0));
        other.tally.end(late, Some(0))
    });
    let closed = work.tally.close();
    let ended = work.tally.end(ticket, None);
    let late = handler.join().expect("no panic");
    let told = [closed, ended, late].into_iter().filter(|&over| over);
    assert_eq!(told.count(), 1);
}

#[test]
fn a_beginning_at_the_end() {
    check(what_begins_at_the_end);
}
