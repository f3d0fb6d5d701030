//! A value for each group of items with equal keys; and how many groups there are.

use super::local::{Stretch, stretches};
use super::unite::merge;
use crate::iter::{IntoParallelIterator, ParallelIterator};
use std::hash::Hash;

/// The keys, in the order of their first items, each with the values of its items put together in order.
pub(crate) fn reduce_by_key<T, K, V>(
    v: &[T],
    key: impl Fn(&T) -> K + Sync + Send,
    value: impl Fn(&T) -> V + Sync + Send,
    op: impl Fn(V, V) -> V + Sync + Send,
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
    let mut stretches: Vec<(Stretch<K, Option<V>>, ())> = stretches(v, key, add);
    let mut all: Vec<_> = stretches.iter_mut().map(|pair| &mut pair.0).collect();
    merge(&mut all, &|first: &mut Option<V>, later: &mut Option<V>| {
        if let (Some(one), Some(other)) = (first.take(), later.take()) {
            *first = Some(op(one, other));
        }
    });
    let stretches = stretches.into_par_iter();
    stretches
        .flat_map_iter(|(stretch, ())| in_order(stretch))
        .collect()
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
pub(crate) fn count_distinct<T: Sync + Hash + Eq>(v: &[T]) -> usize {
    count(stretches(v, |item| item, |_, _| {}))
}

/// How many different keys the items have.
pub(crate) fn count_distinct_by_key<T, K>(v: &[T], key: impl Fn(&T) -> K + Sync + Send) -> usize
where
    T: Sync,
    K: Hash + Eq + Send,
{
    count(stretches(v, key, |_, _| {}))
}

/// How many groups of blocks are the first ones of their keys.
fn count<K: Eq + Send>(mut stretches: Vec<(Stretch<K, IsLater>, ())>) -> usize {
    let mut all: Vec<_> = stretches.iter_mut().map(|pair| &mut pair.0).collect();
    merge(&mut all, &|_: &mut IsLater, later: &mut IsLater| {
        later.0 = true
    });
    let stretches = stretches.into_par_iter();
    let firsts = |stretch: Stretch<K, IsLater>| {
        let groups = stretch.groups.iter();
        groups.filter(|local| !local.value.0).count()
    };
    stretches.map(|(stretch, ())| firsts(stretch)).sum()
}

/// Whether a group is not the first one of its key.
#[derive(Default)]
struct IsLater(bool);
