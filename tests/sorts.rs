//! Sorts at the lengths where they are shared: the result is std's for elements of every kind, and no input makes them slow.

mod common;

use common::pool;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tine::prelude::*;

/// Sorts in every way, by an order that is known from the types and by one that is not.
fn check<T: Ord + Clone + Send>(v: &[T]) {
    let mut expected = v.to_vec();
    expected.sort();
    let sorts: [fn(&mut [T]); 4] = [
        |v| v.par_sort(),
        |v| v.par_sort_unstable(),
        |v| v.par_sort_by(|a, b| a.cmp(b)),
        |v| v.par_sort_unstable_by(|a, b| a.cmp(b)),
    ];
    for sort in sorts {
        let mut v = v.to_vec();
        sort(&mut v);
        assert!(v == expected);
    }
}

/// Noise, few values, descending, a saw, a hill.
fn shapes(len: usize) -> [Vec<u64>; 5] {
    let n = len as u64;
    let make = |f: &dyn Fn(u64) -> u64| (0..n).map(f).collect();
    let noise = |i: u64| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
    [
        make(&noise),
        make(&|i| noise(i) % 16),
        make(&|i| n - i),
        make(&|i| i % 1000),
        make(&|i| i.min(n - i)),
    ]
}

/// The lengths above, and a long one for elements that are cheap to make.
fn in_pools(check: impl Fn(&[u64]) + Sync, longest: usize) {
    for threads in [1, 2, 3] {
        pool(threads).install(|| {
            for len in [2_048, 5_000, longest] {
                shapes(len).iter().for_each(|numbers| check(numbers));
            }
        });
    }
}

/// Of the lengths above, what a build without optimisations sorts in time.
const LONGEST: usize = if cfg!(debug_assertions) {
    30_000
} else {
    300_000
};

#[test]
fn elements_of_any_size() {
    // Enough for the first partition to be shared.
    in_pools(check, 250_000);
    in_pools(
        |v| check(&v.iter().map(|&n| (n / 3, n)).collect::<Vec<_>>()),
        LONGEST,
    );
    in_pools(
        |v| check(&v.iter().map(|&n| [n; 9]).collect::<Vec<_>>()),
        LONGEST,
    );
}

#[test]
fn texts_and_bytes() {
    // Of unequal lengths, with bytes from both ends and long beginnings in common.
    let text = |&n: &u64| {
        let zs = "z".repeat(n as usize % 19);
        format!("{n:0width$}\0{zs}", width = n as usize % 12)
    };
    let bytes = |&n: &u64| [b"\xFF\0alike", &n.to_be_bytes()[n as usize % 8..]].concat();
    let texts = |v: &[u64]| {
        let texts: Vec<String> = v.iter().map(text).collect();
        check(&texts.iter().map(String::as_str).collect::<Vec<_>>());
        check(&texts);
    };
    in_pools(texts, LONGEST);
    in_pools(|v| check(&v.iter().map(bytes).collect::<Vec<_>>()), LONGEST);
    // Of equal length, of which the first word tells most.
    let even = |v: &[u64]| check(&v.iter().map(|n| format!("{n:012}")).collect::<Vec<_>>());
    in_pools(even, LONGEST);
}

/// Decides what is less as late as it can, and so that it was worst (M. D. McIlroy, A killer adversary for quicksort, 1999).
struct Foe {
    values: Vec<usize>,
    /// Values from here on are still gas: more than any that is fixed.
    fixed: usize,
    candidate: usize,
    calls: usize,
}

impl Foe {
    fn order(&mut self, a: usize, b: usize) -> std::cmp::Ordering {
        let gas = self.values.len();
        self.calls += 1;
        if self.values[a] == gas && self.values[b] == gas {
            let fixed = if a == self.candidate { a } else { b };
            self.values[fixed] = self.fixed;
            self.fixed += 1;
        }
        if self.values[a] == gas {
            self.candidate = a;
        } else if self.values[b] == gas {
            self.candidate = b;
        }
        self.values[a].cmp(&self.values[b])
    }
}

#[test]
fn the_worst_input_takes_n_log_n_comparisons() {
    let most = |len: usize| 3 * len * len.ilog2() as usize;
    for (len, threads) in [(60_000, 1), (60_000, 2), (250_000, 2), (250_000, 3)] {
        let pool = pool(threads);
        let foe = Mutex::new(Foe {
            values: vec![len; len],
            fixed: 0,
            candidate: 0,
            calls: 0,
        });
        let mut v: Vec<usize> = (0..len).collect();
        let order = |&a: &usize, &b: &usize| foe.lock().expect("nobody panics").order(a, b);
        pool.install(|| v.par_sort_unstable_by(order));
        let foe = foe.into_inner().expect("nobody panics");
        assert!(v.is_sorted_by_key(|&i| foe.values[i]));
        assert!(foe.calls < most(len), "{len}, {threads}: {}", foe.calls);
        // The same values once more, as they are known now.
        let calls = AtomicUsize::new(0);
        let mut v = foe.values;
        pool.install(|| {
            v.par_sort_unstable_by(|a, b| {
                calls.fetch_add(1, Relaxed);
                a.cmp(b)
            });
        });
        let calls = calls.into_inner();
        assert!(calls < most(len), "{len}, {threads}, again: {calls}");
    }
}

#[test]
fn what_is_in_order_takes_a_comparison_for_each_element() {
    type Sort = fn(&mut [u64], &(dyn Fn(&u64, &u64) -> std::cmp::Ordering + Sync));
    let sorts: [Sort; 2] = [
        |v, order| v.par_sort_by(order),
        |v, order| v.par_sort_unstable_by(order),
    ];
    for threads in [1, 2, 3] {
        let pool = pool(threads);
        for len in [100, 1_000, 10_000, 250_000] {
            let up: Vec<u64> = (0..len).collect();
            let down: Vec<u64> = (0..len).rev().collect();
            let same = vec![7; len as usize];
            for input in [up, down, same] {
                for sort in sorts {
                    let calls = AtomicUsize::new(0);
                    let mut v = input.clone();
                    pool.install(|| {
                        sort(&mut v, &|a, b| {
                            calls.fetch_add(1, Relaxed);
                            a.cmp(b)
                        })
                    });
                    assert!(v.is_sorted());
                    // Some are compared before it is known.
                    let most = len as usize * 21 / 20 + 100;
                    let calls = calls.into_inner();
                    assert!(calls <= most, "{len} on {threads}: {calls}");
                }
            }
        }
    }
}
