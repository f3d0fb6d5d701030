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

#[test]
fn partitions() {
    everywhere(|v| {
        let (even, odd): (Vec<u64>, Vec<u64>) = v.iter().partition(|x| *x % 2 == 0);
        let mut found = v.clone();
        assert_eq!(found.par_partition_stable(|x| x % 2 == 0), even.len());
        assert!(found == [even.clone(), odd].concat());
        found = v.clone();
        assert_eq!(found.par_partition_in_place(|x| x % 2 == 0), even.len());
        assert!(found[..even.len()].iter().all(|x| x % 2 == 0));
        found.sort_unstable();
        let mut v = v;
        v.sort_unstable();
        assert!(found == v);
    });
}

#[test]
fn selections() {
    everywhere(|v| {
        let mut expected = v.clone();
        expected.sort_unstable();
        let len = v.len();
        for index in [0, len / 7, len / 2, len.saturating_sub(1)] {
            let Some(&nth) = expected.get(index) else {
                continue;
            };
            let mut found = v.clone();
            assert_eq!(*found.par_select_nth_unstable(index).1, nth);
            assert!(found[..index].iter().all(|x| *x <= nth));
            assert!(found[index..].iter().all(|x| *x >= nth));
            let by_key = *found.par_select_nth_unstable_by_key(index, |x| !x).1;
            let by_order = *found.par_select_nth_unstable_by(index, |a, b| b.cmp(a)).1;
            assert_eq!((by_key, by_order), (expected[len - 1 - index], by_key));
        }
    });
}

#[test]
fn retention() {
    everywhere(|v| {
        let (mut found, mut expected) = (v.clone(), v.clone());
        found.par_retain(|x| x % 3 != 0);
        expected.retain(|x| x % 3 != 0);
        assert!(found == expected);
        let halve = |x: &mut u64| {
            *x /= 2;
            *x % 5 > 1
        };
        found.par_retain_mut(halve);
        expected.retain_mut(halve);
        assert!(found == expected);
    });
}

#[test]
fn repetitions() {
    everywhere(|mut v| {
        v.sort_unstable();
        let mut expected = v.clone();
        let mut found = v.clone();
        found.par_dedup();
        expected.dedup();
        assert!(found == expected);
        found.par_dedup_by_key(|x| *x / 10);
        expected.dedup_by_key(|x| *x / 10);
        assert!(found == expected);
        found.par_dedup_by(|a, b| *a / 30 == *b / 30);
        expected.dedup_by(|a, b| *a / 30 == *b / 30);
        assert!(found == expected);
    });
}
