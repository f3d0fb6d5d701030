//! Iterators that are walked where the call is made give what std's give, and say before how many items there are.

use crate::iter::Either;
use crate::plumbing::Folder;
use crate::prelude::*;
use std::collections::BTreeSet;
use std::fmt::Debug;

/// Takes items, up to a number of them.
struct Taker<T> {
    items: Vec<T>,
    most: usize,
}

impl<T> Folder<T> for Taker<T> {
    type Result = Vec<T>;

    fn consume(mut self, item: T) -> Self {
        self.items.push(item);
        self
    }

    fn complete(self) -> Vec<T> {
        self.items
    }

    fn full(&self) -> bool {
        self.items.len() >= self.most
    }
}

/// Requires that `iter` walks `source` items, gives those of `expected`, and ends with a folder that has enough.
#[track_caller]
fn check<I>(iter: I, source: usize, expected: impl IntoIterator<Item = I::Item>)
where
    I: ParallelIterator + Clone,
    I::Item: PartialEq + Debug,
{
    assert!(iter.is_brief(source));
    assert!(source == 0 || !iter.is_brief(source - 1));
    let walk = |most| {
        let items = Vec::new();
        iter.clone().walk_brief(Taker { items, most }).complete()
    };
    let expected: Vec<I::Item> = expected.into_iter().collect();
    assert_eq!(walk(usize::MAX), expected);
    let few = walk(2);
    assert!(few.len() >= expected.len().min(2));
    assert!(few[..] == expected[..few.len()]);
}

#[track_caller]
fn check_source<R>(source: R, len: usize)
where
    R: IntoParallelIterator<Item: PartialEq + Debug> + Clone,
    R: IntoIterator<Item = <R as IntoParallelIterator>::Item>,
    R::Iter: Clone,
{
    check(source.clone().into_par_iter(), len, source);
}

#[test]
fn sources_are_walked() {
    check_source(2..7u8, 5);
    check_source(-2..7i64, 9);
    check_source(2..2usize, 0);
    check_source(1..=9i8, 9);
    check_source(3..=5u128, 3);
    check_source('\u{D7FE}'..'\u{E002}', 4);
    check_source('a'..='z', 26);
    check_source([3, 1, 2], 3);
    check_source(vec![1; 40], 40);
    check_source(Some(5), 1);
    check_source(None::<u8>, 0);
    check_source(Ok::<_, ()>(5), 1);
    check_source(&BTreeSet::from([3, 7]), 2);
    let slice = [1, 2, 3, 4];
    check_source(&slice[1..], 3);
}

#[test]
fn what_borrows_mutably_is_walked() {
    let mut v = [1, 2, 3];
    let iter = v.par_iter_mut();
    assert!(iter.is_brief(3) && !iter.is_brief(2));
    let items = Vec::new();
    let taken = iter.walk_brief(Taker { items, most: 9 }).complete();
    taken.into_iter().for_each(|n| *n *= 2);
    assert_eq!(v, [2, 4, 6]);
}

#[test]
fn adaptors_are_walked() {
    let v: Vec<u32> = (0..50).collect();
    check(v.par_iter().copied(), 50, 0..50);
    check(v.par_iter().cloned().map(|n| n + 1), 50, 1..51);
    check(v.par_iter().enumerate(), 50, v.iter().enumerate());
    check(v.par_iter().rev(), 50, v.iter().rev());
    let both = || v.iter().zip(10..30);
    check(v.par_iter().zip(10..30), 20, both());
    let odd = |n: &u32| n % 2 == 1;
    let iter = || (0..50u32).into_par_iter();
    check(iter().filter(odd), 50, (0..50).filter(odd));
    let half = |n: u32| odd(&n).then_some(n / 2);
    check(iter().filter_map(half), 50, (0..50).filter_map(half));
    let twice = |n: u32| [n, n + 1];
    check(iter().flat_map_iter(twice), 50, (0..50).flat_map(twice));
    let either = |left: bool| match left {
        true => Either::Left(iter()),
        false => Either::Right(vec![7].into_par_iter()),
    };
    check(either(true), 50, 0..50);
    check(either(false), 1, [7]);
}

/// What has no way of its own is not walked.
#[test]
fn others_are_driven() {
    let words = "a b".par_split_whitespace();
    assert!(!words.is_brief(usize::MAX));
    let parts = words.filter(|word| !word.is_empty());
    assert!(!parts.is_brief(usize::MAX));
    let twice = (0..300u32).into_par_iter().flat_map(|_| parts.clone());
    assert_eq!(twice.count(), 600);
}
