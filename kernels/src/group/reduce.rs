//! A value for each group of items with equal keys; and how many groups there are.

use super::local::{Stretch, stretches};
use super::unite::merge;
use crate::fork_join::ForkJoin;
use crate::share;
use std::hash::Hash;

/// The keys, in the order of their first items, each with the values of its items put together in order.
pub fn reduce_by_key<T, K, V>(
    on: impl ForkJoin,
    v: &[T],
    key: impl Fn(&T) -> K + Sync,
    value: impl Fn(&T) -> V + Sync,
    op: impl Fn(V, V) -> V + Sync,
) -> Vec<(K, V)>
where
    T: Sync,
    K: Hash + Eq + Send,
    V: Send,
{
    // No value is a group's that has been united with an earlier one.
    let add = |total: &mut Option<V>, item: &T| {
        let more = value(item);
        *total = Some(match total.take() {
            Some(total) => op(total, more),
            None => more,
        });
    };
    let mut stretches: Vec<(Stretch<K, Option<V>>, ())> = stretches(on, v, key, add);
    let mut all: Vec<_> = stretches.iter_mut().map(|pair| &mut pair.0).collect();
    merge(
        on,
        &mut all,
        &|first: &mut Option<V>, later: &mut Option<V>| {
            if let (Some(one), Some(other)) = (first.take(), later.take()) {
                *first = Some(op(one, other));
            }
        },
    );
    let pairs = share::map(on, stretches, |(stretch, ())| -> Vec<_> {
        in_order(stretch).collect()
    });
    share::concat(on, pairs)
}

/// The groups that still have values, in the order in which they were found, block by block.
fn in_order<K, V>(stretch: Stretch<K, Option<V>>) -> impl Iterator<Item = (K, V)> {
    let mut groups = stretch.groups.into_iter();
    let mut start = 0;
    stretch.blocks.into_iter().flat_map(move |len| {
        let mut pairs = Vec::new();
        // For each number in the block, one more than the index of its pair.
        let mut indices = vec![0; len];
        for local in groups.by_ref().take(len) {
            if let Some(value) = local.value {
                pairs.push(Some((local.key, value)));
                indices[local.number as usize - start] = pairs.len();
            }
        }
        start += len;
        let pair = move |index: usize| pairs.get_mut(index.checked_sub(1)?)?.take();
        indices.into_iter().filter_map(pair)
    })
}

/// How many different items there are.
pub fn count_distinct<T: Sync + Hash + Eq>(on: impl ForkJoin, v: &[T]) -> usize {
    count(on, stretches(on, v, |item| item, |_, _| {}))
}

/// How many different keys the items have.
pub fn count_distinct_by_key<T, K>(
    on: impl ForkJoin,
    v: &[T],
    key: impl Fn(&T) -> K + Sync,
) -> usize
where
    T: Sync,
    K: Hash + Eq + Send,
{
    count(on, stretches(on, v, key, |_, _| {}))
}

/// How many groups of blocks are the first ones of their keys.
fn count<K: Eq + Send>(on: impl ForkJoin, mut stretches: Vec<(Stretch<K, IsLater>, ())>) -> usize {
    let mut all: Vec<_> = stretches.iter_mut().map(|pair| &mut pair.0).collect();
    merge(on, &mut all, &|_: &mut IsLater, later: &mut IsLater| {
        later.0 = true
    });
    let firsts = |stretch: Stretch<K, IsLater>| {
        let groups = stretch.groups.iter();
        groups.filter(|local| !local.value.0).count()
    };
    let counts = share::map(on, stretches, |(stretch, ())| firsts(stretch));
    counts.into_iter().sum()
}

/// Whether a group is not the first one of its key.
#[derive(Default)]
struct IsLater(bool);
