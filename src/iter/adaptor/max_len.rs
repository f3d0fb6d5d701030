//! `with_max_len`: a wish that no more than a given number of items be run in one go.

use crate::iter::{IndexedParallelIterator, ParallelIterator, stream};
use crate::plumbing::{Folder, Producer, ProducerCallback, UnindexedConsumer};

/// An iterator that asks for no block longer than a given length; see
/// [`with_max_len`](IndexedParallelIterator::with_max_len).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let blocks: tine::iter::MaxLen<_> = (0..1000).into_par_iter().with_max_len(100);
/// assert_eq!(blocks.sum::<u32>(), 499_500);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct MaxLen<I> {
    pub(in crate::iter) base: I,
    pub(in crate::iter) max: usize,
}

impl<I> ParallelIterator for MaxLen<I>
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

impl<I> IndexedParallelIterator for MaxLen<I>
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
        self.base.with_producer(MaxLenCallback {
            callback,
            max: self.max,
        })
    }
}

struct MaxLenCallback<CB> {
    callback: CB,
    max: usize,
}

impl<T, CB> ProducerCallback<T> for MaxLenCallback<CB>
where
    CB: ProducerCallback<T>,
{
    type Output = CB::Output;

    #[inline]
    fn callback<P>(self, base: P) -> CB::Output
    where
        P: Producer<Item = T>,
    {
        self.callback.callback(MaxLenProducer {
            base,
            max: self.max,
        })
    }
}

struct MaxLenProducer<P> {
    base: P,
    max: usize,
}

impl<P: Producer> Producer for MaxLenProducer<P> {
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
        self.base.min_len()
    }

    #[inline]
    fn max_len(&self) -> usize {
        self.base.max_len().min(self.max)
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        let (left, right) = self.base.split_at(index);
        (
            MaxLenProducer {
                base: left,
                max: self.max,
            },
            MaxLenProducer {
                base: right,
                max: self.max,
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
