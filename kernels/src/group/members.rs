//! What is known of the items of a stretch: either the number of their group, or that they are listed in a block.

use super::deal::{Bits, Block, Lister, Tag};
use super::local::{BATCH, Local, Record, Stretch, Ways};
use super::narrow::{self, Numbers};
use super::slots::Slots;
use std::hash::Hash;

/// After so many items it is known whether they repeat.
const TRIAL: usize = if cfg!(test) { BATCH } else { 4096 };
/// Items are listed if there seem to be at least so many groups, ...
const MANY: usize = 1 << 15;
/// ... or one for so many items of the rest of the stretch: then to look them up would gain little.
const ITEMS_PER_GROUP: usize = 8;
/// And no more than one of so many was in a group already: a single group of so many items would be more than one thread's share.
const REPEATS: usize = 4;

/// The places of more groups than that are more than the processor watches by itself.
const NEAR: usize = if cfg!(test) { 4 } else { 32 };
/// If a group has so many items in a stretch, what follows one of them in memory is mostly another of the same group.
const LONG: usize = if cfg!(test) { 2 } else { 64 };
/// How the memory of places is asked for: not at all, ...
const UNASKED: u8 = 0;
/// ... what follows each item, which is to be filled much later, ...
const LINE_BEHIND: u8 = 1;
/// ... or the place of the item that comes so many items later.
const ITEMS_AHEAD: u8 = 2;
const AHEAD: usize = if cfg!(test) { 3 } else { 24 };

/// A block, and the items that its entries are; none if they are groups.
pub(super) type Sourced<'v, K, T> = (Block<K>, &'v [T]);

/// What is known of the items of a stretch.
pub(super) struct Members<K> {
    /// Of those that were looked up, the numbers of their groups.
    numbers: Numbers,
    /// The others, and how many tables and how many numbers are before each of these blocks.
    listed: Vec<(usize, usize, Block<K>)>,
    lister: Lister<K>,
}

impl<K> Members<K> {
    pub(super) fn has_listed(&self) -> bool {
        !self.listed.is_empty()
    }

    /// How many items there are.
    pub(super) fn len(&self) -> usize {
        let listed = self.listed.iter().map(|(_, _, block)| block.tags.len());
        self.numbers.len() + listed.sum::<usize>()
    }

    /// All blocks of the stretch of these `items`.
    pub(super) fn settle<'v, T>(
        self,
        stretch: Stretch<K, usize>,
        items: &'v [T],
        bits: Bits,
    ) -> (Vec<Sourced<'v, K, T>>, LookedUp<'v, T>) {
        let mut groups = stretch.groups.into_iter();
        let mut rest = items;
        let mut blocks: Vec<Sourced<'v, K, T>> = Vec::new();
        let (mut tables, mut looked_up) = (Vec::new(), Vec::new());
        let mut numbers_done = 0;
        let listed = self.listed.into_iter();
        let listed = listed.map(|(tables, numbers, block)| (tables, numbers, Some(block)));
        let end = (stretch.blocks.len(), self.numbers.len(), None);
        for (tables_before, numbers_before, listed) in listed.chain([end]) {
            looked_up.push(first(&mut rest, numbers_before - numbers_done));
            numbers_done = numbers_before;
            for &len in &stretch.blocks[tables.len()..tables_before] {
                tables.push(blocks.len());
                blocks.push((dealt(groups.by_ref().take(len), bits), &[]));
            }
            if let Some(block) = listed {
                let items = first(&mut rest, block.tags.len());
                blocks.push((block, items));
            }
        }
        let looked_up = LookedUp {
            numbers: self.numbers,
            items: looked_up,
            blocks: blocks.len(),
            tables,
        };
        (blocks, looked_up)
    }
}

/// The first `len` items, which `rest` loses.
fn first<'v, T>(rest: &mut &'v [T], len: usize) -> &'v [T] {
    let (first, behind) = rest.split_at(len);
    *rest = behind;
    first
}

/// A table's groups as a block.
fn dealt<K>(groups: impl Iterator<Item = Local<K, usize>>, bits: Bits) -> Block<K> {
    let (mut keys, mut hashes, mut sizes) = (Vec::new(), Vec::new(), Vec::new());
    for local in groups {
        keys.push(local.key);
        hashes.push(local.hash);
        sizes.push(local.value);
    }
    Block::deal(&mut keys, &hashes, &sizes, bits)
}

impl<K: Hash + Eq> Record<K, usize> for Members<K> {
    const TRIAL: usize = TRIAL;

    fn are_many(groups: usize, left: usize) -> bool {
        let repeats = TRIAL - groups;
        // Of n items in k groups of a size n^2 / 2k repeat, as long as these are few.
        let many = MANY.min(left / ITEMS_PER_GROUP);
        repeats <= TRIAL / REPEATS && repeats * many <= TRIAL * TRIAL / 2
    }

    fn of(len: usize, total: usize) -> Self {
        Members {
            numbers: Numbers::new(len),
            listed: Vec::new(),
            lister: Lister::new(Bits::for_items(total)),
        }
    }

    #[inline]
    fn next(&mut self, numbers: &[u32], groups: usize) {
        self.numbers.extend(numbers, groups);
    }

    fn list<'v, T, F, A>(
        &mut self,
        stretch: &mut Stretch<K, usize>,
        items: &'v [T],
        _left: usize,
        ways: &Ways<F, A>,
    ) where
        F: Fn(&'v T) -> K,
        A: Fn(&mut usize, &'v T),
    {
        let key_and_hash = |item| {
            let key = (ways.key)(item);
            let hash = ways.seed.hash(&key) as u32;
            (key, hash)
        };
        let before = (stretch.blocks.len(), self.numbers.len());
        let blocks = self.lister.list(items, key_and_hash);
        self.listed
            .extend(blocks.map(|block| (before.0, before.1, block)));
    }
}

/// The items of a stretch that were looked up.
pub(super) struct LookedUp<'v, T> {
    /// The numbers of their groups in the stretch.
    numbers: Numbers,
    items: Vec<&'v [T]>,
    /// How many blocks the stretch has, and which of them are of tables.
    pub(super) blocks: usize,
    tables: Vec<usize>,
}

impl<'v, T> LookedUp<'v, T> {
    /// Puts the items where the entries of their `blocks` say that these begin.
    ///
    /// # Safety
    /// 1. As many slots as a table's entry has items, from where it begins, are filled with nothing else.
    pub(super) unsafe fn place(&self, blocks: &[(&[Tag], &[usize])], slots: &Slots<'_, &'v T>) {
        // By the groups' numbers.
        let mut places = Vec::new();
        for &table in &self.tables {
            let (tags, starts) = blocks[table];
            let first = places.len();
            places.resize(first + tags.len(), 0);
            for (tag, &start) in tags.iter().zip(starts) {
                places[first + tag.index as usize] = start;
            }
        }
        let put = match places.len() {
            0..=NEAR => put_all::<T, UNASKED>,
            groups if self.numbers.len() / groups >= LONG => put_all::<T, LINE_BEHIND>,
            _ => put_all::<T, ITEMS_AHEAD>,
        };
        let mut numbers = self.numbers.all();
        for items in &self.items {
            // SAFETY: (1) by obligation 1: `places` go on with each item, and of each entry there are as many as its table has counted.
            unsafe { put(items, numbers.first(items.len()), &mut places, slots) };
        }
    }
}

/// Puts items where the next ones of the groups with these numbers are to be.
///
/// # Safety
/// 1. As many slots as a group has items here, from its place on, are filled with nothing else.
unsafe fn put_all<'v, T, const ASK: u8>(
    mut items: &'v [T],
    numbers: narrow::Slice<'_>,
    places: &mut [usize],
    slots: &Slots<'_, &'v T>,
) {
    let here = first(&mut items, numbers.bytes.len());
    // SAFETY: (1) by obligation 1: `places` go on.
    unsafe { put::<_, _, ASK>(here, numbers.bytes, places, slots) };
    let here = first(&mut items, numbers.pairs.len());
    // SAFETY: (1) by obligation 1: `places` go on.
    unsafe { put::<_, _, ASK>(here, numbers.pairs, places, slots) };
    // SAFETY: (1) by obligation 1: `places` go on.
    unsafe { put::<_, _, ASK>(items, numbers.words, places, slots) };
}

/// The same for numbers of one width.
///
/// # Safety
/// 1. As many slots as a group has items here, from its place on, are filled with nothing else.
unsafe fn put<'v, T, N: Copy + Into<u32>, const ASK: u8>(
    items: &'v [T],
    numbers: &[N],
    places: &mut [usize],
    slots: &Slots<'_, &'v T>,
) {
    for (index, (item, &number)) in items.iter().zip(numbers).enumerate() {
        if ASK == ITEMS_AHEAD
            && let Some(&later) = numbers.get(index + AHEAD)
        {
            slots.will_fill(places[later.into() as usize]);
        }
        let place = &mut places[number.into() as usize];
        if ASK == LINE_BEHIND {
            slots.will_fill_behind(*place);
        }
        // SAFETY: (1) by obligation 1: `place` goes on.
        unsafe { slots.fill(*place, item) };
        *place += 1;
    }
}
