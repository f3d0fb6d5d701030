//! `take_any_while`: items until some thread meets one that a predicate does not like.

use super::sieve::sieve;
use crate::iter::ParallelIterator;
use crate::iter::signal::Flag;
use crate::plumbing::UnindexedConsumer;
use std::fmt;

/// An iterator over the items that come up before the first failure of a predicate; see
/// [`take_any_while`](ParallelIterator::take_any_while).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let small: tine::iter::TakeAnyWhile<_, _> = (0..100).into_par_iter().take_any_while(|&n| n < 50);
/// assert!(small.all(|n| n < 50));
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Clone)]
pub struct TakeAnyWhile<I, P> {
    pub(in crate::iter) base: I,
    pub(in crate::iter) predicate: P,
}

impl<I: fmt::Debug, P> fmt::Debug for TakeAnyWhile<I, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TakeAnyWhile")
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}

impl<I, P> ParallelIterator for TakeAnyWhile<I, P>
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
        let (over, predicate) = (Flag::new(), self.predicate);
        sieve(
            self.base,
            consumer,
            |item| {
                if predicate(&item) {
                    return Some(item);
                }
                over.raise();
                None
            },
            &over,
        )
    }

    #[inline]
    fn count_most(&self) -> Option<usize> {
        self.base.count_most()
    }
}
