//! The groups of one block of items.

use super::hash::Seed;
use super::table::{Found, Table};
use crate::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use std::hash::Hash;
use std::ops::Range;

/// A table for that many items fits a cache.
const LONGEST: usize = 1 << 15;
/// Shorter blocks are not worth uniting.
const SHORTEST: usize = 512;
/// There should be that many blocks: enough for many threads. Their number must not depend on how many threads there are, since
/// the order in which values are put together does on them.
const FAIR: usize = 32;
/// More blocks would cost more than larger tables do.
const MOST: usize = 2048;

/// A group of one block.
pub(super) struct Local<K, V> {
    pub(super) key: K,
    pub(super) hash: u64,
    /// The group of the whole, by the first of its groups in a block.
    pub(super) first: Place,
    pub(super) value: V,
}

/// Where a group of a block is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) block: u32,
    pub(super) place: u32,
}

impl Place {
    pub(super) fn new(block: usize, place: usize) -> Self {
        let small = |n| u32::try_from(n).expect("neither blocks nor groups of one are that many");
        Place {
            block: small(block),
            place: small(place),
        }
    }
}

/// All blocks of a slice: where each begins and ends.
pub(super) fn blocks(len: usize) -> impl IndexedParallelIterator<Item = (usize, Range<usize>)> {
    let block = (len / FAIR).clamp(SHORTEST, LONGEST).max(len / MOST);
    let range = move |i| (i, i * block..len.min((i + 1) * block));
    (0..len.div_ceil(block)).into_par_iter().map(range)
}

/// The groups of `items`, in the order of their first items. Calls `add` for the value of an item's group and the item, and
/// `record` with the number of the group, item by item.
pub(super) fn tabulate<'v, T, K, V>(
    block: usize,
    items: &'v [T],
    seed: Seed,
    key: impl Fn(&'v T) -> K,
    add: impl Fn(&mut V, &T),
    mut record: impl FnMut(u32),
) -> Vec<Local<K, V>>
where
    K: Hash + Eq,
    V: Default,
{
    let mut table = Table::new();
    let mut groups: Vec<Local<K, V>> = Vec::new();
    for item in items {
        let key = key(item);
        let hash = seed.hash(&key);
        let number = match table.find(hash, |number| groups[number].key == key) {
            Found::Number(number) => number,
            Found::Free(free) => {
                let number = groups.len();
                groups.push(Local {
                    key,
                    hash,
                    first: Place::new(block, number),
                    value: V::default(),
                });
                table.put(free, hash, number, |number| groups[number].hash);
                number
            }
        };
        add(&mut groups[number].value, item);
        record(number as u32);
    }
    groups
}
