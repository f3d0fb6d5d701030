//! Blocks whose entries are ordered by part.
//!
//! An entry is a group that a block has found, or, where blocks are only listed, an item. The part follows from the hash.
//!
//! Invariant: the indices of a block's entries are those below their number, each once.

use std::iter;
use std::mem;

/// Up to so many items are listed as one block: keys, hashes and what comes of them fit a cache together.
const LISTED: usize = if cfg!(test) { 8 } else { 32_768 };
/// If there are parts at all for the sake of listed blocks, one has so many items, more or less: its keys and its table fit a
/// cache.
const PART: usize = if cfg!(test) { 32 } else { 65_536 };
/// There are at least so many parts, for the sake of many threads, if these have ...
const SHARES: usize = 64;
/// ... so many items.
const SHARE: usize = if cfg!(test) { 16 } else { 4096 };
/// No more parts than this power of two, or a block would have hardly any entry in one.
const MOST_BITS: u32 = 10;

/// What is known of an entry, its key apart.
#[derive(Clone, Copy, Default)]
pub(super) struct Tag {
    /// The hash; from [`number`](super::number) on the number of its group in its part.
    pub(super) mark: u32,
    /// In the order of the items.
    pub(super) index: u32,
}

/// The entries of a block, ordered by part, and by index inside.
pub(super) struct Block<K> {
    pub(super) keys: Vec<K>,
    pub(super) tags: Vec<Tag>,
    /// How many items each entry has; where they begin, as soon as that is known. Empty if it is one each.
    pub(super) sizes: Vec<usize>,
    /// Where the parts begin, and the end.
    pub(super) bounds: Vec<u32>,
}

/// Tells the parts of hashes: as many bits of them.
#[derive(Clone, Copy)]
pub(super) struct Bits(u32);

impl Bits {
    /// For listed blocks of so many items.
    #[inline]
    pub(super) fn for_items(total: usize) -> Self {
        Bits::within((total / PART).max(SHARES.min(total / SHARE)), MOST_BITS)
    }

    /// For so many parts, or fewer.
    #[inline]
    pub(super) fn within(parts: usize, most: u32) -> Self {
        Bits(parts.next_power_of_two().ilog2().min(most))
    }

    #[inline]
    pub(super) fn parts(self) -> usize {
        1 << self.0
    }

    #[inline(always)]
    fn part_of(self, hash: u32) -> usize {
        (u64::from(hash) >> (u32::BITS - self.0)) as usize
    }
}

impl<K> Block<K> {
    /// A block of entries with these keys and hashes, in order. `keys` is emptied.
    pub(super) fn deal(keys: &mut Vec<K>, hashes: &[u32], sizes: &[usize], bits: Bits) -> Self {
        let len = hashes.len();
        assert_eq!(keys.len(), len);
        let mut ends = vec![0; bits.parts() + 1];
        for &hash in hashes {
            ends[bits.part_of(hash) + 1] += 1;
        }
        for part in 1..ends.len() {
            ends[part] += ends[part - 1];
        }
        let bounds = ends.clone();
        let mut tags = vec![Tag::default(); len];
        let mut dealt = Vec::with_capacity(len);
        let slots = &mut dealt.spare_capacity_mut()[..len];
        // SAFETY: none is left, and what they were is moved on below; should anything panic meanwhile, keys are leaked.
        unsafe { keys.set_len(0) };
        let start = keys.as_ptr();
        for (index, &hash) in hashes.iter().enumerate() {
            let end = &mut ends[bits.part_of(hash)];
            let place = *end as usize;
            *end += 1;
            tags[place] = Tag {
                mark: hash,
                index: index as u32,
            };
            // SAFETY: there were `len` keys, and `index` is below that.
            let key = unsafe { start.add(index) };
            // SAFETY: a key that counts no more where it is, read once.
            slots[place].write(unsafe { key.read() });
        }
        // SAFETY: the bounds were counted from the same hashes, so each of the `len` slots has got a key.
        unsafe { dealt.set_len(len) };
        let sizes = match sizes {
            [] => Vec::new(),
            sizes => tags.iter().map(|tag| sizes[tag.index as usize]).collect(),
        };
        Block {
            keys: dealt,
            tags,
            sizes,
            bounds,
        }
    }
}

/// Lists items as blocks.
pub(super) struct Lister<K> {
    keys: Vec<K>,
    hashes: Vec<u32>,
    bits: Bits,
}

impl<K> Lister<K> {
    pub(super) fn new(bits: Bits) -> Self {
        Lister {
            keys: Vec::new(),
            hashes: Vec::new(),
            bits,
        }
    }

    /// The blocks of these items, each with its number of items.
    pub(super) fn list<'v, T>(
        &mut self,
        items: &'v [T],
        key_and_hash: impl Fn(&'v T) -> (K, u32),
    ) -> impl Iterator<Item = Block<K>> {
        let mut rest = items;
        iter::from_fn(move || {
            let (block, behind) = rest.split_at(rest.len().min(LISTED));
            rest = behind;
            (!block.is_empty()).then(|| self.block(block, &key_and_hash))
        })
    }

    fn block<'v, T>(
        &mut self,
        items: &'v [T],
        key_and_hash: &impl Fn(&'v T) -> (K, u32),
    ) -> Block<K> {
        self.keys.reserve(items.len());
        self.hashes.clear();
        self.hashes.reserve(items.len());
        for item in items {
            let (key, hash) = key_and_hash(item);
            self.keys.push(key);
            self.hashes.push(hash);
        }
        Block::deal(&mut self.keys, &self.hashes, &[], self.bits)
    }
}

/// What all blocks have in one part.
pub(super) struct Run<'b, K> {
    pub(super) keys: &'b mut [K],
    pub(super) tags: &'b mut [Tag],
    /// See [`Block`].
    pub(super) sizes: &'b mut [usize],
    /// The place of the first entry in its block.
    pub(super) start: u32,
}

/// The runs of all blocks, in order, part by part.
pub(super) fn parts<K>(blocks: &mut [Block<K>], bits: Bits) -> Vec<Vec<Run<'_, K>>> {
    let with_room = |_| Vec::with_capacity(blocks.len());
    let mut parts: Vec<Vec<Run<'_, K>>> = (0..bits.parts()).map(with_room).collect();
    for block in blocks {
        let mut keys = &mut block.keys[..];
        let mut tags = &mut block.tags[..];
        let mut sizes = &mut block.sizes[..];
        for (part, bounds) in parts.iter_mut().zip(block.bounds.windows(2)) {
            let len = (bounds[1] - bounds[0]) as usize;
            let sized = len.min(sizes.len());
            part.push(Run {
                keys: first_mut(&mut keys, len),
                tags: first_mut(&mut tags, len),
                sizes: first_mut(&mut sizes, sized),
                start: bounds[0],
            });
        }
    }
    parts
}

/// The first `len` elements, which `rest` loses.
pub(super) fn first_mut<'s, U>(rest: &mut &'s mut [U], len: usize) -> &'s mut [U] {
    let (first, behind) = mem::take(rest).split_at_mut(len);
    *rest = behind;
    first
}
