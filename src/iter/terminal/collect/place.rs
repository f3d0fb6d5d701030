//! The end of a collect of unknown length: the chunks of a rope move to their places in parallel, or into the first of them.
//!
//! Invariant: a chunk is freed as soon as it has moved.

use super::rope::{Rope, grow, trim};
use std::mem::{self, MaybeUninit};
use std::ptr;
use tine_core::{engine::in_pool, join_context};
use tine_kernels::base::{heap, pages};

/// The first chunk grows into a result of up to so many bytes of which it holds one item in so many or more. Less memory is given back at once
/// then: of much, an allocator returns some to the system, which takes longer to hand it out again than all items took.
const GROWING_BYTES: usize = PARALLEL_COPY_BYTES;
const GROWING_PART: usize = 4;

/// Below so many bytes, copying in parallel gains nothing.
const PARALLEL_COPY_BYTES: usize = 256 * 1024;

/// Moves all items of the rope behind those of `vec`.
pub(crate) fn append<T: Send>(vec: &mut Vec<T>, rope: Rope<T>) {
    if vec.capacity() == 0 && rope.is_one() {
        *vec = rope.into_last();
        heap::will_return(vec.capacity().saturating_mul(mem::size_of::<T>()));
        return;
    }
    let mut chunks = rope.into_chunks();
    let mut more = chunks.iter().map(Vec::len).sum();
    let mut placed = 0;
    if let Some(first) = chunks.first_mut()
        && vec.capacity() == 0
        // It has room for all, or gets it.
        && (first.capacity() >= more
            || more <= Rope::<T>::fitting(GROWING_BYTES) && first.len() >= more / GROWING_PART)
    {
        more -= first.len();
        placed = 1;
        *vec = mem::take(first);
        grow(vec, more);
    } else {
        // In a larger result it is worth it, and harmless: the allocator gets that back.
        if more > Rope::<T>::GROWN {
            chunks.first_mut().into_iter().for_each(trim);
        }
        vec.reserve(more);
    }
    heap::will_return(mem::size_of_val(&vec[..]).saturating_add(more * mem::size_of::<T>()));
    let chunks = &mut chunks[placed..];
    let target = &mut vec.spare_capacity_mut()[..more];
    pages::will_fill(target);
    if mem::size_of_val(target) <= PARALLEL_COPY_BYTES {
        place_in_order(chunks, target);
    } else {
        in_pool(|_| place(chunks, target));
    }
    let total = vec.len() + more;
    // SAFETY: `place` has moved `more` items into the slots behind the present length, for which there was room.
    unsafe { vec.set_len(total) };
}

/// Moves the chunks to `target`, which is just as long, in parallel.
fn place<T: Send>(chunks: &mut [Vec<T>], target: &mut [MaybeUninit<T>]) {
    if chunks.len() < 2 || mem::size_of_val(target) <= PARALLEL_COPY_BYTES / 2 {
        return place_in_order(chunks, target);
    }
    // Cuts where about half of the items lie on either side, so that neither side is empty.
    let mut before = chunks[0].len();
    let mut cut = 1;
    while cut + 1 < chunks.len() && before + chunks[cut].len() <= target.len() / 2 {
        before += chunks[cut].len();
        cut += 1;
    }
    let (left_chunks, right_chunks) = chunks.split_at_mut(cut);
    let (left, right) = target.split_at_mut(before);
    join_context(|_| place(left_chunks, left), |_| place(right_chunks, right));
}

/// Moves the chunks to `target`, which is just as long, and frees each as soon as it is empty.
fn place_in_order<T>(chunks: &mut [Vec<T>], mut target: &mut [MaybeUninit<T>]) {
    for chunk in chunks {
        let mut chunk = mem::take(chunk);
        let (slots, rest) = target.split_at_mut(chunk.len());
        let from: *const T = chunk.as_ptr();
        let to: *mut T = slots.as_mut_ptr().cast();
        // SAFETY: `from` is valid for the `chunk`'s items and `to` for as many, since `slots` has that length; they belong to
        // different vectors. The items are not used again through `chunk`, whose length is set to nothing next.
        unsafe { ptr::copy_nonoverlapping(from, to, slots.len()) };
        // SAFETY: no length is shorter than none; the items have moved.
        unsafe { chunk.set_len(0) };
        target = rest;
    }
}
