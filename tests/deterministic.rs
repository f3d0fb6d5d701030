//! `deterministic` and `sum_deterministic`: the shape of a reduction follows from the number of items, whatever the threads do.

mod common;

use common::ledger::{Ledger, Token};
use common::watchdog::watchdog;
use common::{boom, caught, pool, rounds};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Barrier, OnceLock};
use std::thread;
use tine::prelude::*;

const LENGTHS: [usize; 14] = [
    0, 1, 2, 7, 64, 127, 128, 129, 255, 256, 1000, 4097, 30_000, 300_001,
];

/// Floats of very different sizes, whose sum depends on the order.
fn floats(len: usize) -> Vec<f64> {
    let mut state = 0x1234_5678_9ABC_DEF1u64;
    let next = move |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let size = 10f64.powi((state % 13) as i32 - 6);
        ((state >> 11) as f64 / (1u64 << 53) as f64 - 0.5) * size
    };
    (0..len).map(next).collect()
}

/// The tree that a reduction makes of its items, as text.
fn tree(len: usize) -> String {
    let items = (0..len).into_par_iter().map(|n| n.to_string());
    items
        .deterministic()
        .reduce(|| "0".into(), |a, b| format!("({a} {b})"))
}

#[test]
fn the_shape_is_the_same_on_any_number_of_threads() {
    for len in [0, 1, 2, 100, 257, 1025, 4000] {
        let first = pool(1).install(|| tree(len));
        for threads in [2, 3, 7, 16] {
            pool(threads).install(|| (0..20).for_each(|_| assert!(tree(len) == first)));
        }
        assert!(tree(len) == first, "called from outside");
    }
}

#[test]
fn a_thousand_sums_under_load_have_the_same_bits() {
    let items = floats(100_001);
    let narrow: Vec<f32> = items.iter().map(|&x| x as f32).collect();
    let sums = || {
        let plain: f64 = items.par_iter().deterministic().sum();
        let fast: f64 = items.par_iter().sum_deterministic();
        let narrow: f32 = narrow.par_iter().copied().sum_deterministic();
        (plain.to_bits(), fast.to_bits(), narrow.to_bits())
    };
    let pools = [1, 2, 3, 7, 16].map(pool);
    let expected = pools[0].install(sums);
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        for pool in &pools {
            // Others that want the same threads.
            let load = || {
                while !done.load(Relaxed) {
                    pool.install(|| (0..64u64).into_par_iter().for_each(|n| drop(vec![n; 1000])));
                }
            };
            scope.spawn(load);
        }
        let result = catch_unwind(AssertUnwindSafe(|| {
            for _ in 0..rounds(1000) {
                for pool in &pools {
                    assert_eq!(pool.install(sums), expected);
                }
            }
        }));
        done.store(true, Relaxed);
        assert!(result.is_ok());
    });
    for pool in &pools {
        for _ in 0..rounds(1000) {
            assert_eq!(pool.install(sums), expected);
        }
    }
}

#[test]
fn the_bits_are_those_of_one_thread_whoever_takes_part() {
    let _leash = watchdog();
    let items = floats(5000);
    // The items of the first block wait until another thread has taken one: alone, nobody would ever end.
    let company = |threads: usize| {
        let beginner = OnceLock::new();
        let joined = AtomicBool::new(threads == 1);
        let item = |x: &f64| {
            let me = thread::current().id();
            if *beginner.get_or_init(|| me) != me {
                joined.store(true, Relaxed);
            }
            while !joined.load(Relaxed) {
                thread::yield_now();
            }
            *x
        };
        pool(threads).install(|| {
            items
                .par_iter()
                .map(item)
                .with_max_len(100)
                .deterministic()
                .sum::<f64>()
        })
    };
    let alone = company(1);
    for threads in [2, 3, 7, 16] {
        assert_eq!(company(threads).to_bits(), alone.to_bits(), "{threads}");
    }
}

#[test]
fn lanes_do_not_depend_on_how_the_items_come() {
    for len in LENGTHS {
        let items = floats(len);
        let whole: f64 = items.par_iter().sum_deterministic();
        let mapped: f64 = items.par_iter().map(|x| x * 1.0).sum_deterministic();
        let backwards = floats(len).into_iter().rev().collect::<Vec<_>>();
        let turned: f64 = backwards.par_iter().rev().sum_deterministic();
        let chained: f64 = items[..len / 3]
            .par_iter()
            .chain(&items[len / 3..])
            .sum_deterministic();
        for other in [mapped, turned, chained] {
            assert_eq!(whole.to_bits(), other.to_bits(), "{len}");
        }
    }
}

#[test]
fn the_sum_is_right() {
    for len in LENGTHS {
        let whole: Vec<f64> = (0..len).map(|n| n as f64).collect();
        let expected = (len * len.saturating_sub(1) / 2) as f64;
        assert_eq!(whole.par_iter().sum_deterministic::<f64>(), expected);
        assert_eq!(whole.par_iter().deterministic().sum::<f64>(), expected);
        let ones = vec![1f32; len];
        assert_eq!(ones.par_iter().sum_deterministic::<f32>(), len as f32);
    }
    let zero: f64 = Vec::<f64>::new().into_par_iter().sum_deterministic();
    assert!(zero == 0.0 && zero.is_sign_negative());
    let negative: f64 = vec![-0.0; 500].into_par_iter().sum_deterministic();
    assert!(negative == 0.0 && negative.is_sign_negative());
}

#[test]
fn every_terminal_gives_what_std_gives() {
    for threads in [1, 2, 3, 16] {
        pool(threads).install(|| {
            for len in LENGTHS {
                let items = || (0..len).into_par_iter().deterministic();
                assert!(items().collect::<Vec<_>>().into_iter().eq(0..len));
                let thirds: Vec<usize> = items().filter(|n| n % 3 == 0).collect();
                assert!(thirds.into_iter().eq((0..len).step_by(3)));
                assert_eq!(items().count(), len);
                assert_eq!(items().max(), len.checked_sub(1));
                assert_eq!(items().find_first(|n| n % 7 == 6), (len > 6).then_some(6));
                let blocks: Vec<usize> = items().fold(|| 0, |count, _| count + 1).collect();
                let length = (len / 128).clamp(1, 1024);
                if let Some((last, others)) = blocks.split_last() {
                    assert!(others.iter().all(|&count| count == length));
                    assert!(*last <= length);
                }
                assert_eq!(blocks.iter().sum::<usize>(), len);
            }
        });
    }
}

#[test]
fn wishes_bind() {
    let count = |_: usize| 1usize;
    let blocks = |min, max| -> Vec<usize> {
        let items = (0..10_000)
            .into_par_iter()
            .with_min_len(min)
            .with_max_len(max);
        items
            .map(count)
            .deterministic()
            .fold(|| 0, |a, b| a + b)
            .collect()
    };
    assert!(blocks(1, 10).iter().all(|&len| len == 10));
    assert!(blocks(2000, usize::MAX).iter().all(|&len| len == 2000));
    // What is left is too short for a block.
    assert_eq!(blocks(3000, usize::MAX), [3000, 3000, 4000]);
    assert_eq!(blocks(6000, 1), [10_000]);
    for min in (1..10_000).step_by(7) {
        let lens = blocks(min, 1);
        assert!(lens.iter().all(|&len| len >= min), "{min}: {lens:?}");
    }
}

#[test]
fn costly_items_are_shared() {
    let _leash = watchdog();
    // Each item waits for the other: one thread alone would never end.
    let both = Barrier::new(2);
    let items = (0..2).into_par_iter().map(|_| both.wait().is_leader());
    let leaders = || items.deterministic().filter(|leads| *leads).count();
    assert_eq!(pool(2).install(leaders), 1);
}

#[test]
fn a_panic_loses_no_item() {
    for fatal in [0, 1, 500, 2999] {
        let ledger = Ledger::default();
        let items = ledger.tokens(3000);
        let explode = |token: Token| {
            if token.number == fatal {
                boom(fatal);
            }
        };
        let drive = || items.into_par_iter().deterministic().for_each(explode);
        assert_eq!(pool(3).install(|| caught(drive)), fatal);
        ledger.all_dropped_once();
    }
}
