//! Collecting into a shared slice: straight into its memory where the length is known beforehand, by way of a vector where it is not.

use super::extend_vec;
use super::in_place::fill_in_place;
use crate::iter::ParallelIterator;
use std::rc::Rc;
use std::sync::Arc;

/// Larger allocations may well fail. Vectors say so by a panic; with shared slices, the program would end.
const LIKELY_BYTES: usize = 1 << 30;

/// The length, if it is known and the slice can be made at once.
#[inline]
fn length<I: ParallelIterator>(par_iter: &I) -> Option<usize> {
    let likely = |len: &usize| len.saturating_mul(size_of::<I::Item>()) <= LIKELY_BYTES;
    match I::HAS_LEN {
        Some(false) => None,
        _ => par_iter.opt_len().filter(likely),
    }
}

macro_rules! collect_shared {
    ($($pointer:ident $name:ident),*) => {$(
        /// All items, in order.
        pub(crate) fn $name<I: ParallelIterator>(par_iter: I) -> $pointer<[I::Item]> {
            let Some(len) = length(&par_iter) else {
                let mut vec = Vec::new();
                extend_vec(&mut vec, par_iter);
                return vec.into();
            };
            let mut items = $pointer::new_uninit_slice(len);
            let slots = $pointer::get_mut(&mut items).expect("nobody else has it yet");
            fill_in_place(slots, |consumer| par_iter.drive_unindexed(consumer));
            // SAFETY: `fill_in_place` has initialised all slots.
            unsafe { items.assume_init() }
        }
    )*};
}

collect_shared! { Rc collect_rc, Arc collect_arc }
