//! `chunks`: every so many items in a vector.

use super::chunk_producer::ChunkProducer;
use crate::iter::{IndexedParallelIterator, ParallelIterator, stream};
use crate::plumbing::{Producer, ProducerCallback, UnindexedConsumer};

/// An iterator over vectors of a fixed number of items; see [`chunks`](IndexedParallelIterator::chunks).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let chunks: tine::iter::Chunks<_> = (0..5).into_par_iter().chunks(2);
/// assert_eq!(chunks.collect::<Vec<_>>(), [vec![0, 1], vec![2, 3], vec![4]]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct Chunks<I> {
    pub(in crate::iter) base: I,
    /// Not 0.
    pub(in crate::iter) chunk_size: usize,
}

impl<I> ParallelIterator for Chunks<I>
where
    I: IndexedParallelIterator,
{
    type Item = Vec<I::Item>;
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

impl<I> IndexedParallelIterator for Chunks<I>
where
    I: IndexedParallelIterator,
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
        self.base.with_producer(ChunksCallback {
            callback,
            len,
            chunk_size: self.chunk_size,
        })
    }
}

struct ChunksCallback<CB> {
    callback: CB,
    len: usize,
    chunk_size: usize,
}

impl<U, CB> ProducerCallback<U> for ChunksCallback<CB>
where
    CB: ProducerCallback<Vec<U>>,
{
    type Output = CB::Output;

    #[inline]
    fn callback<P>(self, base: P) -> CB::Output
    where
        P: Producer<Item = U>,
    {
        let make = |chunk: P| chunk.into_iter().collect();
        self.callback
            .callback(ChunkProducer::new(base, self.len, self.chunk_size, make))
    }
}
