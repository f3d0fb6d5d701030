//! A panic in any closure of an iterator reaches the caller, and the pool works on.

mod common;

use common::watchdog::watchdog;
use common::{boom, caught, pool};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tine::prelude::*;

#[test]
fn a_panic_in_any_closure_of_an_iterator_arrives() {
    let _dog = watchdog();
    for size in [1, 2, 4] {
        let pool = pool(size);
        pool.install(|| {
            let bad = |i: usize| if i == 777 { boom(i) } else { i };
            let items = || (0..1000_usize).into_par_iter();
            assert_eq!(caught(|| items().for_each(|i| assert!(bad(i) < 1000))), 777);
            assert_eq!(caught(|| items().map(bad).sum::<usize>()), 777);
            assert_eq!(caught(|| items().map(bad).collect::<Vec<_>>()), 777);
            assert_eq!(caught(|| items().filter(|&i| bad(i) > 3).count()), 777);
            assert_eq!(
                caught(|| items().filter(|&i| bad(i) > 3).collect::<Vec<_>>()),
                777
            );
            assert_eq!(
                caught(|| items().map(|i| i + 1).reduce(|| 0, |a, b| a + bad(b))),
                777
            );
            assert_eq!(
                caught(|| items().fold(|| 0, |a, i| a + bad(i)).sum::<usize>()),
                777
            );
            assert_eq!(caught(|| items().flat_map_iter(|i| [bad(i)]).count()), 777);
            assert_eq!(
                caught(|| items().map_init(|| 0, |_, i| bad(i)).count()),
                777
            );
            assert_eq!(caught(|| items().any(|i| bad(i) > 1000)), 777);
            assert_eq!(caught(|| items().min_by_key(|&i| bad(i))), 777);
            assert_eq!(caught(|| items().zip(items().map(bad)).count()), 777);
            assert_eq!(caught(|| items().panic_fuse().map(bad).count()), 777);
            assert_eq!(caught(|| items().for_each_init(|| boom(3), |(), _| ())), 3);
            assert_eq!(caught(|| items().reduce(|| boom(4), |a, _| a)), 4);
        });
    }
}

#[test]
fn a_panic_leaves_no_limited_block_unrun() {
    let _dog = watchdog();
    for size in [1, 2, 4] {
        pool(size).install(|| {
            let items = || (0..4096_usize).into_par_iter().with_max_len(1);
            for bad in [0, 1, 1000, 4095] {
                let runs = AtomicUsize::new(0);
                let run = |i| {
                    if i == bad {
                        boom(i);
                    }
                    runs.fetch_add(1, Relaxed);
                };
                assert_eq!(caught(|| items().for_each(run)), bad);
                assert_eq!(runs.into_inner(), 4095);
            }
        });
    }
}

/// Runs a closure when it is dropped.
struct AtLast<F: FnMut()>(F);

impl<F: FnMut()> Drop for AtLast<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

#[test]
fn an_older_panic_blows_no_fuse() {
    let _dog = watchdog();
    for size in [1, 2, 4] {
        let pool = pool(size);
        let fused = || {
            (0..1000_usize)
                .into_par_iter()
                .with_max_len(10)
                .panic_fuse()
        };
        let mut counts = Vec::new();
        let count = || {
            counts.push(fused().count());
            counts.push(fused().rev().map(|i| i + 1).count());
            counts.push(fused().zip(fused()).collect::<Vec<_>>().len());
            counts.push(pool.install(|| fused().filter(|_| true).count()));
        };
        // Unwinds all the while.
        let unwinding = std::panic::AssertUnwindSafe(|| {
            let _last = AtLast(count);
            boom(7);
        });
        assert!(std::panic::catch_unwind(unwinding).is_err());
        assert_eq!(counts, [1000; 4]);
    }
}
