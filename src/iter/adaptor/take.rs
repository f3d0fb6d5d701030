//! `take`: the first items.

use crate::iter::{IndexedParallelIterator, ParallelIterator, stream};
use crate::plumbing::{Producer, ProducerCallback, UnindexedConsumer};

/// An iterator over the first items; see [`take`](IndexedParallelIterator::take).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let first: tine::iter::Take<_> = [1, 2, 3].par_iter().take(2);
/// assert_eq!(first.collect::<Vec<_>>(), [&1, &2]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct Take<I> {
    pub(in crate::iter) base: I,
    /// At most the length of `base`.
    pub(in crate::iter) n: usize,
}

impl<I> ParallelIterator for Take<I>
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

impl<I> IndexedParallelIterator for Take<I>
where
    I: IndexedParallelIterator,
{
    #[inline]
    fn len(&self) -> usize {
        self.n
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        self.base.with_producer(TakeCallback {
            callback,
            n: self.n,
        })
    }
}

struct TakeCallback<CB> {
    callback: CB,
    n: usize,
}

impl<T, CB> ProducerCallback<T> for TakeCallback<CB>
where
    CB: ProducerCallback<T>,
{
    type Output = CB::Output;

    #[inline]
    fn callback<P>(self, base: P) -> CB::Output
    where
        P: Producer<Item = T>,
    {
        let (taken, rest) = base.split_at(self.n);
        // First of all: if a panic came from here later, the compiler would leak the result that is already there.
        drop(rest);
        self.callback.callback(taken)
    }
}
