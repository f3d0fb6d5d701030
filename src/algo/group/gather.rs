//! The items of a slice, group by group.
//!
//! Invariant: every item has a place of its own in the result. The entries of a block have as many items as they say; the groups of
//! the whole are as long as the entries that were united in them; and inside such a group each entry's items begin where those of
//! the entries before end.

use super::deal::{Bits, Block, Run, first_mut, parts};
use super::keys::take_all;
use super::local::{Stretch, stretches};
use super::members::{LookedUp, Members};
use super::number::Part;
use super::rank::{Ranked, count};
use super::slots::Slots;
use super::table::Table;
use crate::iter::{
    IndexedParallelIterator, IntoParallelIterator, IntoParallelRefMutIterator, ParallelIterator,
};
use std::hash::Hash;
use std::mem;
use tine_core::engine::pages;

/// If nothing is listed, a part has so many groups of blocks, more or less.
const PART: usize = if cfg!(test) { 32 } else { 16_384 };
/// No more parts than this power of two, if nothing is listed.
const MOST_BITS: u32 = 8;

/// The groups, in the order of their first items.
pub(crate) struct Grouped<'v, K, T> {
    pub(crate) keys: Vec<K>,
    /// Where each group ends in `items`.
    pub(crate) ends: Vec<usize>,
    /// All items, group by group, in order inside each.
    pub(crate) items: Vec<&'v T>,
}

/// Puts items with equal keys together.
pub(crate) fn by_key<T, K>(v: &[T], key: impl Fn(&T) -> K + Sync + Send) -> Grouped<'_, K, T>
where
    T: Sync,
    K: Hash + Eq + Send,
{
    let found: Vec<(Stretch<K, usize>, Members<K>)> =
        stretches(v, key, |count: &mut usize, _| *count += 1);
    let bits = bits_for(v.len(), &found);
    let mut rest = v;
    let mut work = Vec::new();
    for (stretch, members) in found {
        let (items, behind) = rest.split_at(members.len());
        work.push((stretch, members, items));
        rest = behind;
    }
    let (blocks, looked_up): (Vec<Vec<_>>, Vec<LookedUp<'_, T>>) = (work.into_par_iter())
        .map(|(stretch, members, items)| members.settle(stretch, items, bits))
        .unzip();
    let (mut blocks, sources): (Vec<Block<K>>, Vec<&[T]>) = blocks.into_iter().flatten().unzip();
    let lens: Vec<usize> = blocks.iter().map(|block| block.tags.len()).collect();
    let mut runs = parts(&mut blocks, bits);
    let parts: Vec<Part> = (runs.par_iter_mut())
        .map_init(Table::new, |table, runs| Part::number(runs, table))
        .collect();
    let (ranked, ends) = rank(&parts, &lens);

    let mut items = Vec::with_capacity(v.len());
    let slots = &mut items.spare_capacity_mut()[..v.len()];
    pages::will_fill(slots);
    let slots = Slots::new(slots);
    let work = runs.into_par_iter().zip(&parts).enumerate();
    work.for_each(|(number, (runs, part))| {
        let mut starts = Vec::with_capacity(part.len());
        for ranked in &ranked {
            starts.extend_from_slice(ranked.starts(number));
        }
        place(runs, starts, &sources, &slots);
    });
    let mut work = Vec::new();
    let mut rest = &blocks[..];
    for looked_up in &looked_up {
        let (blocks, behind) = rest.split_at(looked_up.blocks);
        let blocks = blocks
            .iter()
            .map(|block| (&block.tags[..], &block.sizes[..]));
        work.push((looked_up, blocks.collect()));
        rest = behind;
    }
    work.into_par_iter()
        .for_each(|(looked_up, blocks): (_, Vec<_>)| looked_up.place(&blocks, &slots));
    // SAFETY: as many items as there are slots have been put into slots of their own, so none is left out.
    unsafe { items.set_len(v.len()) };
    Grouped {
        keys: take_all(blocks, &ranked, ends.len()),
        ends,
        items,
    }
}

/// As many bits of the hashes tell the parts.
fn bits_for<K>(total: usize, found: &[(Stretch<K, usize>, Members<K>)]) -> Bits {
    let groups = found
        .iter()
        .map(|(stretch, _)| stretch.groups.len())
        .sum::<usize>();
    match found.iter().any(|(_, members)| members.has_listed()) {
        false => Bits::within(groups / PART, MOST_BITS),
        true => Bits::for_items(total),
    }
}

/// Gives the groups of the whole their places, by the blocks that they begin in; and where each ends. `lens` tells how many entries
/// the blocks have. Inline, so that only programs that group compile these iterators.
#[inline]
fn rank(parts: &[Part], lens: &[usize]) -> (Vec<Ranked>, Vec<usize>) {
    let blocks = (0..lens.len()).into_par_iter();
    let counts: Vec<(usize, usize)> = blocks.map(|block| count(parts, block)).collect();
    let mut ends = vec![0; counts.iter().map(|count| count.0).sum()];
    let mut rest = &mut ends[..];
    let mut start = 0;
    let mut work = Vec::with_capacity(lens.len());
    for (block, (&len, (groups, items))) in lens.iter().zip(counts).enumerate() {
        work.push((block, len, start, first_mut(&mut rest, groups)));
        start += items;
    }
    let ranked = work
        .into_par_iter()
        .map(|(block, len, start, ends)| Ranked::new(parts, block, len, start, ends));
    (ranked.collect(), ends)
}

/// Puts the items of a part's listed entries where their groups want the next one, and tells the other entries where theirs are to
/// be.
fn place<'v, T, K>(
    runs: Vec<Run<'_, K>>,
    mut next: Vec<usize>,
    sources: &[&'v [T]],
    slots: &Slots<'_, &'v T>,
) {
    for (run, source) in runs.into_iter().zip(sources) {
        if run.sizes.is_empty() {
            for tag in &*run.tags {
                let next = &mut next[tag.mark as usize];
                // SAFETY: by the module's invariant, every item has a place of its own.
                unsafe { slots.fill(*next, &source[tag.index as usize]) };
                *next += 1;
            }
        } else {
            for (tag, size) in run.tags.iter().zip(run.sizes) {
                let next = &mut next[tag.mark as usize];
                let start = *next;
                *next += mem::replace(size, start);
            }
        }
    }
}
