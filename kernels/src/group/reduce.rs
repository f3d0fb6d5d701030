//! A value for each group of items with equal keys.

use super::hash::Seed;
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
    let mut stretches: Vec<(Stretch<K, Option<V>>, ())> = stretches(on, Seed::new(), v, key, add);
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
