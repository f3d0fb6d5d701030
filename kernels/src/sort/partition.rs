//! Small elements to the front, in place. Selections and partitions begin with this too.
//!
//! Invariant: whatever panics, the slice holds each of its elements once.

use super::{blocks, text};
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::ptr;

/// From this size on a swap costs more than a mispredicted branch.
pub(crate) const LARGE: usize = 64;
/// Up to this size a loop over elements is so short that it matters where the compiler lays it: it took half as long again in some places.
pub(super) const SMALL: usize = 16;
/// So far ahead it is known that an element will be asked about.
pub(super) const AHEAD: usize = 16;
/// So many rounds in one make it take the same anywhere, and the less of it.
const UNROLLED: usize = 8;

/// Brings the elements that go left before all others and returns how many there are.
///
/// Small elements are asked about once, and so are most large ones. If `goes_left` panics, the slice is a permutation of what it was.
pub(super) fn partition<T>(v: &mut [T], goes_left: impl Fn(&T) -> bool) -> usize {
    match size_of::<T>() {
        0..LARGE => without_branches(v, goes_left),
        _ => blocks::partition(v, goes_left),
    }
}

/// Moves every element, be it to where it was, so that nothing depends on a guess of its size.
pub(crate) fn without_branches<T>(v: &mut [T], goes_left: impl Fn(&T) -> bool) -> usize {
    let len = v.len();
    let mut partition = Partition::new(v);
    partition.up_to(len, &goes_left);
    partition.finish(goes_left)
}

/// A partition without branches under way. One element is lifted out first, so that two moves do where a swap takes three (as Peters
/// does in his branchless Lomuto partition, 2023).
pub(crate) struct Partition<'v, T> {
    /// None if there are no elements.
    lifted: Option<Lifted<'v, T>>,
    len: usize,
    /// Elements before this place, at most the length, were asked about, but for the lifted one. The gap is the last of those places.
    next: usize,
    /// How many of them go left: less than `next`. They are the first ones.
    left: usize,
}

impl<'v, T> Partition<'v, T> {
    #[inline(always)]
    pub(crate) fn new(v: &'v mut [T]) -> Self {
        Partition {
            len: v.len(),
            lifted: Lifted::first_of(v),
            next: 1,
            left: 0,
        }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Asks about all elements before `end` but the first one.
    #[inline(always)]
    pub(crate) fn up_to(&mut self, end: usize, goes_left: impl Fn(&T) -> bool) {
        let Some(lifted) = &mut self.lifted else {
            return;
        };
        let end = end.min(self.len);
        let mut step = |next: &mut usize| {
            if *next + AHEAD < end {
                // SAFETY: (1) it is less than the length, and beyond all places that were gaps.
                text::fetch(unsafe { lifted.at(*next + AHEAD) });
            }
            // SAFETY: (1) `next` is less than the length, and not the gap.
            let goes = goes_left(unsafe { lifted.at(*next) });
            // SAFETY: (1) `left` is less than `next`, and that is less than the length.
            unsafe { lifted.close(self.left, *next) };
            self.left += usize::from(goes);
            *next += 1;
        };
        // A constant first, so that loops over large elements are not even compiled twice.
        if const { size_of::<T>() <= SMALL } {
            while self.next + UNROLLED <= end {
                for _ in 0..UNROLLED {
                    step(&mut self.next);
                }
            }
        }
        while self.next < end {
            step(&mut self.next);
        }
    }

    /// Asks about the first element. Returns how many of those that were asked about go left.
    #[inline(always)]
    pub(crate) fn finish(self, goes_left: impl Fn(&T) -> bool) -> usize {
        let Some(lifted) = self.lifted else {
            return 0;
        };
        let goes = goes_left(&lifted.element);
        // SAFETY: (1) `left` is less than `next`, and that is at most the length.
        unsafe { lifted.settle(self.left) };
        self.left + usize::from(goes)
    }
}

/// An element that was lifted out of a slice. Dropped, it goes into the gap, so that the slice has all elements.
pub(super) struct Lifted<'v, T> {
    /// Of the slice, which nobody else uses for `'v`.
    start: *mut T,
    pub(super) element: ManuallyDrop<T>,
    /// The place in the slice whose element is elsewhere.
    gap: *mut T,
    marker: PhantomData<&'v mut [T]>,
}

impl<'v, T> Lifted<'v, T> {
    #[inline(always)]
    pub(super) fn first_of(v: &'v mut [T]) -> Option<Self> {
        if v.is_empty() {
            return None;
        }
        let start = v.as_mut_ptr();
        // SAFETY: the slice is not empty; of the two copies that one counts which is in `element`, until it is put back.
        let element = ManuallyDrop::new(unsafe { start.read() });
        Some(Lifted {
            start,
            element,
            gap: start,
            marker: PhantomData,
        })
    }

    /// # Safety
    /// 1. `place` is less than the length of the slice, and is not the gap.
    #[inline(always)]
    pub(super) unsafe fn at(&self, place: usize) -> &T {
        // SAFETY: obligation 1.
        let element = unsafe { self.start.add(place) };
        // SAFETY: it is an element by obligation 1; the slice is this value's alone.
        unsafe { &*element }
    }

    /// Moves the element at `border` into the gap, and the one at `next` to `border`. The gap is at `next` then.
    ///
    /// # Safety
    /// 1. `border` is less than `next`, and that is less than the length of the slice.
    #[inline(always)]
    unsafe fn close(&mut self, border: usize, next: usize) {
        // SAFETY: (1) by obligation 1, as a place is at most itself.
        unsafe { self.close_by(border, border, next) };
    }

    /// Moves the element at `border` into the gap, the one at `place` to `border`, and the one at `next` to `place`. The gap is at
    /// `next` then.
    ///
    /// # Safety
    /// 1. `place` is at most `border`, that is less than `next`, and that is less than the length of the slice.
    #[inline(always)]
    pub(super) unsafe fn close_by(&mut self, place: usize, border: usize, next: usize) {
        // SAFETY: obligation 1.
        let place = unsafe { self.start.add(place) };
        // SAFETY: obligation 1.
        let border = unsafe { self.start.add(border) };
        // SAFETY: obligation 1.
        let next = unsafe { self.start.add(next) };
        // SAFETY: both are places in the slice; they may be the same.
        unsafe { ptr::copy(border, self.gap, 1) };
        // SAFETY: as above.
        unsafe { ptr::copy(place, border, 1) };
        // SAFETY: both are places in the slice, and by obligation 1 not the same.
        unsafe { ptr::copy_nonoverlapping(next, place, 1) };
        self.gap = next;
    }

    /// Moves the element at `border` into the gap, and the lifted one to `border`.
    ///
    /// # Safety
    /// 1. `border` is less than the length of the slice.
    #[inline(always)]
    unsafe fn settle(self, border: usize) {
        // SAFETY: (1) by obligation 1, as a place is at most itself.
        unsafe { self.settle_by(border, border) };
    }

    /// Moves the element at `border` into the gap, the one at `place` to `border`, and the lifted one to `place`.
    ///
    /// # Safety
    /// 1. `place` is at most `border`, and that is less than the length of the slice.
    #[inline(always)]
    pub(super) unsafe fn settle_by(mut self, place: usize, border: usize) {
        // SAFETY: obligation 1.
        let place = unsafe { self.start.add(place) };
        // SAFETY: obligation 1.
        let border = unsafe { self.start.add(border) };
        // SAFETY: both are places in the slice; they may be the same.
        unsafe { ptr::copy(border, self.gap, 1) };
        // SAFETY: as above.
        unsafe { ptr::copy(place, border, 1) };
        self.gap = place;
    }
}

impl<T> Drop for Lifted<'_, T> {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: `gap` is a place in the slice, `element` is not, and no other copy of it counts.
        unsafe { ptr::copy_nonoverlapping(&*self.element, self.gap, 1) };
    }
}

/// Walks from both ends and swaps only what is on the wrong side.
pub(crate) fn with_few_swaps<T>(v: &mut [T], goes_left: impl Fn(&T) -> bool) -> usize {
    let (mut left, mut right) = (0, v.len());
    loop {
        left += count_front(&v[left..right], &goes_left);
        if left == right {
            return left;
        }
        // Here `v[left]` is known to go right.
        right -= 1 + count_back(&v[left + 1..right], |element| !goes_left(element));
        if left >= right {
            return left;
        }
        v.swap(left, right);
        left += 1;
    }
}

/// How many elements the longest front has that `pred` likes.
#[inline(always)]
pub(crate) fn count_front<T>(v: &[T], pred: impl Fn(&T) -> bool) -> usize {
    let mut count = 0;
    let (chunks, _) = v.as_chunks::<UNROLLED>();
    for chunk in chunks {
        for element in chunk {
            if !pred(element) {
                return count;
            }
            count += 1;
        }
    }
    while count < v.len() && pred(&v[count]) {
        count += 1;
    }
    count
}

/// How many elements the longest back has that `pred` likes.
#[inline(always)]
pub(crate) fn count_back<T>(v: &[T], pred: impl Fn(&T) -> bool) -> usize {
    let mut count = 0;
    let (_, chunks) = v.as_rchunks::<UNROLLED>();
    for chunk in chunks.iter().rev() {
        for element in chunk.iter().rev() {
            if !pred(element) {
                return count;
            }
            count += 1;
        }
    }
    while count < v.len() && pred(&v[v.len() - 1 - count]) {
        count += 1;
    }
    count
}

#[cfg(all(test, not(tine_tsan)))]
mod tests {
    use super::partition;
    use std::cell::Cell;
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
    use tine_core::engine::rng::Rng;

    /// Partitions numbers by one of them, with a panic at each call and then without one, as elements with so many words beside them: a box
    /// would be dropped twice if an element were there twice.
    fn check<const WORDS: usize>(numbers: &[usize], border: usize) {
        for last_call in 0.. {
            let element = |&number: &usize| (Box::new(number), [7_usize; WORDS]);
            let mut v: Vec<_> = numbers.iter().map(element).collect();
            let calls = Cell::new(0);
            let left = catch_unwind(AssertUnwindSafe(|| {
                partition(&mut v, |element| {
                    if calls.replace(calls.get() + 1) == last_call {
                        resume_unwind(Box::new("planned"));
                    }
                    *element.0 < border
                })
            }));
            let found: Vec<usize> = v.iter().map(|element| *element.0).collect();
            let sorted = |mut v: Vec<usize>| {
                v.sort_unstable();
                v
            };
            assert_eq!(sorted(found.clone()), sorted(numbers.to_vec()));
            if let Ok(left) = left {
                assert!(found[..left].iter().all(|&number| number < border));
                assert!(found[left..].iter().all(|&number| number >= border));
                return;
            }
        }
    }

    #[test]
    fn no_panic_loses_an_element() {
        let rng = Rng::new(13);
        for case in 0..300 {
            let bound = 1 + case % 50;
            let numbers: Vec<usize> = (0..rng.below(70)).map(|_| rng.below(bound)).collect();
            let border = rng.below(bound + 1);
            check::<1>(&numbers, border);
            check::<2>(&numbers, border);
            check::<15>(&numbers, border);
        }
    }
}
