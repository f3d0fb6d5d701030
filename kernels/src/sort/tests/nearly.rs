//! Inputs that need little sorting.

use super::{Large, in_pools, large, small, sorted};
use crate::sort::{appended, aside, stable, turn};
use crate::tests::Engine;
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tine_core::engine::{rng::Rng, unwind};

/// Numbers in order, many of them twice, with `clumps` of up to a dozen that are in order among themselves only.
fn clumps(rng: &Rng, len: usize, clumps: usize) -> Vec<u32> {
    let mut v: Vec<u32> = (0..len as u32).map(|i| i / 2).collect();
    for _ in 0..clumps {
        let (start, first) = (rng.below(len), rng.below(len) as u32);
        let clump = v[start..].iter_mut().take(rng.below(12));
        clump.zip(first..).for_each(|(n, value)| *n = value / 2);
    }
    v
}

#[test]
fn what_was_put_aside_comes_back() {
    let rng = Rng::new(5);
    let mut settled = 0;
    for case in 0..10_000 {
        let len = 1 + rng.below(if case % 100 == 0 { 3000 } else { 150 });
        let pairs = clumps(&rng, len, case % 7).into_iter().zip(0..);
        let mut v: Vec<(u32, usize)> = pairs.collect();
        let mut expected = v.clone();
        if aside::settle(&mut v, &|a, b| a.0.cmp(&b.0)) {
            settled += 1;
            expected.sort();
        }
        assert!(v == expected, "{case}");
    }
    assert!((5000..10_000).contains(&settled), "{settled}");
    in_pools(|| {
        let rng = Rng::new(7);
        for _ in 0..5 {
            let pairs = clumps(&rng, 20_000, 50).into_iter().zip(0..);
            let mut v: Vec<(u32, usize)> = pairs.collect();
            let mut expected = v.clone();
            stable(Engine, &mut v, |a, b| a.0.cmp(&b.0));
            expected.sort();
            assert!(v == expected);
        }
    });
}

#[test]
fn what_was_put_aside_comes_back_after_a_panic() {
    // A box would be dropped twice if an element were there twice.
    type Element = (Box<u32>, bool);
    let rng = Rng::new(6);
    for case in 0..300 {
        let input = clumps(&rng, 60, 1 + case % 5);
        for last_call in 0.. {
            let mut v: Vec<Element> = input.iter().map(|&n| (Box::new(n), false)).collect();
            let calls = Cell::new(0);
            let compare = |a: &Element, b: &Element| {
                if calls.replace(calls.get() + 1) == last_call {
                    unwind::resume(Box::new("planned"));
                }
                // An order that contradicts itself, of some.
                (*a.0 ^ (case as u32 % 2 * (last_call as u32))).cmp(&b.0)
            };
            let result = unwind::halt(|| aside::settle(&mut v, &compare));
            let elements = v.into_iter().map(|element| *element.0).collect();
            assert!(sorted(elements) == sorted(input.clone()));
            if result.is_ok() {
                break;
            }
        }
    }
}

#[test]
fn what_falls_is_turned_and_nothing_else_is_moved() {
    type Turn = fn(&mut [Large]) -> bool;
    let compare = |a: &Large, b: &Large| a.0.cmp(&b.0);
    let turns: [Turn; 2] = [
        |v| turn::settle(Engine, v, &|a: &Large, b: &Large| a.0.cmp(&b.0)),
        |v| turn::by_one(v, &|a: &Large, b: &Large| a.0.cmp(&b.0)),
    ];
    in_pools(|| {
        for turn in turns {
            for len in [2, 3, 4, 9, 10, 11, 12, 40, 41, 6000] {
                let down: Vec<u32> = (0..len).rev().collect();
                let mut v = large(&down);
                assert!(turn(&mut v));
                assert!(v.is_sorted_by(|a, b| compare(a, b).is_lt()));
                // Two equal ones anywhere, and it does not fall.
                for place in (1..len as usize).step_by(1 + len as usize / 50) {
                    let mut input = down.clone();
                    input[place] = input[place - 1];
                    let mut v = large(&input);
                    assert!(!turn(&mut v));
                    assert!(small(v) == input);
                }
            }
        }
    });
}

#[test]
fn what_is_turned_is_whole_after_a_panic() {
    in_pools(|| {
        for len in [2, 5, 30, 6000] {
            let down: Vec<u32> = (0..len).rev().collect();
            for last_call in (0..len as usize).step_by(1 + len as usize / 30) {
                let mut v = large(&down);
                let calls = AtomicUsize::new(0);
                let compare = |a: &Large, b: &Large| {
                    if calls.fetch_add(1, Relaxed) == last_call {
                        unwind::resume(Box::new("planned"));
                    }
                    a.0.cmp(&b.0)
                };
                let result = unwind::halt(|| turn::settle(Engine, &mut v, &compare));
                assert_eq!(result.is_err(), last_call < len as usize - 1);
                assert!(sorted(small(v)) == sorted(down.clone()));
            }
        }
    });
}

#[test]
fn what_was_appended_is_merged() {
    in_pools(|| {
        let rng = Rng::new(8);
        for case in 0..400 {
            let len = 100 + rng.below(if case % 40 == 0 { 20_000 } else { 700 });
            let kept = len - 1 - rng.below(len / 2);
            let values = 1 + rng.below(2 * len);
            let mut v: Vec<(u32, usize)> =
                (0..len).map(|i| (rng.below(values) as u32, i)).collect();
            v[..kept].sort();
            v.iter_mut().zip(0..).for_each(|(element, i)| element.1 = i);
            if case % 3 == 0 {
                // All of it belongs behind.
                v[kept..]
                    .iter_mut()
                    .for_each(|element| element.0 += values as u32);
            }
            let mut expected = v.clone();
            let by_first = |a: &(u32, usize), b: &(u32, usize)| a.0.cmp(&b.0);
            let run = v.windows(2).position(|pair| pair[1].0 < pair[0].0);
            let run = run.map_or(len, |last| last + 1);
            let is_settled = appended::settle(Engine, &mut v, &by_first, 2);
            assert_eq!(is_settled, len - run >= len / 16, "{case}");
            if is_settled {
                expected.sort_by(by_first);
            }
            assert!(v == expected, "{case}");
        }
    });
}

#[test]
fn what_was_appended_is_there_after_a_panic() {
    for last_call in 0..600 {
        // A box would be dropped twice if an element were there twice.
        let mut v: Vec<(Box<u32>,)> = (0..150)
            .chain((0..50).map(|i| i * 77 % 150))
            .map(|n| (Box::new(n),))
            .collect();
        let calls = AtomicUsize::new(0);
        let compare = |a: &(Box<u32>,), b: &(Box<u32>,)| {
            if calls.fetch_add(1, Relaxed) == last_call {
                unwind::resume(Box::new("planned"));
            }
            a.cmp(b)
        };
        let ended = unwind::halt(|| appended::settle(Engine, &mut v, &compare, 2));
        v.sort();
        let mut expected: Vec<u32> = (0..150).chain((0..50).map(|i| i * 77 % 150)).collect();
        expected.sort();
        assert!(
            v.iter().map(|(n,)| **n).eq(expected),
            "{last_call} {}",
            ended.is_ok()
        );
    }
}
