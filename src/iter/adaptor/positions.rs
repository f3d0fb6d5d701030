//! `positions`: where the items are that a predicate likes.

use super::closing::Never;
use super::sieve::sieve;
use crate::iter::{IndexedParallelIterator, ParallelIterator};
use crate::plumbing::UnindexedConsumer;
use std::fmt;

/// An iterator over the positions of the items that a predicate likes; see
/// [`positions`](IndexedParallelIterator::positions).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let odd: tine::iter::Positions<_, _> = [5, 6, 7].par_iter().positions(|n| n % 2 == 1);
/// assert_eq!(odd.collect::<Vec<_>>(), [0, 2]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Clone)]
pub struct Positions<I, P> {
    pub(in crate::iter) base: I,
    pub(in crate::iter) predicate: P,
}

impl<I: fmt::Debug, P> fmt::Debug for Positions<I, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Positions")
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}

impl<I, P> ParallelIterator for Positions<I, P>
where
    I: IndexedParallelIterator,
    P: Fn(I::Item) -> bool + Sync + Send,
{
    type Item = usize;
    const HAS_LEN: Option<bool> = Some(false);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        let predicate = self.predicate;
        let pass = |(position, item)| {
            if predicate(item) {
                Some(position)
            } else {
                None
            }
        };
        sieve(self.base.enumerate(), consumer, pass, &Never)
    }

    #[inline]
    fn count_most(&self) -> Option<usize> {
        self.base.count_most()
    }
}
