//! Pieces of equal length of a slice, counted from its front or from its back: the one iterator behind all the kinds of chunks.

use crate::iter::{IndexedParallelIterator, ParallelIterator, stream};
use crate::plumbing::{Producer, ProducerCallback, UnindexedConsumer};
use crate::source::sequence::Sequence;
use std::marker::PhantomData;
use std::slice;

/// Where the pieces begin, and std's iterator over them.
pub(super) trait Kind<S>: Send {
    /// Whether the first piece is the last of the slice.
    const FROM_BACK: bool;

    /// The sequential iterator.
    type Iter: DoubleEndedIterator<Item = S> + ExactSizeIterator;

    /// Walks `slice`.
    fn iter(slice: S, size: usize) -> Self::Iter;
}

/// An iterator over pieces of `size` items; only the one that comes last may be shorter.
#[derive(Debug, Clone)]
pub(super) struct Pieces<S, K> {
    /// For the exact kinds, a whole number of pieces.
    slice: S,
    /// Not 0.
    size: usize,
    kind: PhantomData<K>,
}

impl<S, K> Pieces<S, K> {
    pub(super) fn new(slice: S, size: usize) -> Self {
        Pieces {
            slice,
            size,
            kind: PhantomData,
        }
    }
}

impl<S: Sequence, K: Kind<S>> ParallelIterator for Pieces<S, K> {
    type Item = S;
    const HAS_LEN: Option<bool> = Some(true);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<S>,
    {
        stream(self, consumer)
    }

    #[inline]
    fn opt_len(&self) -> Option<usize> {
        Some(self.len())
    }
}

impl<S: Sequence, K: Kind<S>> IndexedParallelIterator for Pieces<S, K> {
    #[inline]
    fn len(&self) -> usize {
        self.slice.len().div_ceil(self.size)
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<S>,
    {
        callback.callback(PiecesProducer(self))
    }
}

struct PiecesProducer<S, K>(Pieces<S, K>);

impl<S: Sequence, K: Kind<S>> Producer for PiecesProducer<S, K> {
    type Item = S;
    type IntoIter = K::Iter;
    const EXACT: bool = true;

    #[inline]
    fn into_iter(self) -> K::Iter {
        K::iter(self.0.slice, self.0.size)
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        let Pieces { slice, size, .. } = self.0;
        // Past the last whole piece, the product may be too long for the slice, or for a number.
        let taken = index.saturating_mul(size).min(slice.len());
        let (first, rest) = if K::FROM_BACK {
            let mid = slice.len() - taken;
            let (rest, first) = slice.split_at(mid);
            (first, rest)
        } else {
            slice.split_at(taken)
        };
        (
            PiecesProducer(Pieces::new(first, size)),
            PiecesProducer(Pieces::new(rest, size)),
        )
    }
}

/// From the front; the last piece may be shorter.
#[derive(Debug, Clone)]
pub(super) struct Front;

/// From the front, whole pieces only.
#[derive(Debug, Clone)]
pub(super) struct FrontExact;

/// From the back; the piece at the front may be shorter.
#[derive(Debug, Clone)]
pub(super) struct Back;

/// From the back, whole pieces only.
#[derive(Debug, Clone)]
pub(super) struct BackExact;

/// Kinds with std's iterators for shared and for exclusive slices, and the methods that make them.
macro_rules! kinds {
    ($($kind:ident from_back $back:literal: $shared:ident $iter:ident, $exclusive:ident $iter_mut:ident;)*) => {$(
        impl<'data, T: Sync> Kind<&'data [T]> for $kind {
            const FROM_BACK: bool = $back;
            type Iter = slice::$shared<'data, T>;

            fn iter(slice: &'data [T], size: usize) -> Self::Iter {
                slice.$iter(size)
            }
        }

        impl<'data, T: Send> Kind<&'data mut [T]> for $kind {
            const FROM_BACK: bool = $back;
            type Iter = slice::$exclusive<'data, T>;

            fn iter(slice: &'data mut [T], size: usize) -> Self::Iter {
                slice.$iter_mut(size)
            }
        }
    )*};
}

kinds! {
    Front from_back false: Chunks chunks, ChunksMut chunks_mut;
    FrontExact from_back false: ChunksExact chunks_exact, ChunksExactMut chunks_exact_mut;
    Back from_back true: RChunks rchunks, RChunksMut rchunks_mut;
    BackExact from_back true: RChunksExact rchunks_exact, RChunksExactMut rchunks_exact_mut;
}
