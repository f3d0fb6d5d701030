//! Promise: a cancellable iterator begins no item that it could know to be unwanted, drops each exactly once, and says `Ok` only
//! if it has left none out.

mod common;

use common::ledger::Ledger;
use common::pool;
use common::watchdog::watchdog;
use proptest::prelude::*;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tine::prelude::*;
use tine::{CancelToken, Cancelled};

/// Counts the items that begin; cancels at the one of a certain number.
struct Tripwire {
    token: CancelToken,
    begun: AtomicUsize,
    at: usize,
}

impl Tripwire {
    fn new(at: usize) -> Self {
        Tripwire {
            token: CancelToken::new(),
            begun: AtomicUsize::new(0),
            at,
        }
    }

    /// An item begins.
    fn pass<T>(&self, item: T) -> T {
        if self.begun.fetch_add(1, Ordering::Relaxed) == self.at {
            self.token.cancel();
        }
        item
    }

    /// With one thread, nothing may begin behind the one that cancelled.
    #[track_caller]
    fn check<R>(self, result: Result<R, Cancelled>) {
        assert!(result.is_err());
        assert_eq!(self.begun.into_inner(), self.at + 1);
    }
}

#[test]
fn one_thread_begins_nothing_more() {
    pool(1).install(|| {
        let values: Vec<u64> = (0..5000).collect();
        for at in (0..40).chain([63, 64, 65, 1000, 3000, 4998]) {
            let w = Tripwire::new(at);
            let r = values
                .par_iter()
                .map(|n| w.pass(n))
                .cancellable(&w.token)
                .sum::<u64>();
            w.check(r);
            let w = Tripwire::new(at);
            let r = values
                .par_iter()
                .cancellable(&w.token)
                .for_each(|n| assert!(*w.pass(n) < 5000));
            w.check(r);
            let w = Tripwire::new(at);
            let r: Result<Vec<_>, _> = values
                .clone()
                .into_par_iter()
                .map(|n| w.pass(n))
                .cancellable(&w.token)
                .collect();
            w.check(r);
            let w = Tripwire::new(at);
            let pairs = values.par_iter().rev().zip(0..5000u32).enumerate();
            let r = pairs.map(|pair| w.pass(pair)).cancellable(&w.token).count();
            w.check(r);
            let w = Tripwire::new(at);
            let all = values.par_iter().filter(|n| **n < 10_000);
            let r = all.map(|n| w.pass(n)).cancellable(&w.token).max();
            w.check(r);
            let w = Tripwire::new(at);
            let r = values.par_iter().cancellable(&w.token).finish(|items| {
                items
                    .map(|n| w.pass(*n))
                    .filter(|n| n % 3 == 0)
                    .reduce_with(u64::max)
            });
            w.check(r);
        }
    });
}

// What begins late has been asked for before the token was cancelled, so it is at most one item a thread.
#[test]
fn several_threads_end_the_items_that_they_are_at() {
    for threads in [2, 3, 4] {
        let _dog = watchdog();
        pool(threads).install(|| {
            for _ in 0..50 {
                let token = CancelToken::new();
                let late = AtomicUsize::new(0);
                let result = (0..u64::MAX)
                    .into_par_iter()
                    .cancellable(&token)
                    .for_each(|n| {
                        if token.is_cancelled() {
                            late.fetch_add(1, Ordering::Relaxed);
                        }
                        if n % 5000 == 4999 {
                            token.cancel();
                        }
                    });
                assert_eq!(result, Err(Cancelled));
                assert!(late.into_inner() <= threads);
            }
        });
    }
}

#[test]
fn a_deadline_ends_what_has_no_end() {
    for threads in [1, 2, 3] {
        let _dog = watchdog();
        pool(threads).install(|| {
            let deadline = Instant::now() + Duration::from_millis(3);
            let token = CancelToken::with_deadline(deadline);
            let late = AtomicUsize::new(0);
            let result = (0..u64::MAX)
                .into_par_iter()
                .cancellable(&token)
                .for_each(|_| {
                    if Instant::now() >= deadline {
                        late.fetch_add(1, Ordering::Relaxed);
                    }
                });
            assert_eq!(result, Err(Cancelled));
            assert!(late.into_inner() <= 128 * threads);
        });
    }
}

#[test]
fn a_token_that_is_cancelled_beforehand_stops_all() {
    let token = CancelToken::new();
    token.cancel();
    let items = || (0..10).into_par_iter().cancellable(&token);
    let never = |_| unreachable!("no item may begin");
    assert_eq!(items().for_each(never), Err(Cancelled));
    assert_eq!(items().any(|_| unreachable!("nor here")), Err(Cancelled));
    assert_eq!(items().collect::<Vec<_>>(), Err(Cancelled));
    let none = (0..0).into_par_iter().cancellable(&token);
    assert_eq!(none.count(), Err(Cancelled));
    let (count, outcome) = items().so_far(|items| items.map(|_| panic!("nor here")).count());
    assert_eq!((count, outcome), (0, Err(Cancelled)));
}

#[test]
fn what_was_found_counts_in_any_case() {
    pool(1).install(|| {
        let token = CancelToken::new();
        let items = |token| (0..1000).into_par_iter().cancellable(token);
        let hit = |n: &i32| {
            if *n == 30 {
                token.cancel();
            }
            *n == 30
        };
        assert_eq!(items(&token).find_any(hit), Ok(Some(30)));
        let token = CancelToken::new();
        let hit = |n: i32| {
            if n == 30 {
                token.cancel();
            }
            n == 30
        };
        assert_eq!(items(&token).any(hit), Ok(true));
        let token = CancelToken::new();
        let miss = |n: i32| {
            if n == 30 {
                token.cancel();
            }
            n != 30
        };
        assert_eq!(items(&token).all(miss), Ok(false));
        let token = CancelToken::new();
        let fail = |n: i32| {
            if n == 30 {
                token.cancel();
                return Err(n);
            }
            Ok(())
        };
        assert_eq!(items(&token).try_for_each(fail), Ok(Err(30)));
        // An earlier one may have been left out.
        let token = CancelToken::new();
        let first = |n: &i32| {
            if *n == 30 {
                token.cancel();
            }
            *n == 31
        };
        assert_eq!(items(&token).find_first(first), Err(Cancelled));
    });
}

#[test]
fn what_came_of_it_so_far_is_what_was_run() {
    for threads in [1, 2, 3] {
        pool(threads).install(|| {
            let w = Tripwire::new(700);
            let items = (0..100_000)
                .into_par_iter()
                .map(|n| w.pass(n))
                .cancellable(&w.token);
            let (seen, outcome) = items.so_far(|items| items.map(|_| 1).sum::<usize>());
            assert_eq!(outcome, Err(Cancelled));
            assert_eq!(seen, w.begun.into_inner());
        });
    }
}

#[test]
fn a_panic_goes_before_a_cancelled_token() {
    for threads in [1, 2] {
        pool(threads).install(|| {
            let token = CancelToken::new();
            let number = common::caught(|| {
                (0..1000).into_par_iter().cancellable(&token).for_each(|n| {
                    if n == 500 {
                        token.cancel();
                        common::boom(500);
                    }
                })
            });
            assert_eq!(number, 500);
        });
    }
}

// Somebody else cancels at a time of his own.
#[test]
fn ok_means_all() {
    let pool = pool(2);
    let values: Vec<u64> = (0..20_000).collect();
    let (mut whole, mut cut) = (0, 0);
    for round in 0..400 {
        let token = CancelToken::new();
        let begun = AtomicBool::new(false);
        std::thread::scope(|s| {
            s.spawn(|| {
                while !begun.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
                (0..round * 50).for_each(|_| std::hint::spin_loop());
                token.cancel();
            });
            let result: Result<Vec<u64>, _> = pool.install(|| {
                let items = values.par_iter().map(|n| {
                    begun.store(true, Ordering::Relaxed);
                    n + 1
                });
                items.cancellable(&token).collect()
            });
            match result {
                Ok(all) => {
                    assert!(all.into_iter().eq(1..=20_000));
                    whole += 1;
                }
                Err(Cancelled) => {
                    assert!(token.is_cancelled());
                    cut += 1;
                }
            }
        });
    }
    assert_eq!(whole + cut, 400);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]
    #[test]
    fn every_item_is_dropped_once(len in 0usize..300, at in 0usize..300, threads in 1usize..4, kind in 0..4) {
        static POOLS: Mutex<Vec<tine::ThreadPool>> = Mutex::new(Vec::new());
        let mut pools = POOLS.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if pools.is_empty() {
            pools.extend((1..4).map(pool));
        }
        let ledger = Ledger::default();
        let items = ledger.tokens(len);
        let w = Tripwire::new(at);
        let complete = pools[threads - 1].install(|| {
            let items = items.into_par_iter().map(|item| w.pass(item)).cancellable(&w.token);
            match kind {
                0 => items.collect::<Vec<_>>().map(|all| assert_eq!(all.len(), len)).is_ok(),
                1 => items.for_each(drop).is_ok(),
                2 => items.reduce_with(|a, b| a.max(b)).is_ok(),
                _ => items.finish(|items| items.filter(|item| item.number % 2 == 0).count()).is_ok(),
            }
        });
        ledger.all_dropped_once();
        let begun = w.begun.into_inner();
        if complete {
            prop_assert_eq!(begun, len);
        } else {
            prop_assert!(begun > at);
        }
    }
}

#[test]
fn what_was_collected_so_far_is_a_beginning() {
    for threads in [1, 2, 3] {
        pool(threads).install(|| {
            for at in [0, 1, 50, 700, 9_999] {
                let ledger = Ledger::default();
                let w = Tripwire::new(at);
                let items = ledger
                    .tokens(10_000)
                    .into_par_iter()
                    .map(|item| w.pass(item));
                let (seen, _) = items.cancellable(&w.token).so_far(|items| {
                    let mut seen = vec![ledger.token(70_000)];
                    seen.par_extend(items);
                    seen
                });
                let numbers = seen.iter().skip(1).map(|item| item.number);
                assert!(numbers.eq(0..seen.len() - 1));
                assert!(seen.len() - 1 <= w.begun.into_inner());
                if threads == 1 {
                    assert_eq!(seen.len(), at + 2);
                }
                drop(seen);
                ledger.all_dropped_once();
            }
        });
    }
}
