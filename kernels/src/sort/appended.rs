//! Sorted slices that others were appended to: those are sorted by themselves, and merged with the rest.
//!
//! Invariant: what is merged is read from a buffer, from which it is copied back if a comparison panics: so the slice holds each element once.

use super::find::first_that_not;
use super::merge::merge;
use super::room::{Restore, as_filled, as_room};
use super::{route, run, stable};
use crate::fork_join::ForkJoin;
use std::cmp::Ordering;
use std::mem::MaybeUninit;
use std::ptr;

/// Fewer elements than one in so many are put aside one by one instead.
const RATE: usize = 16;
/// So many bytes are copied by one thread.
const PIECE: usize = if cfg!(test) { 256 } else { 128 << 10 };

/// Sorts `v` stably, and returns true, if at least a half of it is a run that it begins with, and enough follows. If not, nothing has changed.
pub(super) fn settle<T, C>(on: impl ForkJoin, v: &mut [T], compare: &C, threads: usize) -> bool
where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    let run = run::length::<false, _>(v, compare);
    if run < v.len() / 2 || v.len() - run < v.len() / RATE {
        return false;
    }
    let others = &mut v[run..];
    if !run::settle(on, others, compare) && !route::by_digits(on, others, compare, threads) {
        stable::sort(on, others, compare, threads);
    }
    let (kept, others) = v.split_at(run);
    let is_less = |a: &T, b: &T| compare(a, b).is_lt();
    // What is in place already stays where it is.
    let (least, greatest) = (&others[0], &kept[run - 1]);
    let start = first_that_not(0..run, |place| !is_less(least, &kept[place]));
    let end = first_that_not(0..others.len(), |place| is_less(&others[place], greatest));
    // A gate.
    let merge_back: fn(_, _, _, _) = merge_back;
    merge_back(on, &mut v[start..run + end], run - start, compare);
    true
}

/// Merges the first `middle` elements of `v` with the others.
fn merge_back<T, C>(on: impl ForkJoin, v: &mut [T], middle: usize, compare: &C)
where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    if middle == 0 || middle == v.len() {
        return;
    }
    let mut buffer = Vec::with_capacity(v.len());
    let buffer = &mut buffer.spare_capacity_mut()[..v.len()];
    copy(on, v, buffer);
    // SAFETY: (1) `copy` has filled all of `buffer`; of each two copies only one is used from now on.
    let source = unsafe { as_filled(buffer) };
    // SAFETY: (1) it is filled before anyone reads it: by the merge, or by `restore` if that panics.
    let dest = unsafe { as_room(v) };
    let mut restore = Restore::new(source, dest);
    let (source, dest) = restore.both();
    let (left, right) = source.split_at_mut(middle);
    merge(on, left, right, dest, compare);
    restore.cancel();
}

/// Copies all elements to `room`, which is as long, by all threads.
fn copy<T: Send>(on: impl ForkJoin, v: &mut [T], room: &mut [MaybeUninit<T>]) {
    assert_eq!(v.len(), room.len());
    if size_of_val(v) <= PIECE || v.len() == 1 {
        // SAFETY: `room` has as many places as `v`, and they do not overlap, as both are exclusive.
        unsafe { ptr::copy_nonoverlapping(v.as_ptr(), room.as_mut_ptr().cast(), v.len()) };
        return;
    }
    let middle = v.len() / 2;
    let (left, right) = v.split_at_mut(middle);
    let (left_room, right_room) = room.split_at_mut(middle);
    on.join(|| copy(on, left, left_room), || copy(on, right, right_room));
}
