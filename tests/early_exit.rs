//! Promise: a drive that can end early does, however many items there are: also where the item that ends it is at the far end,
//! behind a filter that lets nothing through, or deep within nested iterators.

mod common;

use common::pool;
use common::watchdog::watchdog;
use std::sync::atomic::{AtomicUsize, Ordering};
use tine::prelude::*;

/// More items than could ever be walked.
const OCTILLION: u128 = 1_000_000_000_000_000_000_000_000_000;

fn octillion() -> tine::range::Iter<u128> {
    (0..OCTILLION).into_par_iter()
}

/// As many, as a billion of a billion of a billion.
fn nested() -> impl ParallelIterator<Item = u128> {
    let billion = || {
        (0..1_000_000_000u32)
            .into_par_iter()
            .with_max_len(1000)
            .map(u128::from)
    };
    billion()
        .flat_map(move |i| billion().map(move |j| i * 1_000_000_000 + j))
        .flat_map(move |i| billion().map(move |j| i * 1_000_000_000 + j))
}

/// Runs `op` in a pool of so many threads; ends the process if it takes forever.
fn in_time<R: Send>(threads: usize, op: impl FnOnce() -> R + Send) -> R {
    let _dog = watchdog();
    pool(threads).install(op)
}

#[test]
fn any_item() {
    for threads in [1, 2, 3] {
        in_time(threads, || {
            assert!(octillion().find_any(|_| true).is_some());
            assert!(octillion().any(|n| n % 3 == 1));
            assert!(!octillion().all(|n| n % 3 == 1));
            assert!(nested().find_any(|_| true).is_some());
            assert!(
                nested()
                    .fold(|| (), |(), _| ())
                    .find_any(|()| true)
                    .is_some()
            );
            assert_eq!(octillion().take_any(1000).count(), 1000);
            assert_eq!(
                octillion()
                    .map(|n| if n % 5 == 4 { Err(n % 5) } else { Ok(()) })
                    .try_reduce(|| (), |(), ()| Ok(())),
                Err(4)
            );
        });
    }
}

#[test]
fn the_first_item() {
    for threads in [1, 2, 3] {
        in_time(threads, || {
            assert_eq!(octillion().find_first(|_| true), Some(0));
            assert_eq!(octillion().find_first(|n| n % 1000 == 999), Some(999));
            assert_eq!(nested().find_first(|_| true), Some(0));
            assert_eq!(
                (0..=OCTILLION).into_par_iter().find_first(|_| true),
                Some(0)
            );
            // After more parts, one by one, than there are ranks.
            let blocks = (0..usize::MAX).into_par_iter().by_uniform_blocks(10);
            assert_eq!(blocks.clone().find_first(|&n| n >= 5000), Some(5000));
            assert_eq!(
                blocks
                    .panic_fuse()
                    .filter(|n| n % 2 == 1)
                    .find_first(|&n| n >= 5000),
                Some(5001)
            );
            let bunches = octillion().flat_map(|n| [n, n + 1]);
            assert_eq!(bunches.find_first(|&n| n == 5000), Some(5000));
        });
    }
}

// With one thread the last item cannot be reached before the others: that takes a second one at the other end.
#[test]
fn the_last_item() {
    {
        in_time(2, || {
            assert_eq!(octillion().find_last(|_| true), Some(OCTILLION - 1));
            assert_eq!(
                (0..=OCTILLION).into_par_iter().find_last(|_| true),
                Some(OCTILLION)
            );
            assert_eq!(
                (-2..i64::MAX).into_par_iter().find_last(|_| true),
                Some(i64::MAX - 1)
            );
        });
    }
}

#[test]
fn a_filter_that_lets_nothing_through() {
    for threads in [2, 3] {
        in_time(threads, || {
            // One side hits at once; the other would filter forever.
            assert!(
                octillion()
                    .filter(|&n| n >= OCTILLION / 2)
                    .find_any(|_| true)
                    .is_some()
            );
            assert!(
                octillion()
                    .filter_map(|n| (n < 5).then_some(n))
                    .find_any(|_| true)
                    .is_some()
            );
            // The same where the number of items is known.
            let all = (0..usize::MAX).into_par_iter();
            let far = all.clone().filter(|&n| n >= usize::MAX / 2);
            assert!(far.find_any(|_| true).is_some());
            let limited = all.with_max_len(1000);
            let far = limited.filter(|&n| n >= usize::MAX / 2);
            assert!(far.find_any(|_| true).is_some());
        });
    }
}

#[test]
fn comparisons_stop_at_the_first_difference() {
    in_time(1, || {
        let a: Vec<usize> = (0..1024).collect();
        let mut b = a.clone();
        b[42] = 1_000_000;
        for max_len in 1..10 {
            let seen = AtomicUsize::new(0);
            let counted = || {
                a.par_iter().with_max_len(max_len).inspect(|_| {
                    seen.fetch_add(1, Ordering::Relaxed);
                })
            };
            assert_eq!(counted().cmp(b.par_iter()), std::cmp::Ordering::Less);
            assert!(seen.swap(0, Ordering::Relaxed) < a.len());
            assert!(counted().ne(b.par_iter()));
            assert!(seen.into_inner() < a.len());
        }
    });
}

#[test]
fn a_fused_panic_stops_the_others() {
    in_time(1, || {
        let seen = AtomicUsize::new(0);
        let items = (0..0x1000usize)
            .into_par_iter()
            .with_max_len(1)
            .panic_fuse();
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            items.for_each(|n| {
                seen.fetch_add(1, Ordering::Relaxed);
                assert!(n != 0xC, "boom");
            });
        }));
        assert!(result.is_err());
        assert!(seen.into_inner() < 0x1000);
    });
}

/// Counts the items that begin after the one that ends it all.
#[derive(Default)]
struct Tail {
    over: std::sync::atomic::AtomicBool,
    late: AtomicUsize,
}

impl Tail {
    /// An item begins; tells whether it is the one. Late ones are slow, so that the news overtakes them.
    fn is_it(&self, found: bool) -> bool {
        if self.over.load(Ordering::Relaxed) {
            self.late.fetch_add(1, Ordering::Relaxed);
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        if found {
            self.over.store(true, Ordering::Relaxed);
        }
        found
    }
}

// With one thread nothing begins behind the item that ends it. With more, the others hear of it within a block.
#[test]
fn little_is_begun_after_the_end() {
    type Search = fn(&Tail);
    let searches: [(&str, Search); 9] = [
        ("try_for_each", |tail| {
            let hit = |n: u128| {
                if tail.is_it(n == 3000) {
                    Err(n)
                } else {
                    Ok(())
                }
            };
            assert_eq!(octillion().try_for_each(hit), Err(3000));
        }),
        ("try_for_each_with", |tail| {
            let hit = |_: &mut u8, n: u128| {
                if tail.is_it(n == 3000) {
                    None
                } else {
                    Some(())
                }
            };
            assert_eq!(octillion().try_for_each_with(0, hit), None);
        }),
        ("try_for_each_init", |tail| {
            let hit = |_: &mut u8, n: u128| {
                if tail.is_it(n == 3000) {
                    None
                } else {
                    Some(())
                }
            };
            assert_eq!(octillion().try_for_each_init(|| 0, hit), None);
        }),
        ("try_reduce", |tail| {
            let hits = octillion().map(|n| if tail.is_it(n == 3000) { None } else { Some(n) });
            assert_eq!(hits.try_reduce(|| 0, |a, b| Some(a.max(b))), None);
        }),
        ("try_reduce_with", |tail| {
            let hits = octillion().map(|n| if tail.is_it(n == 3000) { Err(n) } else { Ok(n) });
            assert_eq!(hits.try_reduce_with(|a, b| Ok(a.max(b))), Some(Err(3000)));
        }),
        ("try_fold", |tail| {
            let hit = |_, n| {
                if tail.is_it(n == 3000) {
                    Err(n)
                } else {
                    Ok(())
                }
            };
            let folded = octillion().try_fold(|| (), hit);
            assert_eq!(folded.try_reduce(|| (), |(), ()| Ok(())), Err(3000));
        }),
        ("find_any", |tail| {
            assert_eq!(octillion().find_any(|&n| tail.is_it(n == 3000)), Some(3000));
        }),
        ("any", |tail| {
            assert!(octillion().any(|n| tail.is_it(n == 3000)))
        }),
        ("collect", |tail| {
            let hits = octillion().map(|n| if tail.is_it(n == 3000) { Err(n) } else { Ok(n) });
            assert_eq!(hits.collect::<Result<Vec<_>, _>>(), Err(3000));
        }),
    ];
    for (name, search) in searches {
        for (threads, most) in [(1, 0), (2, 1000), (3, 1000)] {
            let tail = Tail::default();
            in_time(threads, || search(&tail));
            let late = tail.late.into_inner();
            assert!(
                late <= most,
                "{name} with {threads} threads: {late} late items"
            );
        }
    }
}

/// An indexed iterator that is shared from its first item on, since its blocks are limited.
fn shared() -> impl IndexedParallelIterator<Item = usize> {
    (0..usize::MAX).into_par_iter().with_max_len(1 << 40)
}

// Who waits for what was stolen from him must have said before that he has had enough: nobody else can tell those who have it.
#[test]
fn who_has_stolen_hears_of_the_end() {
    type Search = fn(&Company) -> bool;
    let searches: [(&str, Search); 6] = [
        ("try_fold", |company| {
            let hit = |(), n: u128| company.ends(n == 0).map_or(Ok(()), |()| Err(n));
            let folded = octillion().try_fold(|| (), hit);
            folded.try_reduce(|| (), |(), ()| Ok(())).is_err()
        }),
        ("try_fold_with", |company| {
            let hit = |(), n: u128| company.ends(n == 0).map_or(Ok(()), |()| Err(n));
            let folded = octillion().try_fold_with((), hit);
            folded.collect::<Result<(), u128>>().is_err()
        }),
        ("try_fold of a range with a length", |company| {
            let hit = |(), n: usize| company.ends(n == 0).map_or(Ok(()), |()| Err(n));
            let folded = shared().try_fold(|| (), hit);
            folded.try_reduce(|| (), |(), ()| Ok(())).is_err()
        }),
        ("map_init", |company| {
            let hit = |(): &mut (), n: usize| company.ends(n == 0).map_or(Ok(()), |()| Err(n));
            let items = shared().map_init(|| (), hit);
            items.try_reduce(|| (), |(), ()| Ok(())).is_err()
        }),
        ("while_some", |company| {
            let items = octillion().map(|n| company.ends(n == 0).is_none().then_some(()));
            items.while_some().count() < usize::MAX
        }),
        ("find_any of a fold", |company| {
            let items = octillion().filter(|&n| company.ends(n == 0).is_some());
            items.find_any(|_| true).is_some()
        }),
    ];
    for (name, search) in searches {
        let _dog = watchdog();
        // A thread that searches, so that the first part that is offered is stolen.
        let linger = std::time::Duration::from_secs(60);
        let pool = tine::ThreadPoolBuilder::new().num_threads(2).linger(linger);
        let pool = pool.build().expect("a pool");
        let company = Company::default();
        assert!(pool.install(|| search(&company)), "{name}");
    }
}

/// The item that ends it all waits for another thread to take one.
#[derive(Default)]
struct Company {
    first: std::sync::OnceLock<std::thread::ThreadId>,
    joined: std::sync::atomic::AtomicBool,
}

impl Company {
    /// An item begins; `Some` if it is the one.
    fn ends(&self, it_is: bool) -> Option<()> {
        let me = std::thread::current().id();
        if *self.first.get_or_init(|| me) != me {
            self.joined.store(true, Ordering::Relaxed);
        }
        while it_is && !self.joined.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        it_is.then_some(())
    }
}

/// One thread comes to the end; the blocks of the others have none.
#[test]
fn what_has_no_end_ends_by_one_item() {
    for threads in [1, 2, 3, 16] {
        in_time(threads, || {
            let endless = || {
                let calls = AtomicUsize::new(0);
                // Relaxed: that one call gets the number is all that is wanted.
                let call = move |()| calls.fetch_add(1, Ordering::Relaxed);
                tine::iter::repeat(()).map(call)
            };
            let some = || endless().map(|call| (call != 5_000).then_some(1));
            assert!(some().while_some().sum::<usize>() >= 5_000);
            assert_eq!(some().while_some().max(), Some(1));
            assert!(some().while_some().filter(|_| true).count() >= 5_000);
            let many = some().filter(|_| true).while_some();
            assert!(many.fold(|| 0, |a, b| a + b).sum::<usize>() >= 5_000);
            let twice = some().while_some().flat_map_iter(|n| [n, n]);
            assert!(twice.map(|n| n + 1).sum::<usize>() >= 20_000);
            let inner = some().flat_map_iter(|n| [n, n]).while_some();
            inner.flat_map_iter(|n| [n]).for_each(|n| assert_eq!(n, 1));
            let until = endless().take_any_while(|&call| call != 5_000);
            assert!(until.map(|_| 1).reduce(|| 0, |a, b| a + b) >= 5_000);
            assert!(
                endless()
                    .flat_map_iter(|call| (call == 5_000).then_some(1))
                    .any(|n| n == 1)
            );
            // Nor have the inner ones.
            let calls = AtomicUsize::new(0);
            // Relaxed: as above.
            let within = |_| std::iter::repeat_with(|| calls.fetch_add(1, Ordering::Relaxed));
            let inner = || endless().flat_map_iter(within);
            assert!(inner().filter(|n| n % 2 == 0).any(|n| n == 5_000));
            assert!(inner().find_first(|&n| n > 10_000).is_some());
            assert!(!inner().take_any_while(|&n| n < 20_000).any(|n| n == 0));
            let kept = endless().filter(|n| n % 2 == 0).flat_map_iter(within);
            assert!(kept.take_any_while(|&n| n < 30_000).count() > 0);
            let kept = some().while_some().flat_map_iter(|n| [n, n]);
            assert!(!kept.any(|n| n == 0));
            // One of 5,000 outer items has an inner one, which ends it.
            let rare = endless().flat_map_iter(|call| (call == 5_000).then_some(None::<u8>));
            assert_eq!(rare.while_some().count(), 0);
        });
    }
}
