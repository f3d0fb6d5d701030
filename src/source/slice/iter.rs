//! The items of a slice by shared reference.

use crate::iter::{
    IndexedParallelIterator, IntoParallelIterator, ParallelIterator, stream, walked_by_index,
};
use crate::plumbing::{Producer, ProducerCallback, UnindexedConsumer};

/// A parallel iterator over shared references to the items of a slice.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let iter: tine::slice::Iter<'_, i32> = [1, 2, 3].par_iter();
/// assert_eq!(iter.sum::<i32>(), 6);
/// ```
#[derive(Debug)]
pub struct Iter<'data, T> {
    slice: &'data [T],
}

impl<T> Clone for Iter<'_, T> {
    #[inline]
    fn clone(&self) -> Self {
        Iter { ..*self }
    }
}

impl<'data, T: Sync + 'data> IntoParallelIterator for &'data [T] {
    type Iter = Iter<'data, T>;
    type Item = &'data T;

    #[inline]
    fn into_par_iter(self) -> Iter<'data, T> {
        Iter { slice: self }
    }
}

impl<'data, T: Sync + 'data> IntoParallelIterator for &'data Box<[T]> {
    type Iter = Iter<'data, T>;
    type Item = &'data T;

    #[inline]
    fn into_par_iter(self) -> Iter<'data, T> {
        Iter { slice: self }
    }
}

impl<'data, T: Sync + 'data> ParallelIterator for Iter<'data, T> {
    type Item = &'data T;
    const HAS_LEN: Option<bool> = Some(true);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        stream(self, consumer)
    }

    #[inline]
    fn opt_len(&self) -> Option<usize> {
        Some(self.len())
    }

    walked_by_index! {}
}

impl<'data, T: Sync + 'data> IndexedParallelIterator for Iter<'data, T> {
    #[inline]
    fn len(&self) -> usize {
        self.slice.len()
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        callback.callback(IterProducer { slice: self.slice })
    }
}

struct IterProducer<'data, T> {
    slice: &'data [T],
}

impl<'data, T: Sync> Producer for IterProducer<'data, T> {
    type Item = &'data T;
    type IntoIter = std::slice::Iter<'data, T>;
    const EXACT: bool = true;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.slice.iter()
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        let (left, right) = self.slice.split_at(index);
        (IterProducer { slice: left }, IterProducer { slice: right })
    }
}
