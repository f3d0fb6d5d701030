//! `skip_any`: all but a given number of items, whichever come first.

use super::rationed::rationed;
use crate::iter::ParallelIterator;
use crate::plumbing::UnindexedConsumer;

/// An iterator over all items but some; see [`skip_any`](ParallelIterator::skip_any).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let some: tine::iter::SkipAny<_> = (0..100).into_par_iter().skip_any(5);
/// assert_eq!(some.count(), 95);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct SkipAny<I> {
    pub(in crate::iter) base: I,
    pub(in crate::iter) count: usize,
}

impl<I> ParallelIterator for SkipAny<I>
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
        rationed::<false, _, _>(self.base, self.count, consumer)
    }

    #[inline]
    fn count_most(&self) -> Option<usize> {
        self.base.count_most()
    }
}
