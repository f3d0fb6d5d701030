//! Rotation in place.
//!
//! While both sides are long, the shorter one changes places with as much of the other (Gries and Mills, "Swapping Sections",
//! 1981), in parallel. When one is short, the slice is cut into chunks that are rotated for themselves: first the short part of
//! every chunk goes to where that of the chunk before it was.

use crate::fork_join::ForkJoin;
use crate::share::each;

/// Slices of fewer bytes are rotated by one thread.
const SHORT: usize = if cfg!(test) { 64 } else { 4 << 20 };
/// A piece of at most this many bytes is one thread's work.
const PIECE: usize = if cfg!(test) { 16 } else { 32 << 10 };
/// A side is short if the other one is this many times as long.
const FEW: usize = 8;
/// How many chunks a thread should get.
const CHUNKS_PER_THREAD: usize = 4;

/// Brings `v[middle]` to the front, and what was before it behind the end.
///
/// # Panics
/// If `middle` is greater than the length.
#[track_caller]
pub fn left<T: Send>(on: impl ForkJoin, v: &mut [T], middle: usize) {
    assert!(
        middle <= v.len(),
        "rotation by {middle} of {} elements",
        v.len()
    );
    if size_of_val(v) < SHORT {
        return v.rotate_left(middle);
    }
    on.enter(|| sides(on, v, middle));
}

/// Brings the last `count` elements to the front.
///
/// # Panics
/// If `count` is greater than the length.
#[track_caller]
pub fn right<T: Send>(on: impl ForkJoin, v: &mut [T], count: usize) {
    assert!(
        count <= v.len(),
        "rotation by {count} of {} elements",
        v.len()
    );
    left(on, v, v.len() - count);
}

/// Changes the order of the first `middle` elements and the others.
fn sides<T: Send>(on: impl ForkJoin, mut v: &mut [T], mut middle: usize) {
    loop {
        let (left, right) = (middle, v.len() - middle);
        if left == 0 || right == 0 {
            return;
        }
        if size_of_val(v) < SHORT {
            return v.rotate_left(middle);
        }
        if left <= right / FEW {
            return short_left(on, v, left);
        }
        if right <= left / FEW {
            return short_right(on, v, right);
        }
        if left <= right {
            // As much of the right side goes to its place at the front.
            let (first, rest) = v.split_at_mut(left);
            exchange(on, first, &mut rest[..left]);
            v = rest;
        } else {
            // As much of the left side goes to its place at the back.
            let (rest, last) = v.split_at_mut(left);
            exchange(on, &mut rest[left - right..], last);
            v = rest;
            middle = left - right;
        }
    }
}

/// Swaps two slices of the same length.
fn exchange<T: Send>(on: impl ForkJoin, one: &mut [T], other: &mut [T]) {
    if size_of_val(one) <= PIECE || one.len() == 1 {
        return one.swap_with_slice(other);
    }
    let half = one.len() / 2;
    let (one, one_behind) = one.split_at_mut(half);
    let (other, other_behind) = other.split_at_mut(half);
    on.join(
        || exchange(on, one, other),
        || exchange(on, one_behind, other_behind),
    );
}

/// Brings the first `short` elements behind all others, which are at least [`FEW`] times as many.
fn short_left<T: Send>(on: impl ForkJoin, v: &mut [T], short: usize) {
    let (first, rest) = v.split_at_mut(short);
    let mut chunks: Vec<&mut [T]> = chunks(rest, short, on.threads()).collect();
    // The head of the first chunk is at the front then, each chunk begins with the head of the next one, and the last with
    // what was at the front.
    let mut before = first;
    for chunk in &mut chunks {
        let (head, _) = chunk.split_at_mut(short);
        before.swap_with_slice(head);
        before = head;
    }
    each(on, &mut chunks, &|chunk| chunk.rotate_left(short));
}

/// Brings the last `short` elements before all others, which are at least [`FEW`] times as many.
fn short_right<T: Send>(on: impl ForkJoin, v: &mut [T], short: usize) {
    let (rest, last) = v.split_at_mut(v.len() - short);
    let mut chunks: Vec<&mut [T]> = chunks(rest, short, on.threads()).collect();
    let mut behind = last;
    for chunk in chunks.iter_mut().rev() {
        let (_, tail) = chunk.split_at_mut(chunk.len() - short);
        behind.swap_with_slice(tail);
        behind = tail;
    }
    each(on, &mut chunks, &|chunk| chunk.rotate_right(short));
}

/// Cuts `v`, which is at least [`FEW`] times as long as `short`, into chunks that are at least half that many times as long.
fn chunks<T>(v: &mut [T], short: usize, threads: usize) -> impl Iterator<Item = &mut [T]> {
    let count = (CHUNKS_PER_THREAD * threads).min(v.len() / (FEW / 2 * short));
    let (mut rest, mut left) = (v, count.max(1));
    std::iter::from_fn(move || {
        let len = rest.len().checked_div(left)?;
        left -= 1;
        rest.split_off_mut(..len)
    })
}
