//! Two sorted pieces into one, stably: cut at equal places of the result, so that each part can be merged by itself.
//!
//! Invariant: a merge copies each element of its sources once, whatever the comparison returns. The sources are only read,
//! so that a panic leaves them whole; and an element is not compared any more once it was copied, so that a comparison that
//! changes it (through a cell) changes the copy that will be used.

use super::text;
use crate::fork_join::ForkJoin;
use std::cmp::Ordering;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr;

/// A result up to this length is merged by one thread.
const PIECE: usize = if cfg!(test) { 64 } else { 8192 };
/// A result up to this length is not worth a cut, even for the sake of two chains of comparisons.
const SHORT: usize = if cfg!(test) { 16 } else { 64 };

/// Merges `left` and `right` into `dest`, which is as long as both, and fills it. Of equal elements those of `left` come
/// first.
///
/// The elements are in `dest` and still in the sources: only one of each two copies may be used from now on. If this panics,
/// those of the sources are the ones.
///
/// The sources are exclusive because a thread compares their elements.
pub(super) fn merge<T, C>(
    on: impl ForkJoin,
    left: &mut [T],
    right: &mut [T],
    dest: &mut [MaybeUninit<T>],
    compare: &C,
) where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    if dest.len() <= PIECE {
        return interleave(left, right, dest, compare);
    }
    let middle = dest.len() / 2;
    let cut = rank(left, right, middle, compare);
    let (left, left_behind) = left.split_at_mut(cut);
    let (right, right_behind) = right.split_at_mut(middle - cut);
    let (dest, dest_behind) = dest.split_at_mut(middle);
    on.join(
        || merge(on, left, right, dest, compare),
        || merge(on, left_behind, right_behind, dest_behind, compare),
    );
}

/// How many of the first `place` elements of the merge come from `left`; the others come from `right`.
///
/// `place` is at most the length of both. The answer fits both pieces even if the comparison contradicts itself.
pub fn rank<T>(
    left: &[T],
    right: &[T],
    place: usize,
    compare: &impl Fn(&T, &T) -> Ordering,
) -> usize {
    let (mut low, mut high) = (place.saturating_sub(right.len()), place.min(left.len()));
    while low < high {
        let middle = low + (high - low) / 2;
        // If the element of `left` comes first, it is among the first `place` even with all of `right` before it that fits.
        if compare(&right[place - middle - 1], &left[middle]).is_lt() {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// Merges by one thread: two merges at once, so that the processor need not wait for the one to know where it stands.
fn interleave<T>(
    left: &[T],
    right: &[T],
    dest: &mut [MaybeUninit<T>],
    compare: &impl Fn(&T, &T) -> Ordering,
) {
    text::fetch_few(left);
    text::fetch_few(right);
    let middle = if dest.len() > SHORT {
        dest.len() / 2
    } else {
        0
    };
    let cut = rank(left, right, middle, compare);
    let (left, left_behind) = left.split_at(cut);
    let (right, right_behind) = right.split_at(middle - cut);
    let (dest, dest_behind) = dest.split_at_mut(middle);
    let mut first = Chain::new(left, right, dest);
    let mut second = Chain::new(left_behind, right_behind, dest_behind);
    loop {
        let steps = first.steps().min(second.steps());
        if steps == 0 {
            break;
        }
        for _ in 0..steps {
            // SAFETY: (1) neither piece of `first` ends within `steps`.
            unsafe { first.step(compare) };
            // SAFETY: (1) neither piece of `second` ends within `steps`.
            unsafe { second.step(compare) };
        }
    }
    first.finish(compare);
    second.finish(compare);
}

/// A merge under way.
struct Chain<'a, T> {
    /// What is left of the sources: initialised, and borrowed for `'a`.
    left: *const T,
    left_len: usize,
    right: *const T,
    right_len: usize,
    /// Where the next element goes: there is room for `left_len + right_len` of them, which nobody else touches.
    dest: *mut T,
    marker: PhantomData<(&'a [T], &'a mut [MaybeUninit<T>])>,
}

impl<'a, T> Chain<'a, T> {
    /// The whole merge of the two into `dest`, which is as long as both.
    fn new(left: &'a [T], right: &'a [T], dest: &'a mut [MaybeUninit<T>]) -> Self {
        assert_eq!(left.len() + right.len(), dest.len());
        Chain {
            left: left.as_ptr(),
            left_len: left.len(),
            right: right.as_ptr(),
            right_len: right.len(),
            dest: dest.as_mut_ptr().cast(),
            marker: PhantomData,
        }
    }

    /// For how many steps neither piece can end.
    fn steps(&self) -> usize {
        self.left_len.min(self.right_len)
    }

    /// Copies the next element, without a branch on which one it is.
    ///
    /// # Safety
    /// 1. `steps` is not zero.
    #[inline(always)]
    unsafe fn step(&mut self, compare: &impl Fn(&T, &T) -> Ordering) {
        // SAFETY: obligation 1: `left_len` is not zero.
        let left = unsafe { &*self.left };
        // SAFETY: obligation 1: `right_len` is not zero.
        let right = unsafe { &*self.right };
        let from_right = compare(right, left).is_lt();
        let next = if from_right { self.right } else { self.left };
        // SAFETY: `next` is one of the two; `dest` has room.
        unsafe { ptr::copy_nonoverlapping(next, self.dest, 1) };
        // SAFETY: `dest` has room for what was written.
        self.dest = unsafe { self.dest.add(1) };
        // SAFETY: by one at most, and `right_len` was not zero.
        self.right = unsafe { self.right.add(usize::from(from_right)) };
        self.right_len -= usize::from(from_right);
        // SAFETY: by one at most, and `left_len` was not zero.
        self.left = unsafe { self.left.add(usize::from(!from_right)) };
        self.left_len -= usize::from(!from_right);
    }

    /// Goes on to the end.
    fn finish(mut self, compare: &impl Fn(&T, &T) -> Ordering) {
        loop {
            let steps = self.steps();
            if steps == 0 {
                break;
            }
            for _ in 0..steps {
                // SAFETY: (1) neither piece ends within `steps`.
                unsafe { self.step(compare) };
            }
        }
        // One of the two is empty, so the order does not matter.
        // SAFETY: `dest` has room for what is left.
        unsafe { ptr::copy_nonoverlapping(self.left, self.dest, self.left_len) };
        // SAFETY: as above.
        let behind = unsafe { self.dest.add(self.left_len) };
        // SAFETY: as above.
        unsafe { ptr::copy_nonoverlapping(self.right, behind, self.right_len) };
    }
}
