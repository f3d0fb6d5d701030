//! `enumerate`: pairs each item with its position.

use crate::iter::{IndexedParallelIterator, ParallelIterator, stream, walked_by_index};
use crate::plumbing::{Producer, ProducerCallback, UnindexedConsumer};
use std::iter::Zip;
use std::ops::Range;

/// An iterator over pairs of position and item; see [`enumerate`](IndexedParallelIterator::enumerate).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let numbered: tine::iter::Enumerate<_> = ["a", "b"].par_iter().enumerate();
/// assert_eq!(numbered.collect::<Vec<_>>(), [(0, &"a"), (1, &"b")]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct Enumerate<I> {
    pub(in crate::iter) base: I,
}

impl<I: IndexedParallelIterator> ParallelIterator for Enumerate<I> {
    type Item = (usize, I::Item);
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

impl<I: IndexedParallelIterator> IndexedParallelIterator for Enumerate<I> {
    #[inline]
    fn len(&self) -> usize {
        self.base.len()
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        self.base.with_producer(EnumerateCallback { callback })
    }
}

struct EnumerateCallback<CB> {
    callback: CB,
}

impl<T, CB: ProducerCallback<(usize, T)>> ProducerCallback<T> for EnumerateCallback<CB> {
    type Output = CB::Output;

    #[inline]
    fn callback<P>(self, base: P) -> CB::Output
    where
        P: Producer<Item = T>,
    {
        self.callback
            .callback(EnumerateProducer { base, offset: 0 })
    }
}

struct EnumerateProducer<P> {
    base: P,
    /// Position of the first item.
    offset: usize,
}

impl<P: Producer> Producer for EnumerateProducer<P> {
    type Item = (usize, P::Item);
    type IntoIter = Zip<Range<usize>, P::IntoIter>;
    const EXACT: bool = P::EXACT;
    const NUMBERED: bool = true;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        // A range of exactly as many positions, so that the pairs can be walked from both ends.
        let base = self.base.into_iter();
        (self.offset..self.offset + base.len()).zip(base)
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
        let (left, right) = self.base.split_at(index);
        (
            EnumerateProducer {
                base: left,
                offset: self.offset,
            },
            EnumerateProducer {
                base: right,
                offset: self.offset + index,
            },
        )
    }
}
