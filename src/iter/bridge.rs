//! `bridge`: gets the producer out of an indexed iterator and drives a consumer with it. It belongs to the plumbing's public
//! names, but needs the iterator trait, so it lives a room higher.

use super::indexed::IndexedParallelIterator;
use crate::plumbing::{
    Consumer, Folder, Producer, ProducerCallback, UnindexedConsumer, bridge_producer_consumer,
    fixed_producer, stream_producer,
};

/// Runs `consumer` over the items of an indexed iterator, by way of its producer.
///
/// This is what `drive` does, unless an iterator has its own.
///
/// # Panics
///
/// Passes on what the iterator or the consumer panics with.
///
/// # Examples
///
/// ```
/// use tine::iter::plumbing::{Consumer, ProducerCallback, UnindexedConsumer, bridge};
/// use tine::prelude::*;
///
/// /// The numbers below `n`, counted down.
/// struct Countdown(usize);
///
/// impl ParallelIterator for Countdown {
///     type Item = usize;
///     fn drive_unindexed<C: UnindexedConsumer<usize>>(self, consumer: C) -> C::Result {
///         bridge(self, consumer)
///     }
///     fn opt_len(&self) -> Option<usize> {
///         Some(self.0)
///     }
/// }
///
/// impl IndexedParallelIterator for Countdown {
///     fn len(&self) -> usize {
///         self.0
///     }
///     fn drive<C: Consumer<usize>>(self, consumer: C) -> C::Result {
///         bridge(self, consumer)
///     }
///     fn with_producer<CB: ProducerCallback<usize>>(self, callback: CB) -> CB::Output {
///         (0..self.0).into_par_iter().rev().with_producer(callback)
///     }
/// }
///
/// assert_eq!(Countdown(4).collect::<Vec<_>>(), [3, 2, 1, 0]);
/// ```
pub fn bridge<I, C>(par_iter: I, consumer: C) -> C::Result
where
    I: IndexedParallelIterator,
    C: Consumer<I::Item>,
{
    let len = par_iter.len();
    par_iter.with_producer(BridgeCallback { len, consumer })
}

struct BridgeCallback<C> {
    len: usize,
    consumer: C,
}

impl<T, C: Consumer<T>> ProducerCallback<T> for BridgeCallback<C> {
    type Output = C::Result;

    #[inline]
    fn callback<P>(self, producer: P) -> C::Result
    where
        P: Producer<Item = T>,
    {
        bridge_producer_consumer(self.len, producer, self.consumer)
    }
}

/// As [`bridge`], for consumers that split anywhere: they get a folder per steal, not per block.
/// This is what `drive_unindexed` of indexed iterators does.
#[inline]
pub(crate) fn stream<I, C>(par_iter: I, consumer: C) -> C::Result
where
    I: IndexedParallelIterator,
    C: UnindexedConsumer<I::Item>,
{
    let len = par_iter.len();
    par_iter.with_producer(StreamCallback { len, consumer })
}

/// Lets `folder` take all items where the call is made. This is what `walk_brief` of indexed iterators does.
pub(crate) fn walk<I, F>(par_iter: I, folder: F) -> F
where
    I: IndexedParallelIterator,
    F: Folder<I::Item>,
{
    par_iter.with_producer(WalkCallback { folder })
}

/// How an indexed iterator is walked: by way of its producer.
macro_rules! walked_by_index {
    () => {
        #[inline]
        fn is_brief(&self, most: usize) -> bool {
            $crate::iter::IndexedParallelIterator::len(self) <= most
        }

        #[inline]
        fn walk_brief<W>(self, folder: W) -> W
        where
            W: $crate::plumbing::Folder<Self::Item>,
        {
            $crate::iter::walk(self, folder)
        }
    };
}

pub(crate) use walked_by_index;

struct WalkCallback<F> {
    folder: F,
}

impl<T, F: Folder<T>> ProducerCallback<T> for WalkCallback<F> {
    type Output = F;

    #[inline]
    fn callback<P>(self, producer: P) -> F
    where
        P: Producer<Item = T>,
    {
        producer.fold_with(self.folder)
    }
}

struct StreamCallback<C> {
    len: usize,
    consumer: C,
}

impl<T, C: UnindexedConsumer<T>> ProducerCallback<T> for StreamCallback<C> {
    type Output = C::Result;

    #[inline]
    fn callback<P>(self, producer: P) -> C::Result
    where
        P: Producer<Item = T>,
    {
        stream_producer(self.len, producer, self.consumer)
    }
}

/// As [`bridge`], with a shape that depends on the length alone.
pub(crate) fn fixed<I, C>(par_iter: I, consumer: C) -> C::Result
where
    I: IndexedParallelIterator,
    C: Consumer<I::Item>,
{
    let len = par_iter.len();
    par_iter.with_producer(FixedCallback { len, consumer })
}

struct FixedCallback<C> {
    len: usize,
    consumer: C,
}

impl<T, C: Consumer<T>> ProducerCallback<T> for FixedCallback<C> {
    type Output = C::Result;

    #[inline]
    fn callback<P>(self, producer: P) -> C::Result
    where
        P: Producer<Item = T>,
    {
        fixed_producer(self.len, producer, self.consumer)
    }
}
