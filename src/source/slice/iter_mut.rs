//! The items of a slice by exclusive reference.

use crate::iter::{
    IndexedParallelIterator, IntoParallelIterator, ParallelIterator, stream, walked_by_index,
};
use crate::plumbing::{Producer, ProducerCallback, UnindexedConsumer};

/// A parallel iterator over exclusive references to the items of a slice.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut v = [1, 2, 3];
/// let iter: tine::slice::IterMut<'_, i32> = v.par_iter_mut();
/// iter.for_each(|n| *n += 1);
/// assert_eq!(v, [2, 3, 4]);
/// ```
#[derive(Debug)]
pub struct IterMut<'data, T> {
    slice: &'data mut [T],
}

impl<'data, T: Send + 'data> IntoParallelIterator for &'data mut [T] {
    type Iter = IterMut<'data, T>;
    type Item = &'data mut T;

    #[inline]
    fn into_par_iter(self) -> IterMut<'data, T> {
        IterMut { slice: self }
    }
}

impl<'data, T: Send + 'data> IntoParallelIterator for &'data mut Box<[T]> {
    type Iter = IterMut<'data, T>;
    type Item = &'data mut T;

    #[inline]
    fn into_par_iter(self) -> IterMut<'data, T> {
        IterMut { slice: self }
    }
}

impl<'data, T: Send + 'data> ParallelIterator for IterMut<'data, T> {
    type Item = &'data mut T;
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

impl<'data, T: Send + 'data> IndexedParallelIterator for IterMut<'data, T> {
    #[inline]
    fn len(&self) -> usize {
        self.slice.len()
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        callback.callback(IterMutProducer { slice: self.slice })
    }
}

struct IterMutProducer<'data, T> {
    slice: &'data mut [T],
}

impl<'data, T: Send> Producer for IterMutProducer<'data, T> {
    type Item = &'data mut T;
    type IntoIter = std::slice::IterMut<'data, T>;
    const EXACT: bool = true;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.slice.iter_mut()
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        let (left, right) = self.slice.split_at_mut(index);
        (
            IterMutProducer { slice: left },
            IterMutProducer { slice: right },
        )
    }
}
