//! `zip_eq`: two iterators of the same length side by side.

use super::zip::Zip;
use crate::iter::{IndexedParallelIterator, ParallelIterator};
use crate::plumbing::{Consumer, ProducerCallback, UnindexedConsumer};

/// An iterator over pairs from two iterators of the same length; see [`zip_eq`](IndexedParallelIterator::zip_eq).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let pairs: tine::iter::ZipEq<_, _> = [1, 2].par_iter().zip_eq(['a', 'b'].par_iter());
/// assert_eq!(pairs.collect::<Vec<_>>(), [(&1, &'a'), (&2, &'b')]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct ZipEq<A, B> {
    zip: Zip<A, B>,
}

impl<A, B> ZipEq<A, B>
where
    A: IndexedParallelIterator,
    B: IndexedParallelIterator,
{
    #[track_caller]
    pub(in crate::iter) fn new(a: A, b: B) -> Self {
        assert_eq!(a.len(), b.len(), "iterators must have the same length");
        ZipEq {
            zip: Zip::new(a, b),
        }
    }
}

impl<A, B> ParallelIterator for ZipEq<A, B>
where
    A: IndexedParallelIterator,
    B: IndexedParallelIterator,
{
    type Item = (A::Item, B::Item);
    const HAS_LEN: Option<bool> = Some(true);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        self.zip.drive_unindexed(consumer)
    }

    #[inline]
    fn opt_len(&self) -> Option<usize> {
        Some(self.len())
    }
}

impl<A, B> IndexedParallelIterator for ZipEq<A, B>
where
    A: IndexedParallelIterator,
    B: IndexedParallelIterator,
{
    #[inline]
    fn len(&self) -> usize {
        self.zip.len()
    }

    #[inline]
    fn drive<C>(self, consumer: C) -> C::Result
    where
        C: Consumer<Self::Item>,
    {
        self.zip.drive(consumer)
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        self.zip.with_producer(callback)
    }
}
