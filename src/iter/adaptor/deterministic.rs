//! `deterministic`: blocks and reductions in a shape that depends on the number of items alone.

use crate::iter::{IndexedParallelIterator, ParallelIterator, fixed};
use crate::plumbing::UnindexedConsumer;

/// An iterator whose results depend on its items alone; see
/// [`deterministic`](IndexedParallelIterator::deterministic).
///
/// It is not indexed itself: what splits by index could not keep to the shape.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let same: tine::iter::Deterministic<_> = (0..1000).into_par_iter().deterministic();
/// let blocks: Vec<i32> = same.fold(|| 0, |count, _| count + 1).collect();
/// assert!(blocks[..142].iter().all(|&count| count == 7));
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct Deterministic<I> {
    pub(in crate::iter) base: I,
}

impl<I> ParallelIterator for Deterministic<I>
where
    I: IndexedParallelIterator,
{
    type Item = I::Item;
    const HAS_LEN: Option<bool> = Some(true);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        fixed(self.base, consumer)
    }

    #[inline]
    fn opt_len(&self) -> Option<usize> {
        Some(self.base.len())
    }
}
