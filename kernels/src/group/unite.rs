//! The groups of all blocks united.

use super::local::{Local, Stretch};
use super::table::{Found, Table};
use crate::fork_join::ForkJoin;
use crate::share;
use crate::sort::permute;

/// A part has so many groups of blocks, more or less: its table fits a cache.
const PART: usize = if cfg!(test) { 32 } else { 16_384 };
/// No more parts than this power of two.
const MOST_BITS: u32 = 8;

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
    /// Where the parts begin, while the groups are ordered by part.
    starts: Vec<usize>,
}

impl<'b, K, V> Block<'b, K, V> {
    fn new(groups: &'b mut [Local<K, V>]) -> Self {
        Block {
            groups,
            starts: Vec::new(),
        }
    }

    /// Orders the groups by part.
    fn deal(&mut self, bits: u32) {
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
            sources[*place] = index;
            *place += 1;
        }
        permute(self.groups, &mut sources);
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
pub(super) fn merge<K, V, M>(on: impl ForkJoin, stretches: &mut [&mut Stretch<K, V>], meet: &M)
where
    K: Eq + Send,
    V: Send,
    M: Fn(&mut V, &mut V) + Sync,
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
            let all = blocks.iter_mut().collect();
            share::map(on, all, |block: &mut Block<'_, K, V>| block.deal(bits));
            let parts = parts(&mut blocks, bits);
            share::map(on, parts, |part| merge_part(part, meet));
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
