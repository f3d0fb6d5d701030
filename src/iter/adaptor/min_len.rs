//! `with_min_len`: a wish that no fewer than a given number of items be run in one go.

use crate::iter::{IndexedParallelIterator, ParallelIterator, stream};
use crate::plumbing::{Folder, Producer, ProducerCallback, UnindexedConsumer};

/// An iterator that asks for no block shorter than a given length; see
/// [`with_min_len`](IndexedParallelIterator::with_min_len).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let blocks: tine::iter::MinLen<_> = (0..1000).into_par_iter().with_min_len(100);
/// assert_eq!(blocks.sum::<u32>(), 499_500);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct MinLen<I> {
    pub(in crate::iter) base: I,
    pub(in crate::iter) min: usize,
}

impl<I> ParallelIterator for MinLen<I>
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
}

impl<I> IndexedParallelIterator for MinLen<I>
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
        self.base.with_producer(MinLenCallback {
            callback,
            min: self.min,
        })
    }
}

struct MinLenCallback<CB> {
    callback: CB,
    min: usize,
}

impl<T, CB> ProducerCallback<T> for MinLenCallback<CB>
where
    CB: ProducerCallback<T>,
{
    type Output = CB::Output;

    #[inline]
    fn callback<P>(self, base: P) -> CB::Output
    where
        P: Producer<Item = T>,
    {
        self.callback.callback(MinLenProducer {
            base,
            min: self.min,
        })
    }
}

struct MinLenProducer<P> {
    base: P,
    min: usize,
}

impl<P: Producer> Producer for MinLenProducer<P> {
    type Item = P::Item;
    type IntoIter = P::IntoIter;
    const EXACT: bool = P::EXACT;
    const NUMBERED: bool = P::NUMBERED;
    const NUMBERS: bool = P::NUMBERS;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.base.into_iter()
    }

    #[inline]
    fn min_len(&self) -> usize {
        self.base.min_len().max(self.min)
    }

    #[inline]
    fn max_len(&self) -> usize {
        self.base.max_len()
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        let (left, right) = self.base.split_at(index);
        (
            MinLenProducer {
                base: left,
                min: self.min,
            },
            MinLenProducer {
                base: right,
                min: self.min,
            },
        )
    }

    #[inline]
    fn fold_with<F>(self, folder: F) -> F
    where
        F: Folder<Self::Item>,
    {
        self.base.fold_with(folder)
    }
}
