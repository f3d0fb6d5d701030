//! `min`, `max` and their kin: of two items one stays. The other is dropped first, since a drop that panics at the closing brace
//! would make the compiler leak the result.

use super::reduce::reduce_with;
use crate::iter::ParallelIterator;
use std::cmp::Ordering;

/// The first of the smallest items.
pub(crate) fn min_by<I, F>(par_iter: I, compare: &F) -> Option<I::Item>
where
    I: ParallelIterator,
    F: Fn(&I::Item, &I::Item) -> Ordering + Sync,
{
    reduce_with(par_iter, &|a, b| match compare(&a, &b) {
        Ordering::Greater => keep(b, a),
        _ => keep(a, b),
    })
}

/// The last of the largest items.
pub(crate) fn max_by<I, F>(par_iter: I, compare: &F) -> Option<I::Item>
where
    I: ParallelIterator,
    F: Fn(&I::Item, &I::Item) -> Ordering + Sync,
{
    reduce_with(par_iter, &|a, b| match compare(&a, &b) {
        Ordering::Greater => keep(a, b),
        _ => keep(b, a),
    })
}

pub(crate) fn min_by_key<I, K, F>(par_iter: I, key: &F) -> Option<I::Item>
where
    I: ParallelIterator,
    K: Ord + Send,
    F: Fn(&I::Item) -> K + Sync + Send,
{
    let least = min_by(par_iter.map(|item| (key(&item), item)), &by_key);
    least.map(|(key, item)| keep(item, key))
}

pub(crate) fn max_by_key<I, K, F>(par_iter: I, key: &F) -> Option<I::Item>
where
    I: ParallelIterator,
    K: Ord + Send,
    F: Fn(&I::Item) -> K + Sync + Send,
{
    let largest = max_by(par_iter.map(|item| (key(&item), item)), &by_key);
    largest.map(|(key, item)| keep(item, key))
}

fn by_key<K: Ord, T>(a: &(K, T), b: &(K, T)) -> Ordering {
    a.0.cmp(&b.0)
}

/// Drops the second value and returns the first.
#[inline]
fn keep<T, U>(kept: T, other: U) -> T {
    drop(other);
    kept
}
