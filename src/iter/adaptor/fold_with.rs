//! `fold_with`: each run of items folded into one item, beginning with a clone of a value.

use super::fold_folder::{FoldFolder, aim};
use crate::iter::ParallelIterator;
use crate::plumbing::{Aim, Consumer, UnindexedConsumer};
use std::fmt;

/// An iterator over what the blocks have been folded into; see [`fold_with`](ParallelIterator::fold_with).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let sums: tine::iter::FoldWith<_, _, _> = (1..=100).into_par_iter().fold_with(0, |a, b| a + b);
/// assert_eq!(sums.sum::<i32>(), 5050);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Clone)]
pub struct FoldWith<I, T, F> {
    pub(in crate::iter) base: I,
    pub(in crate::iter) init: T,
    pub(in crate::iter) fold_op: F,
}

impl<I: fmt::Debug, T: fmt::Debug, F> fmt::Debug for FoldWith<I, T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FoldWith")
            .field("base", &self.base)
            .field("init", &self.init)
            .finish_non_exhaustive()
    }
}

impl<I, T, F> ParallelIterator for FoldWith<I, T, F>
where
    I: ParallelIterator,
    F: Fn(T, I::Item) -> T + Sync + Send,
    T: Send + Clone,
{
    type Item = T;
    const HAS_LEN: Option<bool> = Some(false);
    const IS_FOLDED: bool = true;

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        self.base.drive_unindexed(FoldWithConsumer {
            base: consumer,
            init: self.init,
            fold_op: &self.fold_op,
        })
    }
}

struct FoldWithConsumer<'f, C, T, F> {
    base: C,
    init: T,
    fold_op: &'f F,
}

impl<'f, U, C, T, F> Consumer<U> for FoldWithConsumer<'f, C, T, F>
where
    C: Consumer<T>,
    F: Fn(T, U) -> T + Sync,
    T: Send + Clone,
{
    type Folder = FoldFolder<'f, C::Folder, T, F>;
    type Reducer = C::Reducer;
    type Result = C::Result;

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self, C::Reducer) {
        let (left, right, reducer) = self.base.split_at(index);
        let fold_op = self.fold_op;
        (
            FoldWithConsumer {
                base: left,
                init: self.init.clone(),
                fold_op,
            },
            FoldWithConsumer {
                base: right,
                init: self.init,
                fold_op,
            },
            reducer,
        )
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        FoldFolder::new(self.base.into_folder(), self.init, self.fold_op)
    }

    #[inline]
    fn full(&self) -> bool {
        self.base.full()
    }

    const CLONES: bool = true;
}

impl<U, C, T, F> UnindexedConsumer<U> for FoldWithConsumer<'_, C, T, F>
where
    C: UnindexedConsumer<T>,
    F: Fn(T, U) -> T + Sync,
    T: Send + Clone,
{
    const STREAMS: bool = C::STREAMS;
    const SEAMS: bool = true;

    #[inline]
    fn split_off_left(&self) -> Self {
        self.split_off_left_by(None)
    }

    #[inline]
    fn split_off_left_by(&self, spare: Option<Self>) -> Self {
        let (spare, init) = match spare {
            Some(spare) => (Some(spare.base), spare.init),
            None => (None, self.init.clone()),
        };
        FoldWithConsumer {
            base: self.base.split_off_left_by(spare),
            init,
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
