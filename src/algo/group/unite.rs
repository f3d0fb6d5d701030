//! The groups of all blocks united.

use super::local::{Local, Place};
use super::table::{Found, Table};
use crate::algo::sort::permute;
use crate::iter::{IntoParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use std::mem;

/// A part has so many groups of blocks, more or less: its table fits a cache.
const PART: usize = 8192;
/// No more parts than this power of two.
const MOST_BITS: u32 = 8;

/// The groups of one block.
pub(super) struct Block<K, V> {
    /// In the order of their first items.
    pub(super) groups: Vec<Local<K, V>>,
    /// The `place` of each group by which [`Place`] names it; none if that is its index.
    places: Vec<usize>,
    /// Where the parts begin, while the groups are ordered by part.
    starts: Vec<usize>,
}

impl<K, V> Block<K, V> {
    pub(super) fn new(groups: Vec<Local<K, V>>) -> Self {
        Block {
            groups,
            places: Vec::new(),
            starts: Vec::new(),
        }
    }

    /// The groups, each with its `place`.
    pub(super) fn into_groups(self) -> impl Iterator<Item = (usize, Local<K, V>)> {
        let places = self.places;
        let place = move |i| places.get(i).copied().unwrap_or(i);
        let groups = self.groups.into_iter().enumerate();
        groups.map(move |(i, local)| (place(i), local))
    }

    /// The groups of the whole that begin in this block, which is that `number`.
    pub(super) fn firsts(&self, number: usize) -> impl Iterator<Item = &Local<K, V>> {
        let place = |i| self.places.get(i).copied().unwrap_or(i);
        let groups = self.groups.iter().enumerate();
        let firsts = groups.filter(move |&(i, local)| local.first == Place::new(number, place(i)));
        firsts.map(|(_, local)| local)
    }

    /// Orders the groups by part.
    fn deal(&mut self, bits: u32) {
        let part = |local: &Local<K, V>| part_of(local.hash, bits);
        let mut ends = vec![0; (1 << bits) + 1];
        for local in &self.groups {
            ends[part(local) + 1] += 1;
        }
        for i in 1..ends.len() {
            ends[i] += ends[i - 1];
        }
        self.starts = ends.clone();
        let mut sources = vec![0; self.groups.len()];
        let place = |(index, local): (usize, &Local<K, V>)| {
            let place = &mut ends[part(local)];
            *place += 1;
            sources[*place - 1] = index;
            *place - 1
        };
        self.places = self.groups.iter().enumerate().map(place).collect();
        permute(&mut self.groups, &mut sources);
    }

    /// Brings the groups back to the order of their first items.
    fn restore(&mut self) {
        permute(&mut self.groups, &mut self.places.clone());
    }
}

/// The part of a hash, of so many bits.
fn part_of(hash: u64, bits: u32) -> usize {
    (hash >> 32 >> (32 - bits)) as usize
}

/// Points each group to the first one of the same key. Of each later group, in order, `meet` gets that one's value and its own.
pub(super) fn unite<K, V, M>(blocks: &mut [Block<K, V>], meet: &M)
where
    K: Eq + Send,
    V: Default + Send,
    M: Fn(&mut V, &mut V) + Sync,
{
    if blocks.len() < 2 {
        return;
    }
    let total: usize = blocks.iter().map(|block| block.groups.len()).sum();
    let bits = (total / PART).next_power_of_two().ilog2().min(MOST_BITS);
    if bits == 0 {
        return unite_part(&mut whole(blocks), meet);
    }
    blocks.par_iter_mut().for_each(|block| block.deal(bits));
    let parts = parts(blocks, bits).into_par_iter();
    parts.for_each(|mut part| unite_part(&mut part, meet));
    blocks.par_iter_mut().for_each(Block::restore);
}

/// A part of the groups of all blocks: of each block its first place, and the groups.
type Part<'b, K, V> = Vec<(usize, &'b mut [Local<K, V>])>;

fn whole<K, V>(blocks: &mut [Block<K, V>]) -> Part<'_, K, V> {
    let groups = blocks.iter_mut().map(|block| (0, &mut block.groups[..]));
    groups.collect()
}

fn parts<K, V>(blocks: &mut [Block<K, V>], bits: u32) -> Vec<Part<'_, K, V>> {
    let with_room = |_| Vec::with_capacity(blocks.len());
    let mut parts: Vec<Part<'_, K, V>> = (0..1 << bits).map(with_room).collect();
    for block in blocks {
        let mut rest = &mut block.groups[..];
        for (part, bounds) in parts.iter_mut().zip(block.starts.windows(2)) {
            let (groups, behind) = rest.split_at_mut(bounds[1] - bounds[0]);
            part.push((bounds[0], groups));
            rest = behind;
        }
    }
    parts
}

fn unite_part<K: Eq, V: Default>(part: &mut Part<'_, K, V>, meet: &impl Fn(&mut V, &mut V)) {
    let mut table = Table::new();
    // Of each group of the whole, the block, and the index there within the part.
    let mut firsts: Vec<(usize, usize)> = Vec::new();
    for block in 0..part.len() {
        for index in 0..part[block].1.len() {
            let local = &part[block].1[index];
            let hash = local.hash;
            let at = |(block, index): (usize, usize)| &part[block].1[index];
            match table.find(hash, |number| at(firsts[number]).key == local.key) {
                Found::Free(free) => {
                    let number = firsts.len();
                    firsts.push((block, index));
                    table.put(free, hash, number, |number| at(firsts[number]).hash);
                    let place = part[block].0 + index;
                    part[block].1[index].first = Place::new(block, place);
                }
                Found::Number(number) => {
                    let (first_block, first_index) = firsts[number];
                    // Two of one block may be equal all of a sudden, so the two values cannot be borrowed at once.
                    let mut later = mem::take(&mut part[block].1[index].value);
                    let first = &mut part[first_block].1[first_index];
                    meet(&mut first.value, &mut later);
                    let place = first.first;
                    let local = &mut part[block].1[index];
                    local.value = later;
                    local.first = place;
                }
            }
        }
    }
}
