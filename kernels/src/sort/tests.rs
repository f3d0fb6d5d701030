//! Laws of sorting, against std, for all patterns, comparisons and panics, on pools of several widths.

use super::permute::{Place, permute_large};
use super::{aside, by_keys, halves, permute, stable, thirds, turn, unstable};
use crate::tests::Engine;
use std::cell::Cell;
use std::cmp::Ordering;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tine_core::ThreadPoolBuilder;
use tine_core::engine::{rng::Rng, unwind};

const LENGTHS: [usize; 7] = [0, 1, 2, 100, 2047, 2048, 30_001];

/// Runs `check` in pools of several widths.
fn in_pools(check: impl Fn() + Sync) {
    for threads in [1, 2, 3, 8] {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("a pool").install(&check);
    }
}

/// Inputs of `len` numbers: noise, few values, runs up and down, nearly sorted, a saw, all the same.
fn patterns(len: usize) -> Vec<Vec<u32>> {
    let rng = Rng::new(len as u64);
    let noise = |bound: usize| (0..len).map(|_| rng.below(bound) as u32).collect();
    let mut nearly: Vec<u32> = (0..len as u32).collect();
    for _ in 0..len / 50 {
        nearly.swap(rng.below(len), rng.below(len));
    }
    // Some values are frequent, and as many elements are rare.
    let rare = |n: usize| if n.is_multiple_of(2) { n } else { n % 40 };
    let zipf = (0..len).map(|_| rare(rng.below(1 << 30)) as u32).collect();
    let up = (0..len as u32).collect();
    let down = (0..len as u32).rev().collect();
    let saw = (0..len as u32).map(|i| i % 1000).collect();
    let hill = (0..len as u32).map(|i| i.min(len as u32 - i)).collect();
    vec![
        noise(1 << 30),
        noise(3),
        zipf,
        nearly,
        up,
        down,
        saw,
        hill,
        vec![7; len],
    ]
}

#[test]
fn the_result_is_that_of_std() {
    in_pools(|| {
        for input in LENGTHS.into_iter().flat_map(patterns) {
            let mut expected = input.clone();
            expected.sort();
            let (mut one, mut other) = (input.clone(), input);
            stable(Engine, &mut one, u32::cmp);
            assert!(one == expected);
            unstable(Engine, &mut other, u32::cmp);
            assert!(other == expected);
        }
    });
}

#[test]
fn equal_elements_keep_their_order() {
    in_pools(|| {
        for input in LENGTHS.into_iter().flat_map(patterns) {
            // The place tells equal elements apart, and so does the size of a large element.
            let pairs = input.iter().map(|n| n % 100).zip(0..);
            let mut v: Vec<(u32, usize, [u64; 10])> = pairs.map(|(n, i)| (n, i, [9; 10])).collect();
            stable(Engine, &mut v, |a, b| a.0.cmp(&b.0));
            assert!(v.is_sorted());
            assert_eq!(v.len(), input.len());
        }
    });
}

#[test]
fn large_elements_and_boxes_are_sorted() {
    in_pools(|| {
        let large = |n: u32| (n, [0u64; 16], Box::new(n));
        for input in patterns(9_001) {
            let mut expected: Vec<_> = input.iter().copied().map(large).collect();
            let mut v = expected.clone();
            expected.sort();
            unstable(Engine, &mut v, Ord::cmp);
            assert!(v == expected);
        }
    });
}

/// Which elements there are.
fn sorted(mut v: Vec<u32>) -> Vec<u32> {
    v.sort_unstable();
    v
}

#[test]
fn an_order_that_contradicts_itself_loses_no_element() {
    type Compare = fn(&u32, &u32) -> Ordering;
    let orders: [Compare; 4] = [
        |_, _| Ordering::Less,
        |_, _| Ordering::Greater,
        |a, b| (a ^ b).wrapping_mul(0x9E37_79B9).cmp(&0x8000_0000),
        |a, b| (a % 3 + 1).cmp(&(b % 4)),
    ];
    in_pools(|| {
        for input in [100, 2048, 30_001].into_iter().flat_map(patterns) {
            for order in orders {
                let (mut one, mut other) = (input.clone(), input.clone());
                stable(Engine, &mut one, order);
                unstable(Engine, &mut other, order);
                let expected = sorted(input.clone());
                assert!(sorted(one) == expected);
                assert!(sorted(other) == expected);
            }
        }
    });
}

#[test]
fn elements_so_large_that_one_is_far() {
    for moved in 0..40 {
        let mut numbers: Vec<u64> = (0..40).collect();
        numbers[moved..].rotate_left(1);
        let mut v: Vec<[u64; 1100]> = numbers.iter().map(|&number| [number; 1100]).collect();
        let mut other = v.clone();
        stable(Engine, &mut v, |a, b| a.cmp(b));
        unstable(Engine, &mut other, |a, b| a.cmp(b));
        assert!(v.iter().map(|element| element[0]).eq(0..40));
        assert!(v == other);
    }
}

#[test]
fn a_panic_of_the_comparison_loses_no_element() {
    // A box would be dropped twice if an element were there twice.
    type Element = (Box<u32>, Cell<u32>);
    type Sort = fn(&mut [Element], &(dyn Fn(&Element, &Element) -> Ordering + Sync));
    let sorts: [Sort; 2] = [
        |v, compare| stable(Engine, v, compare),
        |v, compare| unstable(Engine, v, compare),
    ];
    in_pools(|| {
        for input in [2, 2048, 10_000].into_iter().flat_map(patterns) {
            for sort in sorts {
                let mut calls_at_most = 0;
                // Panics at the first comparison, at some in between, and at none.
                loop {
                    let mut v: Vec<Element> =
                        input.iter().map(|&n| (Box::new(n), Cell::new(0))).collect();
                    let calls = AtomicUsize::new(0);
                    let compare = |a: &Element, b: &Element| {
                        if calls.fetch_add(1, Relaxed) == calls_at_most {
                            unwind::resume(Box::new("planned"));
                        }
                        // Whoever compares may change: no change may be lost.
                        a.1.set(a.1.get() + 1);
                        b.1.set(b.1.get() + 1);
                        a.0.cmp(&b.0)
                    };
                    let result = unwind::halt(|| sort(&mut v, &compare));
                    let changes: u32 = v.iter().map(|element| element.1.get()).sum();
                    let elements = v.into_iter().map(|element| *element.0).collect();
                    assert!(sorted(elements) == sorted(input.clone()));
                    let calls = calls.into_inner();
                    match result {
                        Ok(()) => {
                            assert_eq!(changes as usize, 2 * calls);
                            break;
                        }
                        Err(payload) => assert!(payload.is::<&str>()),
                    }
                    // Some more would have come in time: other threads went on.
                    assert!(changes as usize >= 2 * calls_at_most);
                    calls_at_most = calls_at_most * 5 + 1;
                }
            }
        }
    });
}

#[test]
fn nothing_is_sorted_by_nothing() {
    let asked = |_: &(), _: &()| -> Ordering { panic!("there is nothing to compare") };
    stable(Engine, &mut [(); 5000], asked);
    unstable(Engine, &mut [(); 5000], asked);
}

#[test]
fn every_element_goes_to_the_place_of_its_key() {
    in_pools(|| {
        for input in [0, 1, 2, 5, 100, 2_000].into_iter().flat_map(patterns) {
            // A box would be dropped twice if an element were there twice.
            let mut v: Vec<(u32, Box<usize>)> =
                input.iter().copied().zip((0..).map(Box::new)).collect();
            let mut expected = v.clone();
            expected.sort_by_key(|element| element.0 % 100);
            let mut keys: Vec<(u32, usize)> = input.iter().map(|n| (n % 100, 7)).collect();
            by_keys(Engine, &mut v, &mut keys);
            assert!(v == expected);
        }
    });
}

#[test]
fn every_element_goes_to_its_place() {
    let rng = Rng::new(3);
    for len in [0, 1, 2, 5, 1000] {
        let mut sources: Vec<usize> = (0..len).collect();
        for i in (1..len).rev() {
            sources.swap(i, rng.below(i + 1));
        }
        let input: Vec<usize> = (0..len).map(|i| i * 7).collect();
        let expected: Vec<usize> = sources.iter().map(|&source| input[source]).collect();
        let mut large: Vec<Box<usize>> = input.iter().copied().map(Box::new).collect();
        let mut places: Vec<Place> = sources.iter().map(|&source| source as Place).collect();
        // SAFETY: the sources are a permutation.
        unsafe { permute_large(&mut large, &mut places) };
        assert!(places.into_iter().eq(0..len as Place));
        assert!(large.iter().map(|element| **element).eq(expected.clone()));
        let mut v = input;
        permute(&mut v, &mut sources);
        assert_eq!(v, expected);
        assert!(sources.into_iter().eq(0..len));
    }
}

#[test]
fn equal_elements_look_the_same() {
    in_pools(|| {
        for input in [1500, 9000].into_iter().flat_map(patterns) {
            // Zeros of both signs and odd NaNs are frequent, and no two of them are equal.
            let float = |n: u32| match n % 40 {
                0 => 0.0,
                1 => -0.0,
                2 => f64::NAN,
                3 => -f64::from_bits(f64::NAN.to_bits() + 1),
                _ => f64::from(n) - 20.0,
            };
            let mut v: Vec<f64> = input.iter().copied().map(float).collect();
            let mut expected = v.clone();
            expected.sort_by(f64::total_cmp);
            unstable(Engine, &mut v, f64::total_cmp);
            let bits = |v: &[f64]| v.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            assert!(bits(&v) == bits(&expected));
            let wide = |n: u32| (i128::from(n) - 20) << 90 | i128::from(n % 2);
            let mut v: Vec<i128> = input.iter().copied().map(wide).collect();
            let mut expected = v.clone();
            expected.sort();
            stable(Engine, &mut v, i128::cmp);
            assert!(v == expected);
        }
    });
}

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

/// A large element, which would be dropped twice if it were there twice.
type Large = (Box<u32>, [u64; 15]);

fn large(v: &[u32]) -> Vec<Large> {
    v.iter().map(|&n| (Box::new(n), [1; 15])).collect()
}

fn small(v: Vec<Large>) -> Vec<u32> {
    v.into_iter().map(|element| *element.0).collect()
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
fn places_are_sorted_stably_by_thirds() {
    for input in [0, 1, 2, 20, 21, 100, 255, 256, 2048]
        .into_iter()
        .flat_map(patterns)
    {
        let order = |a: Place, b: Place| input[a as usize].cmp(&input[b as usize]);
        let mut room = vec![7; input.len()];
        let mut places: Vec<Place> = (0..input.len() as Place).collect();
        let mut expected = places.clone();
        expected.sort_by_key(|&place| input[place as usize]);
        let rest = |rest: &mut [Place], _: &mut [Place]| rest.sort_by(|&a, &b| order(a, b));
        let mut others = places.clone();
        thirds::sort(&mut places, &mut room, &order, &rest);
        thirds::sort_unless_different(&mut others, &mut room, &order, &rest);
        assert!(places == expected);
        assert!(others == expected);
    }
}

#[test]
fn places_are_sorted_by_halves_and_what_they_leave() {
    for input in [0, 1, 2, 20, 21, 63, 64, 300]
        .into_iter()
        .flat_map(patterns)
    {
        for levels in [0, 1, 40] {
            let order = |a: Place, b: Place| input[a as usize].cmp(&input[b as usize]);
            let mut places: Vec<Place> = (0..input.len() as Place).collect();
            let mut room = places.clone();
            let slow = |rest: &mut [Place]| rest.sort_by_key(|&place| input[place as usize]);
            halves::sort(&mut places, &mut room, &order, &slow, levels);
            assert!(places.is_sorted_by_key(|&place| input[place as usize]));
            places.sort_unstable();
            assert!(places.into_iter().eq(0..input.len() as Place));
        }
    }
}

#[test]
fn places_of_any_order_are_there_once() {
    type Order = fn(Place, Place) -> Ordering;
    let orders: [Order; 6] = [
        |_, _| Ordering::Less,
        |_, _| Ordering::Greater,
        |_, _| Ordering::Equal,
        |a, b| (a ^ b).wrapping_mul(0x9E37_79B9).cmp(&0x8000_0000),
        |a, b| (a % 3 + 1).cmp(&(b % 4)),
        |a, b| match (a * 7 + b) % 3 {
            0 => Ordering::Less,
            1 => Ordering::Equal,
            _ => Ordering::Greater,
        },
    ];
    for order in orders {
        for len in [21, 64, 300, 2048] {
            let mut places: Vec<Place> = (0..len).collect();
            let mut room = vec![7; len as usize];
            thirds::sort(&mut places, &mut room, &order, &|_, _| {});
            halves::sort(&mut places, &mut room, &order, &|_| {}, 8);
            places.sort_unstable();
            assert!(places.into_iter().eq(0..len));
        }
    }
}

#[test]
fn large_elements_are_whole_after_anything() {
    type Sort = fn(&mut [Large], &(dyn Fn(&Large, &Large) -> Ordering + Sync));
    let sorts: [Sort; 2] = [
        |v, compare| stable(Engine, v, compare),
        |v, compare| unstable(Engine, v, compare),
    ];
    in_pools(|| {
        for input in [210, 1000, 9000].into_iter().flat_map(patterns) {
            let expected = sorted(input.clone());
            for sort in sorts {
                let mut last_call = 0;
                loop {
                    let mut v = large(&input);
                    let calls = AtomicUsize::new(0);
                    let compare = |a: &Large, b: &Large| {
                        if calls.fetch_add(1, Relaxed) == last_call {
                            unwind::resume(Box::new("planned"));
                        }
                        a.0.cmp(&b.0)
                    };
                    let result = unwind::halt(|| sort(&mut v, &compare));
                    assert!(result.is_err() || v.is_sorted());
                    assert!(sorted(small(v)) == expected);
                    if result.is_ok() {
                        break;
                    }
                    last_call = last_call * 5 + 1;
                }
                let mut v = large(&input);
                sort(&mut v, &|a, b| (*a.0 % 3 + 1).cmp(&(*b.0 % 4)));
                assert!(sorted(small(v)) == expected);
            }
        }
    });
}
