//! `try_fold`: each run of items folded into one item, unless something fails.

use super::fold_folder::{TryFoldFolder, aim};
use crate::iter::ParallelIterator;
use crate::iter::attempt::Try;
use crate::plumbing::{Aim, Consumer, UnindexedConsumer};
use std::fmt;
use std::marker::PhantomData;

/// An iterator over what the blocks have been folded into, or how they failed; see
/// [`try_fold`](ParallelIterator::try_fold).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let sums: tine::iter::TryFold<_, Option<i32>, _, _> = (1..=100).into_par_iter().try_fold(|| 0i32, |a, b| a.checked_add(b));
/// assert_eq!(sums.sum::<Option<i32>>(), Some(5050));
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Clone)]
pub struct TryFold<I, R, ID, F> {
    base: I,
    identity: ID,
    fold_op: F,
    marker: PhantomData<R>,
}

impl<I, R, ID, F> TryFold<I, R, ID, F> {
    pub(in crate::iter) fn new(base: I, identity: ID, fold_op: F) -> Self {
        TryFold {
            base,
            identity,
            fold_op,
            marker: PhantomData,
        }
    }
}

impl<I: fmt::Debug, R, ID, F> fmt::Debug for TryFold<I, R, ID, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TryFold")
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}

impl<I, R, ID, F> ParallelIterator for TryFold<I, R, ID, F>
where
    I: ParallelIterator,
    ID: Fn() -> R::Output + Sync + Send,
    F: Fn(R::Output, I::Item) -> R + Sync + Send,
    R: Try + Send,
{
    type Item = R;
    const HAS_LEN: Option<bool> = Some(false);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        self.base.drive_unindexed(TryFoldConsumer {
            base: consumer,
            identity: &self.identity,
            fold_op: &self.fold_op,
            marker: PhantomData,
        })
    }
}

struct TryFoldConsumer<'f, C, ID, F, R> {
    base: C,
    identity: &'f ID,
    fold_op: &'f F,
    marker: PhantomData<fn() -> R>,
}

impl<'f, U, C, ID, F, R> Consumer<U> for TryFoldConsumer<'f, C, ID, F, R>
where
    C: Consumer<R>,
    ID: Fn() -> R::Output + Sync,
    F: Fn(R::Output, U) -> R + Sync,
    R: Try + Send,
{
    type Folder = TryFoldFolder<'f, C::Folder, R, F>;
    type Reducer = C::Reducer;
    type Result = C::Result;

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self, C::Reducer) {
        let (left, right, reducer) = self.base.split_at(index);
        let fold_op = self.fold_op;
        (
            TryFoldConsumer {
                base: left,
                identity: self.identity,
                fold_op,
                marker: PhantomData,
            },
            TryFoldConsumer {
                base: right,
                identity: self.identity,
                fold_op,
                marker: PhantomData,
            },
            reducer,
        )
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        TryFoldFolder::new(self.base.into_folder(), (self.identity)(), self.fold_op)
    }

    #[inline]
    fn full(&self) -> bool {
        self.base.full()
    }
}

impl<U, C, ID, F, R> UnindexedConsumer<U> for TryFoldConsumer<'_, C, ID, F, R>
where
    C: UnindexedConsumer<R>,
    ID: Fn() -> R::Output + Sync,
    F: Fn(R::Output, U) -> R + Sync,
    R: Try + Send,
{
    const STREAMS: bool = C::STREAMS;
    const SEAMS: bool = true;

    #[inline]
    fn split_off_left(&self) -> Self {
        TryFoldConsumer {
            base: self.base.split_off_left(),
            identity: self.identity,
            fold_op: self.fold_op,
            marker: PhantomData,
        }
    }

    #[inline]
    fn to_reducer(&self) -> C::Reducer {
        self.base.to_reducer()
    }

    #[inline]
    fn aim(&self) -> Aim {
        aim::<R::Output>()
    }
}
