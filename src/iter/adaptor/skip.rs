//! `skip`: all items but the first ones, which are computed nevertheless.

use crate::iter::terminal::for_each::ForEachConsumer;
use crate::iter::{IndexedParallelIterator, ParallelIterator, stream};
use crate::plumbing::{Producer, ProducerCallback, UnindexedConsumer, bridge_producer_consumer};

/// An iterator over all but the first items; see [`skip`](IndexedParallelIterator::skip).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let last: tine::iter::Skip<_> = [1, 2, 3].par_iter().skip(2);
/// assert_eq!(last.collect::<Vec<_>>(), [&3]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct Skip<I> {
    pub(in crate::iter) base: I,
    /// At most the length of `base`.
    pub(in crate::iter) n: usize,
}

impl<I> ParallelIterator for Skip<I>
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

impl<I> IndexedParallelIterator for Skip<I>
where
    I: IndexedParallelIterator,
{
    #[inline]
    fn len(&self) -> usize {
        self.base.len() - self.n
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        self.base.with_producer(SkipCallback {
            callback,
            n: self.n,
        })
    }
}

struct SkipCallback<CB> {
    callback: CB,
    n: usize,
}

impl<T, CB> ProducerCallback<T> for SkipCallback<CB>
where
    CB: ProducerCallback<T>,
{
    type Output = CB::Output;

    #[inline]
    fn callback<P>(self, base: P) -> CB::Output
    where
        P: Producer<Item = T>,
    {
        let (skipped, rest) = base.split_at(self.n);
        // Like a sequential `skip`, it lets what comes before have its effects.
        bridge_producer_consumer(self.n, skipped, ForEachConsumer::new(&drop));
        self.callback.callback(rest)
    }
}
