//! `skip_any_while`: leaves items out until some thread meets one that a predicate does not like.

use super::closing::Never;
use super::sieve::sieve;
use crate::iter::ParallelIterator;
use crate::iter::signal::Flag;
use crate::plumbing::UnindexedConsumer;
use std::fmt;

/// An iterator over the items that come up from the first failure of a predicate on; see
/// [`skip_any_while`](ParallelIterator::skip_any_while).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let rest: tine::iter::SkipAnyWhile<_, _> = (0..100).into_par_iter().skip_any_while(|&n| n < 50);
/// assert!(rest.count() >= 50);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Clone)]
pub struct SkipAnyWhile<I, P> {
    pub(in crate::iter) base: I,
    pub(in crate::iter) predicate: P,
}

impl<I: fmt::Debug, P> fmt::Debug for SkipAnyWhile<I, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SkipAnyWhile")
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}

impl<I, P> ParallelIterator for SkipAnyWhile<I, P>
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
        let (begun, predicate) = (Flag::new(), self.predicate);
        sieve(
            self.base,
            consumer,
            |item| {
                if !begun.is_raised() {
                    if predicate(&item) {
                        return None;
                    }
                    begun.raise();
                }
                Some(item)
            },
            &Never,
        )
    }

    #[inline]
    fn count_most(&self) -> Option<usize> {
        self.base.count_most()
    }
}
