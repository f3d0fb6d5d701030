//! Promise: a stream gives what the sequential chain gives, one after the other, on any number of threads; it makes no more ahead
//! than it says, shares what is costly, begins nothing after its end, and drops everything once.

mod common;

use common::ledger::Ledger;
use common::watchdog::watchdog;
use common::{boom, caught, pool};
use proptest::prelude::*;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tine::prelude::*;

/// The widths of pools to try.
const THREADS: [usize; 4] = [1, 2, 3, 16];

/// Most blocks that are ahead of the consumer, or in its hands.
fn most_blocks(threads: usize) -> usize {
    4 * threads + 1
}

/// Work of a length that depends on the number.
fn toil(n: usize) -> usize {
    (0..n * 7919 % 300).fold(n, |x, i| std::hint::black_box(x ^ i ^ i)) * 3
}

#[test]
fn as_the_sequential_chain() {
    let _dog = watchdog();
    for threads in THREADS {
        let pool = pool(threads);
        for len in (0..70).chain([127, 128, 129, 1000, 20_000]) {
            let expected: Vec<usize> = (0..len).map(toil).collect();
            pool.install(|| {
                let drawn = (0..len)
                    .into_par_iter()
                    .map(toil)
                    .in_order(|items| items.collect::<Vec<_>>());
                assert_eq!(drawn, expected);
                let pulled = (0..len).par_map_in_order(toil, |items| items.collect::<Vec<_>>());
                assert_eq!(pulled, expected);
            });
        }
    }
    let outside = (0..20_000)
        .into_par_iter()
        .map(toil)
        .in_order(|items| items.collect::<Vec<_>>());
    assert!(outside.into_iter().eq((0..20_000).map(toil)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn chains_of_adaptors(
        values in proptest::collection::vec(any::<u16>(), 0..2000),
        (skip, take, chunk) in (0..500usize, 0..2000usize, 1..9usize),
        (least, most) in (1..40usize, 1..40usize),
        threads in 1..4usize,
    ) {
        let sequential: Vec<_> = values.iter().rev().skip(skip).take(take).enumerate().collect();
        let expected: Vec<Vec<_>> = sequential.chunks(chunk).map(<[_]>::to_vec).collect();
        let result = pool(threads).install(|| {
            let chain = values.par_iter().rev().skip(skip).take(take).enumerate().chunks(chunk);
            chain.with_min_len(least).with_max_len(most).in_order(|items| {
                let (lower, upper) = items.size_hint();
                assert_eq!(Some(lower), upper);
                let got = Vec::from_iter(items);
                assert_eq!(got.len(), lower);
                got
            })
        });
        prop_assert_eq!(result, expected);
    }
}

#[test]
fn size_hints_count_what_is_ahead() {
    let _dog = watchdog();
    for threads in THREADS {
        pool(threads).install(|| {
            let left = |left: usize| (left, Some(left));
            (0..500usize)
                .into_par_iter()
                .map(toil)
                .in_order(|mut items| {
                    for taken in 0..500 {
                        assert_eq!(items.size_hint(), left(500 - taken));
                        items.next();
                    }
                    assert_eq!((items.next(), items.size_hint()), (None, left(0)));
                });
            (0..500usize).par_map_in_order(toil, |mut items| {
                for taken in 0..500 {
                    assert_eq!(items.size_hint(), left(500 - taken));
                    items.next();
                }
                assert_eq!((items.next(), items.size_hint()), (None, left(0)));
            });
        });
    }
}

/// Neither what consumes nor the source may leave the thread.
#[test]
fn the_caller_keeps_its_own() {
    let _dog = watchdog();
    let here = std::thread::current().id();
    let count = Rc::new(Cell::new(0));
    let pulled = Rc::clone(&count);
    let source = (0..1000).inspect(move |_| pulled.set(pulled.get() + 1));
    let sum = source.par_map_in_order(
        |n: i32| n * 2,
        |items| {
            assert_eq!(std::thread::current().id(), here);
            items.sum::<i32>()
        },
    );
    assert_eq!((sum, count.get()), (999_000, 1000));
}

/// How many items were begun when the consumer had taken so many.
#[test]
fn no_more_is_made_ahead_than_it_says() {
    let _dog = watchdog();
    for threads in THREADS {
        let most = most_blocks(threads);
        let begun = AtomicUsize::new(0);
        let make = |n: usize| {
            begun.fetch_add(1, Ordering::SeqCst);
            toil(n)
        };
        let look = |taken: usize| {
            // Others have a chance to get ahead of themselves.
            (0..3).for_each(|_| std::thread::yield_now());
            let ahead = begun.load(Ordering::SeqCst) - taken;
            assert!(ahead <= most, "{ahead} items ahead on {threads} threads");
        };
        pool(threads).install(|| {
            let items = (0..100).into_par_iter().map(make).with_max_len(1);
            items.in_order(|items| items.enumerate().for_each(|(taken, _)| look(taken)));
        });
        // What is pulled and not yet taken is bounded by blocks, and is nothing before somebody asks.
        pool(threads).install(|| {
            let pulled = Cell::new(0);
            let source = (0..100usize).inspect(|_| pulled.set(pulled.get() + 1));
            let costly = |n| {
                std::thread::sleep(Duration::from_micros(200));
                n
            };
            source.par_map_in_order(costly, |items| {
                assert_eq!(pulled.get(), 0);
                for item in items {
                    assert!(pulled.get() - item <= most, "{} of {item}", pulled.get());
                }
            });
        });
    }
}

/// Items that can only be made at the same time.
#[test]
fn what_is_costly_is_shared() {
    let dog = watchdog();
    for _ in dog.rounds(20) {
        for threads in [2, 3] {
            let barrier = Barrier::new(threads);
            let meet = |n: usize| {
                barrier.wait();
                n
            };
            let pairs = pool(threads).install(|| {
                let meetings = (0..4 * threads).into_par_iter().map(meet);
                meetings.in_order(|items| items.collect::<Vec<_>>())
            });
            assert!(pairs.into_iter().eq(0..4 * threads));
        }
    }
}

/// Takes its time where the stream is cut.
struct Tough;

impl Clone for Tough {
    fn clone(&self) -> Self {
        std::thread::sleep(Duration::from_millis(2));
        Tough
    }
}

/// The same where it takes long to hand them out.
#[test]
fn what_is_hard_to_cut_is_shared() {
    let _dog = watchdog();
    for threads in [2, 3] {
        let barrier = Barrier::new(threads);
        let met = pool(threads).install(|| {
            let meetings = (0..2 * threads).into_par_iter();
            let meetings = meetings.map_with(Tough, |_, n| {
                barrier.wait();
                n
            });
            meetings.in_order(|items| items.collect::<Vec<_>>())
        });
        assert!(met.into_iter().eq(0..2 * threads));
    }
}

/// Where the source takes longer than the work, its items are not held up by the one that comes next.
#[test]
fn a_slow_source_is_not_waited_for() {
    let _dog = watchdog();
    let pulled = Cell::new(0);
    let source = (0..12).inspect(|_| {
        std::thread::sleep(Duration::from_millis(2));
        pulled.set(pulled.get() + 1);
    });
    // Of unknown length, so that it does not show that little is left.
    let source = source.filter(|_| true);
    let at_once = source.par_map_in_order(
        |n: usize| n,
        |items| {
            let at_once = |n: &usize| pulled.get() == n + 1;
            items.take(4).filter(at_once).count()
        },
    );
    // Should a thread be interrupted, its work seems to take longer once.
    assert!(at_once > 0);
}

#[test]
fn an_early_end_begins_nothing_more_and_drops_all() {
    let _dog = watchdog();
    for threads in THREADS {
        for taken in [0, 1, 2, 7, 50, 99, 100] {
            let ledger = Ledger::default();
            let begun = AtomicUsize::new(0);
            pool(threads).install(|| {
                let made = |token| {
                    begun.fetch_add(1, Ordering::SeqCst);
                    (token, ledger.token(1000))
                };
                let tokens = ledger.tokens(100).into_par_iter().map(made).with_max_len(1);
                let count = tokens.in_order(|items| items.take(taken).count());
                assert_eq!(count, taken);
            });
            let at_end = begun.load(Ordering::SeqCst);
            assert!(at_end <= taken + most_blocks(threads));
            ledger.all_dropped_once();
            let made = |token| (token, ledger.token(1000));
            pool(threads).install(|| {
                let tokens = ledger.tokens(100).into_iter();
                tokens.par_map_in_order(made, |items| assert_eq!(items.take(taken).count(), taken));
            });
            ledger.all_dropped_once();
            // Nobody works on after the end.
            assert_eq!(begun.load(Ordering::SeqCst), at_end);
        }
    }
}

#[test]
fn a_panic_comes_when_its_turn_comes() {
    let _dog = watchdog();
    for threads in THREADS {
        let pool = pool(threads);
        for len in [10, 1000] {
            for at in [0, 1, len / 2, len - 1] {
                let ledger = Ledger::default();
                let make = |(n, token)| {
                    if n == at {
                        boom(n);
                    }
                    (n, token)
                };
                let seen = AtomicUsize::new(0);
                let consume = |(n, _token)| assert_eq!(n, seen.fetch_add(1, Ordering::SeqCst));
                let run = || {
                    let tokens = ledger.tokens(len).into_par_iter().enumerate();
                    tokens.map(make).in_order(|items| items.for_each(consume));
                };
                assert_eq!(caught(|| pool.install(run)), at);
                assert_eq!(seen.swap(0, Ordering::SeqCst), at);
                ledger.all_dropped_once();
                let run = || {
                    let tokens = ledger.tokens(len).into_iter().enumerate();
                    tokens.par_map_in_order(make, |items| items.for_each(consume));
                };
                assert_eq!(caught(|| pool.install(run)), at);
                assert_eq!(seen.into_inner(), at);
                ledger.all_dropped_once();
            }
        }
    }
}

#[test]
fn a_panic_that_nobody_comes_to_is_none() {
    let _dog = watchdog();
    for threads in THREADS {
        let make = |n: usize| if n >= 5 { boom(n) } else { n };
        let sum = pool(threads).install(|| {
            let items = (0..100).into_par_iter().map(make).with_max_len(1);
            items.in_order(|items| items.take(5).sum::<usize>())
        });
        assert_eq!(sum, 10);
    }
}

#[test]
fn nor_are_those_that_panic_in_drop() {
    struct Mine;
    impl Drop for Mine {
        fn drop(&mut self) {
            std::panic::resume_unwind(Box::new(Mine));
        }
    }
    let _dog = watchdog();
    pool(1).install(|| {
        let make = |n: usize| -> usize {
            if n == 0 {
                return n;
            }
            std::panic::resume_unwind(Box::new(Mine))
        };
        (0..10).into_par_iter().map(make).in_order(|mut items| {
            assert_eq!(items.next(), Some(0));
            // The thread makes what was offered.
            while tine::yield_now() == Some(tine::Yield::Executed) {}
        });
    });
}

#[test]
fn after_a_panic_there_is_no_more() {
    let _dog = watchdog();
    pool(2).install(|| {
        let make = |n: usize| if n == 3 { boom(n) } else { n };
        (0..100).into_par_iter().map(make).in_order(|mut items| {
            assert!(items.by_ref().take(3).eq(0..3));
            let panic = catch_unwind(AssertUnwindSafe(|| items.next()));
            assert_eq!(common::number_of(&*panic.unwrap_err()), 3);
            assert_eq!((items.next(), items.size_hint()), (None, (0, Some(0))));
        });
    });
}

#[test]
fn panics_of_source_and_consumer() {
    let _dog = watchdog();
    for threads in THREADS {
        let ledger = Ledger::default();
        let number = caught(|| {
            pool(threads).install(|| {
                let source = ledger.tokens(100).into_iter().enumerate();
                let source = source.inspect(|(n, _)| {
                    if *n == 40 {
                        boom(1)
                    }
                });
                source.par_map_in_order(|item| item, |items| items.count())
            })
        });
        assert_eq!(number, 1);
        ledger.all_dropped_once();
        pool(threads).install(|| {
            let source = (0..100).inspect(|n| {
                if *n == 40 {
                    boom(1)
                }
            });
            source.par_map_in_order(
                |n: usize| n,
                |mut items| {
                    // The panic comes when the item is pulled, some time before its turn.
                    let panic = catch_unwind(AssertUnwindSafe(|| items.by_ref().count()));
                    assert_eq!(common::number_of(&*panic.unwrap_err()), 1);
                    assert_eq!(items.next(), None);
                },
            );
        });
        let number = caught(|| {
            pool(threads).install(|| {
                let tokens = ledger.tokens(100).into_par_iter().enumerate();
                tokens.in_order(|items| {
                    items.for_each(|(n, _)| {
                        if n == 40 {
                            boom(2)
                        }
                    })
                })
            })
        });
        assert_eq!(number, 2);
        ledger.all_dropped_once();
    }
}

/// A caller from outside has its place in the global pool for as long as the call takes.
#[test]
fn guests_leave_again() {
    let _dog = watchdog();
    for round in 0..200 {
        let number = caught(|| {
            (0..100usize).into_par_iter().in_order(|items| {
                for item in items {
                    if item == 50 {
                        boom(round);
                    }
                }
            })
        });
        assert_eq!(number, round);
        assert_eq!(tine::current_thread_index(), None);
        let sum = (0..100usize).par_map_in_order(toil, |items| items.sum::<usize>());
        assert_eq!(sum, (0..100).map(toil).sum());
    }
}

/// Streams in streams, and parallel work in both, also where all threads are busy with that.
#[test]
fn nested() {
    let _dog = watchdog();
    for threads in THREADS {
        pool(threads).install(|| {
            let rows = (0..30usize).into_par_iter().map(|row| {
                let cells = (0..40usize).into_par_iter().map(move |cell| row * cell);
                cells.in_order(|cells| cells.sum::<usize>())
            });
            let sums = rows.in_order(|rows| {
                let check = |sum| (sum, (0..sum).into_par_iter().count());
                rows.map(check).collect::<Vec<_>>()
            });
            let expected = (0..30).map(|row| row * 780).map(|sum| (sum, sum));
            assert!(sums.into_iter().eq(expected));
        });
    }
}

#[test]
fn an_iterator_may_be_forgotten() {
    let _dog = watchdog();
    for threads in THREADS {
        let begun = AtomicUsize::new(0);
        pool(threads).install(|| {
            let make = |n: usize| begun.fetch_add(n + 1, Ordering::SeqCst);
            let items = (0..1000).into_par_iter().map(make).with_max_len(1);
            items.in_order(|mut items| {
                items.next();
                std::mem::forget(items);
            });
        });
        let at_end = begun.load(Ordering::SeqCst);
        std::thread::yield_now();
        assert_eq!(begun.load(Ordering::SeqCst), at_end);
    }
}
