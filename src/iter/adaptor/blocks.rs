//! `by_exponential_blocks` and `by_uniform_blocks`: runs of items one after another, each of them in parallel.

use crate::iter::{IndexedParallelIterator, ParallelIterator};
use crate::plumbing::{
    Folder, Producer, ProducerCallback, Reducer, UnindexedConsumer, stream_producer,
};
use tine_core::{current_num_threads, engine::in_pool};

/// An iterator that works through longer and longer runs; see
/// [`by_exponential_blocks`](IndexedParallelIterator::by_exponential_blocks).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let runs: tine::iter::ExponentialBlocks<_> = (0..1000).into_par_iter().by_exponential_blocks();
/// assert_eq!(runs.find_first(|&n| n > 100), Some(101));
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct ExponentialBlocks<I> {
    pub(in crate::iter) base: I,
}

impl<I> ParallelIterator for ExponentialBlocks<I>
where
    I: IndexedParallelIterator,
{
    type Item = I::Item;
    const HAS_LEN: Option<bool> = Some(false);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        let first = current_num_threads();
        let sizes = std::iter::successors(Some(first), |size| Some(size.saturating_mul(2)));
        let len = self.base.len();
        self.base.with_producer(BlocksCallback {
            consumer,
            sizes,
            len,
        })
    }
}

/// An iterator that works through runs of equal length; see
/// [`by_uniform_blocks`](IndexedParallelIterator::by_uniform_blocks).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let runs: tine::iter::UniformBlocks<_> = (0..1000).into_par_iter().by_uniform_blocks(64);
/// assert_eq!(runs.find_first(|&n| n > 100), Some(101));
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct UniformBlocks<I> {
    pub(in crate::iter) base: I,
    /// Not 0.
    pub(in crate::iter) block_size: usize,
}

impl<I> ParallelIterator for UniformBlocks<I>
where
    I: IndexedParallelIterator,
{
    type Item = I::Item;
    const HAS_LEN: Option<bool> = Some(false);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        let sizes = std::iter::repeat(self.block_size);
        let len = self.base.len();
        self.base.with_producer(BlocksCallback {
            consumer,
            sizes,
            len,
        })
    }
}

/// Waits for the producer, and drives it run by run.
struct BlocksCallback<C, S> {
    consumer: C,
    sizes: S,
    len: usize,
}

impl<T, C, S> ProducerCallback<T> for BlocksCallback<C, S>
where
    C: UnindexedConsumer<T>,
    S: Iterator<Item = usize> + Send,
{
    type Output = C::Result;

    #[inline]
    fn callback<P>(self, producer: P) -> C::Result
    where
        P: Producer<Item = T>,
    {
        // All runs in one visit.
        in_pool(move |_| self.run(producer))
    }
}

impl<C, S> BlocksCallback<C, S>
where
    S: Iterator<Item = usize>,
{
    fn run<P>(self, mut producer: P) -> C::Result
    where
        P: Producer,
        C: UnindexedConsumer<P::Item>,
    {
        let BlocksCallback {
            mut consumer,
            sizes,
            mut len,
        } = self;
        let mut so_far = None;
        for size in sizes {
            if len == 0 || consumer.full() {
                break;
            }
            let size = size.min(len);
            len -= size;
            let (block, rest) = producer.split_at(size);
            let (block_consumer, rest_consumer, reducer) = consumer.split_at(size);
            (producer, consumer) = (rest, rest_consumer);
            let result = stream_producer(size, block, block_consumer);
            let over = C::Reducer::SETTLES && reducer.settles(&result);
            so_far = Some(match so_far {
                Some(so_far) => reducer.reduce(so_far, result),
                None => result,
            });
            if over {
                break;
            }
        }
        so_far.unwrap_or_else(|| consumer.into_folder().complete())
    }
}
