//! Nobody waits for the first item of a loop: others begin behind it while it takes long, if nothing is known of the loop yet, if
//! it had much to share the last time, or if its blocks are limited.
//!
//! In each test the first item blocks until another one has run. If that is left to the same thread the test hangs, and the watchdog
//! ends it.

mod common;

use common::pool;
use common::watchdog::watchdog;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;
use std::time::Duration;
use tine::prelude::*;

/// Many for each thread, also of the global pool.
const LEN: usize = 100_000;

/// What the items of a loop do.
struct Items {
    /// The number of the loop, once an item behind the first has run.
    other: AtomicU32,
}

impl Items {
    fn new() -> Self {
        Items {
            other: AtomicU32::new(0),
        }
    }

    /// Runs item `i` of a loop with a `number`, which keeps compilers and linkers from making one loop of several that are the same.
    #[inline(always)]
    fn run(&self, i: usize, number: u32) {
        if i > 0 {
            self.other.store(number, SeqCst);
            return;
        }
        while self.other.load(SeqCst) != number {
            thread::yield_now();
        }
    }
}

/// Runs a loop that nobody has run before, in a pool whose other thread has rested that long.
fn first_time(rest: Duration, drive: impl FnOnce(&Items) + Send) {
    let _dog = watchdog();
    let pool = pool(2);
    pool.install(|| ());
    thread::sleep(rest);
    pool.install(|| drive(&Items::new()));
}

/// Makes two loops of each line, and runs one while everybody sleeps, and one while the other thread may still be awake.
macro_rules! first_times {
    ($($name:ident, $number:literal: |$items:ident| $drive:expr;)*) => { $(
        mod $name {
            use super::*;

            #[test]
            fn among_sleepers() {
                const N: u32 = 2 * $number;
                first_time(Duration::from_millis(30), |$items| { $drive; });
            }

            #[test]
            fn at_once() {
                const N: u32 = 2 * $number + 1;
                first_time(Duration::ZERO, |$items| { $drive; });
            }
        }
    )* };
}

first_times! {
    for_each, 1: |items| (0..LEN).into_par_iter().for_each(|i| items.run(i, N));
    few, 2: |items| (0..200).into_par_iter().for_each(|i| items.run(i, N));
    sum, 3: |items| (0..LEN).into_par_iter().map(|i| { items.run(i, N); i }).sum::<usize>();
    collect, 4: |items| (0..LEN).into_par_iter().map(|i| { items.run(i, N); i }).collect::<Vec<_>>();
    filter, 5: |items| (0..LEN).into_par_iter().filter(|&i| { items.run(i, N); i % 2 == 0 }).count();
    fold, 6: |items| (0..LEN).into_par_iter().fold(String::new, |s, i| { items.run(i, N); s }).count();
    pulled, 7: |items| (0..LEN).into_par_iter().map(|i| items.run(i, N)).zip(0..LEN).for_each(|_| ());
    slice, 8: |items| vec![0u8; LEN].par_iter().enumerate().for_each(|(i, _)| items.run(i, N));
    text, 9: |items| "a".repeat(LEN).par_char_indices().for_each(|(i, _)| items.run(i, N));
    fixed, 10: |items| (0..LEN).into_par_iter().map(|i| items.run(i, N)).deterministic().for_each(|()| ());
    bridge, 11: |items| (0..LEN).par_bridge().for_each(|i| items.run(i, N));
}

#[test]
fn from_a_thread_outside() {
    let _one_at_a_time = common::outsider();
    let _dog = watchdog();
    if tine::current_num_threads() > 1 {
        let items = Items::new();
        (0..LEN).into_par_iter().for_each(|i| items.run(i, 1));
    }
}

#[test]
fn of_a_few_items_within_other_work() {
    let _dog = watchdog();
    for len in 2..10 {
        pool(2).install(|| {
            let items = Items::new();
            let each = || (0..len).into_par_iter().for_each(|i| items.run(i, 1));
            tine::join(each, || ());
            let made = || (0..len).into_par_iter().map(|i| items.run(i, 2));
            tine::join(|| made().collect::<Vec<_>>(), || ());
        });
    }
}

/// Runs a short loop that is shared from its first item on, which waits or not.
fn shared_loop(items: Option<&Items>) {
    let item = |i| items.map_or((), |items| items.run(i, 1));
    (0..8).into_par_iter().with_max_len(1).for_each(item);
}

#[test]
fn with_max_len_however_short_the_loop_was() {
    let _dog = watchdog();
    let check = || {
        (0..500).for_each(|_| shared_loop(None));
        shared_loop(Some(&Items::new()));
    };
    pool(2).install(|| {
        check();
        tine::join(check, || ());
    });
}

/// A loop that is cheap at times.
fn one_loop(item: &(dyn Fn(usize) + Sync)) {
    (0..1000).into_par_iter().for_each(item);
}

#[test]
fn after_the_first_item_took_long() {
    let _dog = watchdog();
    pool(2).install(|| {
        for _ in 0..10 {
            (0..10).for_each(|_| one_loop(&|_| ()));
            one_loop(&|i| {
                if i == 0 {
                    thread::sleep(Duration::from_millis(5));
                }
            });
            let items = Items::new();
            one_loop(&|i| items.run(i, 1));
        }
    });
}

/// Lets a loop be cheap, then long again and again, and then wait in its first item.
fn check_after_long(drive: impl Fn(&(dyn Fn(usize) + Sync)) + Sync) {
    let _dog = watchdog();
    pool(2).install(|| {
        for _ in 0..3 {
            (0..20).for_each(|_| drive(&|_| ()));
            // Be it shared before it was known or not.
            (0..20).for_each(|_| drive(&|_| thread::sleep(Duration::from_micros(1))));
            let items = Items::new();
            drive(&|i| items.run(i, 1));
        }
    });
}

#[test]
fn after_all_items_together_took_long() {
    check_after_long(|item| assert_eq!((0..1000).into_par_iter().map(item).count(), 1000));
}

#[test]
fn after_a_bridge_took_long() {
    check_after_long(|item| (0..1000).par_bridge().for_each(item));
}
