//! Loom models of sleeping: a small pool around the real [`Sleep`], with real deques, injector and
//! parkers, whose workers search and sleep as `pool/search` has it, only without patience. A wake
//! that is lost leaves a job undone, which shows as a deadlock.

use super::{Sleep, Surroundings, Woken};
use crate::base::barrier;
use crate::base::model::{check, check_prepared};
use crate::base::prim::{AtomicBool, Ordering, fence_seq_cst};
use crate::queue::fork_deque::hand::Hand;
use crate::queue::fork_deque::{ForkDeque, Published, Pushed};
use crate::queue::injector::Injector;
use crate::queue::{Steal, Word};
use crate::sync::latch::Latch;
use crate::sync::parker::Parker;
use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::thread::{self, JoinHandle};
use std::ptr::{self, NonNull};

/// What a worker does with a job.
type Run = fn(&Hall, usize, Job);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Job(usize);

impl Job {
    fn into_word(self) -> Word {
        NonNull::new(ptr::without_provenance_mut(self.0 + 1)).expect("not null")
    }

    fn from_word(word: Word) -> Self {
        Job(word.addr().get() - 1)
    }
}

struct Place {
    deque: ForkDeque,
    broadcasts: Injector<Job>,
    parker: &'static Parker,
}

/// The pool of a model.
struct Hall {
    sleep: Sleep,
    places: Vec<Place>,
    injector: Injector<Job>,
    terminating: AtomicBool,
    /// Set when the job of that number is done; one thread may wait for each.
    done: Vec<Latch>,
    run: Run,
    /// Of the thread outside.
    visitor: &'static Parker,
}

impl Drop for Hall {
    fn drop(&mut self) {
        let parkers = self.places.iter().map(|place| place.parker);
        for parker in parkers.chain([self.visitor]) {
            // SAFETY: leaked in `Hall::new`; the model has joined its threads.
            drop(unsafe { Box::from_raw(ptr::from_ref(parker).cast_mut()) });
        }
    }
}

impl Surroundings for Hall {
    fn last_look(&self, slot: usize, anybody_active: bool) -> bool {
        if anybody_active {
            self.raise_hunger();
            barrier::heavy();
        }
        self.has_orders(slot) || self.has_work()
    }

    fn has_orders(&self, slot: usize) -> bool {
        !self.places[slot].broadcasts.is_empty()
    }

    fn is_over(&self) -> bool {
        self.is_terminating()
    }

    fn has_work(&self) -> bool {
        let has_work = |place: &Place| place.deque.has_shared() || place.deque.has_hidden();
        !self.injector.is_empty() || self.places.iter().any(has_work)
    }

    fn has_newest(&self) -> bool {
        false
    }

    fn has_untold_unseen(&self) -> bool {
        false
    }

    fn runs(&self, _slot: usize) -> bool {
        true
    }

    fn progress(&self) -> u64 {
        unreachable!("no watch in a pool that is no wider than the machine")
    }
}

impl Hall {
    fn new(workers: usize, jobs: usize, run: Run) -> Arc<Self> {
        let parker = || -> &'static Parker { Box::leak(Box::new(Parker::new())) };
        let place = |_| Place {
            deque: ForkDeque::new(true),
            broadcasts: Injector::new(),
            parker: parker(),
        };
        Arc::new(Hall {
            sleep: Sleep::new(workers, workers),
            places: (0..workers).map(place).collect(),
            injector: Injector::new(),
            terminating: AtomicBool::new(false),
            done: (0..jobs).map(|_| Latch::new()).collect(),
            run,
            visitor: parker(),
        })
    }

    fn raise_hunger(&self) {
        fence_seq_cst();
        self.places.iter().for_each(|place| place.deque.raise());
    }

    fn is_terminating(&self) -> bool {
        // Acquire: as in the registry.
        self.terminating.load(Ordering::Acquire)
    }

    fn terminate(&self) {
        // Release: as in the registry.
        self.terminating.store(true, Ordering::Release);
        fence_seq_cst();
        self.sleep.wake_all();
    }

    fn inject(&self, job: Job) {
        self.injector.push(job);
        self.sleep.notify();
    }

    /// As the pool's push, for the owner of place `me`.
    fn push(&self, me: usize, job: Job) {
        let hand = Hand::of(&self.places[me].deque);
        if hand.push(job.into_word()) == Pushed::Quiet {
            return;
        }
        hand.make_room();
        let hungry = self.still_hungry(me);
        match hand.publish() {
            Published::Before if hungry => self.sleep.remind(),
            Published::Now => self.sleep.notify(),
            _ => {}
        }
    }

    fn still_hungry(&self, me: usize) -> bool {
        if self.sleep.hungry() {
            return true;
        }
        Hand::of(&self.places[me].deque).calm();
        fence_seq_cst();
        let hungry = self.sleep.hungry();
        if hungry {
            self.places[me].deque.raise();
        }
        hungry
    }

    fn pop(&self, me: usize) -> Option<Job> {
        Hand::of(&self.places[me].deque).pop().map(Job::from_word)
    }

    fn steal_from(&self, victim: usize) -> Option<Job> {
        match self.places[victim].deque.steal() {
            Steal::Item(word) => Some(Job::from_word(word)),
            Steal::Empty | Steal::Retry => None,
        }
    }

    fn next_job(&self, me: usize) -> Option<Job> {
        let victims = || (0..self.places.len()).filter(|&victim| victim != me);
        let hidden = |&victim: &usize| self.places[victim].deque.has_hidden();
        self.pop(me)
            .or_else(|| self.places[me].broadcasts.pop())
            .or_else(|| victims().find_map(|victim| self.steal_from(victim)))
            .or_else(|| {
                let victim = victims().find(hidden)?;
                self.places[victim].deque.expose();
                self.steal_from(victim)
            })
            .or_else(|| self.injector.pop())
    }

    /// None: the pool ends, or `until` is set.
    fn seek(&self, me: usize, until: Option<&Latch>) -> Option<Job> {
        if self.sleep.begin_search() {
            self.raise_hunger();
        }
        let found = self.search(me, until);
        let last = self.sleep.end_search();
        self.places[me].deque.raise();
        if last && self.has_work() {
            self.sleep.notify();
        }
        found
    }

    fn search(&self, me: usize, until: Option<&Latch>) -> Option<Job> {
        loop {
            if until.is_some_and(Latch::probe) {
                return None;
            }
            if let Some(job) = self.next_job(me) {
                return Some(job);
            }
            if until.is_none() && self.is_terminating() {
                return None;
            }
            let parker = self.places[me].parker;
            let (Woken::Search | Woken::Early) = match until {
                None => self.sleep.sleep(me, parker, self, None),
                Some(latch) => self.sleep.sleep_on(latch, me, parker, self),
            };
            thread::yield_now();
        }
    }

    /// The life of worker `me`.
    fn live(&self, me: usize) {
        while let Some(job) = self.seek(me, None) {
            self.execute(me, job);
            while let Some(job) = self.pop(me) {
                self.execute(me, job);
            }
        }
    }

    fn execute(&self, me: usize, job: Job) {
        (self.run)(self, me, job);
        // SAFETY: the hall is counted; each job is executed once, or `set` would take the set word for a parker.
        unsafe { Latch::set(&raw const self.done[job.0]) }
    }

    /// Worker `me` works until the job is done.
    fn wait(&self, me: usize, job: Job) {
        while !self.done[job.0].probe() {
            if let Some(job) = self.seek(me, Some(&self.done[job.0])) {
                self.execute(me, job);
            }
        }
    }

    /// A long closure: does not look up until the job is done by somebody else.
    fn hold(&self, parker: &'static Parker, job: Job) {
        self.done[job.0].block_on(parker);
    }

    /// A thread from outside takes part, if there is a place.
    fn visit(&self, body: impl FnOnce(usize)) -> bool {
        let Some(slot) = self.sleep.lease() else {
            return false;
        };
        let place = &self.places[slot];
        place.deque.raise();
        body(slot);
        let left_behind = place.deque.len() != 0 || !place.broadcasts.is_empty();
        self.sleep.release(slot, left_behind, self);
        true
    }
}

fn workers<const N: usize>(hall: &Arc<Hall>, which: [usize; N]) -> [JoinHandle<()>; N] {
    which.map(|me| {
        let hall = Arc::clone(hall);
        thread::spawn(move || hall.live(me))
    })
}

/// Workers that are all asleep when the exploration begins.
fn sleepers<const N: usize>(hall: &Arc<Hall>, which: [usize; N]) -> [JoinHandle<()>; N] {
    let threads = workers(hall, which);
    while hall.sleep.counters().sleeping() as usize != N {
        thread::yield_now();
    }
    loom::explore();
    threads
}

/// Ends the pool once these jobs are done; the others nobody waits for.
fn finish<const N: usize>(
    hall: &Hall,
    jobs: impl IntoIterator<Item = usize>,
    threads: [JoinHandle<()>; N],
) {
    for job in jobs {
        hall.hold(hall.visitor, Job(job));
    }
    loom::skip_branch();
    hall.terminate();
    for thread in threads {
        thread.join().unwrap();
    }
    assert!(hall.done.iter().all(Latch::probe));
}

const NOTHING: Run = |_, _, _| {};

#[test]
fn one_worker_is_fed_twice() {
    check(|| {
        let hall = Hall::new(1, 2, NOTHING);
        let threads = workers(&hall, [0]);
        hall.inject(Job(0));
        hall.hold(hall.visitor, Job(0));
        hall.inject(Job(1));
        finish(&hall, [1], threads);
    });
}

#[test]
fn two_workers_are_fed() {
    check_prepared(|| {
        let hall = Hall::new(2, 2, NOTHING);
        let threads = sleepers(&hall, [0, 1]);
        hall.inject(Job(0));
        hall.inject(Job(1));
        finish(&hall, [0, 1], threads);
    });
}

/// The first job lasts until the second is done, so that both workers are needed.
#[test]
fn two_workers_are_needed() {
    check(|| {
        let hall = Hall::new(2, 2, |hall, me, job| {
            if job == Job(0) {
                hall.hold(hall.places[me].parker, Job(1));
            }
        });
        let threads = workers(&hall, [0, 1]);
        hall.inject(Job(0));
        hall.inject(Job(1));
        finish(&hall, [0], threads);
    });
}

/// The owner of a fork runs something long; a worker that lies down meanwhile must find the fork.
#[test]
fn no_work_is_hidden() {
    check(|| {
        let hall = Hall::new(2, 1, NOTHING);
        let threads = workers(&hall, [1]);
        hall.push(0, Job(0));
        hall.hold(hall.places[0].parker, Job(0));
        finish(&hall, [], threads);
    });
}

/// The same for an owner that was told that nobody is hungry.
#[test]
fn no_work_is_hidden_in_calm_times() {
    check(|| {
        let hall = Hall::new(2, 1, NOTHING);
        Hand::of(&hall.places[0].deque).calm();
        let threads = workers(&hall, [1]);
        hall.push(0, Job(0));
        hall.hold(hall.places[0].parker, Job(0));
        finish(&hall, [], threads);
    });
}

/// A searcher was there when the fork was made, so nobody was woken; but it finds something else,
/// which lasts as long.
#[test]
fn a_searcher_that_leaves_wakes_another() {
    check_prepared(|| {
        let hall = Hall::new(3, 3, |hall, me, job| match job {
            Job(0) => hall.execute(me, Job(2)),
            Job(1) => hall.hold(hall.places[me].parker, Job(2)),
            _ => {}
        });
        let [asleep] = sleepers(&hall, [2]);
        hall.injector.push(Job(1));
        let [searcher] = workers(&hall, [1]);
        hall.push(0, Job(0));
        hall.hold(hall.places[0].parker, Job(0));
        finish(&hall, [1], [asleep, searcher]);
    });
}

/// A worker sleeps on a latch, which counts as asleep, while work comes from outside.
#[test]
fn a_waiter_is_woken_for_work() {
    check(|| {
        let hall = Hall::new(2, 2, |hall, _, job| {
            if job == Job(1) {
                hall.hold(hall.visitor, Job(0));
            }
        });
        let threads = workers(&hall, [1]);
        let injector = {
            let hall = Arc::clone(&hall);
            thread::spawn(move || hall.inject(Job(0)))
        };
        hall.push(0, Job(1));
        hall.wait(0, Job(1));
        injector.join().unwrap();
        finish(&hall, [], threads);
    });
}

#[test]
fn a_guest_leaves_work_behind() {
    check(|| {
        let hall = Hall::new(1, 2, NOTHING);
        let threads = workers(&hall, [0]);
        hall.inject(Job(0));
        let came = hall.visit(|slot| hall.push(slot, Job(1)));
        if !came {
            hall.inject(Job(1));
        }
        finish(&hall, [0, 1], threads);
    });
}

#[test]
fn a_guest_takes_the_place_of_a_thread_that_saw_work() {
    check(|| {
        let hall = Hall::new(1, 2, NOTHING);
        let threads = workers(&hall, [0]);
        let injector = {
            let hall = Arc::clone(&hall);
            thread::spawn(move || hall.inject(Job(0)))
        };
        let came = hall.visit(|slot| {
            hall.push(slot, Job(1));
            if let Some(job) = hall.pop(slot) {
                hall.execute(slot, job);
            }
        });
        if !came {
            hall.inject(Job(1));
        }
        injector.join().unwrap();
        finish(&hall, [0, 1], threads);
    });
}

/// A guest comes and goes while work from outside wakes the thread whose place it may have.
#[test]
fn a_guest_passes_through_the_bed_of_who_is_woken() {
    check_prepared(|| {
        let hall = Hall::new(1, 1, NOTHING);
        let threads = sleepers(&hall, [0]);
        let injector = {
            let hall = Arc::clone(&hall);
            thread::spawn(move || hall.inject(Job(0)))
        };
        hall.visit(|_| {});
        injector.join().unwrap();
        finish(&hall, [0], threads);
    });
}

/// The first place is taken without the lock, by one at a time.
#[test]
fn two_guests_want_one_place() {
    check_prepared(|| {
        let hall = Hall::new(1, 0, NOTHING);
        let threads = sleepers(&hall, [0]);
        let visits = Arc::new(UnsafeCell::new(0));
        let come = |hall: &Hall, visits: &UnsafeCell<usize>| {
            hall.visit(|_| {
                visits.with_mut(|visits| {
                    // SAFETY: the place belongs to one guest at a time, or loom finds out.
                    unsafe { *visits += 1 }
                });
            })
        };
        let other = {
            let (hall, visits) = (Arc::clone(&hall), Arc::clone(&visits));
            thread::spawn(move || come(&hall, &visits))
        };
        let here = come(&hall, &visits);
        let there = other.join().unwrap();
        let came = visits.with(|visits| {
            // SAFETY: all visits are over.
            unsafe { *visits }
        });
        assert!(here || there);
        assert_eq!(came, usize::from(here) + usize::from(there));
        finish(&hall, [], threads);
    });
}

/// What only the worker of one place may run comes while a guest is about to leave that place.
fn broadcast_to_a_guests_place(before: impl Fn(&Hall) + Sync + Send + 'static) {
    check_prepared(move || {
        let hall = Hall::new(2, 1, NOTHING);
        let threads = sleepers(&hall, [0, 1]);
        before(&hall);
        let guest = {
            let hall = Arc::clone(&hall);
            thread::spawn(move || hall.visit(|_| {}))
        };
        hall.places[0].broadcasts.push(Job(0));
        fence_seq_cst();
        _ = hall.sleep.wake(0);
        hall.hold(hall.visitor, Job(0));
        loom::skip_branch();
        guest.join().unwrap();
        finish(&hall, [], threads);
    });
}

#[test]
fn a_guest_leaves_a_broadcast_behind() {
    broadcast_to_a_guests_place(|_| {});
}

/// The other worker searches, which may be left to find other work, but not this.
#[test]
fn a_guest_leaves_a_broadcast_behind_though_somebody_searches() {
    broadcast_to_a_guests_place(|hall| _ = hall.sleep.wake(1));
}
