//! `flatten_iter`: walks the items' own items, each of which is sequential; a `flat_map_iter` that leaves them as they are.

use crate::iter::ParallelIterator;
use crate::plumbing::UnindexedConsumer;

/// An iterator over the items of the items; see [`flatten_iter`](ParallelIterator::flatten_iter).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let flat: tine::iter::FlattenIter<_> = vec![Some(1), None, Some(3)].into_par_iter().flatten_iter();
/// assert_eq!(flat.collect::<Vec<_>>(), [1, 3]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct FlattenIter<I> {
    pub(in crate::iter) base: I,
}

impl<I> ParallelIterator for FlattenIter<I>
where
    I: ParallelIterator<Item: IntoIterator<Item: Send>>,
{
    type Item = <I::Item as IntoIterator>::Item;
    const HAS_LEN: Option<bool> = Some(false);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        self.base
            .flat_map_iter(|inner| inner)
            .drive_unindexed(consumer)
    }
}
