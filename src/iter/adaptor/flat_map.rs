//! `flat_map`: makes a parallel iterator of each item, and walks them all, one level deeper.

use crate::iter::{IntoParallelIterator, ParallelIterator};
use crate::plumbing::{Aim, Consumer, Folder, Reducer, UnindexedConsumer};
use std::fmt;

/// An iterator over the items of what a closure makes of each item; see [`flat_map`](ParallelIterator::flat_map).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let twice: tine::iter::FlatMap<_, _> = (1..3).into_par_iter().flat_map(|n| vec![n, n]);
/// assert_eq!(twice.collect::<Vec<_>>(), [1, 1, 2, 2]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Clone)]
pub struct FlatMap<I, F> {
    pub(in crate::iter) base: I,
    pub(in crate::iter) map_op: F,
}

impl<I: fmt::Debug, F> fmt::Debug for FlatMap<I, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FlatMap")
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}

impl<I, F, PI> ParallelIterator for FlatMap<I, F>
where
    I: ParallelIterator,
    F: Fn(I::Item) -> PI + Sync + Send,
    PI: IntoParallelIterator,
{
    type Item = PI::Item;
    const HAS_LEN: Option<bool> = Some(false);

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        self.base.drive_unindexed(FlatMapConsumer {
            base: consumer,
            map_op: &self.map_op,
        })
    }
}

struct FlatMapConsumer<'f, C, F> {
    base: C,
    map_op: &'f F,
}

impl<'f, T, PI, C, F> Consumer<T> for FlatMapConsumer<'f, C, F>
where
    C: UnindexedConsumer<PI::Item>,
    F: Fn(T) -> PI + Sync,
    PI: IntoParallelIterator,
{
    type Folder = FlatMapFolder<'f, C, C::Result, F>;
    type Reducer = C::Reducer;
    type Result = C::Result;

    fn split_at(self, index: usize) -> (Self, Self, C::Reducer) {
        let (left, right, reducer) = self.base.split_at(index);
        let map_op = self.map_op;
        (
            FlatMapConsumer { base: left, map_op },
            FlatMapConsumer {
                base: right,
                map_op,
            },
            reducer,
        )
    }

    fn into_folder(self) -> Self::Folder {
        FlatMapFolder {
            base: self.base,
            map_op: self.map_op,
            so_far: None,
            is_settled: false,
        }
    }

    fn full(&self) -> bool {
        self.base.full()
    }
}

impl<T, PI, C, F> UnindexedConsumer<T> for FlatMapConsumer<'_, C, F>
where
    C: UnindexedConsumer<PI::Item>,
    F: Fn(T) -> PI + Sync,
    PI: IntoParallelIterator,
{
    const STREAMS: bool = C::STREAMS;
    const SEAMS: bool = C::SEAMS;

    fn split_off_left(&self) -> Self {
        FlatMapConsumer {
            base: self.base.split_off_left(),
            map_op: self.map_op,
        }
    }

    fn to_reducer(&self) -> C::Reducer {
        self.base.to_reducer()
    }

    fn aim(&self) -> Aim {
        self.base.aim()
    }
}

struct FlatMapFolder<'f, C, R, F> {
    /// Still a consumer: every item is an iterator of its own, which needs a part of it.
    base: C,
    map_op: &'f F,
    so_far: Option<R>,
    /// Whether no later item can change that.
    is_settled: bool,
}

impl<T, PI, C, F> Folder<T> for FlatMapFolder<'_, C, C::Result, F>
where
    C: UnindexedConsumer<PI::Item>,
    F: Fn(T) -> PI,
    PI: IntoParallelIterator,
{
    type Result = C::Result;

    fn consume(self, item: T) -> Self {
        let inner = (self.map_op)(item).into_par_iter();
        let result = inner.drive_unindexed(self.base.split_off_left());
        let is_settled = C::Reducer::SETTLES && self.base.to_reducer().settles(&result);
        let so_far = match self.so_far {
            Some(so_far) => self.base.to_reducer().reduce(so_far, result),
            None => result,
        };
        FlatMapFolder {
            so_far: Some(so_far),
            is_settled,
            ..self
        }
    }

    fn complete(self) -> C::Result {
        self.so_far
            .unwrap_or_else(|| self.base.into_folder().complete())
    }

    fn full(&self) -> bool {
        self.is_settled || self.base.full()
    }
}
