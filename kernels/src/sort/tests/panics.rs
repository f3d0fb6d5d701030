//! Whatever a comparison does, every element is there once.

use super::{Large, in_pools, large, patterns, small, sorted};
use crate::sort::{stable, unstable};
use crate::tests::Engine;
use std::cell::Cell;
use std::cmp::Ordering;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tine_core::engine::unwind;

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
            let expected = sorted(input.clone());
            for order in orders {
                let (mut one, mut other) = (input.clone(), input.clone());
                stable(Engine, &mut one, order);
                unstable(Engine, &mut other, order);
                assert!(sorted(one) == expected);
                assert!(sorted(other) == expected);
            }
        }
    });
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
            let expected = sorted(input.clone());
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
                    assert!(sorted(elements) == expected);
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
