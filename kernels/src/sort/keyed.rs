//! Sorting by keys that lie in a slice of their own.
//!
//! Invariant: the numbers beside the keys are all different, since they are given here and sorting loses none.

use super::room::{PIECE, as_filled, as_room, spread};
use crate::base::pages;
use crate::fork_join::ForkJoin;
use std::mem::MaybeUninit;
use std::ptr;

/// Sorts `v` in the order of `keys`, of which each belongs to the element at its place, and gets a number; elements with equal keys
/// keep their order.
///
/// If a comparison panics, `v` is as it was.
pub fn by_keys<T, K>(on: impl ForkJoin, v: &mut [T], keys: &mut [(K, usize)])
where
    T: Send,
    K: Ord + Send,
{
    assert_eq!(v.len(), keys.len());
    for (number, key) in keys.iter_mut().enumerate() {
        key.1 = number;
    }
    // The numbers make the keys different, so that the order of equal elements is kept by any sort.
    super::unstable(on, keys, Ord::cmp);
    let mut buffer = Vec::with_capacity(v.len());
    let buffer = &mut buffer.spare_capacity_mut()[..v.len()];
    pages::will_fill(buffer);
    on.enter(|| {
        let source = Source(v.as_ptr());
        // SAFETY: (1) by the module's invariant the keys have the index of each element once, whatever their order says; and nobody else uses `v`
        // meanwhile. (2) `buffer` is as long as `v`, which is as long as `keys`, and has memory of its own.
        unsafe { gather(on, &source, keys, buffer) };
        // SAFETY: (1) `spread` fills it, since all its parts are called: it calls no code that may panic.
        let v = unsafe { as_room(v) };
        // SAFETY: (1) `gather` has filled all of `buffer`.
        let gathered = unsafe { as_filled(buffer) };
        spread(on, gathered, v);
    });
}

/// The elements, each of which is copied by one thread.
struct Source<T>(*const T);

// SAFETY: elements are copied through it, which is to send them, and no two threads copy the same one.
unsafe impl<T: Send> Sync for Source<T> {}

/// Fills `dest` with the elements at the places that `keys` have for numbers.
///
/// # Safety
/// 1. `source` has an element at each of these places, all of which differ; nobody else uses it meanwhile.
/// 2. `dest` is as long as `keys`, and no part of the source.
unsafe fn gather<T, K>(
    on: impl ForkJoin,
    source: &Source<T>,
    keys: &mut [(K, usize)],
    dest: &mut [MaybeUninit<T>],
) where
    T: Send,
    K: Send,
{
    if keys.len() > PIECE {
        let middle = keys.len() / 2;
        let (left, right) = keys.split_at_mut(middle);
        let (left_dest, right_dest) = dest.split_at_mut(middle);
        on.join(
            // SAFETY: (1) and (2) by obligations 1 and 2, for one half of `keys`.
            || unsafe { gather(on, source, left, left_dest) },
            // SAFETY: (1) and (2) by obligations 1 and 2, for the other half of `keys`.
            || unsafe { gather(on, source, right, right_dest) },
        );
        return;
    }
    for ((_, number), place) in keys.iter().zip(dest) {
        // SAFETY: obligation 1.
        let element = unsafe { source.0.add(*number) };
        // SAFETY: obligations 1 and 2; only the copy will be used.
        unsafe { ptr::copy_nonoverlapping(element, place.as_mut_ptr(), 1) };
    }
}
