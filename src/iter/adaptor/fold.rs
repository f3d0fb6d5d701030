//! `fold`: each run of items folded into one item.

use super::fold_folder::{FoldFolder, aim};
use crate::iter::ParallelIterator;
use crate::plumbing::{Aim, Consumer, UnindexedConsumer};
use std::fmt;

/// An iterator over what the blocks have been folded into; see [`fold`](ParallelIterator::fold).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let sums: tine::iter::Fold<_, _, _> = (1..=100).into_par_iter().fold(|| 0, |a, b| a + b);
/// assert_eq!(sums.sum::<i32>(), 5050);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Clone)]
pub struct Fold<I, ID, F> {
    pub(in crate::iter) base: I,
    pub(in crate::iter) identity: ID,
    pub(in crate::iter) fold_op: F,
}

impl<I: fmt::Debug, ID, F> fmt::Debug for Fold<I, ID, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fold")
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}

impl<I, ID, F, T> ParallelIterator for Fold<I, ID, F>
where
    I: ParallelIterator,
    ID: Fn() -> T + Sync + Send,
    F: Fn(T, I::Item) -> T + Sync + Send,
    T: Send,
{
    type Item = T;
    const HAS_LEN: Option<bool> = Some(false);
    const IS_FOLDED: bool = true;

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        self.base.drive_unindexed(FoldConsumer {
            base: consumer,
            identity: &self.identity,
            fold_op: &self.fold_op,
        })
    }
}

struct FoldConsumer<'f, C, ID, F> {
    base: C,
    identity: &'f ID,
    fold_op: &'f F,
}

impl<'f, U, C, ID, F, T> Consumer<U> for FoldConsumer<'f, C, ID, F>
where
    C: Consumer<T>,
    ID: Fn() -> T + Sync,
    F: Fn(T, U) -> T + Sync,
    T: Send,
{
    type Folder = FoldFolder<'f, C::Folder, T, F>;
    type Reducer = C::Reducer;
    type Result = C::Result;

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self, C::Reducer) {
        let (left, right, reducer) = self.base.split_at(index);
        let fold_op = self.fold_op;
        (
            FoldConsumer {
                base: left,
                identity: self.identity,
                fold_op,
            },
            FoldConsumer {
                base: right,
                identity: self.identity,
                fold_op,
            },
            reducer,
        )
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        FoldFolder::new(self.base.into_folder(), (self.identity)(), self.fold_op)
    }

    #[inline]
    fn full(&self) -> bool {
        self.base.full()
    }
}

impl<U, C, ID, F, T> UnindexedConsumer<U> for FoldConsumer<'_, C, ID, F>
where
    C: UnindexedConsumer<T>,
    ID: Fn() -> T + Sync,
    F: Fn(T, U) -> T + Sync,
    T: Send,
{
    const STREAMS: bool = C::STREAMS;
    const SEAMS: bool = true;

    #[inline]
    fn split_off_left(&self) -> Self {
        FoldConsumer {
            base: self.base.split_off_left(),
            identity: self.identity,
            fold_op: self.fold_op,
        }
    }

    #[inline]
    fn to_reducer(&self) -> C::Reducer {
        self.base.to_reducer()
    }

    #[inline]
    fn aim(&self) -> Aim {
        aim::<T>()
    }
}
