//! Pools of one thread: everything still works, and the orders that are documented hold to the letter.

mod common;

use common::pool;
use common::watchdog::watchdog;
use std::cell::Cell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::channel;
use std::thread;
use tine::Yield;
use tine::prelude::*;

/// What ran, in the order in which it ran.
#[derive(Default)]
struct Log(Mutex<Vec<i32>>);

impl Log {
    fn note(&self, number: i32) {
        self.0.lock().unwrap().push(number);
    }

    fn read(&self) -> Vec<i32> {
        self.0.lock().unwrap().clone()
    }
}

/// Runs `op` on the only thread of a pool, and returns what it and its detached jobs logged, `count` entries in all.
fn detached(
    count: usize,
    op: impl FnOnce(&dyn Fn(i32) -> Box<dyn FnOnce() + Send>) + Send,
) -> Vec<i32> {
    let (sender, receiver) = channel();
    let pool = pool(1);
    pool.install(move || {
        let note = |number| -> Box<dyn FnOnce() + Send> {
            let sender = sender.clone();
            Box::new(move || sender.send(number).unwrap())
        };
        op(&note);
    });
    receiver.iter().take(count).collect()
}

#[test]
fn both_closures_of_join_run_in_order_on_the_same_thread() {
    let _dog = watchdog();
    pool(1).install(|| {
        let here = thread::current().id();
        let log = Log::default();
        let note = |number| {
            assert_eq!(thread::current().id(), here);
            log.note(number);
        };
        tine::join(
            || tine::join(|| note(1), || note(2)),
            || tine::join(|| note(3), || note(4)),
        );
        assert_eq!(log.read(), [1, 2, 3, 4]);
        let migrated =
            tine::join_context(|context| context.migrated(), |context| context.migrated());
        assert_eq!(migrated, (false, false));
    });
}

#[test]
fn a_scopes_spawns_run_last_in_first_out() {
    let _dog = watchdog();
    let log = Log::default();
    pool(1).scope(|s| {
        for i in 0..10 {
            let log = &log;
            s.spawn(move |_| log.note(i));
        }
        assert!(log.read().is_empty(), "a spawn ran before its turn");
    });
    assert_eq!(log.read(), (0..10).rev().collect::<Vec<_>>());
}

#[test]
fn a_fifo_scopes_spawns_run_first_in_first_out() {
    let _dog = watchdog();
    let log = Log::default();
    pool(1).scope_fifo(|s| {
        for i in 0..10 {
            let log = &log;
            s.spawn_fifo(move |_| log.note(i));
        }
    });
    assert_eq!(log.read(), (0..10).collect::<Vec<_>>());
}

#[test]
fn nested_spawns_keep_their_order() {
    let _dog = watchdog();
    let (lifo, fifo) = (Log::default(), Log::default());
    pool(1).scope(|s| {
        for i in 0..5 {
            let lifo = &lifo;
            s.spawn(move |s| (0..5).for_each(|j| s.spawn(move |_| lifo.note(5 * i + j))));
        }
    });
    pool(1).scope_fifo(|s| {
        for i in 0..5 {
            let fifo = &fifo;
            s.spawn_fifo(move |s| (0..5).for_each(|j| s.spawn_fifo(move |_| fifo.note(5 * i + j))));
        }
    });
    assert_eq!(lifo.read(), (0..25).rev().collect::<Vec<_>>());
    assert_eq!(fifo.read(), (0..25).collect::<Vec<_>>());
}

#[test]
fn scopes_of_both_kinds_in_each_other() {
    let _dog = watchdog();
    let (fifo_inside, lifo_inside) = (Log::default(), Log::default());
    pool(1).install(|| {
        tine::scope(|s| {
            for i in 0..3 {
                let log = &fifo_inside;
                s.spawn(move |_| {
                    tine::scope_fifo(|t| {
                        (0..3).for_each(|j| t.spawn_fifo(move |_| log.note(3 * i + j)))
                    });
                });
            }
        });
        tine::scope_fifo(|s| {
            for i in 0..3 {
                let log = &lifo_inside;
                s.spawn_fifo(move |_| {
                    tine::scope(|t| (0..3).for_each(|j| t.spawn(move |_| log.note(3 * i + j))));
                });
            }
        });
    });
    assert_eq!(fifo_inside.read(), [6, 7, 8, 3, 4, 5, 0, 1, 2]);
    assert_eq!(lifo_inside.read(), [2, 1, 0, 5, 4, 3, 8, 7, 6]);
}

#[test]
fn detached_jobs_run_in_the_documented_orders() {
    let _dog = watchdog();
    let lifo = detached(10, |note| (0..10).for_each(|i| tine::spawn(note(i))));
    assert_eq!(lifo, (0..10).rev().collect::<Vec<_>>());
    let fifo = detached(10, |note| (0..10).for_each(|i| tine::spawn_fifo(note(i))));
    assert_eq!(fifo, (0..10).collect::<Vec<_>>());
}

#[test]
fn detached_jobs_of_both_kinds_take_turns() {
    let _dog = watchdog();
    // Each first-in first-out job takes its turn from the newest end, but what runs then is the oldest of its kind.
    let mixed = detached(7, |note| {
        for (place, number) in [0, -1, 1, -2, 2, -3, 3].into_iter().enumerate() {
            if place % 2 == 0 {
                tine::spawn(note(number));
            } else {
                tine::spawn_fifo(note(number));
            }
        }
    });
    assert_eq!(mixed, [3, -1, 2, -2, 1, -3, 0]);
    let in_blocks = detached(6, |note| {
        [-1, -2, -3]
            .into_iter()
            .for_each(|i| tine::spawn_fifo(note(i)));
        [1, 2, 3].into_iter().for_each(|i| tine::spawn(note(i)));
    });
    assert_eq!(in_blocks, [3, 2, 1, -1, -2, -3]);
}

#[test]
fn install_from_inside_runs_at_once() {
    let _dog = watchdog();
    let pool = pool(1);
    let depth = pool.install(|| pool.install(|| pool.scope(|_| pool.join(|| 1, || 2).1 + 1)));
    assert_eq!(depth, 3);
}

#[test]
fn waiting_for_a_scope_runs_what_is_pending() {
    let _dog = watchdog();
    let count = AtomicUsize::new(0);
    pool(1).scope(|s| {
        s.spawn(|_| {
            count.fetch_add(1, SeqCst);
        });
        tine::scope(|t| {
            t.spawn(|_| {
                count.fetch_add(1, SeqCst);
            })
        });
        assert!(count.load(SeqCst) >= 1);
    });
    assert_eq!(count.load(SeqCst), 2);
}

#[test]
fn broadcast_from_inside_runs_here() {
    let _dog = watchdog();
    let pool = pool(1);
    let here = || thread::current().id();
    let outcome = pool.install(|| (here(), tine::broadcast(|context| (context.index(), here()))));
    assert_eq!(outcome.1, [(0, outcome.0)]);
}

#[test]
fn yielding_runs_one_pending_job() {
    let _dog = watchdog();
    let pool = pool(1);
    pool.install(|| {
        let log = Log::default();
        assert_eq!(tine::yield_now(), Some(Yield::Idle));
        assert_eq!(tine::yield_local(), Some(Yield::Idle));
        assert_eq!(pool.current_thread_has_pending_tasks(), Some(false));
        tine::scope(|s| {
            s.spawn(|_| log.note(1));
            s.spawn(|_| log.note(2));
            assert_eq!(pool.current_thread_has_pending_tasks(), Some(true));
            assert_eq!(tine::yield_now(), Some(Yield::Executed));
            assert_eq!(log.read(), [2]);
            assert_eq!(pool.yield_local(), Some(Yield::Executed));
            assert_eq!(log.read(), [2, 1]);
            assert_eq!(pool.yield_now(), Some(Yield::Idle));
        });
    });
    assert_eq!(pool.yield_now(), None);
    assert_eq!(pool.yield_local(), None);
    assert_eq!(pool.current_thread_has_pending_tasks(), None);
}

#[test]
fn yielding_outside_any_pool_does_nothing() {
    assert_eq!(tine::yield_now(), None);
    assert_eq!(tine::yield_local(), None);
    assert_eq!(tine::current_thread_index(), None);
}

#[test]
fn a_chain_of_spawns_does_not_deepen_the_stack() {
    thread_local!(static DEEPEST: Cell<usize> = const { Cell::new(0) });
    fn again<'scope>(s: &tine::Scope<'scope>, top: usize, left: usize) {
        let marker = 0_u8;
        let depth = top.abs_diff(&raw const marker as usize);
        DEEPEST.with(|deepest| deepest.set(deepest.get().max(depth)));
        if left > 0 {
            s.spawn(move |s| again(s, top, left - 1));
        }
    }
    let _dog = watchdog();
    let deepest = |links| {
        pool(1).install(|| {
            let top = 0_u8;
            tine::scope(|s| again(s, &raw const top as usize, links));
            DEEPEST.with(Cell::get)
        })
    };
    assert_eq!(deepest(5), deepest(500));
}

#[test]
fn an_iterator_visits_its_items_from_left_to_right() {
    let _dog = watchdog();
    pool(1).install(|| {
        let log = Log::default();
        (0..1000).into_par_iter().for_each(|i| log.note(i));
        assert_eq!(log.read(), (0..1000).collect::<Vec<_>>());
    });
}

#[test]
fn nested_parallelism_in_every_verb() {
    let _dog = watchdog();
    pool(1).install(|| {
        let sum = || (0..100_u32).into_par_iter().sum::<u32>();
        let (left, right) = tine::join(sum, || tine::scope(|_| sum()));
        let broadcast: u32 = tine::broadcast(|_| sum()).iter().sum();
        let nested: u32 = (0..4).into_par_iter().map(|_| tine::join(sum, sum).0).sum();
        assert_eq!(
            [left, right, broadcast, nested],
            [4950, 4950, 4950, 4 * 4950]
        );
    });
}

#[test]
fn jobs_from_outside_are_all_done() {
    let _dog = watchdog();
    let pool = pool(1);
    let (sender, receiver) = channel();
    for i in 0..100 {
        let sender = sender.clone();
        pool.spawn(move || sender.send(i).unwrap());
    }
    drop(sender);
    drop(pool);
    let mut numbers: Vec<i32> = receiver.iter().collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (0..100).collect::<Vec<_>>());
}
