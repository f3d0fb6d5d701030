//! Elements in the order of the places that a hash table has for them.
//!
//! A table that the caches do not hold waits for memory at nearly every element that is put in. Where those come in the order of
//! their places, a stretch of the table is fetched once, and for all that belongs there (radix partitioning: Manegold, Boncz and
//! Kersten, "Optimizing Main-Memory Join on Modern Hardware", TKDE 2002).

use super::deal::deal;
use super::digit::Digit;
use crate::base::pages;
use crate::fork_join::ForkJoin;
use crate::share;
use crate::sort::{route, sample};
use std::hash::RandomState;
use std::ptr;

/// So many pieces of the elements are hashed for each thread.
const PIECES: usize = 8;
/// So many elements are asked for their hashes before.
const SAMPLE: usize = if cfg!(test) { 32 } else { 1024 };
/// If more of these are equal to others, few places of the table are used, and the caches hold them.
const ALIKE: usize = 16;

/// Whether keys of this type are hashed by a few words that lie in them, wherever they lie: whoever hashes others in a new order waits for
/// memory for their sake instead.
#[inline]
pub fn is_plain<K>() -> bool {
    macro_rules! any_of {
        ($($key:ty),*) => { false $(|| route::is_same::<K, $key>())* };
    }
    any_of!(u32, u64, u128, usize, i32, i64, i128, isize, char)
        || any_of!(
            (u32, u32),
            (u64, u64),
            (usize, usize),
            (i32, i32),
            (i64, i64),
            (isize, isize)
        )
}

/// The hasher, if it is the standard library's own.
#[inline]
pub fn as_random<S>(hasher: &S) -> Option<&RandomState> {
    if !route::is_same::<S, RandomState>() {
        return None;
    }
    // SAFETY: the two types are the same one.
    Some(unsafe { &*ptr::from_ref(hasher).cast() })
}

/// The elements in the order of the lowest `width` bits of their hashes, roughly: they are dealt out into parts for which a table that
/// takes `bytes` has a few pages each. Those of equal hashes keep their order.
///
/// Each is hashed once. They are left as they are if many hashes are equal, and if one thread is alone.
pub fn by_place<T, F>(
    on: impl ForkJoin,
    mut items: Vec<T>,
    width: u32,
    bytes: usize,
    hash: &F,
) -> Vec<T>
where
    T: Send,
    F: Fn(&T) -> u64 + Sync,
{
    let len = items.len();
    let threads = on.threads();
    if threads == 1 || width == 0 || size_of::<T>() == 0 || are_alike(&items, hash) {
        return items;
    }
    let digit = Digit::far(width, bytes);
    let mut values = vec![0_u16; len];
    let longest = len.div_ceil(threads * PIECES);
    let pieces = items.chunks_mut(longest).zip(values.chunks_mut(longest));
    let mut pieces: Vec<_> = pieces.collect();
    on.enter(|| {
        share::each(on, &mut pieces, &|(items, values)| {
            for (item, value) in items.iter().zip(values.iter_mut()) {
                *value = digit.of(hash(item)) as u16;
            }
        });
    });
    let mut dealt = Vec::with_capacity(len);
    let room = &mut dealt.spare_capacity_mut()[..len];
    pages::will_fill(room);
    let all = on.enter(|| {
        let start = items.as_ptr().addr();
        // Elements do not move before they are copied, so that where one lies tells which one it is.
        let word_of = |item: &T| {
            let place = (ptr::from_ref(item).addr() - start) / size_of::<T>();
            u64::from(values[place]) << digit.below()
        };
        deal(on, &mut items, room, digit, threads, &word_of)
    });
    if all.is_some() {
        // SAFETY: none is left; only the copies are used from now on.
        unsafe { items.set_len(0) };
        // SAFETY: `deal` has filled all of `room`, which has `len` places.
        unsafe { dealt.set_len(len) };
        return dealt;
    }
    items
}

/// Whether elements here and there have equal hashes.
fn are_alike<T>(items: &[T], hash: &impl Fn(&T) -> u64) -> bool {
    let step = items.len() / SAMPLE;
    if step == 0 {
        return true;
    }
    let sample = sample::places(items.len(), step).take(SAMPLE);
    let mut hashes: Vec<u64> = sample.map(|place| hash(&items[place])).collect();
    hashes.sort_unstable();
    let equal = hashes.windows(2).filter(|pair| pair[0] == pair[1]);
    equal.count() > ALIKE
}
