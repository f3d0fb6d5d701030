//! What depends on an order: ends, sortedness, searches.

use crate::inputs::cases;
use tine::prelude::*;

#[test]
fn the_ends_are_those_of_std() {
    cases(|noise, len, bound| {
        // The place tells equal elements apart.
        let v: Vec<(u32, usize)> = noise.numbers(len, bound).into_iter().zip(0..).collect();
        let by_number = |a: &(u32, usize), b: &(u32, usize)| a.0.cmp(&b.0);
        let least = v.iter().min_by(|a, b| by_number(a, b));
        let most = v.iter().max_by(|a, b| by_number(a, b));
        let expected = least.zip(most);
        assert_eq!(v.par_min_max_by(by_number), expected);
        assert_eq!(v.par_min_max_by_key(|it| it.0), expected);
        assert_eq!(v.par_min_max(), v.iter().min().zip(v.iter().max()));
        let owned = v.par_iter().cloned().filter(|it| it.0 % 3 > 0);
        let kept = || v.iter().cloned().filter(|it| it.0 % 3 > 0);
        assert_eq!(owned.min_max(), kept().min().zip(kept().max()));
    });
}

#[test]
fn sorted_is_what_std_calls_sorted() {
    cases(|noise, len, bound| {
        let mut v = noise.sorted(len, bound);
        if noise.below(2) == 0 && len > 1 {
            let place = noise.below(len);
            v.swap(place, len / 2);
        }
        assert_eq!(v.par_is_sorted(), v.is_sorted());
        assert_eq!(
            v.par_is_sorted_by(|a, b| a < b),
            v.is_sorted_by(|a, b| a < b)
        );
        let key = |n: &u32| n / 4;
        assert_eq!(v.par_is_sorted_by_key(key), v.is_sorted_by_key(key));
    });
}

#[test]
fn every_key_is_found_at_the_first_place_it_could_be() {
    cases(|noise, len, bound| {
        let v = noise.sorted(len, bound);
        let keys = noise.numbers(len / 2 + 5, bound + 2);
        let place = |key: &u32| {
            let start = v.partition_point(|n| n < key);
            let found = v.get(start) == Some(key);
            if found { Ok(start) } else { Err(start) }
        };
        let expected: Vec<_> = keys.iter().map(place).collect();
        assert_eq!(v.par_binary_search(&keys), expected);
        assert_eq!(v.par_binary_search_by(&keys, |n, key| n.cmp(key)), expected);
        let doubled: Vec<u32> = v.iter().map(|n| n * 2).collect();
        assert_eq!(doubled.par_binary_search_by_key(&keys, |n| n / 2), expected);
        for key in &keys[..5] {
            let range = v.partition_point(|n| n < key)..v.partition_point(|n| n <= key);
            assert_eq!(v.par_eq_range(key), range);
            assert_eq!(v.par_eq_range_by(|n| n.cmp(key)), range);
            assert_eq!(doubled.par_eq_range_by_key(key, |n| n / 2), range);
        }
    });
}
