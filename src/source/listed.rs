//! What is iterated over by one thread, from one end to the other, until it is known whether it is worth to list the items and share
//! them out.

use crate::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use crate::plumbing::{Folder, Lists, ProducerCallback, UnindexedConsumer, listed};

/// A parallel iterator over what a collection's own iterator yields.
#[derive(Debug, Clone)]
pub(super) struct Listed<I> {
    iter: I,
}

impl<I> Listed<I> {
    /// Of one of std's iterators, which have as many items as they say.
    pub(super) fn of(iter: I) -> Self {
        Listed { iter }
    }
}

impl<I> ParallelIterator for Listed<I>
where
    I: ExactSizeIterator + Send,
    I::Item: Send,
{
    type Item = I::Item;
    const HAS_LEN: Option<bool> = Some(true);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<I::Item>,
    {
        listed::<AsVec, _, _>(self.iter, consumer)
    }

    #[inline]
    fn opt_len(&self) -> Option<usize> {
        Some(self.iter.len())
    }

    #[inline]
    fn is_brief(&self, most: usize) -> bool {
        self.iter.len() <= most
    }

    #[inline]
    fn walk_brief<W>(self, folder: W) -> W
    where
        W: Folder<I::Item>,
    {
        folder.consume_iter(self.iter)
    }
}

/// Shares a list out as a vector.
struct AsVec;

impl<T: Send> Lists<T> for AsVec {
    fn share<CB: ProducerCallback<T>>(items: Vec<T>, callback: CB) -> CB::Output {
        items.into_par_iter().with_producer(callback)
    }
}

/// An iterator that may change threads if its items may, where std asks for more.
#[derive(Debug)]
pub(super) struct Sent<I>(I);

impl<I> Sent<I> {
    /// Of one of std's iterators.
    ///
    /// # Safety
    ///
    /// 1. It does nothing with what its items lie in but to find them.
    pub(super) unsafe fn new(iter: I) -> Self {
        Sent(iter)
    }
}

// SAFETY: by obligation (1) of `new` an iterator is as good as the items that it has still to yield, which may be sent.
unsafe impl<I: Iterator> Send for Sent<I> where I::Item: Send {}

impl<I: Iterator> Iterator for Sent<I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        self.0.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }

    #[inline]
    fn fold<S, F>(self, init: S, f: F) -> S
    where
        F: FnMut(S, I::Item) -> S,
    {
        self.0.fold(init, f)
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for Sent<I> {}
