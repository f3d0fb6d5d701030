//! Removing a range of positions from a vector, and the producer that owns items within borrowed memory.
//!
//! Invariant: while a producer is about, the vector ends before the range, so that a leak loses items but never shows one twice.

use crate::iter::{IndexedParallelIterator, ParallelDrainRange, ParallelIterator, stream};
use crate::plumbing::{Producer, ProducerCallback, UnindexedConsumer};
use std::iter::FusedIterator;
use std::mem;
use std::ops::{Range, RangeBounds};
use std::{ptr, slice};

/// A parallel iterator that removes a range of items from a vector.
///
/// See [`par_drain`](ParallelDrainRange::par_drain).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut v = vec![1, 2, 3, 4];
/// let drain: tine::vec::Drain<'_, i32> = v.par_drain(1..3);
/// assert_eq!(drain.collect::<Vec<_>>(), [2, 3]);
/// assert_eq!(v, [1, 4]);
/// ```
#[derive(Debug)]
pub struct Drain<'data, T> {
    /// Untouched until a producer is made; from then on it ends where `range` starts, until the drop closes the gap.
    vec: &'data mut Vec<T>,
    /// What is removed; within the original length.
    range: Range<usize>,
    /// The length before anything was removed.
    orig_len: usize,
}

impl<'data, T: Send> ParallelDrainRange<usize> for &'data mut Vec<T> {
    type Iter = Drain<'data, T>;
    type Item = T;

    fn par_drain<R>(self, range: R) -> Drain<'data, T>
    where
        R: RangeBounds<usize>,
    {
        // The standard library's own indexing checks the bounds, and has the messages for it.
        let start = range.start_bound().cloned();
        let end = range.end_bound().cloned();
        let part: *const [T] = &self[(start, end)];
        let start = self.len() - self[(start, std::ops::Bound::Unbounded)].len();
        let range = start..start + part.len();
        Drain {
            orig_len: self.len(),
            range,
            vec: self,
        }
    }
}

impl<T: Send> ParallelIterator for Drain<'_, T> {
    type Item = T;
    const HAS_LEN: Option<bool> = Some(true);

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<T>,
    {
        stream(self, consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.len())
    }
}

impl<T: Send> IndexedParallelIterator for Drain<'_, T> {
    fn len(&self) -> usize {
        self.range.len()
    }

    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<T>,
    {
        let Range { start, end } = self.range;
        // SAFETY: `start` is within the vector's length. The items behind it are cut off before anything else may see them:
        // those of the range go to the producer, the tail comes back when `self` is dropped.
        unsafe { self.vec.set_len(start) };
        // SAFETY: `start` is within the vector's buffer.
        let first = unsafe { self.vec.as_mut_ptr().add(start) };
        // SAFETY: the items from `start` to `end` are initialised, and since the vector ends before them nobody else reaches
        // them. They stay in place as long as `self` does, which outlives the call.
        let items = unsafe { slice::from_raw_parts_mut(first, end - start) };
        // SAFETY: (1) the vector does not count the items any more, so they are given up.
        let producer = unsafe { DrainProducer::new(items) };
        callback.callback(producer)
    }
}

impl<T> Drop for Drain<'_, T> {
    fn drop(&mut self) {
        let Range { start, end } = self.range;
        if start == end && self.vec.len() == self.orig_len {
            return;
        }
        if self.vec.len() == self.orig_len {
            // No producer was made.
            self.vec.drain(start..end);
            return;
        }
        let base = self.vec.as_mut_ptr();
        let tail_len = self.orig_len - end;
        // SAFETY: `end` is within the original length, and so within the buffer.
        let tail = unsafe { base.add(end) };
        // SAFETY: `start` is too.
        let gap = unsafe { base.add(start) };
        // SAFETY: `tail` begins `tail_len` items that nobody owns since the vector was cut at `start`; behind `gap` there is
        // room for them, since it comes no later; the producer, which owned what lay in the gap, has ended.
        unsafe { ptr::copy(tail, gap, tail_len) };
        // SAFETY: `start` items have always been there, and `tail_len` have just been moved behind them.
        unsafe { self.vec.set_len(start + tail_len) };
    }
}

/// A producer that owns the items of a slice, though not their memory.
pub(crate) struct DrainProducer<'data, T> {
    /// Items that this producer alone owns, and drops if they are not taken.
    slice: &'data mut [T],
}

impl<'data, T: Send> DrainProducer<'data, T> {
    /// Takes over the items of `slice`.
    ///
    /// # Safety
    ///
    /// 1. Nobody uses or drops the items afterwards: their memory counts as uninitialised.
    pub(crate) unsafe fn new(slice: &'data mut [T]) -> Self {
        DrainProducer { slice }
    }

    /// Takes over all items of `vec`, which keeps its memory and is empty at once.
    pub(crate) fn all_of(vec: &'data mut Vec<T>) -> Self {
        let len = vec.len();
        // SAFETY: no length is shorter than none; the items are taken over below.
        unsafe { vec.set_len(0) };
        let slots = &mut vec.spare_capacity_mut()[..len];
        let items = ptr::slice_from_raw_parts_mut(slots.as_mut_ptr().cast(), len);
        // SAFETY: the first `len` slots of the spare capacity are initialised, since they were the vector's items until now,
        // and borrowed for `'data`.
        let items = unsafe { &mut *items };
        // SAFETY: (1) the vector's length does not cover the items any more.
        unsafe { DrainProducer::new(items) }
    }
}

impl<'data, T: Send> Producer for DrainProducer<'data, T> {
    type Item = T;
    type IntoIter = DrainIter<'data, T>;

    fn into_iter(mut self) -> DrainIter<'data, T> {
        DrainIter {
            iter: mem::take(&mut self.slice).iter_mut(),
        }
    }

    fn split_at(mut self, index: usize) -> (Self, Self) {
        // Checked before the items are taken out, so that a panic here drops them all.
        assert!(
            index <= self.slice.len(),
            "split at {index} of {} items",
            self.slice.len()
        );
        let (left, right) = mem::take(&mut self.slice).split_at_mut(index);
        (
            DrainProducer { slice: left },
            DrainProducer { slice: right },
        )
    }
}

impl<T> Drop for DrainProducer<'_, T> {
    fn drop(&mut self) {
        let items = ptr::from_mut(mem::take(&mut self.slice));
        // SAFETY: the items of `slice` are owned by this producer, which has just let go of them.
        unsafe { ptr::drop_in_place(items) };
    }
}

/// The sequential iterator over the items of a [`DrainProducer`].
pub(crate) struct DrainIter<'data, T> {
    /// Items that this iterator alone owns, and drops if they are not taken; what it has passed is gone.
    iter: slice::IterMut<'data, T>,
}

impl<T: Send> Iterator for DrainIter<'_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let item: *const T = self.iter.next()?;
        // SAFETY: the item is owned by `iter`, which has passed it and will not touch it again.
        Some(unsafe { ptr::read(item) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }

    fn count(self) -> usize {
        self.iter.len()
    }
}

impl<T: Send> DoubleEndedIterator for DrainIter<'_, T> {
    fn next_back(&mut self) -> Option<T> {
        let item: *const T = self.iter.next_back()?;
        // SAFETY: the item is owned by `iter`, which has passed it and will not touch it again.
        Some(unsafe { ptr::read(item) })
    }
}

impl<T: Send> ExactSizeIterator for DrainIter<'_, T> {}

impl<T: Send> FusedIterator for DrainIter<'_, T> {}

impl<T> Drop for DrainIter<'_, T> {
    fn drop(&mut self) {
        let rest = ptr::from_mut(mem::take(&mut self.iter).into_slice());
        // SAFETY: what `iter` has not passed is owned by this iterator, which has just let go of it.
        unsafe { ptr::drop_in_place(rest) };
    }
}
