//! Arrays: by value and by reference.

use super::slice;
use super::vec::drain::OwnedProducer;
use crate::iter::{
    IndexedParallelIterator, IntoParallelIterator, ParallelIterator, stream, walked_by_index,
};
use crate::plumbing::{ProducerCallback, UnindexedConsumer};
use std::mem::ManuallyDrop;

/// A parallel iterator that owns the items of an array.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let iter: tine::array::IntoIter<i32, 3> = [1, 2, 3].into_par_iter();
/// assert_eq!(iter.sum::<i32>(), 6);
/// ```
#[derive(Debug, Clone)]
pub struct IntoIter<T, const N: usize> {
    array: [T; N],
}

impl<T: Send, const N: usize> IntoParallelIterator for [T; N] {
    type Iter = IntoIter<T, N>;
    type Item = T;

    #[inline]
    fn into_par_iter(self) -> IntoIter<T, N> {
        IntoIter { array: self }
    }
}

impl<'data, T: Sync + 'data, const N: usize> IntoParallelIterator for &'data [T; N] {
    type Iter = slice::Iter<'data, T>;
    type Item = &'data T;

    #[inline]
    fn into_par_iter(self) -> Self::Iter {
        self.as_slice().into_par_iter()
    }
}

impl<'data, T: Send + 'data, const N: usize> IntoParallelIterator for &'data mut [T; N] {
    type Iter = slice::IterMut<'data, T>;
    type Item = &'data mut T;

    #[inline]
    fn into_par_iter(self) -> Self::Iter {
        self.as_mut_slice().into_par_iter()
    }
}

impl<T: Send, const N: usize> ParallelIterator for IntoIter<T, N> {
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
        Some(N)
    }

    walked_by_index! {}
}

impl<T: Send, const N: usize> IndexedParallelIterator for IntoIter<T, N> {
    #[inline]
    fn len(&self) -> usize {
        N
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<T>,
    {
        let mut array = ManuallyDrop::new(self.array);
        // SAFETY: (1) `array` is never dropped nor used again.
        let producer = unsafe { OwnedProducer::new(array.as_mut_slice()) };
        callback.callback(producer)
    }
}

#[cfg(test)]
mod tests;
