//! The items of a slice, group by group.
//!
//! Invariant: every item has a place of its own in the result. The entries of a block have as many items as they say; the groups of
//! the whole are as long as the entries that were united in them; and inside such a group each entry's items begin where those of
//! the entries before end.

use super::deal::{Bits, Block, Run, first_mut, parts};
use super::hash::Seed;
use super::keys::take_all;
use super::local::{Stretch, stretches};
use super::members::{LookedUp, Members};
use super::number::Part;
use super::rank::{Ranked, count};
use super::slots::Slots;
use super::table::Tables;
use crate::base::pages;
use crate::fork_join::ForkJoin;
use crate::share;
use std::hash::Hash;
use std::mem;

/// If nothing is listed, a part has so many groups of blocks, more or less.
const PART: usize = if cfg!(test) { 32 } else { 16_384 };
/// No more parts than this power of two, if nothing is listed.
const MOST_BITS: u32 = 8;

/// The groups, in the order of their first items.
#[derive(Debug)]
pub struct Grouped<'v, K, T> {
    pub keys: Vec<K>,
    /// Where each group ends in `items`.
    pub ends: Vec<usize>,
    /// All items, group by group, in order inside each.
    pub items: Vec<&'v T>,
}

/// Puts items with equal keys together.
pub fn by_key<T, K>(on: impl ForkJoin, v: &[T], key: impl Fn(&T) -> K + Sync) -> Grouped<'_, K, T>
where
    T: Sync,
    K: Hash + Eq + Send,
{
    let found: Vec<(Stretch<K, usize>, Members<K>)> =
        stretches(on, Seed::new(), v, key, |count: &mut usize, _| *count += 1);
    let bits = bits_for(v.len(), &found);
    let mut rest = v;
    let mut work = Vec::new();
    for (stretch, members) in found {
        let (items, behind) = rest.split_at(members.len());
        work.push((stretch, members, items));
        rest = behind;
    }
    let settled = share::map(on, work, |(stretch, members, items)| {
        members.settle(stretch, items, bits)
    });
    let (blocks, looked_up): (Vec<Vec<_>>, Vec<LookedUp<'_, T>>) = settled.into_iter().unzip();
    let (mut blocks, sources): (Vec<Block<K>>, Vec<&[T]>) = blocks.into_iter().flatten().unzip();
    let lens: Vec<usize> = blocks.iter().map(|block| block.tags.len()).collect();
    let mut runs = parts(&mut blocks, bits);
    let tables = Tables::default();
    let parts: Vec<Part> = share::map(on, runs.iter_mut().collect(), |runs| {
        tables.lend(|table| Part::number(runs, table))
    });
    let (ranked, ends) = rank(on, &parts, &lens);

    let mut items = Vec::with_capacity(v.len());
    let slots = &mut items.spare_capacity_mut()[..v.len()];
    pages::will_fill(slots);
    let slots = Slots::new(slots);
    let work = runs.into_iter().zip(&parts).enumerate().collect();
    share::map(on, work, |(number, (runs, part)): (_, (Vec<_>, &Part))| {
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
    share::map(
        on,
        work,
        |(looked_up, blocks): (&LookedUp<'_, T>, Vec<_>)| {
            // SAFETY: (1) the entries of tables begin where the module's invariant has it.
            unsafe { looked_up.place(&blocks, &slots) };
        },
    );
    // SAFETY: as many items as there are slots have been put into slots of their own, so none is left out.
    unsafe { items.set_len(v.len()) };
    Grouped {
        keys: take_all(on, blocks, &ranked, ends.len()),
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
/// the blocks have.
fn rank(on: impl ForkJoin, parts: &[Part], lens: &[usize]) -> (Vec<Ranked>, Vec<usize>) {
    let blocks = (0..lens.len()).collect();
    let counts: Vec<(usize, usize)> = share::map(on, blocks, |block| count(parts, block));
    let mut ends = vec![0; counts.iter().map(|count| count.0).sum()];
    let mut rest = &mut ends[..];
    let mut start = 0;
    let mut work = Vec::with_capacity(lens.len());
    for (block, (&len, (groups, items))) in lens.iter().zip(counts).enumerate() {
        work.push((block, len, start, first_mut(&mut rest, groups)));
        start += items;
    }
    let ranked = share::map(on, work, |(block, len, start, ends)| {
        Ranked::new(parts, block, len, start, ends)
    });
    (ranked, ends)
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
                // SAFETY: (1) by the module's invariant, every item has a place of its own.
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
