//! `fold_chunks`: every so many items folded into one.

use super::chunk_producer::ChunkProducer;
use crate::iter::{IndexedParallelIterator, ParallelIterator, stream};
use crate::plumbing::{Producer, ProducerCallback, UnindexedConsumer, feed_all};
use std::fmt;

/// An iterator over fixed numbers of items folded together; see
/// [`fold_chunks`](IndexedParallelIterator::fold_chunks).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let sums: tine::iter::FoldChunks<_, _, _> = (0..5).into_par_iter().fold_chunks(2, || 0, |a, b| a + b);
/// assert_eq!(sums.collect::<Vec<i32>>(), [1, 5, 4]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Clone)]
pub struct FoldChunks<I, ID, F> {
    pub(in crate::iter) base: I,
    /// Not 0.
    pub(in crate::iter) chunk_size: usize,
    pub(in crate::iter) identity: ID,
    pub(in crate::iter) fold_op: F,
}

impl<I: fmt::Debug, ID, F> fmt::Debug for FoldChunks<I, ID, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FoldChunks")
            .field("base", &self.base)
            .field("chunk_size", &self.chunk_size)
            .finish_non_exhaustive()
    }
}

impl<I, ID, F, T> ParallelIterator for FoldChunks<I, ID, F>
where
    I: IndexedParallelIterator,
    ID: Fn() -> T + Send + Sync,
    F: Fn(T, I::Item) -> T + Send + Sync,
    T: Send,
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

impl<I, ID, F, T> IndexedParallelIterator for FoldChunks<I, ID, F>
where
    I: IndexedParallelIterator,
    ID: Fn() -> T + Send + Sync,
    F: Fn(T, I::Item) -> T + Send + Sync,
    T: Send,
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
        self.base.with_producer(FoldChunksCallback {
            callback,
            len,
            chunk_size: self.chunk_size,
            identity: self.identity,
            fold_op: self.fold_op,
        })
    }
}

struct FoldChunksCallback<CB, ID, F> {
    callback: CB,
    len: usize,
    chunk_size: usize,
    identity: ID,
    fold_op: F,
}

impl<U, CB, ID, F, T> ProducerCallback<U> for FoldChunksCallback<CB, ID, F>
where
    CB: ProducerCallback<T>,
    ID: Fn() -> T + Send + Sync,
    F: Fn(T, U) -> T + Send + Sync,
    T: Send,
{
    type Output = CB::Output;

    #[inline]
    fn callback<P>(self, base: P) -> CB::Output
    where
        P: Producer<Item = U>,
    {
        let (identity, fold_op) = (&self.identity, &self.fold_op);
        let make = |chunk: P| feed_all(identity(), chunk.into_iter(), fold_op);
        self.callback
            .callback(ChunkProducer::new(base, self.len, self.chunk_size, make))
    }
}
