//! The groups of one part of all blocks.

use super::deal::Run;
use super::table::{Found, Table};

/// A group of the whole.
#[derive(Clone, Copy)]
pub(super) struct Group {
    /// Its first entry: the index, and the place in its block.
    pub(super) index: u32,
    pub(super) place: u32,
    /// How many items it has.
    pub(super) count: usize,
}

/// The groups of a part, in the order of their first items.
pub(super) struct Part {
    groups: Vec<Group>,
    /// How many groups began before each block, and in all.
    bounds: Vec<u32>,
}

impl Part {
    /// Finds the groups of all entries and gives these the groups' numbers. `table` may have been another part's, which needed
    /// as much room.
    pub(super) fn number<K: Eq>(runs: &mut [Run<'_, K>], table: &mut Table) -> Self {
        table.clear(0);
        // Room for all, since what is not touched costs nothing, and to grow costs much.
        let entries = runs.iter().map(|run| run.tags.len()).sum();
        let mut groups: Vec<Group> = Vec::with_capacity(entries);
        // Of each group the first key and its hash.
        let mut firsts: Vec<(&K, u32)> = Vec::with_capacity(entries);
        let mut bounds = Vec::with_capacity(runs.len() + 1);
        for run in runs {
            bounds.push(groups.len() as u32);
            let keys = &*run.keys;
            for ((key, tag), place) in keys.iter().zip(&mut *run.tags).zip(run.start..) {
                let hash = tag.mark;
                let number = match table.find(hash, |number| *firsts[number].0 == *key) {
                    Found::Number(number) => number,
                    Found::Free(free) => {
                        let number = firsts.len();
                        firsts.push((key, hash));
                        groups.push(Group {
                            index: tag.index,
                            place,
                            count: 0,
                        });
                        table.put(free, number, |number| firsts[number].1);
                        number
                    }
                };
                tag.mark = number as u32;
            }
            if run.sizes.is_empty() {
                for tag in &*run.tags {
                    groups[tag.mark as usize].count += 1;
                }
            } else {
                for (tag, size) in run.tags.iter().zip(&*run.sizes) {
                    groups[tag.mark as usize].count += size;
                }
            }
        }
        bounds.push(groups.len() as u32);
        Part { groups, bounds }
    }

    /// The groups that begin in the block with this number.
    #[inline]
    pub(super) fn begun_in(&self, block: usize) -> &[Group] {
        &self.groups[self.bounds[block] as usize..self.bounds[block + 1] as usize]
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.groups.len()
    }
}
