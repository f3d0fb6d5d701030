//! The parts of a slice between separators, or each with its separator at its end.

use crate::iter::ParallelIterator;
use crate::plumbing::{UnindexedConsumer, stream_supply};
use crate::source::parts::{PartsProducer, Seams};
use std::fmt;
use std::ops::Range;

/// The rule by which separators are found; what becomes of them is `KEPT`.
struct Separators<'p, P, const KEPT: bool>(&'p P);

impl<T, P, const KEPT: bool> Seams<[T]> for Separators<'_, P, KEPT>
where
    P: Fn(&T) -> bool + Sync,
{
    const KEPT: bool = KEPT;
    const EMPTY_END: bool = !KEPT;

    fn first(&self, slice: &[T], range: Range<usize>) -> Option<Range<usize>> {
        let end = range.end.min(slice.len());
        let found = slice[range.start..end].iter().position(self.0)?;
        let place = range.start + found;
        Some(place..place + 1)
    }

    fn last(&self, slice: &[T], range: Range<usize>) -> Option<Range<usize>> {
        let place = range.start + slice[range].iter().rposition(self.0)?;
        Some(place..place + 1)
    }
}

/// A parallel iterator over the parts of a slice between separators; see
/// [`par_split`](super::ParallelSlice::par_split).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let parts: tine::slice::Split<'_, i32, _> = [1, 0, 3].par_split(|n| *n == 0);
/// assert_eq!(parts.count(), 2);
/// ```
pub struct Split<'data, T, P> {
    slice: &'data [T],
    separator: P,
}

impl<'data, T, P> Split<'data, T, P> {
    pub(super) fn new(slice: &'data [T], separator: P) -> Self {
        Split { slice, separator }
    }
}

impl<T, P: Clone> Clone for Split<'_, T, P> {
    fn clone(&self) -> Self {
        Split {
            slice: self.slice,
            separator: self.separator.clone(),
        }
    }
}

impl<T: fmt::Debug, P> fmt::Debug for Split<'_, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Split")
            .field("slice", &self.slice)
            .finish_non_exhaustive()
    }
}

impl<'data, T, P> ParallelIterator for Split<'data, T, P>
where
    T: Sync,
    P: Fn(&T) -> bool + Sync + Send,
{
    type Item = &'data [T];
    const HAS_LEN: Option<bool> = Some(false);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        let seams = Separators::<P, false>(&self.separator);
        stream_supply(PartsProducer::new(self.slice, &seams), consumer)
    }
}

/// A parallel iterator over the exclusive parts of a slice between separators; see
/// [`par_split_mut`](super::ParallelSliceMut::par_split_mut).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut v = [1, 0, 3];
/// let parts: tine::slice::SplitMut<'_, i32, _> = v.par_split_mut(|n| *n == 0);
/// assert_eq!(parts.count(), 2);
/// ```
pub struct SplitMut<'data, T, P> {
    slice: &'data mut [T],
    separator: P,
}

impl<'data, T, P> SplitMut<'data, T, P> {
    pub(super) fn new(slice: &'data mut [T], separator: P) -> Self {
        SplitMut { slice, separator }
    }
}

impl<T: fmt::Debug, P> fmt::Debug for SplitMut<'_, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SplitMut")
            .field("slice", &self.slice)
            .finish_non_exhaustive()
    }
}

impl<'data, T, P> ParallelIterator for SplitMut<'data, T, P>
where
    T: Send,
    P: Fn(&T) -> bool + Sync + Send,
{
    type Item = &'data mut [T];
    const HAS_LEN: Option<bool> = Some(false);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        let seams = Separators::<P, false>(&self.separator);
        stream_supply(PartsProducer::new(self.slice, &seams), consumer)
    }
}

/// A parallel iterator over the parts of a slice that end with their separators; see
/// [`par_split_inclusive`](super::ParallelSlice::par_split_inclusive).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let parts: tine::slice::SplitInclusive<'_, i32, _> = [1, 0, 3].par_split_inclusive(|n| *n == 0);
/// assert_eq!(parts.count(), 2);
/// ```
pub struct SplitInclusive<'data, T, P> {
    slice: &'data [T],
    separator: P,
}

impl<'data, T, P> SplitInclusive<'data, T, P> {
    pub(super) fn new(slice: &'data [T], separator: P) -> Self {
        SplitInclusive { slice, separator }
    }
}

impl<T, P: Clone> Clone for SplitInclusive<'_, T, P> {
    fn clone(&self) -> Self {
        SplitInclusive {
            slice: self.slice,
            separator: self.separator.clone(),
        }
    }
}

impl<T: fmt::Debug, P> fmt::Debug for SplitInclusive<'_, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SplitInclusive")
            .field("slice", &self.slice)
            .finish_non_exhaustive()
    }
}

impl<'data, T, P> ParallelIterator for SplitInclusive<'data, T, P>
where
    T: Sync,
    P: Fn(&T) -> bool + Sync + Send,
{
    type Item = &'data [T];
    const HAS_LEN: Option<bool> = Some(false);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        let seams = Separators::<P, true>(&self.separator);
        stream_supply(PartsProducer::new(self.slice, &seams), consumer)
    }
}

/// A parallel iterator over the exclusive parts of a slice that end with their separators; see
/// [`par_split_inclusive_mut`](super::ParallelSliceMut::par_split_inclusive_mut).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut v = [1, 0, 3];
/// let parts: tine::slice::SplitInclusiveMut<'_, i32, _> = v.par_split_inclusive_mut(|n| *n == 0);
/// assert_eq!(parts.count(), 2);
/// ```
pub struct SplitInclusiveMut<'data, T, P> {
    slice: &'data mut [T],
    separator: P,
}

impl<'data, T, P> SplitInclusiveMut<'data, T, P> {
    pub(super) fn new(slice: &'data mut [T], separator: P) -> Self {
        SplitInclusiveMut { slice, separator }
    }
}

impl<T: fmt::Debug, P> fmt::Debug for SplitInclusiveMut<'_, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SplitInclusiveMut")
            .field("slice", &self.slice)
            .finish_non_exhaustive()
    }
}

impl<'data, T, P> ParallelIterator for SplitInclusiveMut<'data, T, P>
where
    T: Send,
    P: Fn(&T) -> bool + Sync + Send,
{
    type Item = &'data mut [T];
    const HAS_LEN: Option<bool> = Some(false);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        let seams = Separators::<P, true>(&self.separator);
        stream_supply(PartsProducer::new(self.slice, &seams), consumer)
    }
}
