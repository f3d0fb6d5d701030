//! Hash tables that no cache holds: what is to be put in is brought into the order of its places before, by all threads, so that the
//! one thread that puts it in seldom waits for memory. The table itself is std's, to which only one can add.
//!
//! Invariant: items with equal keys stay in order, so that the last one's value stays.

use crate::algo::Engine;
use crate::iter::{FromParallelIterator, IntoParallelIterator, ParallelIterator};
use crate::source::gather::{Gather, gather};
use std::hash::{BuildHasher, Hash, RandomState};
use std::mem;
use tine_kernels::sort;

/// Smaller tables, in bytes, lie in caches well enough.
const FAR: usize = if cfg!(test) { 32 << 10 } else { 16 << 20 };
/// Items of more bytes are dear to move.
const WIDE: usize = 64;

/// The hash table of all items, in which the later of equal ones counts.
pub(super) fn collect<T, K, S, M, I>(
    par_iter: I,
    key: impl Fn(&T) -> &K + Sync,
    hasher: impl FnOnce(&M) -> &S,
) -> M
where
    T: Send,
    K: Hash,
    S: BuildHasher,
    M: Gather<T> + Default,
    I: IntoParallelIterator<Item = T>,
{
    let par_iter = par_iter.into_par_iter();
    // A constant first, so that what other keys never do is not even compiled.
    if const {
        !mem::needs_drop::<K>()
            && size_of::<T>() <= WIDE
            && size_of::<S>() == size_of::<RandomState>()
    } && let Some(len) = par_iter.opt_len()
        && let places = places(len)
        && let bytes = places.saturating_mul(size_of::<T>() + 1)
        && bytes >= FAR
        && sort::is_plain::<K>()
    {
        let mut table = M::default();
        if let Some(random) = sort::as_random(hasher(&table)) {
            let random = random.clone();
            let items = Vec::from_par_iter(par_iter);
            let hash = |item: &T| random.hash_one(key(item));
            let items = sort::by_place(Engine, items, places.ilog2(), bytes, &hash);
            table.expect(items.len());
            table.extend(items);
            return table;
        }
    }
    gather(par_iter)
}

/// How many places std's hash table has for so many items; a guess, on which nothing but time depends.
#[inline]
fn places(len: usize) -> usize {
    let least = (len / 7).saturating_mul(8);
    least
        .checked_next_power_of_two()
        .unwrap_or(1 << (usize::BITS - 1))
}
