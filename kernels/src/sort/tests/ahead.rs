//! What is sorted ahead of std is in an order from which std's stable sort makes what it would have made anyway.

use super::{LENGTHS, in_a_pool, in_pools, patterns};
use crate::sort::ahead_of_std;
use crate::tests::Engine;

/// Sorts pairs of such a key and a number ahead, for all patterns; then `check`s how the keys are.
fn check<K: Ord + Copy + Send>(key: impl Fn(u32) -> K + Sync, check: impl Fn(&[K], usize) + Sync) {
    for len in LENGTHS {
        for (number, pattern) in patterns(len).into_iter().enumerate() {
            let numbered = pattern.iter().map(|&n| key(n)).zip(0..);
            let mut v: Vec<(K, usize)> = numbered.collect();
            let mut expected = v.clone();
            expected.sort_by_key(|pair| pair.0);
            ahead_of_std(Engine, &mut v, |pair| &pair.0);
            check(&v.iter().map(|pair| pair.0).collect::<Vec<_>>(), number);
            v.sort_by_key(|pair| pair.0);
            assert!(v == expected, "pattern {number} of {len}");
        }
    }
}

/// Noise is, if it is not too short.
fn in_order<K: Ord>(keys: &[K], pattern: usize) {
    assert!(keys.is_sorted() || pattern != 0 || keys.len() < 100);
}

#[test]
fn integers_are_in_order() {
    macro_rules! check {
        ($($integer:ty),*) => {$(
            check(
                |n| n.wrapping_mul(0x9E37_79B9) as $integer,
                in_order,
            );
        )*};
    }
    // What is made of the number of threads is the same for all types.
    in_pools(|| {
        check!(u32);
    });
    in_a_pool(3, || {
        check!(u8, u16, u64, usize, i8, i16, i32, i64, isize);
        check(|n| char::from_u32(n % 50_000).unwrap_or('?'), in_order);
        check(|n| n % 3 == 0, |_, _| ());
    });
}

#[test]
fn other_keys_are_left_to_std_or_in_order() {
    in_pools(|| {
        check(|n| (n as u16, n >> 16), |_, _| ());
        check(|n| u128::from(n) << 70, |_, _| ());
        check(|n| [n, 1, 2], |_, _| ());
    });
}
