//! `inspect`: shows each item to a closure in passing; a `map` with a name.

use crate::iter::{IndexedParallelIterator, ParallelIterator};
use crate::plumbing::{Consumer, ProducerCallback, UnindexedConsumer};
use std::fmt;

/// An iterator that shows each item to a closure; see [`inspect`](ParallelIterator::inspect).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let watched: tine::iter::Inspect<_, _> = [1, 2].par_iter().inspect(|n| assert!(**n > 0));
/// assert_eq!(watched.count(), 2);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Clone)]
pub struct Inspect<I, F> {
    pub(in crate::iter) base: I,
    pub(in crate::iter) inspect_op: F,
}

impl<I: fmt::Debug, F> fmt::Debug for Inspect<I, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inspect")
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}

impl<I, F> ParallelIterator for Inspect<I, F>
where
    I: ParallelIterator,
    F: Fn(&I::Item) + Sync + Send,
{
    type Item = I::Item;
    const HAS_LEN: Option<bool> = I::HAS_LEN;

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        let inspect_op = self.inspect_op;
        let show = move |item| {
            inspect_op(&item);
            item
        };
        self.base.map(show).drive_unindexed(consumer)
    }

    #[inline]
    fn opt_len(&self) -> Option<usize> {
        self.base.opt_len()
    }

    #[inline]
    fn count_most(&self) -> Option<usize> {
        self.base.count_most()
    }
}

impl<I, F> IndexedParallelIterator for Inspect<I, F>
where
    I: IndexedParallelIterator,
    F: Fn(&I::Item) + Sync + Send,
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
        let inspect_op = self.inspect_op;
        let show = move |item| {
            inspect_op(&item);
            item
        };
        self.base.map(show).drive(consumer)
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        let inspect_op = self.inspect_op;
        let show = move |item| {
            inspect_op(&item);
            item
        };
        self.base.map(show).with_producer(callback)
    }
}
