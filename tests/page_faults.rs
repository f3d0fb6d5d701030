//! Calls in a row find the memory of those before at hand: the system does not map it anew for each, page by page.
//!
//! Alone in its program, since all threads' faults are counted, and since other calls would show the allocator what these need. glibc is the one that gives
//! memory back so soon.

#![cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]

mod common;

use common::faults::faults;
use common::pool;
use std::hint::black_box;
use tine::prelude::*;

/// So many calls are counted, after some that are not.
const CALLS: i64 = 50;

#[test]
fn calls_in_a_row_touch_the_same_memory() {
    // Of 800 kB, which are 196 pages.
    let numbers: Vec<u64> = (0..100_000).map(|n| n * 0x9E37_79B9 % 1_000_003).collect();
    let calls: [(&str, &(dyn Fn() + Sync)); 5] = [
        ("unzip", &|| {
            let halves: (Vec<u64>, Vec<u64>) = numbers.par_iter().map(|&n| (n, n / 2)).unzip();
            black_box(halves);
        }),
        ("map of a vector", &|| {
            let source = black_box(numbers.clone());
            black_box(source.into_par_iter().map(|n| n + 1).collect::<Vec<_>>());
        }),
        ("partition", &|| {
            let halves: (Vec<u64>, Vec<u64>) = numbers.par_iter().partition(|&&n| n % 2 == 0);
            black_box(halves);
        }),
        ("sort", &|| {
            let mut sorted = numbers.clone();
            sorted.par_sort();
            black_box(sorted);
        }),
        ("text", &|| {
            let text: String = numbers.par_iter().map(|n| n.to_string()).collect();
            black_box(text);
        }),
    ];
    let pool = pool(2);
    for (name, call) in calls {
        for _ in 0..20 {
            pool.install(call);
        }
        let before = faults();
        for _ in 0..CALLS {
            pool.install(call);
        }
        let each = (faults() - before) / CALLS;
        println!("{name}: {each} page faults a call");
        assert!(each <= 10, "{name}: {each} page faults a call");
    }
}
