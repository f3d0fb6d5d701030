//! Promise: the algorithms that change a slice or a vector do what std's counterparts do, at sizes where they are shared.

mod common;

use common::oracle::{POOLS, data};
use common::watchdog::watchdog;
use tine::prelude::*;

/// Small enough for one thread, and large enough for many.
const LENGTHS: [usize; 4] = [0, 1, 1000, 100_003];

/// Runs `check` with numbers of several lengths in pools of several widths.
fn everywhere(check: impl Fn(Vec<u64>) + Sync) {
    let _dog = watchdog();
    for length in LENGTHS {
        for pool in &*POOLS {
            pool.install(|| check(data(length)));
        }
    }
}

#[test]
fn reversal_and_rotation() {
    everywhere(|v| {
        let len = v.len();
        for by in [
            0,
            len / 1000,
            len / 20,
            len / 3,
            len / 2,
            len - len / 20,
            len,
        ] {
            let (mut v, mut expected) = (v.clone(), v.clone());
            expected.rotate_left(by);
            expected.reverse();
            v.par_rotate_left(by);
            v.par_reverse();
            assert!(v == expected, "{by} of {len}");
            expected.rotate_right(by);
            v.par_rotate_right(by);
            assert!(v == expected, "{by} of {len}");
        }
    });
}

#[test]
fn filling() {
    everywhere(|mut v| {
        v.par_fill_with(|i| i as u64 * 3);
        assert!(v.iter().enumerate().all(|(i, &x)| x == i as u64 * 3));
    });
}

#[test]
fn shuffling() {
    let mut first: Vec<u64> = (0..100_003).collect();
    first.par_shuffle(9);
    for pool in &*POOLS {
        let mut v: Vec<u64> = (0..100_003).collect();
        pool.install(|| v.par_shuffle(9));
        assert!(v == first, "{} threads", pool.current_num_threads());
        v.sort_unstable();
        assert!(v.into_iter().eq(0..100_003));
    }
}

#[test]
fn scans() {
    everywhere(|v| {
        let mut sum = 7;
        let mut expected = v.clone();
        for x in &mut expected {
            sum += std::mem::replace(x, sum);
        }
        let mut found = v.clone();
        assert_eq!(found.par_exclusive_scan(7, |a, b| a + b), sum);
        assert!(found == expected);
        found = v.clone();
        found.par_inclusive_scan(|a, b| a + b);
        let ends = expected.iter().zip(&v);
        assert!(found.into_iter().eq(ends.map(|(before, x)| before + x - 7)));
    });
}
