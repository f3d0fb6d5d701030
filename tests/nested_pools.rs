//! Pools that call each other: no deadlock, each closure on a thread of the pool it was given to.

mod common;

use common::pool;
use common::watchdog::watchdog;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::channel;
use tine::ThreadPool;
use tine::prelude::*;

/// Pairs of pool sizes that matter: the narrow ones have no spare thread.
const SIZES: [(usize, usize); 4] = [(1, 1), (1, 3), (2, 1), (2, 2)];

/// Bounces between two pools `depth` times, and checks at each level whose thread it runs on.
fn bounce(here: &ThreadPool, there: &ThreadPool, depth: usize) -> usize {
    here.install(|| {
        assert!(here.current_thread_index().is_some());
        assert_eq!(there.current_thread_index(), None);
        assert_eq!(tine::current_num_threads(), here.current_num_threads());
        match depth {
            0 => 0,
            _ => 1 + bounce(there, here, depth - 1),
        }
    })
}

#[test]
fn install_bounces_between_two_pools() {
    let _dog = watchdog();
    for (left, right) in SIZES {
        let (left, right) = (pool(left), pool(right));
        for _ in 0..20 {
            assert_eq!(bounce(&left, &right, 30), 30);
        }
    }
}

#[test]
fn install_into_the_own_pool_runs_on_the_same_thread() {
    let _dog = watchdog();
    for size in [1, 3] {
        let pool = pool(size);
        pool.install(|| {
            let thread = std::thread::current().id();
            for _ in 0..50 {
                let inner = pool.install(|| pool.install(|| std::thread::current().id()));
                assert_eq!(inner, thread);
            }
        });
    }
}

#[test]
fn pools_that_install_into_each_other_at_the_same_time() {
    let _dog = watchdog();
    for (left, right) in SIZES {
        let (left, right) = (pool(left), pool(right));
        for _ in 0..50 {
            std::thread::scope(|s| {
                s.spawn(|| assert_eq!(bounce(&left, &right, 5), 5));
                s.spawn(|| assert_eq!(bounce(&right, &left, 5), 5));
                assert_eq!(bounce(&left, &right, 6), 6);
            });
        }
    }
}

#[test]
fn a_blocked_thread_serves_its_own_pool() {
    let _dog = watchdog();
    let (narrow, other) = (&pool(1), &pool(1));
    // The only thread of `narrow` waits for `other`, whose job needs `narrow` to go on.
    for _ in 0..50 {
        let (sender, receiver) = channel();
        narrow.install(move || {
            other.install(move || {
                narrow.spawn(move || sender.send(()).unwrap());
                receiver.recv().expect("the waiting thread runs the job");
            });
        });
    }
}

#[test]
fn joins_across_pools() {
    fn sum(pools: &[ThreadPool], from: usize, to: usize) -> usize {
        if to - from <= 4 {
            return (from..to).sum();
        }
        let middle = from.midpoint(to);
        let pool = &pools[middle % pools.len()];
        let (left, right) = pool.join(|| sum(pools, from, middle), || sum(pools, middle, to));
        left + right
    }
    let _dog = watchdog();
    for size in [1, 2] {
        let pools: Vec<ThreadPool> = (0..3).map(|_| pool(size)).collect();
        let n = 200;
        for _ in 0..10 {
            assert_eq!(sum(&pools, 0, n), n * (n - 1) / 2);
            let ((a, b), c) = tine::join(
                || tine::join(|| sum(&pools, 0, n), || sum(&pools, 0, n)),
                || sum(&pools, 0, n),
            );
            assert_eq!([a, b, c], [n * (n - 1) / 2; 3]);
        }
    }
}

#[test]
fn scopes_across_pools() {
    let _dog = watchdog();
    for (outer, inner) in SIZES {
        let (outer, inner) = (pool(outer), pool(inner));
        let count = AtomicUsize::new(0);
        outer.scope(|s| {
            for _ in 0..10 {
                s.spawn(|_| {
                    inner.in_place_scope(|t| {
                        for _ in 0..10 {
                            t.spawn(|_| {
                                assert!(inner.current_thread_index().is_some());
                                in_scope_of(&outer, &count);
                            });
                        }
                    });
                    inner.scope_fifo(|t| t.spawn_fifo(|_| in_scope_of(&outer, &count)));
                });
            }
        });
        assert_eq!(count.load(SeqCst), 110);
    }
}

/// One counted job in a scope of `pool`, opened from wherever this is called.
fn in_scope_of(pool: &ThreadPool, count: &AtomicUsize) {
    pool.in_place_scope(|s| {
        s.spawn(|_| {
            assert!(pool.current_thread_index().is_some());
            count.fetch_add(1, SeqCst);
        });
    });
}

#[test]
fn a_scopes_spawns_stay_in_its_pool() {
    let _dog = watchdog();
    let (outer, inner) = (pool(2), pool(2));
    let count = AtomicUsize::new(0);
    outer.scope(|s| {
        inner.install(|| {
            for _ in 0..20 {
                s.spawn(|_| {
                    assert!(outer.current_thread_index().is_some());
                    assert_eq!(inner.current_thread_index(), None);
                    count.fetch_add(1, SeqCst);
                });
            }
        });
    });
    assert_eq!(count.load(SeqCst), 20);
}

#[test]
fn iterators_within_iterators_across_pools() {
    let _dog = watchdog();
    for (outer, inner) in SIZES {
        let (outer, inner) = (pool(outer), pool(inner));
        let row = |i: usize| {
            inner.install(|| (0..50_usize).into_par_iter().map(|j| i * j).sum::<usize>())
        };
        let expected: usize = (0..50).map(|i| (0..50).map(|j| i * j).sum::<usize>()).sum();
        for _ in 0..5 {
            let total = outer.install(|| (0..50_usize).into_par_iter().map(row).sum::<usize>());
            assert_eq!(total, expected);
            let total: usize = (0..50_usize).into_par_iter().map(row).sum();
            assert_eq!(total, expected);
        }
    }
}

#[test]
fn broadcasts_across_pools() {
    let _dog = watchdog();
    for (outer, inner) in SIZES {
        let (outer, inner) = (pool(outer), pool(inner));
        for _ in 0..20 {
            let counts = outer.broadcast(|_| inner.broadcast(|context| context.index()).len());
            assert_eq!(
                counts,
                vec![inner.current_num_threads(); outer.current_num_threads()]
            );
        }
    }
}

#[test]
fn a_pool_made_and_dropped_by_a_job_of_another() {
    let _dog = watchdog();
    let outer = pool(2);
    for _ in 0..10 {
        let sums: Vec<usize> = outer.install(|| {
            let inner = |i: usize| pool(2).install(|| (0..i).into_par_iter().sum());
            (0..8_usize).into_par_iter().map(inner).collect()
        });
        assert_eq!(sums, [0, 0, 1, 3, 6, 10, 15, 21]);
    }
}

#[test]
fn a_job_drops_the_last_handle_of_its_own_pool() {
    let _dog = watchdog();
    for size in [1, 2] {
        let (sender, receiver) = channel();
        let handle = std::sync::Arc::new(pool(size));
        let inside = handle.clone();
        handle.spawn(move || {
            drop(inside);
            tine::spawn(move || sender.send(7).unwrap());
        });
        drop(handle);
        assert_eq!(receiver.recv(), Ok(7));
    }
}

/// A worker that ran its own loop on while an item of it waits would come to wait in that, and so on until its stack is full.
#[test]
fn an_item_that_waits_for_another_pool_does_not_run_its_loop_on_beneath_it() {
    let _dog = watchdog();
    for (left, right) in SIZES {
        let (left, right) = (pool(left), pool(right));
        let loops = (0..60u32).into_par_iter();
        let sums = loops.map(|n| {
            right.install(|| {
                let items = (0..n).into_par_iter();
                items.map(|item| left.install(|| item)).sum::<u32>()
            })
        });
        assert_eq!(left.install(|| sums.sum::<u32>()), 34_220);
        let items = (0..5_000u32).into_par_iter();
        let sum = left.install(|| items.map(|item| right.install(|| item % 2)).sum::<u32>());
        assert_eq!(sum, 2_500);
    }
}

/// The same for jobs, each of which a waiting worker could begin beneath the one that waits.
#[test]
fn jobs_that_wait_for_another_pool_do_not_lie_all_within_each_other() {
    let _dog = watchdog();
    const JOBS: usize = 20_000;
    for (left, right) in SIZES {
        let (left, right) = (pool(left), std::sync::Arc::new(pool(right)));
        let (sender, receiver) = channel();
        for job in 0..JOBS {
            let (sender, right) = (sender.clone(), right.clone());
            left.spawn(move || sender.send(right.install(|| job)).unwrap());
        }
        drop(sender);
        assert_eq!(receiver.iter().sum::<usize>(), JOBS * (JOBS - 1) / 2);
    }
}

/// However deep its workers wait for another pool, which may be waiting for that.
#[test]
fn a_task_is_run_by_a_pool_that_waits_for_another() {
    let _dog = watchdog();
    fn down(here: &ThreadPool, there: &ThreadPool, depth: usize) -> usize {
        here.install(|| match depth {
            0 => there.submit(|| 7).join().unwrap(),
            _ => down(there, here, depth - 1),
        })
    }
    for (left, right) in SIZES {
        let (left, right) = (pool(left), pool(right));
        for depth in [0, 1, 7, 16, 17, 40] {
            assert_eq!(down(&left, &right, depth), 7, "{depth}");
        }
    }
}

/// The same of a fork of its own that the other pool waits for in a way that nobody can see.
#[test]
fn a_fork_is_run_by_a_worker_that_waits_for_another_pool() {
    let _dog = watchdog();
    fn down(here: &ThreadPool, there: &ThreadPool, depth: usize) -> u32 {
        here.install(|| match depth {
            0 => {
                let (sender, receiver) = channel();
                let wait = || there.install(move || receiver.recv().unwrap());
                tine::join(wait, move || sender.send(5).unwrap()).0
            }
            _ => down(there, here, depth - 1),
        })
    }
    let (left, right) = (pool(1), pool(1));
    for depth in [0, 1, 7, 16, 17, 22] {
        assert_eq!(down(&left, &right, depth), 5, "{depth}");
    }
}
