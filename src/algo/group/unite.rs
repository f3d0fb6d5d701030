//! The groups of all blocks united.

use super::local::{Local, Stretch};
use super::table::{Found, Table};
use crate::algo::sort::permute;
use crate::iter::{IntoParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use std::mem;

/// A part has so many groups of blocks, more or less: its table fits a cache.
const PART: usize = if cfg!(test) { 32 } else { 16_384 };
/// No more parts than this power of two.
const MOST_BITS: u32 = 8;

/// A group of a block.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) block: u32,
    pub(super) place: u32,
}

impl Place {
    /// No place that [`new`](Self::new) makes.
    pub(super) const NONE: Place = Place {
        block: u32::MAX,
        place: u32::MAX,
    };

    #[inline]
    pub(super) fn is_none(self) -> bool {
        self.block == u32::MAX
    }

    #[inline]
    pub(super) fn new(block: usize, place: usize) -> Self {
        let small = |n| {
            let number = u32::try_from(n).ok().filter(|&number| number < u32::MAX);
            number.expect("neither blocks nor groups of one are that many")
        };
        Place {
            block: small(block),
            place: small(place),
        }
    }
}

/// Of each block the `place` of each group by which [`Place`] names it; none if that is its index.
pub(super) type Places = Vec<Vec<usize>>;

/// Finds out which groups of the blocks have the same key. Of every group but the first of its key, in order, `meet` gets the
/// value of the first, its own, and the place of the first.
pub(super) fn unite<K, V, M>(stretches: &mut [&mut Stretch<K, V>], meet: &M) -> Places
where
    K: Eq + Send,
    V: Default + Send,
    M: Fn(&mut V, &mut V, Place) + Sync + Send,
{
    let mut blocks = blocks(stretches);
    match (blocks.len(), bits_for(&blocks)) {
        (0 | 1, _) => {}
        (_, 0) => {
            let whole = |block| (0, &mut *Block::groups(block));
            unite_part(blocks.iter_mut().map(whole).collect(), meet);
        }
        (_, bits) => {
            blocks.par_iter_mut().for_each(|block| block.deal(bits));
            let parts = parts(&mut blocks, bits).into_par_iter();
            parts.for_each(|part| unite_part(part, meet));
            blocks.par_iter_mut().for_each(Block::restore);
        }
    }
    blocks.into_iter().map(|block| block.places).collect()
}

/// The blocks of all stretches, in order.
fn blocks<'s, K, V>(stretches: &'s mut [&mut Stretch<K, V>]) -> Vec<Block<'s, K, V>> {
    let mut blocks = Vec::new();
    for stretch in stretches {
        let mut rest = &mut stretch.groups[..];
        for &len in &stretch.blocks {
            let (groups, behind) = rest.split_at_mut(len);
            blocks.push(Block::new(groups));
            rest = behind;
        }
    }
    blocks
}

/// As many bits of the hashes tell the parts.
fn bits_for<K, V>(blocks: &[Block<'_, K, V>]) -> u32 {
    let total: usize = blocks.iter().map(|block| block.groups.len()).sum();
    (total / PART).next_power_of_two().ilog2().min(MOST_BITS)
}

/// The groups of one block.
struct Block<'b, K, V> {
    groups: &'b mut [Local<K, V>],
    /// See [`Places`].
    places: Vec<usize>,
    /// Where the parts begin, while the groups are ordered by part.
    starts: Vec<usize>,
}

impl<'b, K, V> Block<'b, K, V> {
    fn new(groups: &'b mut [Local<K, V>]) -> Self {
        Block {
            groups,
            places: Vec::new(),
            starts: Vec::new(),
        }
    }

    fn groups(&mut self) -> &mut [Local<K, V>] {
        self.groups
    }

    /// Orders the groups by part, and notes the places.
    fn deal(&mut self, bits: u32) {
        let mut places = vec![0; self.groups.len()];
        self.deal_noting(bits, |index, place| places[index] = place);
        self.places = places;
    }

    /// Orders the groups by part. `note` is told from where to where each group goes.
    fn deal_noting(&mut self, bits: u32, mut note: impl FnMut(usize, usize)) {
        let part = |local: &Local<K, V>| part_of(local.hash, bits);
        let mut ends = vec![0; (1 << bits) + 1];
        for local in &*self.groups {
            ends[part(local) + 1] += 1;
        }
        for i in 1..ends.len() {
            ends[i] += ends[i - 1];
        }
        self.starts = ends.clone();
        let mut sources = vec![0; self.groups.len()];
        for (index, local) in self.groups.iter().enumerate() {
            let place = &mut ends[part(local)];
            note(index, *place);
            sources[*place] = index;
            *place += 1;
        }
        permute(self.groups, &mut sources);
    }

    /// Brings the groups back to the order of their first items.
    fn restore(&mut self) {
        permute(self.groups, &mut self.places.clone());
    }
}

/// The part of a hash, of so many bits.
#[inline]
fn part_of(hash: u32, bits: u32) -> usize {
    (hash >> (u32::BITS - bits)) as usize
}

/// A part of the groups of all blocks: of each block its first place, and the groups.
type Part<'b, K, V> = Vec<(usize, &'b mut [Local<K, V>])>;

fn parts<'b, K, V>(blocks: &'b mut [Block<'_, K, V>], bits: u32) -> Vec<Part<'b, K, V>> {
    let with_room = |_| Vec::with_capacity(blocks.len());
    let mut parts: Vec<Part<'_, K, V>> = (0..1 << bits).map(with_room).collect();
    for block in blocks {
        let mut rest = &mut *block.groups;
        for (part, bounds) in parts.iter_mut().zip(block.starts.windows(2)) {
            let (groups, behind) = rest.split_at_mut(bounds[1] - bounds[0]);
            part.push((bounds[0], groups));
            rest = behind;
        }
    }
    parts
}

/// The same where nobody asks for places: of every group but the first of its key, in order, `meet` gets the value of the first and
/// its own. Groups of a block may have the same key. Leaves the groups of each block in any order.
pub(super) fn merge<K, V, M>(stretches: &mut [&mut Stretch<K, V>], meet: &M)
where
    K: Eq + Send,
    V: Send,
    M: Fn(&mut V, &mut V) + Sync + Send,
{
    let mut blocks = blocks(stretches);
    match (blocks.len(), bits_for(&blocks)) {
        (0 | 1, _) => {}
        (_, 0) => merge_part(
            blocks
                .iter_mut()
                .map(|block| (0, &mut *block.groups))
                .collect(),
            meet,
        ),
        (_, bits) => {
            let deal = |block: &mut Block<'_, K, V>| block.deal_noting(bits, |_, _| {});
            blocks.par_iter_mut().for_each(deal);
            let parts = parts(&mut blocks, bits).into_par_iter();
            parts.for_each(|part| merge_part(part, meet));
        }
    }
}

fn merge_part<K: Eq, V>(part: Part<'_, K, V>, meet: &impl Fn(&mut V, &mut V)) {
    let mut table = Table::new();
    let mut firsts: Vec<&mut Local<K, V>> = Vec::new();
    for local in part.into_iter().flat_map(|(_, groups)| groups) {
        match table.find(local.hash, |number| firsts[number].key == local.key) {
            Found::Number(number) => meet(&mut firsts[number].value, &mut local.value),
            Found::Free(free) => {
                let number = firsts.len();
                firsts.push(local);
                table.put(free, number, |number| firsts[number].hash);
            }
        }
    }
}

fn unite_part<K: Eq, V: Default>(mut part: Part<'_, K, V>, meet: &impl Fn(&mut V, &mut V, Place)) {
    let mut table = Table::new();
    // Of each group of the whole, the block, and the index there within the part.
    let mut firsts: Vec<(usize, usize)> = Vec::new();
    for block in 0..part.len() {
        for index in 0..part[block].1.len() {
            let local = &part[block].1[index];
            let at = |(block, index): (usize, usize)| &part[block].1[index];
            match table.find(local.hash, |number| at(firsts[number]).key == local.key) {
                Found::Free(free) => {
                    let number = firsts.len();
                    firsts.push((block, index));
                    table.put(free, number, |number| at(firsts[number]).hash);
                }
                Found::Number(number) => {
                    let (first_block, first_index) = firsts[number];
                    // Two of one block may be equal all of a sudden, so the two values cannot be borrowed at once.
                    let mut later = mem::take(&mut part[block].1[index].value);
                    let (start, groups) = &mut part[first_block];
                    let place = Place::new(first_block, *start + first_index);
                    meet(&mut groups[first_index].value, &mut later, place);
                    part[block].1[index].value = later;
                }
            }
        }
    }
}
