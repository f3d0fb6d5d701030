//! What depends on equality: groups, values by key, different elements, buckets.

use crate::common::oracle::POOLS;
use crate::inputs::cases;
use std::collections::{HashMap, HashSet};
use tine::prelude::*;

/// The groups that a loop makes, in the order of their first elements.
fn grouped(v: &[u32], key: impl Fn(&u32) -> u32) -> Vec<(u32, Vec<&u32>)> {
    let mut places = HashMap::new();
    let mut groups: Vec<(u32, Vec<&u32>)> = Vec::new();
    for item in v {
        let place = *places.entry(key(item)).or_insert(groups.len());
        if place == groups.len() {
            groups.push((key(item), Vec::new()));
        }
        groups[place].1.push(item);
    }
    groups
}

#[test]
fn groups_are_in_order_and_so_are_their_items() {
    cases(|noise, len, bound| {
        let v = noise.numbers(len, bound);
        let expected = grouped(&v, |n| n / 2);
        let groups = v.par_group_by_key(|n| n / 2);
        assert_eq!(groups.len(), expected.len());
        assert_eq!(groups.is_empty(), expected.is_empty());
        let pairs = groups.iter().zip(&expected);
        for ((key, items), (expected_key, expected_items)) in pairs {
            assert_eq!(key, expected_key);
            // The very elements, not only equal ones.
            let same = |(a, b): (&&u32, &&u32)| std::ptr::eq(*a, *b);
            assert_eq!(items.len(), expected_items.len());
            assert!(items.iter().zip(expected_items).all(same));
        }
        let keys: Vec<u32> = expected.iter().map(|group| group.0).collect();
        assert_eq!(groups.into_keys(), keys);
    });
}

#[test]
fn keys_may_be_of_any_kind() {
    cases(|noise, len, bound| {
        let v = noise.numbers(len, bound);
        let text = |n: &u32| "x".repeat((n % 50) as usize);
        let expected = grouped(&v, |n| n % 50);
        let by_text = v.par_group_by_key(text);
        assert_eq!(by_text.len(), expected.len());
        for (i, (number, items)) in expected.iter().enumerate() {
            assert_eq!(by_text.keys()[i].len(), *number as usize);
            assert_eq!(by_text.items(i), items);
        }
        let by_pair = v.par_group_by_key(|n| (n % 5 == 1, u128::from(n % 10), [0u8; 3]));
        assert_eq!(by_pair.len(), grouped(&v, |n| n % 10).len());
        let by_nothing = v.par_group_by_key(|_| ());
        assert_eq!(by_nothing.len(), usize::from(len > 0));
    });
}

#[test]
fn values_of_a_key_are_put_together_in_order() {
    cases(|noise, len, bound| {
        let v = noise.numbers(len, bound);
        let value = |n: &u32| vec![*n];
        let put_together = |mut a: Vec<u32>, b: Vec<u32>| {
            a.extend(b);
            a
        };
        let pairs = v.par_reduce_by_key(|n| n / 2, value, put_together);
        let expected = grouped(&v, |n| n / 2);
        assert_eq!(pairs.len(), expected.len());
        for ((key, values), (expected_key, items)) in pairs.iter().zip(&expected) {
            assert_eq!(key, expected_key);
            assert!(values.iter().eq(items.iter().copied()));
        }
        let different: HashSet<&u32> = v.iter().collect();
        assert_eq!(v.par_unique_count(), different.len());
        assert_eq!(v.par_unique_count_by_key(|n| n / 2), expected.len());
    });
}

#[test]
fn floats_by_key_have_the_same_bits_everywhere() {
    cases(|noise, len, bound| {
        let v = noise.numbers(len, bound);
        let sums = || -> Vec<(u32, u64)> {
            let sums = v.par_reduce_by_key(|n| n % 3, |n| 1.0 / f64::from(n + 1), |a, b| a + b);
            let bits = |(key, sum): (u32, f64)| (key, sum.to_bits());
            sums.into_iter().map(bits).collect()
        };
        let alone = POOLS[0].install(sums);
        assert_eq!(sums(), alone);
    });
}

/// So many that pieces find few groups, and that several threads deal many out where one adds them up alone.
#[test]
fn floats_by_few_or_many_keys_do_not_tell_how_many_threads_there_are() {
    let v: Vec<u32> = (0..150_000u32)
        .map(|n| n.wrapping_mul(0x9E37_79B9) >> 8)
        .collect();
    for keys in [5, 1_000, 50_000, u32::MAX] {
        let sums = || -> Vec<(u32, u64)> {
            let sums = v.par_reduce_by_key(|n| n % keys, |n| 1.0 / f64::from(n + 1), |a, b| a + b);
            let bits = |(key, sum): (u32, f64)| (key, sum.to_bits());
            sums.into_iter().map(bits).collect()
        };
        let alone = POOLS[0].install(sums);
        let firsts: HashSet<u32> = v.iter().map(|n| n % keys).collect();
        assert_eq!(alone.len(), firsts.len());
        for pool in &POOLS[1..] {
            assert_eq!(pool.install(sums), alone);
        }
    }
}

#[test]
fn every_element_is_counted_in_its_bucket() {
    cases(|noise, len, bound| {
        let v = noise.numbers(len, bound.min(60_000));
        for buckets in [bound.min(60_000), if len < 1000 { 100 } else { 60_000 }] {
            let mut expected = vec![0; buckets];
            v.iter().for_each(|n| expected[*n as usize] += 1);
            assert_eq!(v.par_histogram(buckets, |n| *n as usize), expected);
        }
        assert!([0u8; 0].par_histogram(0, |_| 0).is_empty());
    });
}
