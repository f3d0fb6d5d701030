//! The groups of one stretch of items, by blocks whose tables fit a cache.

use super::hash::Seed;
use super::table::{Found, Table};
use crate::algo::blocks::blocks;
use crate::base::pages;
use crate::iter::ParallelIterator;
use std::hash::Hash;
use std::ops::Range;

/// A slice is cut into that many stretches: enough for many threads. Their number must not depend on how many threads there are,
/// since the order in which values are put together does on them.
const STRETCHES: usize = 32;
/// Shorter stretches are not worth uniting.
const SHORTEST: usize = 2048;
/// A table of so many groups fits a cache, so a block has no more.
const MOST_GROUPS: usize = 1 << 14;
/// A slice has no more than so many full blocks: uniting more would cost more than larger tables do.
const MOST_BLOCKS: usize = 2048;

/// So many items are looked up before any of them is added to its group: if a processor has just seen an addition to a group,
/// it would not dare to look up the next item before the addition is done.
const BATCH: usize = 32;

/// A group of one block.
pub(super) struct Local<K, V> {
    pub(super) key: K,
    pub(super) hash: u64,
    pub(super) value: V,
}

/// All groups of one stretch.
pub(super) struct Stretch<K, V> {
    /// Block by block, in the order of their first items.
    pub(super) groups: Vec<Local<K, V>>,
    /// How many groups each block has.
    pub(super) blocks: Vec<usize>,
}

/// All stretches of a slice, in order, each with what was recorded of its items.
///
/// `add` is called for the value of an item's group and the item.
pub(super) fn stretches<'v, T, K, V, R>(
    v: &'v [T],
    key: impl Fn(&'v T) -> K + Sync + Send,
    add: impl Fn(&mut V, &'v T) + Sync + Send,
) -> Vec<(Stretch<K, V>, R)>
where
    T: Sync,
    K: Hash + Eq + Send,
    V: Default + Send,
    R: Record + Send,
{
    let seed = Seed::new();
    let limit = MOST_GROUPS.max(v.len() / MOST_BLOCKS);
    let stretch = |range: Range<usize>| {
        let mut record = R::of(range.len());
        let mut stretch = Stretch::new();
        stretch.tabulate(&v[range], limit, seed, &key, &add, |n| record.next(n));
        (stretch, record)
    };
    let fair = (v.len() / STRETCHES).max(SHORTEST);
    blocks(v.len(), fair).map(stretch).collect()
}

/// What else is noted of the items.
pub(super) trait Record {
    /// For so many items.
    fn of(len: usize) -> Self;

    /// The next items belong to the groups with these numbers.
    fn next(&mut self, groups: &[u32]);
}

/// Nothing is.
impl Record for () {
    #[inline]
    fn of(_len: usize) -> Self {}

    #[inline]
    fn next(&mut self, _groups: &[u32]) {}
}

/// The groups are.
impl Record for Vec<u32> {
    #[inline]
    fn of(len: usize) -> Self {
        Vec::with_capacity(len)
    }

    #[inline]
    fn next(&mut self, groups: &[u32]) {
        self.extend_from_slice(groups);
    }
}

impl<K: Hash + Eq, V: Default> Stretch<K, V> {
    fn new() -> Self {
        Stretch {
            groups: Vec::new(),
            blocks: Vec::new(),
        }
    }

    /// Finds all groups. `record` is told the numbers of the items' groups in the stretch, some items at a time.
    fn tabulate<'v, T>(
        &mut self,
        items: &'v [T],
        limit: usize,
        seed: Seed,
        key: &impl Fn(&'v T) -> K,
        add: &impl Fn(&mut V, &'v T),
        mut record: impl FnMut(&[u32]),
    ) {
        let mut table = Table::new();
        let mut start = 0;
        for (batch, items_here) in items.chunks(BATCH).enumerate() {
            let mut numbers = [0; BATCH];
            for (item, known_as) in items_here.iter().zip(&mut numbers) {
                let key = key(item);
                let hash = seed.hash(&key);
                let mut found = table.find(hash, |number| self.groups[number].key == key);
                if let Found::Free(_) = found
                    && self.groups.len() - start == limit
                {
                    self.blocks.push(limit);
                    start = self.groups.len();
                    table.clear();
                    found = table.find(hash, |_| false);
                    // Groups are many, so there will be as many again.
                    self.expect(items.len() - batch * BATCH);
                }
                let number = match found {
                    Found::Number(number) => number,
                    Found::Free(free) => {
                        let number = self.groups.len();
                        let value = V::default();
                        self.groups.push(Local { key, hash, value });
                        table.put(free, number, |number| self.groups[number].hash);
                        number
                    }
                };
                *known_as = number as u32;
            }
            let numbers = &numbers[..items_here.len()];
            for (item, &number) in items_here.iter().zip(numbers) {
                add(&mut self.groups[number as usize].value, item);
            }
            record(numbers);
        }
        self.blocks.push(self.groups.len() - start);
    }

    /// Makes room for the groups of so many items at once.
    #[cold]
    fn expect(&mut self, items: usize) {
        if self.groups.capacity() - self.groups.len() < items {
            self.groups.reserve_exact(items);
            pages::will_fill(self.groups.spare_capacity_mut());
        }
    }
}
