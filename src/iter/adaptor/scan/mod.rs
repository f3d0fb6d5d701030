//! `inclusive_scan` and `exclusive_scan`: prefixes of an associative operation, in order.
//!
//! The items are driven once, into a vector: each block is scanned by itself, as if it was the first. What is carried into a block is
//! known when all blocks are there; it is added to the items of the block when they are asked for.
//!
//! | file | holds |
//! |---|---|
//! | `first` | the scan of each block |
//! | `carry` | what is carried into the blocks |
//! | `second` | the items with their carries |
//!
//! Invariant: whatever the operation does, there are as many items as before.

mod carry;
mod first;
mod second;

use crate::iter::{IndexedParallelIterator, ParallelIterator, stream};
use crate::plumbing::{ProducerCallback, UnindexedConsumer};
use std::fmt;

/// An iterator over what an operation makes of all items up to each; see
/// [`inclusive_scan`](IndexedParallelIterator::inclusive_scan).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let sums: tine::iter::InclusiveScan<_, _> = (1..5).into_par_iter().inclusive_scan(|a, b| a + b);
/// assert_eq!(sums.collect::<Vec<i32>>(), [1, 3, 6, 10]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Clone)]
pub struct InclusiveScan<I, F> {
    pub(in crate::iter) base: I,
    pub(in crate::iter) scan_op: F,
}

/// An iterator over what an operation makes of all items before each; see
/// [`exclusive_scan`](IndexedParallelIterator::exclusive_scan).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let sums: tine::iter::ExclusiveScan<_, _> = (1..5).into_par_iter().exclusive_scan(0, |a, b| a + b);
/// assert_eq!(sums.collect::<Vec<i32>>(), [0, 1, 3, 6]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Clone)]
pub struct ExclusiveScan<I: ParallelIterator, F> {
    pub(in crate::iter) base: I,
    pub(in crate::iter) init: I::Item,
    pub(in crate::iter) scan_op: F,
}

impl<I: fmt::Debug, F> fmt::Debug for InclusiveScan<I, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InclusiveScan")
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}

impl<I: ParallelIterator + fmt::Debug, F> fmt::Debug for ExclusiveScan<I, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExclusiveScan")
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}

impl<I, F> ParallelIterator for InclusiveScan<I, F>
where
    I: IndexedParallelIterator,
    I::Item: Clone + Sync,
    F: Fn(&I::Item, &I::Item) -> I::Item + Sync + Send,
{
    type Item = I::Item;
    const HAS_LEN: Option<bool> = Some(true);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        stream(self, consumer)
    }

    #[inline]
    fn opt_len(&self) -> Option<usize> {
        Some(self.base.len())
    }
}

impl<I, F> IndexedParallelIterator for InclusiveScan<I, F>
where
    I: IndexedParallelIterator,
    I::Item: Clone + Sync,
    F: Fn(&I::Item, &I::Item) -> I::Item + Sync + Send,
{
    #[inline]
    fn len(&self) -> usize {
        self.base.len()
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        let scanned = first::scan::<first::Inclusive, _, _>(self.base, None, &self.scan_op);
        second::with_producer(scanned, &self.scan_op, callback)
    }
}

impl<I, F> ParallelIterator for ExclusiveScan<I, F>
where
    I: IndexedParallelIterator,
    I::Item: Clone + Sync,
    F: Fn(&I::Item, &I::Item) -> I::Item + Sync + Send,
{
    type Item = I::Item;
    const HAS_LEN: Option<bool> = Some(true);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        stream(self, consumer)
    }

    #[inline]
    fn opt_len(&self) -> Option<usize> {
        Some(self.base.len())
    }
}

impl<I, F> IndexedParallelIterator for ExclusiveScan<I, F>
where
    I: IndexedParallelIterator,
    I::Item: Clone + Sync,
    F: Fn(&I::Item, &I::Item) -> I::Item + Sync + Send,
{
    #[inline]
    fn len(&self) -> usize {
        self.base.len()
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        let init = Some(self.init);
        let scanned = first::scan::<first::Exclusive, _, _>(self.base, init, &self.scan_op);
        second::with_producer(scanned, &self.scan_op, callback)
    }
}
