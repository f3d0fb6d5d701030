//! Elements to their places.

use std::mem::{self, ManuallyDrop};
use std::ptr;

/// The number of a large element in its slice. A small type, for they are moved more often than the elements.
pub(super) type Place = u32;

/// Moves the element at `sources[i]` to `i`, for all `i` at once.
///
/// `sources` must be a permutation of the indices of `v`; it is the identity afterwards.
pub(super) fn permute<T>(v: &mut [T], sources: &mut [usize]) {
    for start in 0..sources.len() {
        // One cycle: each place gets its element by a swap, and what was there moves on with the walk.
        let mut place = start;
        loop {
            let source = mem::replace(&mut sources[place], place);
            if source == start {
                break;
            }
            v.swap(place, source);
            place = source;
        }
    }
}

/// The same for large elements: each is moved once, where a swap moves two of them.
///
/// # Safety
/// 1. `sources` holds each index of `v` once.
pub(super) unsafe fn permute_large<T>(v: &mut [T], sources: &mut [Place]) {
    let start = v.as_mut_ptr();
    for first in 0..sources.len() {
        if sources[first] as usize == first {
            continue;
        }
        // SAFETY: `first` is an index of `v`, for `sources` is as long by obligation 1.
        let place = unsafe { start.add(first) };
        // SAFETY: it is an element. Of the two copies that one counts which is in `lifted`, until it is put back; nothing panics
        // meanwhile.
        let lifted = ManuallyDrop::new(unsafe { place.read() });
        let mut gap = place;
        let mut index = first;
        loop {
            let source = mem::replace(&mut sources[index], index as Place) as usize;
            if source == first {
                break;
            }
            // SAFETY: obligation 1: an index of `v`.
            let next = unsafe { start.add(source) };
            // SAFETY: both are places of `v`, and by obligation 1 no place comes twice before the first one does.
            unsafe { ptr::copy_nonoverlapping(next, gap, 1) };
            (gap, index) = (next, source);
        }
        // SAFETY: `gap` is a place of `v` whose element was moved on, and `lifted` is none.
        unsafe { ptr::copy_nonoverlapping(&*lifted, gap, 1) };
    }
}
