//! `par_bridge` hands out every item once, and neither hangs nor reads on when the iterator has its own mind: when its `next` uses
//! the pool, waits for what becomes of earlier items, panics, or never ends.

mod common;

use common::ledger::{Ledger, Token};
use common::watchdog::watchdog;
use common::{boom, caught, pool, rounds};
use std::iter;
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use tine::prelude::*;

/// Runs `test` in pools of several sizes.
fn in_pools(test: impl Fn(usize) + Sync) {
    let _dog = watchdog();
    for size in [1, 2, 3, 16] {
        pool(size).install(|| test(size));
    }
}

fn fib(n: u64) -> u64 {
    if n < 2 {
        return n;
    }
    let (left, right) = tine::join(|| fib(n - 1), || fib(n - 2));
    left + right
}

/// Hides how many items there are.
fn hintless<T>(mut iter: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
    iter::from_fn(move || iter.next())
}

/// More than one thread takes at once.
const MANY: usize = if cfg!(tine_tsan) { 20_000 } else { 100_000 };

#[test]
fn every_item_comes_once() {
    in_pools(|_| {
        for len in [0, 1, 2, 3, 10, 1000, MANY] {
            let mut items: Vec<usize> = (0..len).par_bridge().collect();
            items.sort_unstable();
            assert!(items.into_iter().eq(0..len));
            let mut items: Vec<usize> = hintless(0..len).par_bridge().collect();
            items.sort_unstable();
            assert!(items.into_iter().eq(0..len));
        }
    });
}

#[test]
fn items_that_become_dear_and_cheap_again_come_once() {
    // What is cheap is not shared, whether it owns memory or not; what is dear is.
    let dear = |n: usize| n / 500 % 4 == 3;
    let cost = |n: usize| if dear(n) { fib(n as u64 % 12) } else { 1 };
    in_pools(|_| {
        let wanted: u64 = (0..MANY).map(cost).sum();
        for _ in 0..3 {
            assert_eq!(
                hintless(0..MANY).par_bridge().map(cost).sum::<u64>(),
                wanted
            );
            let boxes = hintless(0..MANY).map(Box::new).par_bridge();
            assert_eq!(boxes.map(|n| cost(*n)).sum::<u64>(), wanted);
        }
    });
}

#[test]
fn from_a_thread_outside() {
    let _dog = watchdog();
    for len in [0, 1, 7, 10_000] {
        assert_eq!(hintless(0..len).par_bridge().sum::<usize>(), (0..len).sum());
    }
}

#[test]
fn the_iterator_uses_the_pool() {
    in_pools(|_| {
        for _ in 0..rounds(100) {
            let next = (0..200u64).map(|n| fib(8 + n % 5) + n);
            let expected: u64 = next.clone().sum();
            let work = |n| {
                assert!(fib(10) == 55);
                n
            };
            assert_eq!(next.clone().par_bridge().map(work).sum::<u64>(), expected);
            assert_eq!(hintless(next).par_bridge().map(work).sum::<u64>(), expected);
        }
    });
}

#[test]
fn the_iterator_runs_a_parallel_loop_and_the_items_too() {
    in_pools(|_| {
        let inner = |n: usize| (0..1000 + n).into_par_iter().map(|m| m % 7).sum::<usize>();
        let count = if cfg!(tine_tsan) { 60 } else { 300 };
        for _ in 0..rounds(40) {
            let sum: usize = (0..count).map(inner).par_bridge().map(inner).sum();
            assert_eq!(sum, (0..count).map(inner).map(inner).sum());
        }
    });
}

#[test]
fn bridges_within_the_iterators_of_bridges() {
    fn nested(depth: usize) -> usize {
        if depth == 0 {
            return 1;
        }
        let next = (0..4).map(|_| nested(depth - 1));
        next.par_bridge().map(|n| n + nested(depth - 1)).sum()
    }
    in_pools(|_| assert_eq!(nested(4), 8 * 8 * 8 * 8));
}

/// A state whose clones are made with the help of the pool.
struct Busy(u64);

impl Clone for Busy {
    fn clone(&self) -> Self {
        Busy(fib(12) + self.0 - 144)
    }
}

#[test]
fn the_consumer_uses_the_pool_when_it_is_split() {
    in_pools(|_| {
        for _ in 0..rounds(100) {
            let bridge = hintless(0..300u64).par_bridge();
            let added = bridge.map_with(Busy(1), |one, n| n + one.0 + fib(5) - 5);
            assert_eq!(added.sum::<u64>(), (1..301).sum());
        }
    });
}

#[test]
fn the_iterator_waits_for_the_items_before() {
    in_pools(|_| {
        for burst in [1, 2, 5, 50, 700] {
            let (answer, answers) = channel();
            let mut given = 0;
            let next = iter::from_fn(move || {
                if given > 0 && given % burst == 0 {
                    // All of a burst must have been worked on before the next one is given out.
                    (0..burst).for_each(|_| answers.recv().expect("an answer"));
                }
                given += 1;
                (given <= 10 * burst).then_some(given)
            });
            let count = AtomicUsize::new(0);
            next.par_bridge().for_each(|_| {
                // Relaxed: read after the end of the loop.
                count.fetch_add(1, Ordering::Relaxed);
                answer.send(()).expect("somebody listens");
            });
            assert_eq!(count.into_inner(), 10 * burst);
        }
    });
}

/// Work that makes more work.
struct Task {
    depth: u32,
    more: Sender<Task>,
}

#[test]
fn items_wait_for_each_other() {
    let _dog = watchdog();
    for size in [2, 3, 4] {
        pool(size).install(|| {
            // The first time, and when it is known how long it took before.
            for _ in 0..5 {
                let all = Barrier::new(size);
                hintless(0..size).par_bridge().for_each(|_| _ = all.wait());
                let count = hintless(0..size).par_bridge().map(|_| all.wait()).count();
                assert_eq!(count, size);
            }
        });
    }
}

#[test]
fn a_panic_at_the_first_items_ends_a_bridge_without_end() {
    in_pools(|size| {
        for _ in 0..3 {
            let number = caught(|| (0..).par_bridge().for_each(|n| boom(n)));
            assert!(number < 1000 * size, "{number}");
        }
    });
}

#[test]
fn the_items_make_more_items() {
    in_pools(|_| {
        let (more, tasks) = channel();
        let task = |depth, more: &Sender<Task>| Task {
            depth,
            more: more.clone(),
        };
        more.send(task(12, &more)).expect("a receiver");
        drop(more);
        let run = |Task { depth, more }: Task| {
            for _ in 0..if depth > 0 { 2 } else { 0 } {
                more.send(task(depth - 1, &more)).expect("a receiver");
            }
            1
        };
        // It ends when the last task has dropped the last sender.
        let count: usize = tasks.into_iter().par_bridge().map(run).sum();
        assert_eq!(count, (1 << 13) - 1);
    });
}

#[test]
fn nothing_is_pulled_that_nobody_wants() {
    in_pools(|size| {
        let pulled = AtomicUsize::new(0);
        // Relaxed: read after the end of the loop.
        let endless = iter::repeat_with(|| pulled.fetch_add(1, Ordering::Relaxed));
        assert_eq!(endless.par_bridge().take_any(10).count(), 10);
        let pulled = pulled.into_inner();
        assert!((10..=10 + size * 512).contains(&pulled), "{pulled}");
        assert!(size > 1 || pulled == 10, "{pulled}");
    });
}

#[test]
fn a_panic_of_the_iterator_reaches_the_caller() {
    in_pools(|_| {
        for at in [0, 1, 2, 30, 3000] {
            let ledger = Ledger::default();
            let tokens = ledger.tokens(4000);
            let pulled = AtomicUsize::new(0);
            let next = tokens.into_iter().inspect(|token: &Token| {
                // Relaxed: read after the end of the loop.
                pulled.fetch_add(1, Ordering::Relaxed);
                if token.number == at {
                    boom(at);
                }
            });
            assert_eq!(caught(|| hintless(next).par_bridge().for_each(drop)), at);
            assert_eq!(pulled.into_inner(), at + 1, "it was asked again");
            ledger.all_dropped_once();
        }
    });
}

#[test]
fn a_panic_at_an_item_reaches_the_caller() {
    in_pools(|_| {
        for at in [0, 1, 2, 30, 3000] {
            let ledger = Ledger::default();
            let next = ledger.tokens(4000).into_iter();
            let bridge = next.par_bridge().inspect(|token| {
                if token.number == at {
                    boom(at);
                }
            });
            assert_eq!(caught(|| bridge.collect::<Vec<_>>()), at);
            ledger.all_dropped_once();
            // So cheap that they are consumed as they are pulled.
            let next = ledger.tokens(4000).into_iter();
            let each = |token: Token| _ = (token.number == at).then(|| boom(at));
            assert_eq!(caught(|| next.par_bridge().for_each(each)), at);
            ledger.all_dropped_once();
        }
    });
}

#[test]
fn what_is_left_over_is_dropped() {
    in_pools(|_| {
        let ledger = Ledger::default();
        let bridge = || ledger.tokens(1000).into_iter().par_bridge();
        drop(bridge());
        assert!(bridge().find_any(|token| token.number == 77).is_some());
        assert_eq!(bridge().take_any(5).count(), 5);
        assert_eq!(bridge().map(|token| token.number).sum::<usize>(), 499_500);
        ledger.all_dropped_once();
    });
}
