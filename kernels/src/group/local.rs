//! The groups of one stretch of items, by blocks whose tables fit a cache.

use super::hash::Seed;
use super::table::{Found, Table};
use crate::base::pages;
use crate::fork_join::ForkJoin;
use crate::share;
use std::hash::Hash;

/// A slice is cut into that many stretches: enough for many threads.
const STRETCHES: usize = 32;
/// Shorter stretches are not worth uniting.
const SHORTEST: usize = if cfg!(test) { 100 } else { 8192 };
/// A table of so many groups fits a cache, so a block has no more.
const MOST_GROUPS: usize = if cfg!(test) { 16 } else { 1 << 14 };
/// If it may be listed instead, it has up to so many times as many: of groups whose items repeat, that is few.
const ROOM: usize = 4;
/// A slice has no more than so many full blocks: uniting more would cost more than larger tables do.
const MOST_BLOCKS: usize = 2048;

/// Listed blocks have so many items.
const LISTED: usize = if cfg!(test) { 4 } else { 8192 };
/// After so many listed blocks it is tried again whether items repeat.
const LISTED_BLOCKS: usize = 16;

/// So many items are looked up before any of them is added to its group: if a processor has just seen an addition to a group,
/// it would not dare to look up the next item before the addition is done.
pub(super) const BATCH: usize = 32;

/// A group of one block.
pub(super) struct Local<K, V> {
    pub(super) key: K,
    pub(super) hash: u32,
    pub(super) value: V,
}

/// An item of a batch whose group is not there yet, and where that is put in the table.
struct Missed<K> {
    index: usize,
    key: K,
    hash: u32,
    free: usize,
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
    on: impl ForkJoin,
    seed: Seed,
    v: &'v [T],
    key: impl Fn(&'v T) -> K + Sync,
    add: impl Fn(&mut V, &'v T) + Sync,
) -> Vec<(Stretch<K, V>, R)>
where
    T: Sync,
    K: Hash + Eq + Send,
    V: Default + Send,
    R: Record<K, V> + Send,
{
    let limit = (ROOM * MOST_GROUPS).max(v.len() / MOST_BLOCKS);
    let ways = Ways {
        limit,
        seed,
        key,
        add,
    };
    let stretch = |items: &'v [T]| {
        let mut record = R::of(items.len(), v.len());
        let mut stretch = Stretch::new();
        stretch.fill(items, &ways, &mut record);
        (stretch, record)
    };
    let fair = (v.len() / STRETCHES).max(SHORTEST);
    share::map(on, v.chunks(fair).collect(), stretch)
}

/// How items come to their groups.
pub(super) struct Ways<F, A> {
    /// A block has no more groups.
    limit: usize,
    pub(super) seed: Seed,
    pub(super) key: F,
    add: A,
}

/// What else is noted of the items.
pub(super) trait Record<K, V> {
    /// After so many items, a multiple of [`BATCH`], it is known whether they repeat.
    const TRIAL: usize;

    /// Whether it would gain little to look up the next items, after so many groups in a trial and with so many items left.
    fn are_many(groups: usize, left: usize) -> bool;

    /// For so many items of so many in all.
    fn of(len: usize, total: usize) -> Self;

    /// The next items belong to the groups with these numbers, which are below `groups`.
    fn next(&mut self, numbers: &[u32], groups: usize);

    /// Lists the next items, which hardly have a key twice. `stretch` knows those before, and `left` items of it are left, these
    /// included.
    fn list<'v, T, F, A>(
        &mut self,
        stretch: &mut Stretch<K, V>,
        items: &'v [T],
        left: usize,
        ways: &Ways<F, A>,
    ) where
        F: Fn(&'v T) -> K,
        A: Fn(&mut V, &'v T);
}

impl<K: Hash + Eq, V: Default> Stretch<K, V> {
    fn new() -> Self {
        Stretch {
            groups: Vec::new(),
            blocks: Vec::new(),
        }
    }

    /// Finds all groups, by tables or, where nearly each item has a group of its own, by listing them.
    fn fill<'v, T, F, A, R>(&mut self, items: &'v [T], ways: &Ways<F, A>, record: &mut R)
    where
        F: Fn(&'v T) -> K,
        A: Fn(&mut V, &'v T),
        R: Record<K, V>,
    {
        let mut rest = items;
        while !rest.is_empty() {
            let done = self.tabulate(rest, ways, record);
            rest = &rest[done..];
            let listed = rest.len().min(LISTED * LISTED_BLOCKS);
            record.list(self, &rest[..listed], rest.len(), ways);
            rest = &rest[listed..];
        }
    }

    /// Finds groups up to a block in which few items have the same one. Returns how many items were looked up. `record` is told
    /// the numbers of their groups, some items at a time.
    fn tabulate<'v, T, F, A, R>(
        &mut self,
        items: &'v [T],
        ways: &Ways<F, A>,
        record: &mut R,
    ) -> usize
    where
        F: Fn(&'v T) -> K,
        A: Fn(&mut V, &'v T),
        R: Record<K, V>,
    {
        let mut table = Table::new();
        let first = self.groups.len();
        let mut start = first;
        let mut done = 0;
        for items_here in items.chunks(BATCH) {
            let mut numbers = [0; BATCH];
            let mut from = 0;
            while let Some(missed) = self.look_up(&table, items_here, from, &mut numbers, ways) {
                let left = items.len() - done;
                let index = missed.index;
                numbers[index] = self.begin(missed, &mut table, &mut start, ways.limit, left);
                from = index + 1;
            }
            let numbers = &numbers[..items_here.len()];
            for (item, &number) in items_here.iter().zip(numbers) {
                (ways.add)(&mut self.groups[number as usize].value, item);
            }
            record.next(numbers, self.groups.len());
            done += items_here.len();
            if done == R::TRIAL && R::are_many(self.groups.len() - first, items.len() - done) {
                break;
            }
        }
        self.blocks.push(self.groups.len() - start);
        done
    }

    /// Finds the numbers of the items' groups, those before `from` left out, up to an item that has none yet. Apart from what
    /// such an item needs, so that this loop has the registers to itself.
    #[inline(always)]
    fn look_up<'v, T, F, A>(
        &self,
        table: &Table,
        items: &'v [T],
        from: usize,
        numbers: &mut [u32; BATCH],
        ways: &Ways<F, A>,
    ) -> Option<Missed<K>>
    where
        F: Fn(&'v T) -> K,
    {
        let groups = &self.groups[..];
        let numbers = &mut numbers[..items.len()];
        let mut rest = items[from..].iter().zip(&mut numbers[from..]);
        while let Some((item, known_as)) = rest.next() {
            let key = (ways.key)(item);
            let hash = ways.seed.hash(&key) as u32;
            match table.find(hash, |number| groups[number].key == key) {
                Found::Number(number) => *known_as = number as u32,
                Found::Free(free) => {
                    return Some(Missed {
                        index: items.len() - rest.len() - 1,
                        key,
                        hash,
                        free,
                    });
                }
            }
        }
        None
    }

    /// Begins a group, or a block if there are `limit` groups since `start`, with `left` items to come. Returns the group's number.
    #[inline(never)]
    fn begin(
        &mut self,
        missed: Missed<K>,
        table: &mut Table,
        start: &mut usize,
        limit: usize,
        left: usize,
    ) -> u32 {
        let Missed {
            key,
            hash,
            mut free,
            ..
        } = missed;
        if self.groups.len() - *start == limit {
            self.blocks.push(limit);
            *start = self.groups.len();
            free = table.clear(hash);
            // Groups are many, so there will be as many again.
            self.expect(left);
        }
        let number = self.push(key, hash, V::default());
        table.put(free, number, |number| self.groups[number].hash);
        number as u32
    }

    #[inline(always)]
    fn push(&mut self, key: K, hash: u32, value: V) -> usize {
        let index = self.groups.len();
        assert!(u32::try_from(index).is_ok(), "a stretch has fewer groups");
        self.groups.push(Local { key, hash, value });
        index
    }

    /// Makes room for the groups of so many items at once.
    #[cold]
    #[inline(never)]
    fn expect(&mut self, items: usize) {
        if self.groups.capacity() - self.groups.len() < items {
            self.groups.reserve_exact(items);
            pages::will_fill(self.groups.spare_capacity_mut());
        }
    }
}
