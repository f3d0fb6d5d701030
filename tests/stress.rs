//! Many of everything: what a lost wake-up or a lost job would turn into a hang or a wrong count.
//!
//! A release build runs the full numbers; debug builds and sanitizers a share of them.

mod common;

use common::watchdog::watchdog;
use common::{pool, rounds};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::channel;
use std::thread;
use tine::ThreadPool;
use tine::prelude::*;

fn fib(n: u64) -> u64 {
    if n < 2 {
        return n;
    }
    let (left, right) = tine::join(|| fib(n - 1), || fib(n - 2));
    left + right
}

#[test]
fn a_million_spawns_from_eight_outside_threads() {
    let dog = watchdog();
    let each = rounds(1_000_000) / 8;
    for fifo in [false, true] {
        dog.feed();
        let pool = pool(2);
        let count = Arc::new(AtomicUsize::new(0));
        thread::scope(|s| {
            for _ in 0..8 {
                s.spawn(|| {
                    for _ in 0..each {
                        let count = count.clone();
                        let job = move || {
                            count.fetch_add(1, SeqCst);
                        };
                        if fifo {
                            pool.spawn_fifo(job)
                        } else {
                            pool.spawn(job)
                        }
                    }
                });
            }
        });
        drop(pool);
        // The last job to end drops the last other handle.
        while Arc::strong_count(&count) > 1 {
            thread::yield_now();
        }
        assert_eq!(count.load(SeqCst), 8 * each);
    }
}

#[test]
fn half_a_million_joins() {
    let dog = watchdog();
    for size in [1, 2, 3] {
        dog.feed();
        let pool = pool(size);
        let sum: usize = pool.install(|| {
            let one = || std::hint::black_box(1);
            (0..rounds(500_000))
                .map(|_| tine::join(one, one))
                .map(|(a, b)| a + b)
                .sum()
        });
        assert_eq!(sum, 2 * rounds(500_000));
    }
    let outside = (0..rounds(100_000))
        .map(|i| tine::join(|| i, || i))
        .filter(|(a, b)| a == b);
    assert_eq!(outside.count(), rounds(100_000));
}

#[test]
fn joins_from_eight_outside_threads_at_once() {
    let dog = watchdog();
    thread::scope(|s| {
        for _ in 0..8 {
            s.spawn(|| {
                dog.rounds(rounds(2000))
                    .for_each(|_| assert_eq!(fib(10), 55))
            });
        }
    });
}

#[test]
fn trees_of_joins_in_pools_of_many_sizes() {
    let dog = watchdog();
    for size in [1, 2, 3, 16, 64] {
        let pool = pool(size);
        for _ in dog.rounds(rounds(60)) {
            assert_eq!(pool.install(|| fib(18)), 2584);
        }
    }
}

#[test]
fn pools_that_call_each_other() {
    fn climb(pools: &[ThreadPool], level: usize) -> usize {
        if level == 0 {
            return 1;
        }
        let pool = &pools[level % pools.len()];
        let (left, right) = pool.join(|| climb(pools, level - 1), || climb(pools, level - 1));
        left + right
    }
    let dog = watchdog();
    for size in [1, 2, 4] {
        let pools: Vec<ThreadPool> = (0..3).map(|_| pool(size)).collect();
        thread::scope(|s| {
            for _ in 0..4 {
                s.spawn(|| {
                    dog.rounds(rounds(100))
                        .for_each(|_| assert_eq!(climb(&pools, 7), 128))
                });
            }
        });
    }
}

#[test]
fn a_thousand_pools_started_and_dropped() {
    let dog = watchdog();
    for round in dog.rounds(rounds(1000).max(4)) {
        for size in [1, 2, 3, 16, 64] {
            let pool = pool(size);
            match round % 4 {
                0 => {}
                1 => assert_eq!(pool.install(|| fib(5)), 5),
                2 => assert_eq!(pool.broadcast(|context| context.index()).len(), size),
                _ => {
                    let (sender, receiver) = channel();
                    pool.spawn(move || sender.send(7).unwrap());
                    drop(pool);
                    assert_eq!(receiver.recv(), Ok(7));
                }
            }
        }
    }
}

#[test]
fn scopes_full_of_spawns() {
    let dog = watchdog();
    for size in [1, 2, 4] {
        let pool = pool(size);
        for _ in dog.rounds(10) {
            let count = AtomicUsize::new(0);
            pool.scope(|s| {
                for _ in 0..rounds(20_000) / 10 {
                    s.spawn(|s| {
                        count.fetch_add(1, SeqCst);
                        for _ in 0..9 {
                            s.spawn(|_| {
                                count.fetch_add(1, SeqCst);
                            });
                        }
                    });
                }
            });
            assert_eq!(count.load(SeqCst), rounds(20_000) / 10 * 10);
        }
    }
}

#[test]
fn broadcasts_between_sleeps() {
    let dog = watchdog();
    for size in [1, 7, 16] {
        let pool = pool(size);
        let expected: Vec<usize> = (0..size).collect();
        for round in dog.rounds(rounds(2000)) {
            assert_eq!(pool.broadcast(|context| context.index()), expected);
            if round % 32 == 0 {
                // Lets the threads fall asleep; the next broadcast must wake each of them.
                thread::sleep(std::time::Duration::from_millis(2));
            }
        }
    }
}

#[test]
fn work_that_arrives_just_as_threads_fall_asleep() {
    let dog = watchdog();
    for size in [2, 7, 22] {
        let pool = pool(size);
        for round in dog.rounds(rounds(4000)) {
            // A pause of another length each time, to hit the moment between the last search and the sleep.
            (0..round % 500).for_each(|_| std::hint::spin_loop());
            let (sender, receiver) = channel();
            pool.spawn(move || sender.send(round).unwrap());
            assert_eq!(receiver.recv(), Ok(round));
        }
    }
}

#[test]
fn iterators_of_every_length_from_many_threads() {
    let dog = watchdog();
    thread::scope(|s| {
        for _ in 0..4 {
            s.spawn(|| {
                for n in dog.rounds(rounds(20_000).min(3000)) {
                    let n = n as u64;
                    let sum: u64 = (0..n).into_par_iter().map(|i| i ^ 1).sum();
                    assert_eq!(sum, (0..n).map(|i| i ^ 1).sum::<u64>());
                }
            });
        }
    });
}
