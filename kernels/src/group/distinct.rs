//! How many different keys there are.
//!
//! Few items are counted in a table of small slots. Of more, the first ones tell how many keys there are: if few, pieces find their own ones first.
//! What the pieces have, keys or items, is dealt out by hash, and each part counts it in a table that fits a cache.

use super::hash::Seed;
use super::spread::{Dealer, spread};
use super::table::{Found, Table};
use super::trial::{Plan, TRIAL, plan, try_out};
use crate::base::kind;
use crate::fork_join::ForkJoin;
use crate::share;
use std::collections::HashSet;
use std::hash::Hash;
use std::{mem, ptr};

/// So many items are counted in the smallest room.
const SHORT: usize = if cfg!(test) { 30 } else { 10_000 };
/// After so many of them it is known whether they repeat.
const FIRST: usize = if cfg!(test) { 16 } else { 512 };
/// They hardly do if so many are different.
const SPARSE: usize = FIRST / 16 * 15;
/// To deal an item out and count it takes so many nanoseconds.
const DEALING: usize = if cfg!(test) { 40 } else { 12 };

/// How many different items there are.
pub fn count_distinct<T: Sync + Hash + Eq>(on: impl ForkJoin, v: &[T]) -> usize {
    // Where references lead is far apart as soon as they are dealt out.
    if const { !mem::needs_drop::<T>() } && kind::is_plain::<T>() {
        // SAFETY: items of plain types may be copied, and the reference tells that there is one.
        return count(on, v, |item| Plain(unsafe { ptr::read(item) }));
    }
    count(on, v, |item| item)
}

/// A copy of an item of a plain type.
#[derive(PartialEq, Eq, Hash)]
struct Plain<T>(T);

// SAFETY: made of plain types only, which are `Send`.
unsafe impl<T> Send for Plain<T> {}

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
    if v.len() <= SHORT {
        return count_few(on, v, seed, &key);
    }
    let find = |items: &'v [T], mut keys: Keys<K>| {
        keys.extend(items.iter().map(&key));
        keys
    };
    let (trial, rest) = v.split_at(v.len().min(TRIAL));
    let mut first = Keys::with_room(0, seed);
    let are_slow = try_out(on, trial, &key, |_, key| {
        first.0.insert(key);
    });
    let dealing = (!are_slow).then_some(DEALING);
    let plan = plan(
        trial.len(),
        first.0.len(),
        rest.len(),
        on.threads(),
        dealing,
    );
    if let Plan::Alone { room } = plan {
        first.0.reserve(room);
        return find(rest, first).0.len();
    }
    let deal_out = |mut keys: Keys<K>, dealer: &mut Dealer<K>| {
        for key in keys.take() {
            dealer.put(seed.hash(&key), key);
        }
    };
    let first = |dealer: &mut Dealer<K>| deal_out(first, dealer);
    let parts = spread(
        on,
        (plan, are_slow),
        first,
        rest,
        |_, items, dealer| match plan {
            Plan::Pieces { groups, .. } => {
                let room = groups.min(items.len());
                deal_out(find(items, Keys::with_room(room, seed)), dealer);
            }
            _ => {
                for item in items {
                    let key = key(item);
                    dealer.put(seed.hash(&key), key);
                }
            }
        },
    );
    // Another one, since what comes in the order of one table fills another badly that is of the same hashes.
    let seed = Seed::new();
    let counts = share::map(on, parts, |part| {
        let mut keys = Keys::with_room(0, seed);
        keys.extend(part.into_iter().flatten());
        keys.0.len()
    });
    counts.into_iter().sum()
}

/// Different keys of many.
struct Keys<K>(HashSet<K, Seed>);

impl<K> Keys<K> {
    /// With room for so many.
    fn with_room(len: usize, seed: Seed) -> Self {
        Keys(HashSet::with_capacity_and_hasher(len, seed))
    }

    /// All of them. There are none then.
    fn take(&mut self) -> HashSet<K, Seed> {
        let nothing = HashSet::with_hasher(*self.0.hasher());
        mem::replace(&mut self.0, nothing)
    }

    fn extend(&mut self, keys: impl Iterator<Item = K>)
    where
        K: Hash + Eq,
    {
        // One by one, since few of them may be new.
        for key in keys {
            self.0.insert(key);
        }
    }
}

impl<K> Drop for Keys<K> {
    fn drop(&mut self) {
        if mem::needs_drop::<K>() {
            // A vector goes on if one of its keys panics, a table does not.
            drop::<Vec<K>>(self.take().into_iter().collect());
        }
    }
}

fn count_few<'v, T, K>(
    on: impl ForkJoin,
    v: &'v [T],
    seed: Seed,
    key: &(impl Fn(&'v T) -> K + Sync),
) -> usize
where
    T: Sync,
    K: Hash + Eq + Send,
{
    let mut set = Set::with_room(v.len().min(FIRST));
    try_out(on, v, key, |index, key| {
        if index == FIRST && set.firsts.len() >= SPARSE {
            set.expect(v.len() - FIRST);
        }
        set.insert(seed.hash(&key) as u32, key);
    });
    set.firsts.len()
}

/// Different keys, with their hashes.
struct Set<K> {
    table: Table,
    /// The numbers in the table are their indices.
    firsts: Vec<(u32, K)>,
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
        self.table.expect(room, |number| firsts[number].0);
    }

    #[inline]
    fn insert(&mut self, hash: u32, key: K) {
        let Set { table, firsts } = self;
        let is_equal = |number: usize| {
            let first: &(u32, K) = &firsts[number];
            first.0 == hash && first.1 == key
        };
        if let Found::Free(free) = table.find(hash, is_equal) {
            let number = firsts.len();
            firsts.push((hash, key));
            table.put(free, number, |number| firsts[number].0);
        }
    }
}
