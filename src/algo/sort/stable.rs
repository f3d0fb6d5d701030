//! Merge sort: runs that std sorts, merged in pairs from the slice into the buffer and from there back.

use super::leaf;
use super::merge::merge;
use crate::task::join::join;
use std::cmp::Ordering;
use std::mem::{self, MaybeUninit};
use std::{ptr, slice};

/// Runs up to this length are not worth splitting for the sake of more threads.
const SHORT_RUN: usize = 512;

/// Sorts `v` in the pool.
pub(super) fn sort<T, C>(v: &mut [T], compare: &C, threads: usize)
where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    // Each round of two merges quarters the length. At least two runs a thread: one of them may be slower than the other.
    let mut runs = 4;
    while runs < threads.saturating_mul(2) {
        runs *= 4;
    }
    let longest = v.len().div_ceil(runs).max(SHORT_RUN);
    let mut buffer = Vec::with_capacity(v.len());
    let buffer = &mut buffer.spare_capacity_mut()[..v.len()];
    MergeSort { compare, longest }.in_place(v, buffer);
}

/// What all levels share.
struct MergeSort<'a, C> {
    compare: &'a C,
    /// The longest slice that is one run.
    longest: usize,
}

impl<C> MergeSort<'_, C> {
    /// Sorts `v` by way of `buffer`, which is as long. `v` holds its elements however this ends.
    fn in_place<T>(&self, v: &mut [T], buffer: &mut [MaybeUninit<T>])
    where
        T: Send,
        C: Fn(&T, &T) -> Ordering + Sync,
    {
        if v.len() <= self.longest {
            return leaf::stable(v, self.compare);
        }
        let len = v.len();
        let middle = len / 2;
        let (left, right) = v.split_at_mut(middle);
        let (left_buffer, right_buffer) = buffer.split_at_mut(middle);
        join(
            || self.fill(left, left_buffer),
            || self.fill(right, right_buffer),
        );
        let restore = Restore {
            source: buffer.as_mut_ptr().cast::<T>(),
            dest: v.as_mut_ptr(),
            len,
        };
        // SAFETY: `source` is all of `buffer`, which `fill` has filled; only the merge uses it until it ends.
        let source = unsafe { slice::from_raw_parts_mut(restore.source, len) };
        // SAFETY: `dest` is all of `v`, and is filled before anyone reads it: by the merge, or by `restore` if that panics.
        let dest = unsafe { slice::from_raw_parts_mut(restore.dest.cast(), len) };
        let (left, right) = source.split_at_mut(middle);
        merge(left, right, dest, self.compare);
        mem::forget(restore);
    }

    /// Fills `buffer`, which is as long as `v`, with the sorted elements. `v` still holds them, sorted in halves: of each two
    /// copies only one may be used from now on. If this panics, those of `v` are the ones.
    fn fill<T>(&self, v: &mut [T], buffer: &mut [MaybeUninit<T>])
    where
        T: Send,
        C: Fn(&T, &T) -> Ordering + Sync,
    {
        let middle = v.len() / 2;
        let (left, right) = v.split_at_mut(middle);
        let (left_buffer, right_buffer) = buffer.split_at_mut(middle);
        join(
            || self.in_place(left, left_buffer),
            || self.in_place(right, right_buffer),
        );
        merge(left, right, buffer, self.compare);
    }
}

/// Copies the elements back to where they came from, if a panic passes.
struct Restore<T> {
    /// `len` elements, alive, and no part of those at `dest`.
    source: *mut T,
    /// Room for `len` elements.
    dest: *mut T,
    len: usize,
}

impl<T> Drop for Restore<T> {
    fn drop(&mut self) {
        // SAFETY: see `source` and `dest`.
        unsafe { ptr::copy_nonoverlapping(self.source, self.dest, self.len) };
    }
}
