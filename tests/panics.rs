//! A panic in a closure reaches the caller that waits for it; nothing else is poisoned; no thread of the pool dies of it.

mod common;

use common::child::aborts;
use common::watchdog::watchdog;
use common::{boom, caught, number_of, pool};
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, channel};
use std::thread::ThreadId;
use tine::{ThreadPool, ThreadPoolBuilder};

/// The threads of a pool.
fn threads(pool: &ThreadPool) -> HashSet<ThreadId> {
    let ids = pool.broadcast(|_| std::thread::current().id());
    assert_eq!(ids.len(), pool.current_num_threads());
    ids.into_iter().collect()
}

/// Runs `test` in pools of several sizes, and requires that each pool has kept all its threads and still works.
fn survives(test: impl Fn(&ThreadPool)) {
    let _dog = watchdog();
    for size in [1, 2, 4] {
        let pool = pool(size);
        let before = threads(&pool);
        for _ in 0..10 {
            test(&pool);
        }
        assert_eq!(threads(&pool), before, "the threads of a pool of {size}");
        assert_eq!(pool.install(|| tine::join(|| 1, || 2)), (1, 2));
    }
}

/// A pool whose panic handler sends the numbers of the planned panics it is given.
fn handled_pool(size: usize) -> (ThreadPool, Receiver<usize>) {
    let (sender, receiver) = channel();
    let builder = ThreadPoolBuilder::new()
        .num_threads(size)
        .panic_handler(move |payload| sender.send(number_of(&*payload)).unwrap());
    (builder.build().expect("a pool"), receiver)
}

#[test]
fn join_passes_on_the_panic_of_either_side() {
    survives(|pool| {
        assert_eq!(caught(|| pool.join(|| boom(1), || 2)), 1);
        assert_eq!(caught(|| pool.join(|| 1, || boom(2))), 2);
        assert_eq!(caught(|| pool.install(|| tine::join(|| boom(3), || 2))), 3);
        assert_eq!(caught(|| pool.install(|| tine::join(|| 1, || boom(4)))), 4);
    });
}

#[test]
fn join_called_from_outside_passes_on_the_panic_of_either_side() {
    let _dog = watchdog();
    for _ in 0..100 {
        assert_eq!(caught(|| tine::join(|| boom(1), || 2)), 1);
        assert_eq!(caught(|| tine::join(|| 1, || boom(2))), 2);
        assert_eq!(tine::join(|| 1, || 2), (1, 2));
    }
}

#[test]
fn of_two_panics_join_passes_on_the_first_closures() {
    survives(|pool| {
        let both = || tine::join(|| boom(1), || boom(2));
        let both: (usize, usize) = (caught(|| pool.install(both)), caught(both));
        assert_eq!(both, (1, 1));
    });
}

#[test]
fn join_runs_the_second_closure_though_the_first_panics() {
    survives(|pool| {
        let ran = AtomicUsize::new(0);
        let second = || ran.fetch_add(1, SeqCst);
        assert_eq!(
            caught(|| pool.install(|| tine::join(|| boom(1), second))),
            1
        );
        assert_eq!(caught(|| tine::join(|| boom(1), second)), 1);
        assert_eq!(ran.load(SeqCst), 2);
    });
}

#[test]
fn join_context_passes_on_the_panic_of_either_side() {
    survives(|pool| {
        let left = || tine::join_context(|_| boom(1), |_| 2);
        let right = || tine::join_context(|_| 1, |_| boom(2));
        assert_eq!(caught(|| pool.install(left)), 1);
        assert_eq!(caught(|| pool.install(right)), 2);
        assert_eq!(caught(left), 1);
        assert_eq!(caught(right), 2);
    });
}

#[test]
fn a_panic_crosses_many_levels_of_join() {
    fn descend(level: usize, bad_leaf: usize, leaf: usize) -> usize {
        if level == 0 {
            return if leaf == bad_leaf { boom(leaf) } else { 1 };
        }
        let (left, right) = tine::join(
            || descend(level - 1, bad_leaf, 2 * leaf),
            || descend(level - 1, bad_leaf, 2 * leaf + 1),
        );
        left + right
    }
    survives(|pool| {
        for leaf in [0, 77, 255] {
            assert_eq!(caught(|| pool.install(|| descend(8, leaf, 0))), leaf);
            assert_eq!(caught(|| descend(8, leaf, 0)), leaf);
        }
        assert_eq!(pool.install(|| descend(8, usize::MAX, 0)), 256);
    });
}

#[test]
fn scopes_pass_on_the_panic_of_their_body() {
    survives(|pool| {
        assert_eq!(caught(|| pool.scope(|_| boom(1))), 1);
        assert_eq!(caught(|| pool.scope_fifo(|_| boom(2))), 2);
        assert_eq!(caught(|| pool.in_place_scope(|_| boom(3))), 3);
        assert_eq!(caught(|| pool.in_place_scope_fifo(|_| boom(4))), 4);
        assert_eq!(caught(|| pool.install(|| tine::scope(|_| boom(5)))), 5);
        assert_eq!(
            caught(|| pool.install(|| tine::in_place_scope(|_| boom(6)))),
            6
        );
    });
    assert_eq!(caught(|| tine::scope(|_| boom(1))), 1);
    assert_eq!(caught(|| tine::scope_fifo(|_| boom(2))), 2);
    assert_eq!(caught(|| tine::in_place_scope(|_| boom(3))), 3);
    assert_eq!(caught(|| tine::in_place_scope_fifo(|_| boom(4))), 4);
}

#[test]
fn scopes_pass_on_the_panic_of_what_they_spawned() {
    survives(|pool| {
        assert_eq!(caught(|| pool.scope(|s| s.spawn(|_| boom(1)))), 1);
        assert_eq!(caught(|| pool.scope_fifo(|s| s.spawn_fifo(|_| boom(2)))), 2);
        assert_eq!(caught(|| pool.in_place_scope(|s| s.spawn(|_| boom(3)))), 3);
        let fifo = || pool.in_place_scope_fifo(|s| s.spawn_fifo(|_| boom(4)));
        assert_eq!(caught(fifo), 4);
        let deeper = || pool.scope(|s| s.spawn(|s| s.spawn(|s| s.spawn(|_| boom(5)))));
        assert_eq!(caught(deeper), 5);
        assert_eq!(
            caught(|| pool.scope(|s| s.spawn_broadcast(|_, _| boom(6)))),
            6
        );
        let fifo = || pool.scope_fifo(|s| s.spawn_broadcast(|_, _| boom(7)));
        assert_eq!(caught(fifo), 7);
    });
    assert_eq!(caught(|| tine::scope(|s| s.spawn(|_| boom(1)))), 1);
    assert_eq!(
        caught(|| tine::scope_fifo(|s| s.spawn_fifo(|_| boom(2)))),
        2
    );
    assert_eq!(caught(|| tine::in_place_scope(|s| s.spawn(|_| boom(3)))), 3);
    assert_eq!(
        caught(|| tine::in_place_scope_fifo(|s| s.spawn_fifo(|_| boom(4)))),
        4
    );
}

#[test]
fn one_panic_in_a_scope_does_not_stop_the_others() {
    survives(|pool| {
        let ran = AtomicUsize::new(0);
        let number = caught(|| {
            pool.scope(|s| {
                for i in 0..50 {
                    let ran = &ran;
                    s.spawn(move |_| {
                        ran.fetch_add(1, SeqCst);
                        if i % 10 == 3 {
                            boom(i);
                        }
                    });
                }
                boom(100);
            })
        });
        assert!(number == 100 || number % 10 == 3, "panic {number}");
        assert_eq!(ran.load(SeqCst), 50);
    });
}

#[test]
fn install_passes_on_the_panic() {
    survives(|pool| {
        assert_eq!(caught(|| pool.install(|| boom(1))), 1);
        assert_eq!(caught(|| pool.install(|| pool.install(|| boom(2)))), 2);
    });
}

#[test]
fn a_panic_crosses_from_pool_to_pool() {
    let other = pool(2);
    survives(|pool| {
        let nested = || pool.install(|| other.install(|| pool.install(|| boom(1))));
        assert_eq!(caught(nested), 1);
        let inside = || pool.install(|| caught(|| other.join(|| boom(2), || ())));
        assert_eq!(inside(), 2);
    });
}

#[test]
fn broadcast_passes_on_one_panic_after_all_have_run() {
    survives(|pool| {
        let ran = AtomicUsize::new(0);
        let last = pool.current_num_threads() - 1;
        let op = |context: tine::BroadcastContext<'_>| {
            ran.fetch_add(1, SeqCst);
            if context.index() == last {
                boom(7);
            }
        };
        assert_eq!(caught(|| pool.broadcast(op)), 7);
        assert_eq!(ran.load(SeqCst), pool.current_num_threads());
        let all = |context: tine::BroadcastContext<'_>| boom(context.num_threads());
        assert_eq!(caught(|| pool.broadcast(all)), ran.load(SeqCst));
        assert_eq!(caught(|| pool.install(|| tine::broadcast(op))), 7);
    });
}

#[test]
fn detached_panics_go_to_the_handler() {
    let _dog = watchdog();
    for size in [1, 3] {
        let (pool, payloads) = handled_pool(size);
        let before = threads(&pool);
        pool.spawn(|| boom(1));
        assert_eq!(payloads.recv(), Ok(1));
        pool.spawn_fifo(|| boom(2));
        assert_eq!(payloads.recv(), Ok(2));
        pool.install(|| tine::spawn(|| boom(3)));
        assert_eq!(payloads.recv(), Ok(3));
        pool.install(|| tine::spawn_fifo(|| boom(4)));
        assert_eq!(payloads.recv(), Ok(4));
        pool.spawn(|| tine::spawn(|| boom(5)));
        assert_eq!(payloads.recv(), Ok(5));
        pool.spawn_broadcast(|_| boom(6));
        for _ in 0..size {
            assert_eq!(payloads.recv(), Ok(6));
        }
        pool.install(|| tine::spawn_broadcast(|context| boom(10 + context.index())));
        let numbers: HashSet<_> = (0..size).map(|_| payloads.recv().unwrap()).collect();
        assert_eq!(numbers, (10..10 + size).collect());
        assert_eq!(threads(&pool), before);
        // What somebody waits for never reaches the handler.
        assert_eq!(caught(|| pool.join(|| boom(20), || ())), 20);
        assert_eq!(caught(|| pool.scope(|s| s.spawn(|_| boom(21)))), 21);
        drop(pool);
        assert_eq!(payloads.recv().ok(), None);
    }
}

#[test]
fn panics_of_start_and_exit_handlers_go_to_the_handler() {
    let _dog = watchdog();
    let (sender, payloads) = channel();
    let builder = ThreadPoolBuilder::new()
        .num_threads(2)
        .start_handler(|index| boom(index))
        .exit_handler(|index| boom(10 + index))
        .panic_handler(move |payload| sender.send(number_of(&*payload)).unwrap());
    let pool = builder.build().expect("a pool");
    assert_eq!(pool.broadcast(|context| context.index()), [0, 1]);
    drop(pool);
    let numbers: Vec<usize> = payloads.iter().collect();
    assert_eq!(numbers.len(), 4);
    assert_eq!(HashSet::from_iter(numbers), HashSet::from([0, 1, 10, 11]));
}

#[test]
fn a_panic_in_thread_name_reaches_the_builder() {
    let builder = ThreadPoolBuilder::new()
        .num_threads(3)
        .thread_name(|index| if index == 2 { boom(index) } else { "a".into() });
    assert_eq!(caught(|| builder.build()), 2);
}

#[test]
fn a_panic_in_the_spawn_handler_reaches_the_builder() {
    let builder = ThreadPoolBuilder::new()
        .num_threads(3)
        .spawn_handler(|thread| {
            if thread.index() == 1 {
                boom(1);
            }
            std::thread::spawn(|| thread.run());
            Ok(())
        });
    assert_eq!(caught(|| builder.build()), 1);
}

#[test]
fn a_panic_in_a_scoped_pools_body_reaches_the_caller() {
    let _dog = watchdog();
    let result = || {
        ThreadPoolBuilder::new()
            .num_threads(2)
            .build_scoped(|thread| thread.run(), |_| boom(1))
    };
    assert_eq!(caught(result), 1);
}

#[test]
fn a_detached_panic_without_a_handler_aborts() {
    aborts("a_detached_panic_without_a_handler_aborts", || {
        let pool = pool(1);
        pool.spawn(|| boom(1));
        pool.wait_all();
    });
}

#[test]
fn a_panic_in_the_panic_handler_aborts() {
    aborts("a_panic_in_the_panic_handler_aborts", || {
        let builder = ThreadPoolBuilder::new().num_threads(1);
        let pool = builder.panic_handler(|_| boom(2)).build().expect("a pool");
        pool.spawn(|| boom(1));
        pool.wait_all();
    });
}

#[test]
fn the_payload_of_an_ordinary_panic_arrives_whole() {
    let number = std::hint::black_box(7);
    let result = std::panic::catch_unwind(|| tine::join(|| (), || panic!("number {number}")));
    let payload = result.expect_err("the panic arrives");
    assert_eq!(payload.downcast_ref::<String>().unwrap(), "number 7");
}

/// Panics with another one when it is dropped.
struct Endless;

impl Drop for Endless {
    fn drop(&mut self) {
        resume_unwind(Box::new(Endless));
    }
}

#[test]
fn payloads_that_panic_without_end() {
    let _dog = watchdog();
    let pool = pool(2);
    let panic = || -> () { resume_unwind(Box::new(Endless)) };
    let ends = |call: &(dyn Fn() + Sync)| {
        let payload = catch_unwind(AssertUnwindSafe(|| pool.install(call)));
        let payload = payload.expect_err("a panic").downcast::<Endless>();
        std::mem::forget(payload.expect("that of a closure"));
    };
    ends(&|| _ = tine::join(panic, panic));
    ends(&|| _ = tine::broadcast(|_| panic()));
    ends(&|| tine::scope(|s| (0..5).for_each(|_| s.spawn(move |_| panic()))));
    ends(&|| tine::scope(|s| (0..5).for_each(|_| drop(s.submit(move |_| panic())))));
    (0..5).for_each(|_| drop(pool.submit(panic)));
    pool.wait_all();
    assert_eq!(pool.install(|| 1), 1, "it goes on");
}
