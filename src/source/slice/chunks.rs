//! Pieces of equal length of a shared slice, the last one shorter.

use crate::iter::{IndexedParallelIterator, ParallelIterator, bridge, stream};
use crate::plumbing::{Consumer, Producer, ProducerCallback, UnindexedConsumer};

/// A parallel iterator over pieces of a slice; see [`par_chunks`](super::ParallelSlice::par_chunks).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let chunks: tine::slice::Chunks<'_, i32> = [1, 2, 3].par_chunks(2);
/// assert_eq!(chunks.len(), 2);
/// ```
#[derive(Debug)]
pub struct Chunks<'data, T: Sync> {
    slice: &'data [T],
    /// Not 0.
    chunk_size: usize,
}

impl<'data, T: Sync> Chunks<'data, T> {
    pub(super) fn new(slice: &'data [T], chunk_size: usize) -> Self {
        Chunks { slice, chunk_size }
    }
}

impl<T: Sync> Clone for Chunks<'_, T> {
    fn clone(&self) -> Self {
        Chunks { ..*self }
    }
}

impl<'data, T: Sync + 'data> ParallelIterator for Chunks<'data, T> {
    type Item = &'data [T];

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        stream(self, consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.len())
    }
}

impl<'data, T: Sync + 'data> IndexedParallelIterator for Chunks<'data, T> {
    fn len(&self) -> usize {
        self.slice.len().div_ceil(self.chunk_size)
    }

    fn drive<C>(self, consumer: C) -> C::Result
    where
        C: Consumer<Self::Item>,
    {
        bridge(self, consumer)
    }

    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        callback.callback(ChunksProducer {
            slice: self.slice,
            chunk_size: self.chunk_size,
        })
    }
}

struct ChunksProducer<'data, T> {
    slice: &'data [T],
    chunk_size: usize,
}

impl<'data, T: Sync> Producer for ChunksProducer<'data, T> {
    type Item = &'data [T];
    type IntoIter = std::slice::Chunks<'data, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.slice.chunks(self.chunk_size)
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        // Past the last whole chunk, the product may be too long for the slice, or for a number.
        let mid = index.saturating_mul(self.chunk_size).min(self.slice.len());
        let (left, right) = self.slice.split_at(mid);
        (
            ChunksProducer {
                slice: left,
                ..self
            },
            ChunksProducer {
                slice: right,
                ..self
            },
        )
    }
}
