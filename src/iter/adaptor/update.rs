//! `update`: lets a closure change each item in passing; a `map` with a name.

use crate::iter::{IndexedParallelIterator, ParallelIterator};
use crate::plumbing::{Consumer, ProducerCallback, UnindexedConsumer};
use std::fmt;

/// An iterator that lets a closure change each item; see [`update`](ParallelIterator::update).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let longer: tine::iter::Update<_, _> = [1, 2].into_par_iter().update(|n| *n += 1);
/// assert_eq!(longer.collect::<Vec<_>>(), [2, 3]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Clone)]
pub struct Update<I, F> {
    pub(in crate::iter) base: I,
    pub(in crate::iter) update_op: F,
}

impl<I: fmt::Debug, F> fmt::Debug for Update<I, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Update")
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}

impl<I, F> ParallelIterator for Update<I, F>
where
    I: ParallelIterator,
    F: Fn(&mut I::Item) + Sync + Send,
{
    type Item = I::Item;
    const HAS_LEN: Option<bool> = I::HAS_LEN;

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        let update_op = self.update_op;
        let change = move |mut item| {
            update_op(&mut item);
            item
        };
        self.base.map(change).drive_unindexed(consumer)
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

impl<I, F> IndexedParallelIterator for Update<I, F>
where
    I: IndexedParallelIterator,
    F: Fn(&mut I::Item) + Sync + Send,
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
        let update_op = self.update_op;
        let change = move |mut item| {
            update_op(&mut item);
            item
        };
        self.base.map(change).drive(consumer)
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        let update_op = self.update_op;
        let change = move |mut item| {
            update_op(&mut item);
            item
        };
        self.base.map(change).with_producer(callback)
    }
}
