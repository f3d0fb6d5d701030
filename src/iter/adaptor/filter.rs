//! `filter`: lets through the items that a predicate likes. The number of items is unknown afterwards.

use super::closing::Never;
use super::sieve::{sieve, sieve_over, walk_sieve};
use crate::iter::ParallelIterator;
use crate::plumbing::{Buffer, Folder, Shape, UnindexedConsumer};
use std::fmt;

/// An iterator over the items that a predicate likes; see [`filter`](ParallelIterator::filter).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let odd: tine::iter::Filter<_, _> = (0..6).into_par_iter().filter(|n| n % 2 == 1);
/// assert_eq!(odd.collect::<Vec<_>>(), [1, 3, 5]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Clone)]
pub struct Filter<I, P> {
    pub(in crate::iter) base: I,
    pub(in crate::iter) filter_op: P,
}

impl<I: fmt::Debug, P> fmt::Debug for Filter<I, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Filter")
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}

impl<I, P> ParallelIterator for Filter<I, P>
where
    I: ParallelIterator,
    P: Fn(&I::Item) -> bool + Sync + Send,
{
    type Item = I::Item;
    const HAS_LEN: Option<bool> = Some(false);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        let filter_op = self.filter_op;
        sieve(
            self.base,
            consumer,
            move |item| if filter_op(&item) { Some(item) } else { None },
            &Never,
        )
    }

    const LEFT_OF: Option<Shape> = I::LEFT_OF;

    unsafe fn drive_over<C, M>(self, make: M) -> (C::Result, Buffer)
    where
        C: UnindexedConsumer<Self::Item>,
        M: FnOnce(&Buffer) -> C,
    {
        let filter_op = self.filter_op;
        let pass = move |item| if filter_op(&item) { Some(item) } else { None };
        // SAFETY: (1) and (2) handed on.
        unsafe { sieve_over(self.base, make, pass, &Never) }
    }

    #[inline]
    fn count_most(&self) -> Option<usize> {
        self.base.count_most()
    }

    #[inline]
    fn is_brief(&self, most: usize) -> bool {
        self.base.is_brief(most)
    }

    fn walk_brief<W>(self, folder: W) -> W
    where
        W: Folder<Self::Item>,
    {
        let filter_op = self.filter_op;
        let pass = move |item| if filter_op(&item) { Some(item) } else { None };
        walk_sieve(self.base, folder, pass)
    }
}
