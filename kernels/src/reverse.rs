//! The other way round: pieces of the front change places with their images at the back.

use crate::fork_join::ForkJoin;
use std::mem;

/// Slices of fewer bytes are reversed by one thread.
const SHORT: usize = if cfg!(test) { 64 } else { 4 << 20 };
/// A piece of at most this many bytes is one thread's work.
const PIECE: usize = if cfg!(test) { 16 } else { 32 << 10 };

/// Reverses the order of the elements.
pub fn reverse<T: Send>(on: impl ForkJoin, v: &mut [T]) {
    if size_of_val(v) < SHORT {
        return v.reverse();
    }
    let half = v.len() / 2;
    let (front, rest) = v.split_at_mut(half);
    let back = rest.len() - half;
    let (_, back) = rest.split_at_mut(back);
    on.enter(|| mirror(on, front, back));
}

/// Swaps the first of `front` with the last of `back`, and so on; both have the same length.
fn mirror<T: Send>(on: impl ForkJoin, front: &mut [T], back: &mut [T]) {
    if size_of_val(front) <= PIECE || front.len() == 1 {
        for (one, other) in front.iter_mut().zip(back.iter_mut().rev()) {
            mem::swap(one, other);
        }
        return;
    }
    let half = front.len() / 2;
    let (front, front_behind) = front.split_at_mut(half);
    let (back_before, back) = back.split_at_mut(back.len() - half);
    on.join(
        || mirror(on, front, back),
        || mirror(on, front_behind, back_before),
    );
}
