//! Scans, with an operation that is associative and not commutative.

use super::{Census, Citizen, Engine, blows, cases, fuse, in_pools, numbers};
use crate::scan::{exclusive, inclusive};

/// A function x -> factor * x + term, modulo 2^32.
type Affine = (u32, u32);

/// First `a`, then `b`.
fn after(a: &Affine, b: &Affine) -> Affine {
    let term = b.0.wrapping_mul(a.1).wrapping_add(b.1);
    (a.0.wrapping_mul(b.0), term)
}

fn affine(numbers: &[u32]) -> Vec<Affine> {
    numbers.iter().map(|&n| (n | 1, n >> 1)).collect()
}

/// The prefixes that begin with `init`: one more than there are elements.
fn prefixes(init: Affine, v: &[Affine]) -> Vec<Affine> {
    let mut all = vec![init];
    for element in v {
        all.push(after(&all[all.len() - 1], element));
    }
    all
}

#[test]
fn a_scan_is_a_loop() {
    cases(|rng, len| {
        let v = affine(&numbers(rng, len, 1 << 30));
        let mut expected = prefixes((1, 0), &v);
        let mut found = v.clone();
        inclusive(Engine, &mut found, after);
        assert_eq!(found, expected[1..]);

        expected = prefixes((5, 3), &v);
        found = v;
        let total = exclusive(Engine, &mut found, (5, 3), after);
        assert_eq!(found, expected[..len]);
        assert_eq!(total, expected[len]);
    });
}

#[test]
fn a_long_scan_is_a_loop() {
    in_pools(|| {
        let v = affine(&(0..100_000).collect::<Vec<_>>());
        let expected = prefixes((1, 0), &v);
        for _ in 0..3 {
            let mut found = v.clone();
            inclusive(Engine, &mut found, after);
            assert!(found == expected[1..]);
            found = v.clone();
            let total = exclusive(Engine, &mut found, (1, 0), after);
            assert!(found == expected[..v.len()]);
            assert_eq!(total, expected[v.len()]);
        }
    });
}

#[test]
fn the_operation_is_called_less_than_twice_an_element() {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    in_pools(|| {
        let calls = AtomicUsize::new(0);
        let mut v = vec![1u64; 10_000];
        inclusive(Engine, &mut v, |a, b| {
            // Relaxed: read when all calls have ended.
            calls.fetch_add(1, Relaxed);
            a + b
        });
        // Relaxed: see above.
        let calls = calls.into_inner();
        assert!((9_999..20_000).contains(&calls), "{calls}");
    });
}

#[test]
fn a_panic_of_the_operation_leaves_an_element_in_each_place() {
    cases(|rng, len| {
        let census = Census::default();
        let spark = fuse(rng.below(2 * len + 2));
        let op = |a: &Citizen<'_>, b: &Citizen<'_>| {
            spark();
            census.citizen(a.number.wrapping_add(b.number))
        };
        let mut v = census.citizens(&numbers(rng, len, 1000));
        if rng.below(2) == 0 {
            blows(|| inclusive(Engine, &mut v, op));
        } else {
            let init = census.citizen(7);
            blows(|| drop(exclusive(Engine, &mut v, init, op)));
        }
        assert_eq!(census.count(), len);
        drop(v);
        assert_eq!(census.count(), 0);
    });
}

#[test]
fn what_has_no_size_is_scanned_too() {
    in_pools(|| {
        let mut v = [(); 1000];
        inclusive(Engine, &mut v, |_, _| ());
        exclusive(Engine, &mut v, (), |_, _| ());
    });
}
