//! Groups, values by key, and how many keys there are: with tables, listed, and both.

use super::{Census, Citizen, Engine, blows, cases, fuse, numbers};
use crate::group::{by_key, count_distinct, count_distinct_by_key, reduce_by_key};
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tine_core::engine::rng::Rng;

/// Numbers of which few, many or nearly none are equal, or first the one and then the other.
fn mixture(rng: &Rng, len: usize) -> Vec<u32> {
    let bounds = [3, 20, 300, 1_000_000];
    let mut v = numbers(rng, 2 * len, bounds[rng.below(4)]);
    v.extend(numbers(rng, rng.below(60), bounds[rng.below(4)]));
    v
}

/// The places of equal keys, in the order of the first ones.
fn grouped(v: &[u32]) -> Vec<(u32, Vec<usize>)> {
    let mut known = HashMap::new();
    let mut groups: Vec<(u32, Vec<usize>)> = Vec::new();
    for (place, &key) in v.iter().enumerate() {
        let number = *known.entry(key).or_insert(groups.len());
        if number == groups.len() {
            groups.push((key, Vec::new()));
        }
        groups[number].1.push(place);
    }
    groups
}

#[test]
fn values_are_put_together_in_order() {
    cases(|rng, len| {
        let v = mixture(rng, len);
        let places: Vec<usize> = (0..v.len()).collect();
        let expected = grouped(&v);
        let append = |mut a: Vec<usize>, mut b: Vec<usize>| {
            a.append(&mut b);
            a
        };
        let pairs = reduce_by_key(
            Engine,
            &places,
            |&place| v[place],
            |&place| vec![place],
            append,
        );
        assert_eq!(pairs, expected);
        assert_eq!(count_distinct(Engine, &v), expected.len());
        assert_eq!(
            count_distinct_by_key(Engine, &places, |&place| v[place]),
            expected.len()
        );
        let groups = by_key(Engine, &places, |&place| v[place]);
        let items = expected.iter().flat_map(|(_, items)| items);
        assert!(groups.items.into_iter().eq(items));
        assert!(groups.keys.iter().eq(expected.iter().map(|(key, _)| key)));
    });
}

#[test]
fn keys_and_values_are_dropped_once_whoever_panics() {
    cases(|rng, len| {
        let v = mixture(rng, len);
        let (keys, values) = (Census::default(), Census::default());
        let calls = 3 * v.len() + 2;
        let fuse = fuse(rng.below(calls));
        blows(|| {
            let key = |&n: &u32| {
                fuse();
                Fragile(keys.citizens(&[n]).remove(0), &fuse)
            };
            let value = |&n: &u32| {
                fuse();
                values.citizens(&[n])
            };
            let op = |mut a: Vec<_>, b: Vec<_>| {
                fuse();
                a.extend(b);
                a
            };
            drop(reduce_by_key(Engine, &v, key, value, op));
        });
        assert_eq!((keys.count(), values.count()), (0, 0));
    });
}

#[test]
fn keys_of_groups_are_dropped_once_whoever_panics() {
    cases(|rng, len| {
        let v = mixture(rng, len);
        let are_counted = rng.below(2) == 0;
        let census = Census::default();
        let calls = AtomicUsize::new(0);
        let fuse = fuse(rng.below(4 * v.len() + 2));
        let blown = blows(|| {
            let key = |&n: &u32| {
                // Relaxed: looked at when all threads are done.
                calls.fetch_add(1, Relaxed);
                fuse();
                Brittle(Fragile(census.citizens(&[n]).remove(0), &fuse))
            };
            if are_counted {
                let count = count_distinct_by_key(Engine, &v, key);
                return assert_eq!(count, grouped(&v).len());
            }
            let groups = by_key(Engine, &v, key);
            let numbers = groups.keys.iter().map(|key| key.0.0.number);
            assert!(numbers.eq(grouped(&v).iter().map(|group| group.0)));
        });
        assert_eq!(census.count(), 0);
        // Relaxed: all threads are done.
        let calls = calls.load(Relaxed);
        assert!(calls == v.len() || blown && calls < v.len(), "{calls}");
    });
}

#[test]
fn keys_that_are_no_keys_lose_no_value() {
    cases(|rng, len| {
        let v = mixture(rng, len);
        let moods = Rng::new(rng.below(1 << 20) as u64);
        let moods = Mutex::new(moods);
        let key = |_: &u32| Moody(&moods);
        let pairs = reduce_by_key(Engine, &v, key, |_| 1, |a: usize, b| a + b);
        assert_eq!(pairs.iter().map(|pair| pair.1).sum::<usize>(), v.len());
        let groups = by_key(Engine, &v, key);
        assert!(
            (usize::from(!v.is_empty())..=v.len())
                .contains(&count_distinct_by_key(Engine, &v, key))
        );
        assert_eq!(groups.keys.len(), groups.ends.len());
        assert!(groups.ends.is_sorted_by(|a, b| a < b));
        let mut items: Vec<*const u32> = groups.items.iter().map(|&item| item as _).collect();
        items.sort_unstable();
        assert!(items.into_iter().eq(v.iter().map(|item| item as _)));
    });
}

#[test]
fn few_items_are_listed_and_looked_up_in_turn() {
    // Blocks of tables between listed ones, in several stretches, and parts that some blocks have nothing in.
    let rng = Rng::new(3);
    for round in 0..20 {
        let mut v = Vec::new();
        for chunk in 0..20 {
            let bound = [2, 1_000_000][(round + chunk) % 2];
            v.extend(numbers(&rng, 30 + rng.below(60), bound));
        }
        let places: Vec<usize> = (0..v.len()).collect();
        let groups = by_key(Engine, &places, |&place| v[place]);
        let expected = grouped(&v);
        assert!(groups.keys.iter().eq(expected.iter().map(|(key, _)| key)));
        let lens = expected.iter().map(|(_, items)| items.len());
        let ends = lens.scan(0, |end, len| {
            *end += len;
            Some(*end)
        });
        assert!(groups.ends.into_iter().eq(ends));
        let items = expected.iter().flat_map(|(_, items)| items);
        assert!(groups.items.into_iter().eq(items));
    }
}

/// A key whose hash and whose end may panic too.
struct Brittle<'c, F: Fn()>(Fragile<'c, F>);

impl<F: Fn()> PartialEq for Brittle<'_, F> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<F: Fn()> Eq for Brittle<'_, F> {}

impl<F: Fn()> Hash for Brittle<'_, F> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.1();
        self.0.hash(state);
    }
}

impl<F: Fn()> Drop for Brittle<'_, F> {
    fn drop(&mut self) {
        self.0.1();
    }
}

/// A key whose comparisons may panic.
struct Fragile<'c, F>(Citizen<'c>, &'c F);

impl<F: Fn()> PartialEq for Fragile<'_, F> {
    fn eq(&self, other: &Self) -> bool {
        (self.1)();
        self.0.number == other.0.number
    }
}

impl<F: Fn()> Eq for Fragile<'_, F> {}

impl<F> Hash for Fragile<'_, F> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.number.hash(state);
    }
}

/// A key that is equal to others or not, and hashes to anything, as it likes.
struct Moody<'r>(&'r Mutex<Rng>);

impl Moody<'_> {
    fn mood(&self, of: usize) -> usize {
        self.0.lock().expect("nobody panics").below(of)
    }
}

impl PartialEq for Moody<'_> {
    fn eq(&self, _other: &Self) -> bool {
        self.mood(2) == 0
    }
}

impl Eq for Moody<'_> {}

impl Hash for Moody<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.mood(5).hash(state);
    }
}
