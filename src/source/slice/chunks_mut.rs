//! Pieces of equal length of an exclusive slice, the last one shorter.

use crate::iter::{IndexedParallelIterator, ParallelIterator, bridge, stream};
use crate::plumbing::{Consumer, Producer, ProducerCallback, UnindexedConsumer};

/// A parallel iterator over exclusive pieces of a slice; see [`par_chunks`](super::ParallelSliceMut::par_chunks_mut).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut v = [1, 2, 3];
/// let chunks: tine::slice::ChunksMut<'_, i32> = v.par_chunks_mut(2);
/// assert_eq!(chunks.len(), 2);
/// ```
#[derive(Debug)]
pub struct ChunksMut<'data, T: Send> {
    slice: &'data mut [T],
    /// Not 0.
    chunk_size: usize,
}

impl<'data, T: Send> ChunksMut<'data, T> {
    pub(super) fn new(slice: &'data mut [T], chunk_size: usize) -> Self {
        ChunksMut { slice, chunk_size }
    }
}

impl<'data, T: Send + 'data> ParallelIterator for ChunksMut<'data, T> {
    type Item = &'data mut [T];

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

impl<'data, T: Send + 'data> IndexedParallelIterator for ChunksMut<'data, T> {
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
        callback.callback(ChunksMutProducer {
            slice: self.slice,
            chunk_size: self.chunk_size,
        })
    }
}

struct ChunksMutProducer<'data, T> {
    slice: &'data mut [T],
    chunk_size: usize,
}

impl<'data, T: Send> Producer for ChunksMutProducer<'data, T> {
    type Item = &'data mut [T];
    type IntoIter = std::slice::ChunksMut<'data, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.slice.chunks_mut(self.chunk_size)
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        // Past the last whole chunk, the product may be too long for the slice, or for a number.
        let mid = index.saturating_mul(self.chunk_size).min(self.slice.len());
        let (left, right) = self.slice.split_at_mut(mid);
        let chunk_size = self.chunk_size;
        (
            ChunksMutProducer {
                slice: left,
                chunk_size,
            },
            ChunksMutProducer {
                slice: right,
                chunk_size,
            },
        )
    }
}
