//! Retention and removal of repeated elements.

use super::{Census, Citizen, Engine, blows, cases, fuse, in_pools, numbers};
use crate::{dedup::dedup, retain::retain};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

fn numbers_of(citizens: &[Citizen<'_>]) -> Vec<u32> {
    citizens.iter().map(|citizen| *citizen.papers).collect()
}

/// Whether `part` is what is left of `whole` if some elements are taken out.
fn is_within(part: &[u32], whole: &[u32]) -> bool {
    let mut whole = whole.iter();
    part.iter().all(|n| whole.any(|other| other == n))
}

#[test]
fn what_is_retained_is_what_std_retains() {
    cases(|rng, len| {
        let mut v = numbers(rng, len, 100);
        let border = [0, 1, 50, 99, 100][rng.below(5)];
        let census = Census::default();
        let mut citizens = census.citizens(&v);
        retain(Engine, &mut citizens, |citizen| citizen.number < border);
        let mut expected = v.clone();
        expected.retain(|&n| n < border);
        assert_eq!(numbers_of(&citizens), expected);
        assert_eq!(census.count(), expected.len());
        // And without drops.
        let capacity = v.capacity();
        retain(Engine, &mut v, |n| *n < border);
        assert_eq!(v, expected);
        assert_eq!(v.capacity(), capacity);
    });
}

#[test]
fn what_is_retained_may_be_changed() {
    cases(|rng, len| {
        let mut v = numbers(rng, len, 100);
        let mut expected = v.clone();
        let change = |n: &mut u32| {
            *n += 1;
            !(*n).is_multiple_of(3)
        };
        expected.retain_mut(change);
        let calls = AtomicUsize::new(0);
        retain(Engine, &mut v, |n| {
            // Relaxed: read when all calls have ended.
            calls.fetch_add(1, Relaxed);
            change(n)
        });
        assert_eq!(v, expected);
        assert_eq!(calls.into_inner(), len);
    });
}

#[test]
fn the_first_of_equals_stay() {
    cases(|rng, len| {
        let mut v = numbers(rng, len, [1, 2, 3, 100][rng.below(4)]);
        if rng.below(2) == 0 {
            v.sort_unstable();
        }
        // The place tells which one stayed.
        let mut pairs: Vec<_> = v.iter().copied().zip(0..).collect();
        let mut expected = pairs.clone();
        expected.dedup_by_key(|pair| pair.0);
        dedup(Engine, &mut pairs, |a, b| a.0 == b.0);
        assert_eq!(pairs, expected);

        let census = Census::default();
        let mut citizens = census.citizens(&v);
        dedup(Engine, &mut citizens, |a, b| a.number == b.number);
        v.dedup();
        assert_eq!(numbers_of(&citizens), v);
        assert_eq!(census.count(), v.len());
    });
}

#[test]
fn a_long_vector_is_packed() {
    in_pools(|| {
        let input: Vec<u32> = (0..50_000).map(|n| n / 3).collect();
        let mut v = input.clone();
        dedup(Engine, &mut v, |a, b| a == b);
        assert!(v.into_iter().eq(0..16_667));
        v = input;
        retain(Engine, &mut v, |n| *n % 1000 != 7);
        assert_eq!(v.len(), 50_000 - 3 * 17);
        assert!(v.is_sorted() && v.iter().all(|n| n % 1000 != 7));
    });
}

#[test]
fn a_relation_without_sense_loses_nothing_twice() {
    cases(|rng, len| {
        let census = Census::default();
        let input = numbers(rng, len, 100);
        let mut v = census.citizens(&input);
        dedup(Engine, &mut v, |a, b| {
            (a.number ^ b.number.rotate_left(3)) % 3 < 1
        });
        assert!(is_within(&numbers_of(&v), &input));
        assert!(len == 0 || v[0].number == input[0]);
        assert_eq!(census.count(), v.len());
    });
}

/// An element whose drop may panic.
struct Mine<'a> {
    citizen: Citizen<'a>,
    spark: &'a (dyn Fn() + Sync),
}

impl Drop for Mine<'_> {
    fn drop(&mut self) {
        (self.spark)();
    }
}

#[test]
fn a_panic_loses_only_what_was_to_go() {
    cases(|rng, len| {
        let census = Census::default();
        let input = numbers(rng, len, 100);
        let few: Vec<u32> = input.iter().map(|n| n % 4).collect();
        let repeated = rng.below(2) == 0;
        let input = if repeated { few } else { input };
        // Either the question panics or a drop.
        let (ask, drop_one) = (fuse(rng.below(len + 2)), fuse(rng.below(len + 2)));
        let asks = rng.below(2) == 0;
        let question = || {
            if asks {
                ask()
            }
        };
        let spark = || {
            if !asks {
                drop_one()
            }
        };
        let armed = std::sync::atomic::AtomicBool::new(true);
        // Relaxed: all threads are done when it changes.
        let spark = || {
            if armed.load(Relaxed) {
                spark()
            }
        };
        let mines = census.citizens(&input).into_iter();
        let mut v: Vec<Mine<'_>> = mines
            .map(|citizen| Mine {
                citizen,
                spark: &spark,
            })
            .collect();
        let blew = blows(|| {
            if repeated {
                dedup(Engine, &mut v, |a, b| {
                    question();
                    a.citizen.number == b.citizen.number
                });
            } else {
                retain(Engine, &mut v, |mine| {
                    question();
                    mine.citizen.number < 50
                });
            }
        });
        // Relaxed: as above.
        armed.store(false, Relaxed);
        let left: Vec<u32> = v.iter().map(|mine| *mine.citizen.papers).collect();
        assert_eq!(census.count(), left.len());
        let mut expected = input.clone();
        if repeated {
            expected.dedup();
            let mut once = left.clone();
            once.dedup();
            assert_eq!(once, expected);
        } else {
            expected.retain(|n| *n < 50);
            let mut liked = left.clone();
            liked.retain(|n| *n < 50);
            assert_eq!(liked, expected);
        }
        assert!(is_within(&left, &input));
        assert!(blew || left == expected);
        drop(v);
        assert_eq!(census.count(), 0);
    });
}

#[test]
fn what_has_no_size_is_packed_too() {
    in_pools(|| {
        let mut v = vec![(); 1000];
        let calls = AtomicUsize::new(0);
        // Relaxed: the number is all that matters.
        retain(Engine, &mut v, |()| calls.fetch_add(1, Relaxed) % 2 < 1);
        assert_eq!(v.len(), 500);
        dedup(Engine, &mut v, |(), ()| true);
        assert_eq!(v.len(), 1);
    });
}
