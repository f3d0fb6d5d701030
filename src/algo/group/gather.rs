//! The items of a slice, group by group.
//!
//! Invariant: every item has a place of its own in the result. The groups of a block count their items; the groups of the whole
//! are as long as those of the blocks that belong to them; and inside such a group each block's items begin where those of the
//! blocks before end.

use super::hash::Seed;
use super::local::{Place, blocks, tabulate};
use super::unite::{Block, unite};
use crate::base::pages;
use crate::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use std::hash::Hash;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ops::Range;

/// The groups, in the order of their first items.
pub(crate) struct Grouped<'v, K, T> {
    pub(crate) keys: Vec<K>,
    /// Where each group ends in `items`.
    pub(crate) ends: Vec<usize>,
    /// All items, group by group, in order inside each.
    pub(crate) items: Vec<&'v T>,
}

/// The items of a group in a block.
#[derive(Default)]
struct Span {
    /// How many; of the first such group, in the end, how many the group of the whole has.
    count: usize,
    /// How many are before them in the group of the whole.
    offset: usize,
}

/// Puts items with equal keys together.
pub(crate) fn by_key<T, K>(v: &[T], key: impl Fn(&T) -> K + Sync) -> Grouped<'_, K, T>
where
    T: Sync,
    K: Hash + Eq + Send,
{
    let seed = Seed::new();
    let block = |(number, range): (usize, Range<usize>)| {
        let mut ids = Vec::with_capacity(range.len());
        let add = |span: &mut Span, _: &T| span.count += 1;
        let items = &v[range];
        let groups = tabulate(number, items, seed, &key, add, |id| ids.push(id));
        (Block::new(groups), (items, ids))
    };
    let blocks: Vec<_> = blocks(v.len()).map(block).collect();
    let (mut groups, members): (Vec<Block<K, Span>>, Vec<_>) = blocks.into_iter().unzip();
    unite(&mut groups, &|first: &mut Span, later: &mut Span| {
        later.offset = first.count;
        first.count += later.count;
    });
    let settled = settle(groups);
    let starts: Vec<_> = settled.iter().map(|block| &block.starts[..]).collect();
    let mut items = Vec::with_capacity(v.len());
    let slots = &mut items.spare_capacity_mut()[..v.len()];
    pages::will_fill(slots);
    let slots = Slots::new(slots);
    let links = settled.iter().map(|block| &block.links);
    let blocks: Vec<_> = members.iter().zip(links).collect();
    blocks.into_par_iter().for_each(|((items, ids), links)| {
        let start = |&(first, offset): &(Place, usize)| {
            starts[first.block as usize][first.place as usize] + offset
        };
        let mut places: Vec<usize> = links.iter().map(start).collect();
        for (item, &id) in items.iter().zip(ids) {
            let place = &mut places[id as usize];
            // SAFETY: by the invariant above, every item has a place of its own.
            unsafe { slots.fill(*place, item) };
            *place += 1;
        }
    });
    // SAFETY: as many items as there are slots have been put into slots of their own, so none is left out.
    unsafe { items.set_len(v.len()) };
    let (keys, ends): (Vec<_>, Vec<_>) = settled.into_iter().map(|s| (s.keys, s.ends)).unzip();
    Grouped {
        keys: keys.into_par_iter().flatten_iter().collect(),
        ends: ends.into_par_iter().flatten_iter().collect(),
        items,
    }
}

/// What is known of a block's groups in the end.
struct Settled<K> {
    /// The groups of the whole that begin in this block: their keys and where they end.
    keys: Vec<K>,
    ends: Vec<usize>,
    /// Where those begin, by their `place`.
    starts: Vec<usize>,
    /// For each group of the block, the group of the whole, and how many items of that are before its own.
    links: Vec<(Place, usize)>,
}

/// Gives each group of the whole its place in the result.
fn settle<K: Send>(blocks: Vec<Block<K, Span>>) -> Vec<Settled<K>> {
    let count = |(number, block): (usize, &Block<K, Span>)| {
        let firsts = block.firsts(number);
        firsts.map(|local| local.value.count).sum()
    };
    let mut total = 0;
    let mut starts: Vec<usize> = blocks.iter().enumerate().map(count).collect();
    for start in &mut starts {
        total += std::mem::replace(start, total);
    }
    let settled = blocks.into_par_iter().enumerate().zip(starts);
    let settled = settled.map(|((number, block), start)| Settled::new(number, block, start));
    settled.collect()
}

impl<K> Settled<K> {
    /// The groups of the whole that begin in this block have their places from `start` on.
    fn new(number: usize, block: Block<K, Span>, start: usize) -> Self {
        let mut settled = Settled {
            keys: Vec::new(),
            ends: Vec::new(),
            starts: vec![0; block.groups.len()],
            links: Vec::with_capacity(block.groups.len()),
        };
        let mut end = start;
        for (place, local) in block.into_groups() {
            if local.first == Place::new(number, place) {
                settled.starts[place] = end;
                end += local.value.count;
                settled.keys.push(local.key);
                settled.ends.push(end);
            }
            settled.links.push((local.first, local.value.offset));
        }
        settled
    }
}

/// Slots that several threads fill.
struct Slots<'s, U> {
    /// The first of `len` slots that nobody else touches for `'s`.
    start: *mut U,
    len: usize,
    marker: PhantomData<&'s mut [MaybeUninit<U>]>,
}

// SAFETY: all that a shared `Slots` allows is to write values through `start`, by whose obligation no two threads write the
// same slot; so it sends values, and shares none.
unsafe impl<U: Send> Sync for Slots<'_, U> {}

impl<'s, U> Slots<'s, U> {
    fn new(slots: &'s mut [MaybeUninit<U>]) -> Self {
        Slots {
            start: slots.as_mut_ptr().cast(),
            len: slots.len(),
            marker: PhantomData,
        }
    }

    /// Puts a value into a slot.
    ///
    /// # Safety
    /// 1. No slot is filled twice.
    #[inline(always)]
    unsafe fn fill(&self, place: usize, value: U) {
        assert!(place < self.len);
        // SAFETY: `place` is below `len`, so this is one of the slots that begin at `start`.
        let slot = unsafe { self.start.add(place) };
        // SAFETY: the slot is valid, and by obligation 1 nobody else writes it.
        unsafe { slot.write(value) };
    }
}
