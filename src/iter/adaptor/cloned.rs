//! `cloned`: clones each item, which is a reference; a `map` with a name.

use crate::iter::{IndexedParallelIterator, ParallelIterator};
use crate::plumbing::{Consumer, Folder, ProducerCallback, UnindexedConsumer};

/// An iterator over clones of the items; see [`cloned`](ParallelIterator::cloned).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let owned: tine::iter::Cloned<_> = [1, 2].par_iter().cloned();
/// assert_eq!(owned.sum::<i32>(), 3);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct Cloned<I> {
    pub(in crate::iter) base: I,
}

impl<'a, T, I> ParallelIterator for Cloned<I>
where
    I: ParallelIterator<Item = &'a T>,
    T: 'a + Clone + Send + Sync,
{
    type Item = T;
    const HAS_LEN: Option<bool> = I::HAS_LEN;

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        self.base.map(|item| item.clone()).drive_unindexed(consumer)
    }

    #[inline]
    fn opt_len(&self) -> Option<usize> {
        self.base.opt_len()
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
        self.base.map(|item| item.clone()).walk_brief(folder)
    }
}

impl<'a, T, I> IndexedParallelIterator for Cloned<I>
where
    I: IndexedParallelIterator<Item = &'a T>,
    T: 'a + Clone + Send + Sync,
{
    #[inline]
    fn len(&self) -> usize {
        self.base.len()
    }

    #[inline]
    fn drive<C>(self, consumer: C) -> C::Result
    where
        C: Consumer<Self::Item>,
    {
        self.base.map(|item| item.clone()).drive(consumer)
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        self.base.map(|item| item.clone()).with_producer(callback)
    }
}
