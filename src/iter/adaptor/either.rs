//! `Either`: one of two iterators with the same items, decided at run time.

use crate::iter::{Either, IndexedParallelIterator, ParallelIterator};
use crate::plumbing::{Consumer, Folder, ProducerCallback, UnindexedConsumer};

/// Runs whichever iterator there is.
impl<L, R> ParallelIterator for Either<L, R>
where
    L: ParallelIterator,
    R: ParallelIterator<Item = L::Item>,
{
    type Item = L::Item;
    const HAS_LEN: Option<bool> = match (L::HAS_LEN, R::HAS_LEN) {
        (Some(true), Some(true)) => Some(true),
        (Some(false), Some(false)) => Some(false),
        _ => None,
    };

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<L::Item>,
    {
        match self {
            Either::Left(left) => left.drive_unindexed(consumer),
            Either::Right(right) => right.drive_unindexed(consumer),
        }
    }

    fn opt_len(&self) -> Option<usize> {
        match self {
            Either::Left(left) => left.opt_len(),
            Either::Right(right) => right.opt_len(),
        }
    }

    fn is_brief(&self, most: usize) -> bool {
        match self {
            Either::Left(left) => left.is_brief(most),
            Either::Right(right) => right.is_brief(most),
        }
    }

    fn walk_brief<W>(self, folder: W) -> W
    where
        W: Folder<L::Item>,
    {
        match self {
            Either::Left(left) => left.walk_brief(folder),
            Either::Right(right) => right.walk_brief(folder),
        }
    }
}

/// Runs whichever iterator there is.
impl<L, R> IndexedParallelIterator for Either<L, R>
where
    L: IndexedParallelIterator,
    R: IndexedParallelIterator<Item = L::Item>,
{
    fn len(&self) -> usize {
        match self {
            Either::Left(left) => left.len(),
            Either::Right(right) => right.len(),
        }
    }

    #[inline]
    fn drive<C>(self, consumer: C) -> C::Result
    where
        C: Consumer<L::Item>,
    {
        match self {
            Either::Left(left) => left.drive(consumer),
            Either::Right(right) => right.drive(consumer),
        }
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<L::Item>,
    {
        match self {
            Either::Left(left) => left.with_producer(callback),
            Either::Right(right) => right.with_producer(callback),
        }
    }
}
