//! Elements and the room that they take: from the one to the other, and a copy for when a panic passes.

use crate::fork_join::ForkJoin;
use std::marker::PhantomData;
use std::mem::{self, MaybeUninit};
use std::{ptr, slice};

/// So many elements are moved by one thread.
pub(super) const PIECE: usize = if cfg!(test) { 300 } else { 8192 };

/// The room that the elements of `v` take.
///
/// # Safety
/// 1. It must be filled with elements before anyone uses `v` again.
pub(super) unsafe fn as_room<T>(v: &mut [T]) -> &mut [MaybeUninit<T>] {
    // SAFETY: the same memory for the same time; a `T` is a `MaybeUninit<T>`, and obligation 1 is the caller's.
    unsafe { slice::from_raw_parts_mut(v.as_mut_ptr().cast(), v.len()) }
}

/// The elements that fill a room.
///
/// # Safety
/// 1. All of `room` must be filled.
pub(super) unsafe fn as_filled<T>(room: &mut [MaybeUninit<T>]) -> &mut [T] {
    // SAFETY: the same memory for the same time; obligation 1.
    unsafe { slice::from_raw_parts_mut(room.as_mut_ptr().cast(), room.len()) }
}

/// Copies all elements from one slice to the room of another when it is dropped. To be cancelled if they got there otherwise.
pub(super) struct Restore<'a, T> {
    /// `len` elements, for the use of this value alone while `'a` lasts.
    source: *mut T,
    /// Room for `len` elements, for the use of this value alone while `'a` lasts.
    dest: *mut MaybeUninit<T>,
    len: usize,
    marker: PhantomData<(&'a mut [T], &'a mut [MaybeUninit<T>])>,
}

impl<'a, T> Restore<'a, T> {
    /// `dest` is as long as `source`.
    pub(super) fn new(source: &'a mut [T], dest: &'a mut [MaybeUninit<T>]) -> Self {
        assert_eq!(source.len(), dest.len());
        Restore {
            source: source.as_mut_ptr(),
            dest: dest.as_mut_ptr(),
            len: source.len(),
            marker: PhantomData,
        }
    }

    /// Lends out what it was given.
    pub(super) fn both(&mut self) -> (&mut [T], &mut [MaybeUninit<T>]) {
        // SAFETY: `source` has `len` elements; lent out for as long as this value is.
        let source = unsafe { slice::from_raw_parts_mut(self.source, self.len) };
        // SAFETY: `dest` has `len` places; lent out for as long as this value is.
        let dest = unsafe { slice::from_raw_parts_mut(self.dest, self.len) };
        (source, dest)
    }

    /// Gives back what it was given.
    pub(super) fn cancel(self) -> (&'a mut [T], &'a mut [MaybeUninit<T>]) {
        let (source, dest, len) = (self.source, self.dest, self.len);
        mem::forget(self);
        // SAFETY: `source` has `len` elements, and this value is gone before `'a` ends.
        let source = unsafe { slice::from_raw_parts_mut(source, len) };
        // SAFETY: `dest` has `len` places, and this value is gone before `'a` ends.
        let dest = unsafe { slice::from_raw_parts_mut(dest, len) };
        (source, dest)
    }
}

impl<T> Drop for Restore<'_, T> {
    fn drop(&mut self) {
        // SAFETY: both have `len` places, and were exclusive borrows, so they do not overlap.
        unsafe { ptr::copy_nonoverlapping(self.source, self.dest.cast(), self.len) };
    }
}

/// Fills `dest`, which is as long, with the elements of `source`, which count no more.
pub(super) fn spread<T: Send>(on: impl ForkJoin, source: &mut [T], dest: &mut [MaybeUninit<T>]) {
    if source.len() <= PIECE {
        return drop(Restore::new(source, dest));
    }
    let middle = source.len() / 2;
    let (left, right) = source.split_at_mut(middle);
    let (left_dest, right_dest) = dest.split_at_mut(middle);
    on.join(
        || spread(on, left, left_dest),
        || spread(on, right, right_dest),
    );
}
