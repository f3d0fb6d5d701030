//! Scans as iterators give what a loop gives, in order, however the items come and are asked for.

mod common;

use common::oracle::{LENGTHS, POOLS, data};
use common::{boom, caught, pool};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tine::prelude::*;

/// A function `x -> a * x + b`: to apply one after another is associative, but the order counts.
type Affine = (u64, u64);

fn after(first: &Affine, second: &Affine) -> Affine {
    let a = first.0.wrapping_mul(second.0);
    (a, first.1.wrapping_mul(second.0).wrapping_add(second.1))
}

fn functions(len: usize) -> Vec<Affine> {
    let functions = data(len).into_iter().zip(3..);
    functions.collect()
}

/// The prefixes that a loop makes of `init` and the items; the first is `init`.
fn prefixes(init: Affine, items: &[Affine]) -> Vec<Affine> {
    let mut prefixes = vec![init];
    for item in items {
        let next = after(&prefixes[prefixes.len() - 1], item);
        prefixes.push(next);
    }
    prefixes
}

#[test]
fn prefixes_are_those_of_a_loop() {
    let lengths = LENGTHS.into_iter().chain([70_000]);
    for len in lengths {
        let items = functions(len);
        let identity = (1, 0);
        let init = (5, 8);
        let inclusive = &prefixes(identity, &items)[1..];
        let exclusive = &prefixes(init, &items)[..len];
        for pool in &*POOLS {
            pool.install(|| {
                let scan = || items.par_iter().copied().inclusive_scan(after);
                assert!(scan().collect::<Vec<_>>() == inclusive, "{len}");
                let scan_from = || items.par_iter().copied().exclusive_scan(init, after);
                assert!(scan_from().collect::<Vec<_>>() == exclusive, "{len}");
                // Each way to ask for items.
                let backwards: Vec<Affine> = scan().rev().collect();
                assert!(backwards.iter().rev().eq(inclusive), "{len}");
                let backwards: Vec<Affine> = scan_from().rev().collect();
                assert!(backwards.iter().rev().eq(exclusive), "{len}");
                let pairs: Vec<(Affine, Affine)> = scan().zip(scan_from()).collect();
                assert!(
                    pairs
                        .into_iter()
                        .eq(inclusive.iter().copied().zip(exclusive.iter().copied()))
                );
                let some: Vec<Affine> = scan_from().skip(len / 3).step_by(2).collect();
                assert!(some.iter().eq(exclusive.iter().skip(len / 3).step_by(2)));
                let twice: Vec<Affine> = scan().inclusive_scan(after).collect();
                let mut total = identity;
                let expected = inclusive.iter().map(|item| {
                    total = after(&total, item);
                    total
                });
                assert!(twice.into_iter().eq(expected), "{len}");
                assert_eq!(scan().len(), len);
                assert_eq!(scan().filter(|_| true).count(), len);
            });
        }
    }
}

#[test]
fn costly_items_make_many_blocks() {
    // Items that wait let other threads take parts.
    let slow = |n: u64| {
        std::thread::yield_now();
        n.to_string()
    };
    let expected: Vec<String> = (0..300u64)
        .map(|n| (0..=n).map(|n| n.to_string()).collect())
        .collect();
    for threads in [1, 2, 7] {
        pool(threads).install(|| {
            let numbers: Vec<u64> = (0..300).collect();
            let words = || numbers.par_iter().copied().with_max_len(3).map(slow);
            let texts: Vec<String> = words().inclusive_scan(|a, b| format!("{a}{b}")).collect();
            assert!(texts == expected);
            let before = words().exclusive_scan(String::new(), |a, b| format!("{a}{b}"));
            let before: Vec<String> = before.collect();
            assert!(before[0].is_empty() && before[1..] == expected[..299]);
        });
    }
}

#[test]
fn every_item_is_computed_once() {
    let calls = AtomicUsize::new(0);
    let count = |n: usize| {
        calls.fetch_add(1, Relaxed);
        n
    };
    let total = pool(3).install(|| {
        let items = (0..10_000).into_par_iter().map(count);
        items.inclusive_scan(|a, b| a + b).max()
    });
    assert_eq!(total, Some(49_995_000));
    assert_eq!(calls.into_inner(), 10_000);
}

#[test]
fn a_panic_of_the_operation_reaches_the_caller() {
    for fatal in [0, 1, 100, 4998, 5500] {
        let calls = AtomicUsize::new(0);
        let add = |a: &String, b: &String| {
            if calls.fetch_add(1, Relaxed) == fatal {
                boom(fatal);
            }
            format!("{}", a.len() + b.len())
        };
        let number = pool(3).install(|| {
            caught(|| {
                let items = data(5000)
                    .into_par_iter()
                    .map(|n| n.to_string())
                    .with_max_len(100);
                items.inclusive_scan(add).collect::<Vec<_>>()
            })
        });
        assert_eq!(number, fatal);
    }
}
