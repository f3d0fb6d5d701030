//! Runs of neighbours that belong together.

use crate::iter::ParallelIterator;
use crate::plumbing::{Folder, UnindexedConsumer, stream_supply};
use crate::source::parts::{PartsProducer, Seams};
use crate::source::sequence::Sequence;
use std::fmt;
use std::ops::Range;
use std::slice::Windows;

/// Seams of no width between neighbours of which the predicate does not hold.
struct Between<'p, P>(&'p P);

impl<P> Between<'_, P> {
    /// The predicate's no on two neighbours.
    #[inline]
    fn parts<T>(&self, pair: &[T]) -> bool
    where
        P: Fn(&T, &T) -> bool,
    {
        !(self.0)(&pair[0], &pair[1])
    }
}

/// The pairs of neighbours of which the latter one is at a place in `range`, and the first of these places. None if there is no such place.
#[inline]
fn pairs<T>(slice: &[T], range: Range<usize>) -> Option<(usize, Windows<'_, T>)> {
    let first = range.start.max(1);
    let items = slice.get(first - 1..range.end.min(slice.len()))?;
    Some((first, items.windows(2)))
}

impl<T, P> Seams<[T]> for Between<'_, P>
where
    P: Fn(&T, &T) -> bool + Sync,
{
    const KEPT: bool = false;
    const EMPTY_END: bool = false;

    #[inline]
    fn first(&self, slice: &[T], range: Range<usize>) -> Option<Range<usize>> {
        let (first, mut pairs) = pairs(slice, range)?;
        let place = first + pairs.position(|pair| self.parts(pair))?;
        Some(place..place)
    }

    fn last(&self, slice: &[T], range: Range<usize>) -> Option<Range<usize>> {
        let (first, mut pairs) = pairs(slice, range)?;
        let place = first + pairs.rposition(|pair| self.parts(pair))?;
        Some(place..place)
    }

    // By a loop of its own, which takes half the time where runs are short.
    #[inline]
    fn walk<S, F>(&self, sequence: S, until: usize, folder: F) -> F
    where
        S: Sequence<Whole = [T]>,
        F: Folder<S>,
    {
        folder.consume_iter(Runs {
            rest: Some(sequence),
            until,
            pred: self.0,
        })
    }
}

/// The sequential iterator over runs.
struct Runs<'p, S, P> {
    rest: Option<S>,
    /// In `rest`, no run begins here or behind, unless it is the first.
    until: usize,
    pred: &'p P,
}

impl<T, S, P> Iterator for Runs<'_, S, P>
where
    S: Sequence<Whole = [T]>,
    P: Fn(&T, &T) -> bool,
{
    type Item = S;

    #[inline]
    fn next(&mut self) -> Option<S> {
        let rest = self.rest.take()?;
        let items = rest.whole();
        let until = self.until.min(items.len());
        let mut len = 1;
        while len < until && (self.pred)(&items[len - 1], &items[len]) {
            len += 1;
        }
        if len >= until {
            return (rest.len() > 0).then_some(rest);
        }
        let (run, rest) = rest.split_at(len);
        self.until -= len;
        self.rest = Some(rest);
        Some(run)
    }
}

/// A parallel iterator over the runs of a slice in which neighbours belong together; see
/// [`par_chunk_by`](super::ParallelSlice::par_chunk_by).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let runs: tine::slice::ChunkBy<'_, i32, _> = [1, 1, 3].par_chunk_by(|a, b| a == b);
/// assert_eq!(runs.count(), 2);
/// ```
pub struct ChunkBy<'data, T, P> {
    slice: &'data [T],
    pred: P,
}

impl<'data, T, P> ChunkBy<'data, T, P> {
    pub(super) fn new(slice: &'data [T], pred: P) -> Self {
        ChunkBy { slice, pred }
    }
}

impl<T, P: Clone> Clone for ChunkBy<'_, T, P> {
    fn clone(&self) -> Self {
        ChunkBy {
            slice: self.slice,
            pred: self.pred.clone(),
        }
    }
}

impl<T: fmt::Debug, P> fmt::Debug for ChunkBy<'_, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChunkBy")
            .field("slice", &self.slice)
            .finish_non_exhaustive()
    }
}

impl<'data, T, P> ParallelIterator for ChunkBy<'data, T, P>
where
    T: Sync,
    P: Fn(&T, &T) -> bool + Send + Sync,
{
    type Item = &'data [T];
    const HAS_LEN: Option<bool> = Some(false);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        stream_supply(
            PartsProducer::new(self.slice, &Between(&self.pred)),
            consumer,
        )
    }
}

/// A parallel iterator over the exclusive runs of a slice in which neighbours belong together; see
/// [`par_chunk_by_mut`](super::ParallelSliceMut::par_chunk_by_mut).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut v = [1, 1, 3];
/// let runs: tine::slice::ChunkByMut<'_, i32, _> = v.par_chunk_by_mut(|a, b| a == b);
/// assert_eq!(runs.count(), 2);
/// ```
pub struct ChunkByMut<'data, T, P> {
    slice: &'data mut [T],
    pred: P,
}

impl<'data, T, P> ChunkByMut<'data, T, P> {
    pub(super) fn new(slice: &'data mut [T], pred: P) -> Self {
        ChunkByMut { slice, pred }
    }
}

impl<T: fmt::Debug, P> fmt::Debug for ChunkByMut<'_, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChunkByMut")
            .field("slice", &self.slice)
            .finish_non_exhaustive()
    }
}

impl<'data, T, P> ParallelIterator for ChunkByMut<'data, T, P>
where
    T: Send,
    P: Fn(&T, &T) -> bool + Send + Sync,
{
    type Item = &'data mut [T];
    const HAS_LEN: Option<bool> = Some(false);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        stream_supply(
            PartsProducer::new(self.slice, &Between(&self.pred)),
            consumer,
        )
    }
}
