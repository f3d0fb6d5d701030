//! `filter_map`: passes each item through a closure that may make nothing of it.

use super::closing::Never;
use super::sieve::{sieve, sieve_over, walk_sieve};
use crate::iter::ParallelIterator;
use crate::plumbing::{Buffer, Folder, Shape, UnindexedConsumer};
use std::fmt;

/// An iterator over what a closure makes of the items, if it makes something; see
/// [`filter_map`](ParallelIterator::filter_map).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let parsed: tine::iter::FilterMap<_, _> = ["1", "x", "3"].par_iter().filter_map(|s| s.parse::<u32>().ok());
/// assert_eq!(parsed.collect::<Vec<_>>(), [1, 3]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Clone)]
pub struct FilterMap<I, P> {
    pub(in crate::iter) base: I,
    pub(in crate::iter) filter_op: P,
}

impl<I: fmt::Debug, P> fmt::Debug for FilterMap<I, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FilterMap")
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}

impl<I, P, R> ParallelIterator for FilterMap<I, P>
where
    I: ParallelIterator,
    P: Fn(I::Item) -> Option<R> + Sync + Send,
    R: Send,
{
    type Item = R;
    const HAS_LEN: Option<bool> = Some(false);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        sieve(self.base, consumer, self.filter_op, &Never)
    }

    const LEFT_OF: Option<Shape> = I::LEFT_OF;

    unsafe fn drive_over<C, M>(self, make: M) -> (C::Result, Buffer)
    where
        C: UnindexedConsumer<R>,
        M: FnOnce(&Buffer) -> C,
    {
        // SAFETY: (1) and (2) handed on.
        unsafe { sieve_over(self.base, make, self.filter_op, &Never) }
    }

    #[inline]
    fn count_most(&self) -> Option<usize> {
        self.base.count_most()
    }

    #[inline]
    fn is_brief(&self, most: usize) -> bool {
        self.base.is_brief(most)
    }

    #[inline]
    fn walk_brief<W>(self, folder: W) -> W
    where
        W: Folder<Self::Item>,
    {
        walk_sieve(self.base, folder, self.filter_op)
    }
}
