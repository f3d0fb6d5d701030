//! `while_some`: unwraps the items, and ends the drive when some thread meets a `None`.

use super::sieve::{sieve, sieve_over};
use crate::iter::ParallelIterator;
use crate::iter::signal::Flag;
use crate::plumbing::{Buffer, Shape, UnindexedConsumer};

/// An iterator over the values of `Some` items until any `None` turns up; see [`while_some`](ParallelIterator::while_some).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let values: tine::iter::WhileSome<_> = [Some(1), Some(2)].into_par_iter().while_some();
/// assert_eq!(values.collect::<Vec<_>>(), [1, 2]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct WhileSome<I> {
    pub(in crate::iter) base: I,
}

impl<I, T> ParallelIterator for WhileSome<I>
where
    I: ParallelIterator<Item = Option<T>>,
    T: Send,
{
    type Item = T;
    const HAS_LEN: Option<bool> = Some(false);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        let over = Flag::new();
        sieve(self.base, consumer, end_by_none(&over), &over)
    }

    const LEFT_OF: Option<Shape> = I::LEFT_OF;

    unsafe fn drive_over<C, M>(self, make: M) -> (C::Result, Buffer)
    where
        C: UnindexedConsumer<T>,
        M: FnOnce(&Buffer) -> C,
    {
        let over = Flag::new();
        // SAFETY: (1) and (2) handed on.
        unsafe { sieve_over(self.base, make, end_by_none(&over), &over) }
    }

    #[inline]
    fn count_most(&self) -> Option<usize> {
        self.base.count_most()
    }
}

/// Raises the flag by an item that is missing.
fn end_by_none<T>(over: &Flag) -> impl Fn(Option<T>) -> Option<T> + '_ {
    |item| {
        if item.is_none() {
            over.raise();
        }
        item
    }
}

/// The values of `Some` items for a result that is only wanted if none is missing. So they may go to places of their own right away, where
/// the base is indexed, and what comes behind a missing one be dropped.
pub(crate) struct AllSome<I> {
    base: WhileSome<I>,
}

impl<I> AllSome<I> {
    #[inline]
    pub(crate) fn new(base: I) -> Self {
        AllSome {
            base: WhileSome { base },
        }
    }
}

impl<I, T> ParallelIterator for AllSome<I>
where
    I: ParallelIterator<Item = Option<T>>,
    T: Send,
{
    type Item = T;
    const HAS_LEN: Option<bool> = match I::HAS_LEN {
        Some(false) => Some(false),
        _ => None,
    };
    const ALL_OR_NOTHING: bool = matches!(I::HAS_LEN, Some(true));

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        self.base.drive_unindexed(consumer)
    }

    const LEFT_OF: Option<Shape> = I::LEFT_OF;

    unsafe fn drive_over<C, M>(self, make: M) -> (C::Result, Buffer)
    where
        C: UnindexedConsumer<T>,
        M: FnOnce(&Buffer) -> C,
    {
        // SAFETY: (1) and (2) handed on.
        unsafe { self.base.drive_over(make) }
    }

    #[inline]
    fn opt_most(&self) -> Option<usize> {
        self.base.base.opt_len()
    }

    #[inline]
    fn count_most(&self) -> Option<usize> {
        self.base.count_most()
    }
}
