//! Removing a range of positions from a vector, and the producer that owns items within borrowed memory.
//!
//! Invariant: from the call of `par_drain` on the vector ends before the range, so that a leak loses items but never shows one twice.

use crate::iter::{IndexedParallelIterator, ParallelDrainRange, ParallelIterator, stream};
use crate::plumbing::{Producer, ProducerCallback, UnindexedConsumer};
use std::iter::FusedIterator;
use std::mem::{self, ManuallyDrop};
use std::ops::{Bound, RangeBounds};
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
/// let mut letters = vec!['t', 'r', 'u', 'e'];
/// let drain: tine::vec::Drain<'_, char> = letters.par_drain(2..);
/// assert_eq!(drain.collect::<String>(), "ue");
/// assert_eq!(letters, ['t', 'r']);
/// ```
#[derive(Debug)]
pub struct Drain<'data, T> {
    /// The items of the range. They are dropped first, if nobody wants them; then the gap is closed.
    removed: OwnedProducer<'data, T>,
    rest: Rest<'data, T>,
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
        let count = self[(start, end)].len();
        let gap = self.len() - self[(start, Bound::Unbounded)].len();
        let tail_len = self.len() - gap - count;
        // SAFETY: `gap` is within the vector's length. What lies behind is not forgotten: `removed` gets the range, `rest` the tail.
        unsafe { self.set_len(gap) };
        // SAFETY: `gap` is within the vector's buffer.
        let first = unsafe { self.as_mut_ptr().add(gap) };
        // SAFETY: `count` items from there on are initialised, and since the vector ends before them nobody else reaches them.
        // They stay in place as long as `rest` does, which has the vector to itself for `'data`.
        let items = unsafe { slice::from_raw_parts_mut(first, count) };
        Drain {
            // SAFETY: (1) the vector does not count the items any more, so they are given up.
            removed: unsafe { OwnedProducer::new(items) },
            rest: Rest {
                vec: self,
                tail: gap + count,
                tail_len,
            },
        }
    }
}

impl<T: Send> ParallelIterator for Drain<'_, T> {
    type Item = T;
    const HAS_LEN: Option<bool> = Some(true);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<T>,
    {
        stream(self, consumer)
    }

    #[inline]
    fn opt_len(&self) -> Option<usize> {
        Some(self.len())
    }
}

impl<T: Send> IndexedParallelIterator for Drain<'_, T> {
    #[inline]
    fn len(&self) -> usize {
        self.removed.items.len()
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<T>,
    {
        let Drain { removed, rest } = self;
        let output = callback.callback(removed);
        // No part of the producer is left: a callback does not know its type, and so cannot keep it.
        drop(rest);
        output
    }
}

/// What stays of a vector from which a range is removed. When this is dropped, the vector is whole again, without the range.
#[derive(Debug)]
struct Rest<'data, T> {
    /// Ends where the range begins.
    vec: &'data mut Vec<T>,
    /// Where the range ends. From there on `tail_len` items lie in the vector's buffer, initialised, which nobody else uses.
    tail: usize,
    tail_len: usize,
}

impl<T> Drop for Rest<'_, T> {
    fn drop(&mut self) {
        let gap = self.vec.len();
        // Without a gap the tail is where it belongs.
        if self.tail > gap {
            let buffer = self.vec.as_mut_ptr();
            // SAFETY: `tail` is within the buffer.
            let from = unsafe { buffer.add(self.tail) };
            // SAFETY: the vector's own end is.
            let to = unsafe { buffer.add(gap) };
            // SAFETY: `tail_len` items begin at `from`. Behind `to`, which comes first, there is room for them; whoever owned what
            // lay between has ended.
            unsafe { ptr::copy(from, to, self.tail_len) };
        }
        // SAFETY: `gap` items have always been there, and `tail_len` lie behind them now, as nothing is between any more.
        unsafe { self.vec.set_len(gap + self.tail_len) };
    }
}

/// A producer that owns the items of a slice, though not their memory.
#[derive(Debug)]
pub(crate) struct OwnedProducer<'data, T> {
    /// Initialised items that this producer alone owns, and drops if they are not taken.
    items: &'data mut [ManuallyDrop<T>],
}

impl<'data, T> OwnedProducer<'data, T> {
    /// Takes over the items of `slice`.
    ///
    /// # Safety
    ///
    /// 1. Nobody uses or drops the items afterwards: their memory counts as uninitialised.
    pub(crate) unsafe fn new(slice: &'data mut [T]) -> Self {
        let items = ptr::from_mut(slice) as *mut [ManuallyDrop<T>];
        OwnedProducer {
            // SAFETY: the slice is borrowed for `'data`, and `ManuallyDrop` has the layout of what it holds.
            items: unsafe { &mut *items },
        }
    }

    /// Takes over all items of `vec`, which keeps its memory and is empty at once.
    pub(crate) fn all_of(vec: &'data mut Vec<T>) -> Self {
        let len = vec.len();
        // SAFETY: no length is shorter than none; the items are taken over below.
        unsafe { vec.set_len(0) };
        let slots = &mut vec.spare_capacity_mut()[..len];
        let items = ptr::from_mut(slots) as *mut [ManuallyDrop<T>];
        OwnedProducer {
            // SAFETY: the first `len` slots of the spare capacity are initialised, since they were the vector's items until now, and
            // borrowed for `'data`; the vector does not count them any more. `ManuallyDrop` has the layout of what it holds.
            items: unsafe { &mut *items },
        }
    }
}

impl<'data, T: Send> Producer for OwnedProducer<'data, T> {
    type Item = T;
    type IntoIter = OwnedIter<'data, T>;

    fn into_iter(mut self) -> OwnedIter<'data, T> {
        OwnedIter {
            left: mem::take(&mut self.items).iter_mut(),
        }
    }

    #[inline]
    fn split_at(mut self, index: usize) -> (Self, Self) {
        // Checked before the items are taken out, so that a panic here drops them all.
        let len = self.items.len();
        assert!(index <= len, "split at {index} of {len} items");
        let (left, right) = mem::take(&mut self.items).split_at_mut(index);
        (
            OwnedProducer { items: left },
            OwnedProducer { items: right },
        )
    }
}

impl<T> Drop for OwnedProducer<'_, T> {
    fn drop(&mut self) {
        let items = ptr::from_mut(mem::take(&mut self.items)) as *mut [T];
        // SAFETY: the items are initialised and owned by this producer, which has just let go of them.
        unsafe { ptr::drop_in_place(items) };
    }
}

/// The sequential iterator over the items of an [`OwnedProducer`].
pub(crate) struct OwnedIter<'data, T> {
    /// Initialised items that this iterator alone owns, and drops if they are not taken; what it has passed is gone.
    left: slice::IterMut<'data, ManuallyDrop<T>>,
}

impl<T> Iterator for OwnedIter<'_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let item = self.left.next()?;
        // SAFETY: the item is initialised, and out of reach as soon as `left` has passed it.
        Some(unsafe { ManuallyDrop::take(item) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }

    fn count(self) -> usize {
        // The drop sees to the items.
        self.left.len()
    }
}

impl<T> DoubleEndedIterator for OwnedIter<'_, T> {
    fn next_back(&mut self) -> Option<T> {
        let item = self.left.next_back()?;
        // SAFETY: the item is initialised, and out of reach as soon as `left` has passed it.
        Some(unsafe { ManuallyDrop::take(item) })
    }
}

impl<T> ExactSizeIterator for OwnedIter<'_, T> {}

impl<T> FusedIterator for OwnedIter<'_, T> {}

impl<T> Drop for OwnedIter<'_, T> {
    fn drop(&mut self) {
        let left = ptr::from_mut(mem::take(&mut self.left).into_slice()) as *mut [T];
        // SAFETY: what `left` has not passed is initialised and owned by this iterator, which has just let go of it.
        unsafe { ptr::drop_in_place(left) };
    }
}
