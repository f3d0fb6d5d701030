//! `filter`: lets through the items that a predicate likes. The number of items is unknown afterwards.

use crate::iter::ParallelIterator;
use crate::plumbing::{Consumer, Folder, UnindexedConsumer, feed};
use std::fmt;
use std::ops::ControlFlow;

/// An iterator over the items that a predicate likes; see [`filter`](ParallelIterator::filter).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let odd: tine::iter::Filter<_, _> = (0..6).into_par_iter().filter(|n| n % 2 == 1);
/// assert_eq!(odd.collect::<Vec<_>>(), [1, 3, 5]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Clone)]
pub struct Filter<I, P> {
    base: I,
    filter_op: P,
}

impl<I, P> Filter<I, P> {
    pub(in crate::iter) fn new(base: I, filter_op: P) -> Self {
        Filter { base, filter_op }
    }
}

impl<I: fmt::Debug, P> fmt::Debug for Filter<I, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Filter")
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}

impl<I, P> ParallelIterator for Filter<I, P>
where
    I: ParallelIterator,
    P: Fn(&I::Item) -> bool + Sync + Send,
{
    type Item = I::Item;

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<I::Item>,
    {
        self.base.drive_unindexed(FilterConsumer {
            base: consumer,
            filter_op: &self.filter_op,
        })
    }
}

struct FilterConsumer<'p, C, P> {
    base: C,
    filter_op: &'p P,
}

impl<'p, T, C, P> Consumer<T> for FilterConsumer<'p, C, P>
where
    C: Consumer<T>,
    P: Fn(&T) -> bool + Sync,
{
    type Folder = FilterFolder<'p, C::Folder, P>;
    type Reducer = C::Reducer;
    type Result = C::Result;

    fn split_at(self, index: usize) -> (Self, Self, C::Reducer) {
        let (left, right, reducer) = self.base.split_at(index);
        let filter_op = self.filter_op;
        (
            FilterConsumer {
                base: left,
                filter_op,
            },
            FilterConsumer {
                base: right,
                filter_op,
            },
            reducer,
        )
    }

    fn into_folder(self) -> Self::Folder {
        FilterFolder {
            base: self.base.into_folder(),
            filter_op: self.filter_op,
        }
    }

    fn full(&self) -> bool {
        self.base.full()
    }
}

impl<T, C, P> UnindexedConsumer<T> for FilterConsumer<'_, C, P>
where
    C: UnindexedConsumer<T>,
    P: Fn(&T) -> bool + Sync,
{
    fn split_off_left(&self) -> Self {
        FilterConsumer {
            base: self.base.split_off_left(),
            filter_op: self.filter_op,
        }
    }

    fn to_reducer(&self) -> C::Reducer {
        self.base.to_reducer()
    }
}

struct FilterFolder<'p, C, P> {
    base: C,
    filter_op: &'p P,
}

impl<T, C, P> Folder<T> for FilterFolder<'_, C, P>
where
    C: Folder<T>,
    P: Fn(&T) -> bool,
{
    type Result = C::Result;

    fn consume(self, item: T) -> Self {
        let filter_op = self.filter_op;
        let base = if filter_op(&item) {
            self.base.consume(item)
        } else {
            self.base
        };
        FilterFolder { base, filter_op }
    }

    // Asks whether the base is full by the items that come in: those that pass may be rare.
    fn consume_iter<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        let filter_op = self.filter_op;
        let base = feed(self.base, iter, C::full, |base, item| {
            if !filter_op(&item) {
                return ControlFlow::Continue(base);
            }
            let base = base.consume(item);
            if base.full() {
                ControlFlow::Break(base)
            } else {
                ControlFlow::Continue(base)
            }
        });
        FilterFolder { base, filter_op }
    }

    fn complete(self) -> C::Result {
        self.base.complete()
    }

    fn full(&self) -> bool {
        self.base.full()
    }
}
