//! `VecDeque`: its items in order. What is walked by value or drained is first made one piece.

use crate::iter::{
    Chain, IndexedParallelIterator, IntoParallelIterator, ParallelDrainRange, ParallelIterator,
    stream,
};
use crate::plumbing::{ProducerCallback, UnindexedConsumer};
use crate::source::bounds::positions;
use crate::source::delegate::delegate;
use crate::source::{slice, vec};
use std::collections::VecDeque;
use std::mem;
use std::ops::{Range, RangeBounds};

/// A parallel iterator that owns the items of a deque, in order.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let deque = std::collections::VecDeque::from([1]);
/// let iter: tine::collections::vec_deque::IntoIter<i32> = deque.into_par_iter();
/// assert_eq!(iter.len(), 1);
/// ```
#[derive(Debug, Clone)]
pub struct IntoIter<T> {
    inner: vec::IntoIter<T>,
}

impl<T: Send> IntoParallelIterator for VecDeque<T> {
    type Iter = IntoIter<T>;
    type Item = T;

    fn into_par_iter(self) -> IntoIter<T> {
        IntoIter {
            inner: Vec::from(self).into_par_iter(),
        }
    }
}

delegate! { indexed [T: Send] IntoIter<T> => T }

/// A parallel iterator over shared references to the items of a deque, in order.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let deque = std::collections::VecDeque::from([1]);
/// let iter: tine::collections::vec_deque::Iter<'_, i32> = deque.par_iter();
/// assert_eq!(iter.len(), 1);
/// ```
#[derive(Debug)]
pub struct Iter<'a, T> {
    inner: Chain<slice::Iter<'a, T>, slice::Iter<'a, T>>,
}

impl<'a, T> Clone for Iter<'a, T> {
    fn clone(&self) -> Self {
        Iter {
            inner: self.inner.clone(),
        }
    }
}

impl<'a, T: Sync> IntoParallelIterator for &'a VecDeque<T> {
    type Iter = Iter<'a, T>;
    type Item = &'a T;

    fn into_par_iter(self) -> Iter<'a, T> {
        Iter {
            inner: {
                let (front, back) = self.as_slices();
                front.into_par_iter().chain(back)
            },
        }
    }
}

delegate! { indexed ['a, T: Sync + 'a] Iter<'a, T> => &'a T }

/// A parallel iterator over exclusive references to the items of a deque, in order.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut deque = std::collections::VecDeque::from([1]);
/// let iter: tine::collections::vec_deque::IterMut<'_, i32> = deque.par_iter_mut();
/// assert_eq!(iter.len(), 1);
/// ```
#[derive(Debug)]
pub struct IterMut<'a, T> {
    inner: Chain<slice::IterMut<'a, T>, slice::IterMut<'a, T>>,
}

impl<'a, T: Send> IntoParallelIterator for &'a mut VecDeque<T> {
    type Iter = IterMut<'a, T>;
    type Item = &'a mut T;

    fn into_par_iter(self) -> IterMut<'a, T> {
        IterMut {
            inner: {
                let (front, back) = self.as_mut_slices();
                front.into_par_iter().chain(back)
            },
        }
    }
}

delegate! { indexed ['a, T: Send + 'a] IterMut<'a, T> => &'a mut T }

/// A parallel iterator that removes a range of items from a deque; see [`par_drain`](ParallelDrainRange::par_drain).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut deque = std::collections::VecDeque::from([1, 2, 3, 4]);
/// let drain: tine::collections::vec_deque::Drain<'_, i32> = deque.par_drain(1..3);
/// assert_eq!(drain.collect::<Vec<_>>(), [2, 3]);
/// assert_eq!(deque, [1, 4]);
/// ```
#[derive(Debug)]
pub struct Drain<'a, T> {
    deque: &'a mut VecDeque<T>,
    /// What is still to be removed; within the deque.
    range: Range<usize>,
}

impl<'a, T: Send> ParallelDrainRange<usize> for &'a mut VecDeque<T> {
    type Iter = Drain<'a, T>;
    type Item = T;

    fn par_drain<R>(self, range: R) -> Drain<'a, T>
    where
        R: RangeBounds<usize>,
    {
        Drain {
            range: positions(range, self.len()),
            deque: self,
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
        self.range.len()
    }

    #[inline]
    fn with_producer<CB>(mut self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<T>,
    {
        let range = mem::take(&mut self.range);
        let mut lent = Lent {
            vec: Vec::from(mem::take(self.deque)),
            deque: self.deque,
        };
        lent.vec.par_drain(range).with_producer(callback)
    }
}

impl<T> Drop for Drain<'_, T> {
    fn drop(&mut self) {
        let range = mem::take(&mut self.range);
        self.deque.drain(range);
    }
}

/// The items of a deque while they are a vector; they go back in any case.
struct Lent<'a, T> {
    deque: &'a mut VecDeque<T>,
    vec: Vec<T>,
}

impl<T> Drop for Lent<'_, T> {
    #[inline]
    fn drop(&mut self) {
        *self.deque = VecDeque::from(mem::take(&mut self.vec));
    }
}
