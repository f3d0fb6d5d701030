//! `take_any`: a given number of items, whichever come first.

use super::rationed::rationed;
use crate::iter::ParallelIterator;
use crate::plumbing::UnindexedConsumer;

/// An iterator over some of the items; see [`take_any`](ParallelIterator::take_any).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let some: tine::iter::TakeAny<_> = (0..100).into_par_iter().take_any(5);
/// assert_eq!(some.count(), 5);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct TakeAny<I> {
    pub(in crate::iter) base: I,
    pub(in crate::iter) count: usize,
}

impl<I> ParallelIterator for TakeAny<I>
where
    I: ParallelIterator,
{
    type Item = I::Item;
    const HAS_LEN: Option<bool> = Some(false);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        rationed::<true, _, _>(self.base, self.count, consumer)
    }

    #[inline]
    fn count_most(&self) -> Option<usize> {
        self.base.count_most()
    }
}
