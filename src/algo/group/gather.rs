//! The items of a slice, group by group.
//!
//! Invariant: every item has a place of its own in the result. The groups of a block count their items; the groups of the whole
//! are as long as those of the blocks that were united in them; and inside such a group each block's items begin where those of
//! the blocks before end.

use super::local::{Stretch, stretches};
use super::unite::{Place, unite};
use crate::base::pages;
use crate::iter::{IntoParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use std::hash::Hash;
use std::marker::PhantomData;
use std::mem::{self, MaybeUninit};

/// The groups, in the order of their first items.
pub(crate) struct Grouped<'v, K, T> {
    pub(crate) keys: Vec<K>,
    /// Where each group ends in `items`.
    pub(crate) ends: Vec<usize>,
    /// All items, group by group, in order inside each.
    pub(crate) items: Vec<&'v T>,
}

/// The items of a group in a block. Two words, for where items are many and keys hardly repeat there are as many of these.
struct Span {
    /// Of the first group of its key, how many items the group of the whole has so far; of any other one, how many of them are before its
    /// own.
    count: usize,
    /// The first group of this key; [`Place::NONE`] if it is this one.
    first: Place,
}

impl Default for Span {
    #[inline]
    fn default() -> Self {
        Span {
            count: 0,
            first: Place::NONE,
        }
    }
}

/// Puts items with equal keys together.
pub(crate) fn by_key<T, K>(v: &[T], key: impl Fn(&T) -> K + Sync + Send) -> Grouped<'_, K, T>
where
    T: Sync,
    K: Hash + Eq + Send,
{
    let (mut stretches, members): (Vec<Stretch<K, Span>>, Vec<Vec<u32>>) =
        stretches(v, key, |span: &mut Span, _| span.count += 1)
            .into_iter()
            .unzip();
    let mut all: Vec<_> = stretches.iter_mut().collect();
    let places = unite(&mut all, &|first: &mut Span, later: &mut Span, place| {
        later.first = place;
        let before = first.count;
        first.count += mem::replace(&mut later.count, before);
    });
    let settled = settle(stretches, &places);
    let starts: Vec<&[usize]> = (settled.iter())
        .flat_map(|stretch| stretch.starts.iter().map(|starts| &starts[..]))
        .collect();
    let mut items = Vec::with_capacity(v.len());
    let slots = &mut items.spare_capacity_mut()[..v.len()];
    pages::will_fill(slots);
    let slots = Slots::new(slots);
    let mut rest = v;
    let mut work = Vec::new();
    for (members, stretch) in members.iter().zip(&settled) {
        let (items, behind) = rest.split_at(members.len());
        work.push((items, members, &stretch.links));
        rest = behind;
    }
    work.into_par_iter().for_each(|(items, members, links)| {
        let start = |&(first, offset): &(Place, usize)| {
            starts[first.block as usize][first.place as usize] + offset
        };
        let mut places: Vec<usize> = links.iter().map(start).collect();
        for (item, &number) in items.iter().zip(members) {
            let place = &mut places[number as usize];
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

/// What is known of a stretch's groups in the end.
struct Settled<K> {
    /// The groups of the whole that begin here: their keys and where they end.
    keys: Vec<K>,
    ends: Vec<usize>,
    /// Block by block, where those begin, by `place`.
    starts: Vec<Vec<usize>>,
    /// For each group here, the first one of its key, and how many items of the group of the whole are before its own.
    links: Vec<(Place, usize)>,
}

/// Gives each group of the whole its place in the result.
fn settle<K: Send>(
    mut stretches: Vec<Stretch<K, Span>>,
    mut places: &[Vec<usize>],
) -> Vec<Settled<K>> {
    let count = |stretch: &mut Stretch<K, Span>| -> usize {
        let spans = stretch.groups.iter().map(|local| &local.value);
        let firsts = spans.filter(|span| span.first.is_none());
        firsts.map(|span| span.count).sum()
    };
    let counts: Vec<usize> = stretches.par_iter_mut().map(count).collect();
    let (mut block, mut total) = (0, 0);
    let mut work = Vec::new();
    for (stretch, count) in stretches.into_iter().zip(counts) {
        let (here, behind) = places.split_at(stretch.blocks.len());
        places = behind;
        work.push((stretch, here, block, total));
        block += here.len();
        total += count;
    }
    let settled = work.into_par_iter();
    settled
        .map(|(stretch, places, block, start)| Settled::new(stretch, places, block, start))
        .collect()
}

impl<K> Settled<K> {
    /// The first block is that number `block`, and the groups of the whole that begin here have their places from `start` on.
    fn new(stretch: Stretch<K, Span>, places: &[Vec<usize>], block: usize, start: usize) -> Self {
        let mut settled = Settled {
            keys: Vec::new(),
            ends: Vec::new(),
            starts: Vec::new(),
            links: Vec::with_capacity(stretch.groups.len()),
        };
        let mut end = start;
        let mut groups = stretch.groups.into_iter();
        for ((&len, places), block) in stretch.blocks.iter().zip(places).zip(block..) {
            let mut starts = vec![0; len];
            for (index, local) in groups.by_ref().take(len).enumerate() {
                let place = places.get(index).copied().unwrap_or(index);
                let Span { count, first } = local.value;
                let link = match first.is_none() {
                    false => (first, count),
                    true => {
                        starts[place] = end;
                        end += count;
                        settled.keys.push(local.key);
                        settled.ends.push(end);
                        (Place::new(block, place), 0)
                    }
                };
                settled.links.push(link);
            }
            settled.starts.push(starts);
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
