//! `rev`: the items backwards.

use crate::iter::{IndexedParallelIterator, ParallelIterator, stream, walked_by_index};
use crate::plumbing::{Producer, ProducerCallback, UnindexedConsumer};

/// An iterator over the items backwards; see [`rev`](IndexedParallelIterator::rev).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let backwards: tine::iter::Rev<_> = [1, 2, 3].par_iter().rev();
/// assert_eq!(backwards.collect::<Vec<_>>(), [&3, &2, &1]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct Rev<I> {
    pub(in crate::iter) base: I,
}

impl<I> ParallelIterator for Rev<I>
where
    I: IndexedParallelIterator,
{
    type Item = I::Item;
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

impl<I> IndexedParallelIterator for Rev<I>
where
    I: IndexedParallelIterator,
{
    #[inline]
    fn len(&self) -> usize {
        self.base.len()
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        let len = self.base.len();
        self.base.with_producer(RevCallback { callback, len })
    }
}

struct RevCallback<CB> {
    callback: CB,
    len: usize,
}

impl<T, CB> ProducerCallback<T> for RevCallback<CB>
where
    CB: ProducerCallback<T>,
{
    type Output = CB::Output;

    #[inline]
    fn callback<P>(self, base: P) -> CB::Output
    where
        P: Producer<Item = T>,
    {
        self.callback.callback(RevProducer {
            base,
            len: self.len,
        })
    }
}

struct RevProducer<P> {
    base: P,
    /// Number of items, needed to count from the other end.
    len: usize,
}

impl<P: Producer> Producer for RevProducer<P> {
    type Item = P::Item;
    type IntoIter = std::iter::Rev<P::IntoIter>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.base.into_iter().rev()
    }

    #[inline]
    fn min_len(&self) -> usize {
        self.base.min_len()
    }

    #[inline]
    fn max_len(&self) -> usize {
        self.base.max_len()
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        let rest = self.len - index;
        let (right, left) = self.base.split_at(rest);
        (
            RevProducer {
                base: left,
                len: index,
            },
            RevProducer {
                base: right,
                len: rest,
            },
        )
    }
}
