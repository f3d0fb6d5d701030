//! `BinaryHeap`: its items in the order in which they lie, which is not that of their values.

use crate::iter::ParallelDrainRange;
use crate::iter::{
    IndexedParallelIterator, IntoParallelIterator, ParallelDrainFull, ParallelIterator, stream,
};
use crate::plumbing::{ProducerCallback, UnindexedConsumer};
use crate::source::delegate::delegate;
use crate::source::{slice, vec};
use std::collections::BinaryHeap;
use std::mem;

/// A parallel iterator that owns the items of a heap, in no particular order.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let heap = std::collections::BinaryHeap::from([1]);
/// let iter: tine::collections::binary_heap::IntoIter<i32> = heap.into_par_iter();
/// assert_eq!(iter.len(), 1);
/// ```
#[derive(Debug, Clone)]
pub struct IntoIter<T> {
    inner: vec::IntoIter<T>,
}

impl<T: Send> IntoParallelIterator for BinaryHeap<T> {
    type Iter = IntoIter<T>;
    type Item = T;

    fn into_par_iter(self) -> IntoIter<T> {
        IntoIter {
            inner: self.into_vec().into_par_iter(),
        }
    }
}

delegate! { indexed [T: Send] IntoIter<T> => T }

/// A parallel iterator over shared references to the items of a heap, in no particular order.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let heap = std::collections::BinaryHeap::from([1]);
/// let iter: tine::collections::binary_heap::Iter<'_, i32> = heap.par_iter();
/// assert_eq!(iter.len(), 1);
/// ```
#[derive(Debug)]
pub struct Iter<'a, T> {
    inner: slice::Iter<'a, T>,
}

impl<'a, T> Clone for Iter<'a, T> {
    fn clone(&self) -> Self {
        Iter {
            inner: self.inner.clone(),
        }
    }
}

impl<'a, T: Sync> IntoParallelIterator for &'a BinaryHeap<T> {
    type Iter = Iter<'a, T>;
    type Item = &'a T;

    fn into_par_iter(self) -> Iter<'a, T> {
        Iter {
            inner: self.as_slice().into_par_iter(),
        }
    }
}

delegate! { indexed ['a, T: Sync + 'a] Iter<'a, T> => &'a T }

/// A parallel iterator that removes everything from a heap, in no particular order, and leaves it its memory.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut heap = std::collections::BinaryHeap::from([1]);
/// let iter: tine::collections::binary_heap::Drain<'_, i32> = heap.par_drain();
/// assert_eq!(iter.count(), 1);
/// assert!(heap.is_empty());
/// ```
#[derive(Debug)]
pub struct Drain<'a, T> {
    heap: &'a mut BinaryHeap<T>,
}

impl<'a, T: Ord + Send> ParallelDrainFull for &'a mut BinaryHeap<T> {
    type Iter = Drain<'a, T>;
    type Item = T;

    #[inline]
    fn par_drain(self) -> Drain<'a, T> {
        Drain { heap: self }
    }
}

impl<T: Ord + Send> ParallelIterator for Drain<'_, T> {
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

impl<T: Ord + Send> IndexedParallelIterator for Drain<'_, T> {
    #[inline]
    fn len(&self) -> usize {
        self.heap.len()
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<T>,
    {
        // If the callback panics, the heap stays empty without its memory.
        let mut vec = mem::take(self.heap).into_vec();
        let output = vec.par_drain(..).with_producer(callback);
        *self.heap = BinaryHeap::from(vec);
        output
    }
}

impl<T> Drop for Drain<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.heap.clear();
    }
}
