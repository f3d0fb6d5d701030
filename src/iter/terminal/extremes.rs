//! `min`, `max` and their kin: of two items one stays. The other is dropped first, since a drop that panics at the closing brace
//! would make the compiler leak the result.

use super::reduce::reduce_with;
use crate::iter::ParallelIterator;
use std::any::type_name;
use std::cmp::Ordering;
use std::hint::black_box;
use std::mem::needs_drop;

/// The first of the smallest items. How one of two is chosen, matters more than what is compared: see [`Item`].
pub(crate) fn min<I>(par_iter: I) -> Option<I::Item>
where
    I: ParallelIterator<Item: Ord>,
{
    if const { needs_drop::<I::Item>() } {
        return min_by(par_iter, &I::Item::cmp);
    }
    reduce_with(par_iter, &|a, b| match Item::of::<I::Item>() {
        Item::Reference if b < a => renew(a, b),
        Item::Reference => a,
        Item::Value | Item::ToNumber => a.min(b),
    })
}

/// The last of the largest items; as [`min`].
pub(crate) fn max<I>(par_iter: I) -> Option<I::Item>
where
    I: ParallelIterator<Item: Ord>,
{
    if const { needs_drop::<I::Item>() } {
        return max_by(par_iter, &I::Item::cmp);
    }
    reduce_with(par_iter, &|a, b| match Item::of::<I::Item>() {
        Item::Reference if b < a => a,
        Item::Reference => renew(a, b),
        Item::ToNumber if a > b => a,
        Item::ToNumber => b,
        Item::Value => a.max(b),
    })
}

/// What is compared, as far as the name of its type tells: a constant, and a hint.
enum Item {
    /// It is at hand. To choose is one instruction, for which the type's own `max` is best; a jump is guessed wrong half of the time if many are
    /// equal.
    Value,
    /// It has to be fetched: see [`renew`].
    Reference,
    /// The same, but compilers keep the number at hand, if they are told in a way that they know.
    ToNumber,
}

impl Item {
    #[inline]
    fn of<T>() -> Self {
        match type_name::<T>() {
            "&u8" | "&u16" | "&u32" | "&u64" | "&usize" => Item::ToNumber,
            "&i8" | "&i16" | "&i32" | "&i64" | "&isize" => Item::ToNumber,
            name if name.as_bytes().first() == Some(&b'&') => Item::Reference,
            _ => Item::Value,
        }
    }
}

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

#[inline]
pub(crate) fn min_by_key<I, K, F>(par_iter: I, key: &F) -> Option<I::Item>
where
    I: ParallelIterator,
    K: Ord + Send,
    F: Fn(&I::Item) -> K + Sync + Send,
{
    let with_keys = par_iter.map(|item| (key(&item), item));
    let least = reduce_with(with_keys, &|a, b| match a.0.cmp(&b.0).is_gt() {
        true => renew(a, b),
        false => keep(a, b),
    });
    least.map(|(key, item)| keep(item, key))
}

pub(crate) fn max_by_key<I, K, F>(par_iter: I, key: &F) -> Option<I::Item>
where
    I: ParallelIterator,
    K: Ord + Send,
    F: Fn(&I::Item) -> K + Sync + Send,
{
    let with_keys = par_iter.map(|item| (key(&item), item));
    let largest = reduce_with(with_keys, &|a, b| match a.0.cmp(&b.0).is_le() {
        true => renew(a, b),
        false => keep(a, b),
    });
    largest.map(|(key, item)| keep(item, key))
}

/// Drops the first value and returns the second.
///
/// What holds a key and an item is seldom renewed, or nearly always. So it is a jump, which is guessed right. A choice by conditional moves
/// would wait for the one before at each item, and for the memory that a key refers to: then it takes two to three times as long. What
/// the compiler cannot look into it does not make a choice of.
#[inline]
fn renew<T>(old: T, new: T) -> T {
    black_box(());
    drop(old);
    new
}

/// Drops the second value and returns the first.
#[inline]
fn keep<T, U>(kept: T, other: U) -> T {
    drop(other);
    kept
}
