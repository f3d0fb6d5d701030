//! A value for each group of items with equal keys; and how many groups there are.

use super::hash::Seed;
use super::local::{Local, Place, blocks, tabulate};
use super::unite::{Block, unite};
use crate::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use std::hash::Hash;

/// The keys, in the order of their first items, each with the values of its items put together in order.
pub(crate) fn reduce_by_key<T, K, V>(
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
    let add = |total: &mut Option<V>, item: &T| {
        let more = value(item);
        *total = Some(match total.take() {
            Some(total) => op(total, more),
            None => more,
        });
    };
    let meet = |first: &mut Option<V>, later: &mut Option<V>| {
        if let (Some(one), Some(other)) = (first.take(), later.take()) {
            *first = Some(op(one, other));
        }
    };
    let blocks = united(v, key, add, meet);
    let firsts = |(number, block): (usize, Block<K, Option<V>>)| {
        let groups = block.into_groups();
        let firsts = groups.filter(|(place, local)| local.first == Place::new(number, *place));
        let pair = |(_, local): (usize, Local<K, Option<V>>)| Some((local.key, local.value?));
        firsts.filter_map(pair).collect::<Vec<_>>()
    };
    let pairs = blocks.into_par_iter().enumerate().map(firsts);
    pairs.flatten_iter().collect()
}

/// How many different items there are.
pub(crate) fn count_distinct<T: Sync + Hash + Eq>(v: &[T]) -> usize {
    count_firsts(united(v, |item| item, |(): &mut (), _| {}, |_, _| {}))
}

/// How many different keys the items have.
pub(crate) fn count_distinct_by_key<T, K>(v: &[T], key: impl Fn(&T) -> K + Sync) -> usize
where
    T: Sync,
    K: Hash + Eq + Send,
{
    count_firsts(united(v, key, |(): &mut (), _| {}, |_, _| {}))
}

fn count_firsts<K>(blocks: Vec<Block<K, ()>>) -> usize {
    let blocks = blocks.iter().enumerate();
    blocks
        .map(|(number, block)| block.firsts(number).count())
        .sum()
}

/// The groups of all blocks, with what `add` makes of the items of each and `meet` of groups.
fn united<'v, T, K, V>(
    v: &'v [T],
    key: impl Fn(&'v T) -> K + Sync,
    add: impl Fn(&mut V, &T) + Sync,
    meet: impl Fn(&mut V, &mut V) + Sync,
) -> Vec<Block<K, V>>
where
    T: Sync,
    K: Hash + Eq + Send,
    V: Default + Send,
{
    let seed = Seed::new();
    let block = |(number, range)| Block::new(tabulate(number, &v[range], seed, &key, &add, |_| {}));
    let mut blocks: Vec<Block<K, V>> = blocks(v.len()).map(block).collect();
    unite(&mut blocks, &meet);
    blocks
}
