//! No call returns while another thread may still touch a borrow that it was given.
//!
//! One closure panics at once while others, known to have begun on other threads, are still at work. The work takes a few
//! hundred turns of the scheduler, so a call that does not wait is caught with the work unfinished.

mod common;

use common::watchdog::watchdog;
use common::{boom, caught, pool};
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use tine::ThreadPoolBuilder;
use tine::prelude::*;

/// How often each case runs.
const ROUNDS: usize = 20;

/// Something that takes longer than returning from a call does.
fn dawdle() {
    for _ in 0..300 {
        std::thread::yield_now();
    }
}

/// Counts who is at work.
#[derive(Default)]
struct AtWork(AtomicUsize);

impl AtWork {
    fn work(&self) {
        self.0.fetch_add(1, SeqCst);
        dawdle();
        self.0.fetch_sub(1, SeqCst);
    }

    #[track_caller]
    fn assert_nobody(&self) {
        assert_eq!(self.0.load(SeqCst), 0, "still at work after the return");
    }
}

#[test]
fn join_waits_for_the_second_closure_when_the_first_panics() {
    let _dog = watchdog();
    let pool = pool(2);
    for _ in 0..ROUNDS {
        let at_work = AtWork::default();
        let both_begun = Barrier::new(2);
        let first = || {
            both_begun.wait();
            boom(1)
        };
        let second = || {
            both_begun.wait();
            at_work.work();
        };
        assert_eq!(caught(|| pool.join(first, second)), 1);
        at_work.assert_nobody();
    }
}

#[test]
fn join_waits_for_the_first_closure_when_the_second_panics() {
    let _dog = watchdog();
    let pool = pool(2);
    for _ in 0..ROUNDS {
        let at_work = AtWork::default();
        let both_begun = Barrier::new(2);
        let first = || {
            both_begun.wait();
            at_work.work();
        };
        let second = || {
            both_begun.wait();
            boom(2)
        };
        assert_eq!(caught(|| pool.join(first, second)), 2);
        at_work.assert_nobody();
    }
}

#[test]
fn a_scope_waits_for_what_it_spawned_when_its_body_panics() {
    let _dog = watchdog();
    let pool = pool(3);
    for _ in 0..ROUNDS {
        let at_work = AtWork::default();
        let all_begun = Barrier::new(3);
        let worker = || {
            all_begun.wait();
            at_work.work();
        };
        let panicking = || {
            pool.scope(|s| {
                s.spawn(|_| worker());
                s.spawn(|_| worker());
                all_begun.wait();
                boom(1)
            })
        };
        assert_eq!(caught(panicking), 1);
        at_work.assert_nobody();
    }
}

#[test]
fn a_scope_waits_for_what_was_spawned_late() {
    let _dog = watchdog();
    for size in [1, 3] {
        let pool = pool(size);
        let done = AtomicUsize::new(0);
        pool.in_place_scope(|s| {
            s.spawn(|s| {
                dawdle();
                s.spawn(|s| {
                    dawdle();
                    s.spawn_broadcast(|_, _| {
                        dawdle();
                        done.fetch_add(1, SeqCst);
                    });
                });
            });
        });
        assert_eq!(done.load(SeqCst), size);
    }
}

#[test]
fn an_in_place_scope_waits_when_its_body_panics() {
    let _dog = watchdog();
    let pool = pool(2);
    for _ in 0..ROUNDS {
        let at_work = AtWork::default();
        let both_begun = Barrier::new(2);
        let panicking = || {
            pool.in_place_scope_fifo(|s| {
                s.spawn_fifo(|_| {
                    both_begun.wait();
                    at_work.work();
                });
                both_begun.wait();
                boom(1)
            })
        };
        assert_eq!(caught(panicking), 1);
        at_work.assert_nobody();
    }
}

#[test]
fn broadcast_waits_for_all_when_one_panics() {
    let _dog = watchdog();
    let pool = pool(3);
    for _ in 0..ROUNDS {
        let at_work = AtWork::default();
        let all_begun = Barrier::new(3);
        let op = |context: tine::BroadcastContext<'_>| {
            all_begun.wait();
            if context.index() == 0 {
                boom(1);
            }
            at_work.work();
        };
        assert_eq!(caught(|| pool.broadcast(op)), 1);
        at_work.assert_nobody();
    }
}

#[test]
fn an_iterator_waits_for_every_item_in_progress() {
    let _dog = watchdog();
    let pool = pool(3);
    for _ in 0..ROUNDS {
        let at_work = AtWork::default();
        let begun = Barrier::new(3);
        // Three threads hold one item each before one of them panics.
        let op = |i: usize| {
            begun.wait();
            if i == 1 {
                boom(1);
            }
            at_work.work();
            i
        };
        let items = || (0..3_usize).into_par_iter();
        assert_eq!(
            caught(|| pool.install(|| items().for_each(|i| assert!(op(i) < 3)))),
            1
        );
        at_work.assert_nobody();
        assert_eq!(
            caught(|| pool.install(|| items().map(op).collect::<Vec<_>>())),
            1
        );
        at_work.assert_nobody();
    }
}

#[test]
fn install_from_another_pool_waits() {
    let _dog = watchdog();
    let (here, there) = (pool(1), pool(1));
    for _ in 0..ROUNDS {
        let mut value = 0;
        here.install(|| {
            there.install(|| {
                dawdle();
                value = 7;
            });
        });
        assert_eq!(value, 7);
    }
}

#[test]
fn the_result_is_whole_when_join_returns() {
    let _dog = watchdog();
    let pool = pool(2);
    for round in 0..ROUNDS {
        let both_begun = Barrier::new(2);
        let make = |number: usize| {
            both_begun.wait();
            vec![number; 1000]
        };
        let (left, right) = pool.join(|| make(round), || make(round + 1));
        assert!(left.iter().all(|&number| number == round));
        assert!(right.iter().all(|&number| number == round + 1));
    }
}

#[test]
fn a_scoped_pool_has_no_thread_left_when_it_returns() {
    let _dog = watchdog();
    for _ in 0..ROUNDS {
        let running = AtomicUsize::new(0);
        let finished = AtomicBool::new(false);
        let wrapper = |thread: tine::ThreadBuilder| {
            running.fetch_add(1, SeqCst);
            thread.run();
            dawdle();
            running.fetch_sub(1, SeqCst);
        };
        let builder = ThreadPoolBuilder::new().num_threads(3);
        let sum = builder.build_scoped(wrapper, |pool| {
            pool.broadcast(|_| dawdle());
            pool.spawn(dawdle);
            finished.store(true, SeqCst);
            pool.install(|| 7)
        });
        assert_eq!(sum.expect("a pool"), 7);
        assert!(finished.load(SeqCst));
        assert_eq!(running.load(SeqCst), 0, "threads after the return");
    }
}
