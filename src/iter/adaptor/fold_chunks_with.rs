//! `fold_chunks_with`: every so many items folded into one, beginning with a clone of a value.

use super::chunk_producer::ChunkProducer;
use crate::iter::{IndexedParallelIterator, ParallelIterator, stream};
use crate::plumbing::{Producer, ProducerCallback, UnindexedConsumer, feed_all};
use std::fmt;

/// An iterator over fixed numbers of items folded together; see
/// [`fold_chunks_with`](IndexedParallelIterator::fold_chunks_with).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let sums: tine::iter::FoldChunksWith<_, _, _> = (0..5).into_par_iter().fold_chunks_with(2, 0, |a, b| a + b);
/// assert_eq!(sums.collect::<Vec<i32>>(), [1, 5, 4]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Clone)]
pub struct FoldChunksWith<I, T, F> {
    pub(in crate::iter) base: I,
    /// Not 0.
    pub(in crate::iter) chunk_size: usize,
    pub(in crate::iter) init: T,
    pub(in crate::iter) fold_op: F,
}

impl<I: fmt::Debug, T: fmt::Debug, F> fmt::Debug for FoldChunksWith<I, T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FoldChunksWith")
            .field("base", &self.base)
            .field("chunk_size", &self.chunk_size)
            .field("init", &self.init)
            .finish_non_exhaustive()
    }
}

impl<I, T, F> ParallelIterator for FoldChunksWith<I, T, F>
where
    I: IndexedParallelIterator,
    T: Send + Clone,
    F: Fn(T, I::Item) -> T + Send + Sync,
{
    type Item = T;
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

impl<I, T, F> IndexedParallelIterator for FoldChunksWith<I, T, F>
where
    I: IndexedParallelIterator,
    T: Send + Clone,
    F: Fn(T, I::Item) -> T + Send + Sync,
{
    #[inline]
    fn len(&self) -> usize {
        self.base.len().div_ceil(self.chunk_size)
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        let len = self.base.len();
        self.base.with_producer(FoldChunksWithCallback {
            callback,
            len,
            chunk_size: self.chunk_size,
            init: self.init,
            fold_op: self.fold_op,
        })
    }
}

struct FoldChunksWithCallback<CB, T, F> {
    callback: CB,
    len: usize,
    chunk_size: usize,
    init: T,
    fold_op: F,
}

impl<U, CB, T, F> ProducerCallback<U> for FoldChunksWithCallback<CB, T, F>
where
    CB: ProducerCallback<T>,
    T: Send + Clone,
    F: Fn(T, U) -> T + Send + Sync,
{
    type Output = CB::Output;

    #[inline]
    fn callback<P>(self, base: P) -> CB::Output
    where
        P: Producer<Item = U>,
    {
        let (init, fold_op) = (self.init, &self.fold_op);
        let make = move |chunk: P| feed_all(init.clone(), chunk.into_iter(), fold_op);
        self.callback
            .callback(ChunkProducer::new(base, self.len, self.chunk_size, make))
    }
}
