//! `flatten`: walks the items' own items; a `flat_map` that leaves them as they are.

use crate::iter::{IntoParallelIterator, ParallelIterator};
use crate::plumbing::UnindexedConsumer;

/// An iterator over the items of the items; see [`flatten`](ParallelIterator::flatten).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let flat: tine::iter::Flatten<_> = vec![vec![1], vec![2, 3]].into_par_iter().flatten();
/// assert_eq!(flat.collect::<Vec<_>>(), [1, 2, 3]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct Flatten<I> {
    pub(in crate::iter) base: I,
}

impl<I> ParallelIterator for Flatten<I>
where
    I: ParallelIterator<Item: IntoParallelIterator>,
{
    type Item = <I::Item as IntoParallelIterator>::Item;
    const HAS_LEN: Option<bool> = Some(false);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        self.base.flat_map(|inner| inner).drive_unindexed(consumer)
    }
}
