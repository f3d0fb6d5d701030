//! Closures and keys that contradict themselves, or panic.

use crate::common::ledger::{Ledger, Token};
use crate::common::oracle::POOLS;
use crate::common::{boom, caught};
use crate::inputs::{Noise, cases};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tine::prelude::*;

/// A key whose hash and equality are noise.
struct Whim<'n> {
    number: u32,
    calls: &'n AtomicUsize,
}

impl Whim<'_> {
    fn whim(&self) -> usize {
        let call = self.calls.fetch_add(1, Relaxed);
        Noise::new(call as u64).below(5)
    }
}

impl Hash for Whim<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.number % 4 + u32::from(self.whim() == 0)).hash(state);
    }
}

impl PartialEq for Whim<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.whim() < 2 || self.number == other.number && self.whim() > 0
    }
}

impl Eq for Whim<'_> {}

#[test]
fn keys_that_contradict_themselves_lose_no_item() {
    cases(|noise, len, bound| {
        let v = noise.numbers(len.min(3000), bound);
        let calls = AtomicUsize::new(0);
        let calls = &calls;
        let key = |&number: &u32| Whim { number, calls };
        let groups = v.par_group_by_key(key);
        let mut found: Vec<*const u32> = (groups.iter())
            .flat_map(|(_, items)| items.iter().map(|&item| item as *const u32))
            .collect();
        found.sort();
        assert!(
            found
                .into_iter()
                .eq(v.iter().map(|item| item as *const u32))
        );
        let counts = v.par_reduce_by_key(key, |_| 1, |a, b| a + b);
        assert_eq!(counts.iter().map(|pair| pair.1).sum::<usize>(), v.len());
        assert!(v.par_unique_count_by_key(key) <= v.len());
    });
}

#[test]
fn orders_that_contradict_themselves_end() {
    let orders: [fn(&u32, &u32) -> Ordering; 4] = [
        |_, _| Ordering::Less,
        |_, _| Ordering::Greater,
        |a, b| (a ^ b).wrapping_mul(0x9E37_79B9).cmp(&0x8000_0000),
        |a, b| (a % 3 + 1).cmp(&(b % 4)),
    ];
    cases(|noise, len, bound| {
        let v = noise.numbers(len, bound);
        let keys = noise.numbers(20, bound);
        for order in orders {
            assert_eq!(v.par_min_max_by(order).is_some(), len > 0);
            let _ = v.par_is_sorted_by(|a, b| order(a, b).is_lt());
            for result in v.par_binary_search_by(&keys, order) {
                assert!(result.unwrap_or_else(|place| place) <= len);
            }
            let range = v.par_eq_range_by(|n| order(n, &3));
            assert!(range.start <= range.end && range.end <= len);
        }
    });
}

/// Calls `run` with a closure that panics at its first call, at some later ones, and never.
pub(crate) fn at_every_call(run: impl Fn(&(dyn Fn() + Sync)) + Sync) {
    // One thread has no race, and each call takes long where races are looked for.
    let (first, factor) = if cfg!(tine_tsan) { (1, 9) } else { (0, 3) };
    for pool in &POOLS[first..] {
        let mut fatal = 0;
        loop {
            let calls = AtomicUsize::new(0);
            let tick = || {
                if calls.fetch_add(1, Relaxed) == fatal {
                    boom(fatal);
                }
            };
            let result = pool.install(|| catch_unwind(AssertUnwindSafe(|| run(&tick))));
            match result {
                Ok(()) => break,
                Err(payload) => assert_eq!(crate::common::number_of(&*payload), fatal),
            }
            fatal = fatal * factor + 1;
        }
    }
}

#[test]
fn panics_of_closures_reach_the_caller() {
    let v = Noise::new(5).numbers(1500, 300);
    at_every_call(|tick| {
        let ticked = |n: &u32| {
            tick();
            *n
        };
        v.par_group_by_key(ticked);
    });
    at_every_call(|tick| {
        let add = |a: u32, b: u32| {
            tick();
            a.wrapping_add(b)
        };
        v.par_reduce_by_key(|n| n / 2, |n| *n, add);
    });
    at_every_call(|tick| {
        v.par_histogram(300, |n| {
            tick();
            *n as usize
        });
    });
    at_every_call(|tick| {
        v.par_min_max_by(|a, b| {
            tick();
            a.cmp(b)
        });
    });
    at_every_call(|tick| {
        v.par_binary_search_by(&v, |a, b| {
            tick();
            a.cmp(b)
        });
    });
}

#[test]
fn keys_and_values_are_dropped_once() {
    let numbers = Noise::new(7).numbers(5000, 900);
    for fatal in [0, 1, 900, 4999, usize::MAX] {
        let ledger = Ledger::default();
        let calls = AtomicUsize::new(0);
        let token = |n: &u32| -> Token {
            if calls.fetch_add(1, Relaxed) == fatal {
                boom(fatal);
            }
            ledger.token(*n as usize)
        };
        let number = |n: &u32| *n;
        let keep = |a: Token, _b: Token| a;
        let run = || {
            let pairs = numbers.par_reduce_by_key(number, token, keep);
            assert_eq!(pairs.len(), numbers.par_unique_count());
        };
        POOLS[2].install(|| match fatal {
            usize::MAX => run(),
            fatal => assert_eq!(caught(run), fatal),
        });
        ledger.all_dropped_once();
    }
}

#[test]
#[should_panic = "there is no bucket 5: the number of buckets is 5"]
fn a_bucket_too_many() {
    [5usize; 100].par_histogram(5, |n| *n);
}
