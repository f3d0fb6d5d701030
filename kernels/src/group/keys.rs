//! The keys of the groups out of all keys.

use super::deal::{Block, first_mut};
use super::rank::{Marks, Ranked};
use crate::base::pages;
use crate::fork_join::ForkJoin;
use crate::share;
use std::mem::{self, MaybeUninit};
use std::ptr;

/// The keys of the groups, so many. Drops the others.
pub(super) fn take_all<K: Send>(
    on: impl ForkJoin,
    mut blocks: Vec<Block<K>>,
    ranked: &[Ranked],
    total: usize,
) -> Vec<K> {
    let mut firsts = Vec::with_capacity(total);
    let mut rest = &mut firsts.spare_capacity_mut()[..total];
    pages::will_fill(rest);
    let mut work = Vec::with_capacity(blocks.len());
    for (block, ranked) in blocks.iter_mut().zip(ranked) {
        let slots = first_mut(&mut rest, ranked.places.len());
        work.push((&mut block.keys, &ranked.places[..], slots));
    }
    assert!(rest.is_empty(), "each group begins in a block");
    share::map(on, work, |(keys, places, slots)| take(keys, places, slots));
    // SAFETY: each slot has got a key.
    unsafe { firsts.set_len(total) };
    // Not before, since a key can panic as it is dropped.
    share::map(on, blocks, drop);
    firsts
}

/// Moves the keys at these places into the slots, as many. `keys` loses them.
fn take<K>(keys: &mut Vec<K>, places: &[u32], slots: &mut [MaybeUninit<K>]) {
    assert_eq!(places.len(), slots.len());
    let len = keys.len();
    let mut taken = Marks::new(len);
    for &place in places {
        assert!((place as usize) < len && !taken.has(place as usize));
        taken.set(place);
    }
    // SAFETY: none is left; each is moved below, by which nothing can panic.
    unsafe { keys.set_len(0) };
    let start = keys.as_mut_ptr();
    for (&place, slot) in places.iter().zip(slots) {
        // SAFETY: `place` is below `len`, as was seen above.
        let key = unsafe { start.add(place as usize) };
        // SAFETY: a key that counts no more where it is, read once, since no place comes twice.
        slot.write(unsafe { key.read() });
    }
    if mem::needs_drop::<K>() {
        let mut left = 0;
        for place in (0..len).filter(|&place| !taken.has(place)) {
            // SAFETY: `place` is below `len`.
            let key = unsafe { start.add(place) };
            // SAFETY: `left` is no larger than `place`.
            let free = unsafe { start.add(left) };
            // SAFETY: both are places of the vector; what was at `left` was moved away before, if it is not this very key.
            unsafe { ptr::copy(key, free, 1) };
            left += 1;
        }
        // SAFETY: so many keys were moved to the front.
        unsafe { keys.set_len(left) };
    }
}
