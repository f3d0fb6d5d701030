//! Elements to their places.

use std::mem;

/// Moves the element at `sources[i]` to `i`, for all `i` at once.
///
/// `sources` must be a permutation of the indices of `v`; it is the identity afterwards.
pub(crate) fn permute<T>(v: &mut [T], sources: &mut [usize]) {
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
