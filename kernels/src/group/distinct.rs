//! How many different keys there are.
//!
//! The first items tell whether many are different. If so, and they are too many for one table, all are dealt out by hash to parts whose
//! tables fit a cache. If keys repeat, blocks find their groups first.

use super::hash::Seed;
use super::local::{Stretch, stretches};
use super::table::{Found, Table};
use super::unite::merge;
use crate::fork_join::ForkJoin;
use crate::share;
use std::hash::Hash;

/// After so many items it is known whether they repeat.
const TRIAL: usize = if cfg!(test) { 16 } else { 512 };
/// They hardly do if so many are different.
const SPARSE: usize = TRIAL / 16 * 15;
/// So many items are counted by the caller alone.
const ALONE: usize = if cfg!(test) { 40 } else { 16_384 };
/// A part has so many items, more or less.
const PART: usize = if cfg!(test) { 32 } else { 8192 };
/// No more parts than this power of two, or a piece would have hardly any item in one.
const MOST_BITS: u32 = 8;
/// So many pieces are dealt out one by one, unless they would have fewer items than this.
const PIECES: usize = 32;
const SHORTEST: usize = if cfg!(test) { 20 } else { 8192 };

/// How many different items there are.
pub fn count_distinct<T: Sync + Hash + Eq>(on: impl ForkJoin, v: &[T]) -> usize {
    count(on, v, |item| item)
}

/// How many different keys the items have.
pub fn count_distinct_by_key<T, K>(
    on: impl ForkJoin,
    v: &[T],
    key: impl Fn(&T) -> K + Sync,
) -> usize
where
    T: Sync,
    K: Hash + Eq + Send,
{
    // A gate.
    let count: fn(_, _, _) -> _ = count;
    count(on, v, key)
}

fn count<'v, T, K>(on: impl ForkJoin, v: &'v [T], key: impl Fn(&'v T) -> K + Sync) -> usize
where
    T: Sync,
    K: Hash + Eq + Send,
{
    let seed = Seed::new();
    let entry = |item: &'v T| {
        let key = key(item);
        Entry {
            hash: seed.hash(&key) as u32,
            key,
        }
    };
    let (trial, rest) = v.split_at(v.len().min(TRIAL));
    let mut set = Set::with_room(trial.len());
    set.extend(trial.iter().map(entry));
    let are_many = set.firsts.len() >= SPARSE;
    if v.len() <= ALONE {
        if are_many {
            set.expect(rest.len());
        }
        set.extend(rest.iter().map(entry));
        set.firsts.len()
    } else if are_many {
        let first = deal(set.firsts.into_iter(), bits_for(v.len()));
        of_many(on, rest, first, &entry)
    } else {
        let mut all = stretches(on, seed, rest, key, |_, _| {});
        let firsts = set.firsts.into_iter();
        let first = Stretch::of(firsts.map(|entry| (entry.key, entry.hash)));
        all.push((first, ()));
        of_few(on, all)
    }
}

/// A key and its hash.
struct Entry<K> {
    hash: u32,
    key: K,
}

/// Different keys.
struct Set<K> {
    table: Table,
    /// The numbers in the table are their indices.
    firsts: Vec<Entry<K>>,
}

impl<K: Eq> Set<K> {
    /// Room for so many without growing.
    fn with_room(len: usize) -> Self {
        Set {
            table: Table::with_room(len),
            firsts: Vec::with_capacity(len),
        }
    }

    /// Makes room for so many more.
    fn expect(&mut self, len: usize) {
        self.firsts.reserve_exact(len);
        let firsts = &self.firsts;
        let room = firsts.len() + len;
        self.table.expect(room, |number| firsts[number].hash);
    }

    fn extend(&mut self, entries: impl Iterator<Item = Entry<K>>) {
        let Set { table, firsts } = self;
        for entry in entries {
            let is_equal = |number: usize| {
                let first: &Entry<K> = &firsts[number];
                first.hash == entry.hash && first.key == entry.key
            };
            if let Found::Free(free) = table.find(entry.hash, is_equal) {
                let number = firsts.len();
                firsts.push(entry);
                table.put(free, number, |number| firsts[number].hash);
            }
        }
    }
}

/// Entries of a piece or of all, part by part.
type Parts<K> = Vec<Vec<Entry<K>>>;

#[inline]
fn bits_for(total: usize) -> u32 {
    (total / PART)
        .next_power_of_two()
        .ilog2()
        .clamp(1, MOST_BITS)
}

/// Entries by part, which as many bits of their hashes tell.
fn deal<K>(entries: impl ExactSizeIterator<Item = Entry<K>>, bits: u32) -> Parts<K> {
    // Some more than a fair share: few parts outgrow it.
    let fair = entries.len() >> bits;
    let mut parts: Parts<K> = Vec::new();
    parts.resize_with(1 << bits, || Vec::with_capacity(fair + fair / 8 + 8));
    for entry in entries {
        parts[(entry.hash >> (u32::BITS - bits)) as usize].push(entry);
    }
    parts
}

/// How many different keys the items have, and those that were dealt out before.
fn of_many<'v, T, K>(
    on: impl ForkJoin,
    v: &'v [T],
    first: Parts<K>,
    entry: &(impl Fn(&'v T) -> Entry<K> + Sync),
) -> usize
where
    T: Sync,
    K: Eq + Send,
{
    let bits = first.len().ilog2();
    let fair = (v.len() / PIECES).max(SHORTEST);
    let dealt = share::map(on, v.chunks(fair).collect(), |items: &'v [T]| {
        deal(items.iter().map(entry), bits)
    });
    let mut parts: Vec<Parts<K>> = first.into_iter().map(|entries| vec![entries]).collect();
    for piece in dealt {
        let pairs = parts.iter_mut().zip(piece);
        pairs.for_each(|(part, entries)| part.push(entries));
    }
    let counts = share::map(on, parts, |part: Parts<K>| {
        let mut set = Set::with_room(part.iter().map(Vec::len).sum());
        set.extend(part.into_iter().flatten());
        set.firsts.len()
    });
    counts.into_iter().sum()
}

/// How many groups of blocks are the first ones of their keys.
fn of_few<K: Eq + Send>(on: impl ForkJoin, mut stretches: Vec<(Stretch<K, IsLater>, ())>) -> usize {
    let mut all: Vec<_> = stretches.iter_mut().map(|pair| &mut pair.0).collect();
    merge(on, &mut all, &|_: &mut IsLater, later: &mut IsLater| {
        later.0 = true
    });
    let firsts = |stretch: Stretch<K, IsLater>| {
        let groups = stretch.groups.iter();
        groups.filter(|local| !local.value.0).count()
    };
    let counts = share::map(on, stretches, |(stretch, ())| firsts(stretch));
    counts.into_iter().sum()
}

/// Whether a group is not the first one of its key.
#[derive(Default)]
struct IsLater(bool);
