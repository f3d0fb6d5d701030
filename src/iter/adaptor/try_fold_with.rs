//! `try_fold_with`: each run of items folded into one item, beginning with a clone of a value, unless something fails.

use super::fold_folder::{TryFoldFolder, aim};
use crate::iter::ParallelIterator;
use crate::iter::attempt::Try;
use crate::plumbing::{Aim, Consumer, UnindexedConsumer};
use std::fmt;

/// An iterator over what the blocks have been folded into, or how they failed; see
/// [`try_fold_with`](ParallelIterator::try_fold_with).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let sums: tine::iter::TryFoldWith<_, Option<i32>, _> = (1..=100).into_par_iter().try_fold_with(0i32, |a, b| a.checked_add(b));
/// assert_eq!(sums.sum::<Option<i32>>(), Some(5050));
/// ```
#[must_use = "iterators do nothing until they are driven"]
pub struct TryFoldWith<I, R: Try, F> {
    pub(in crate::iter) base: I,
    pub(in crate::iter) init: R::Output,
    pub(in crate::iter) fold_op: F,
}

impl<I: fmt::Debug, R: Try<Output: fmt::Debug>, F> fmt::Debug for TryFoldWith<I, R, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TryFoldWith")
            .field("base", &self.base)
            .field("init", &self.init)
            .finish_non_exhaustive()
    }
}

impl<I, R, F> ParallelIterator for TryFoldWith<I, R, F>
where
    I: ParallelIterator,
    F: Fn(R::Output, I::Item) -> R + Sync + Send,
    R: Try<Output: Clone + Send> + Send,
{
    type Item = R;
    const HAS_LEN: Option<bool> = Some(false);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        self.base.drive_unindexed(TryFoldWithConsumer {
            base: consumer,
            init: self.init,
            fold_op: &self.fold_op,
        })
    }
}

struct TryFoldWithConsumer<'f, C, R: Try, F> {
    base: C,
    init: R::Output,
    fold_op: &'f F,
}

impl<'f, U, C, R, F> Consumer<U> for TryFoldWithConsumer<'f, C, R, F>
where
    C: Consumer<R>,
    F: Fn(R::Output, U) -> R + Sync,
    R: Try<Output: Clone + Send> + Send,
{
    type Folder = TryFoldFolder<'f, C::Folder, R, F>;
    type Reducer = C::Reducer;
    type Result = C::Result;

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self, C::Reducer) {
        let (left, right, reducer) = self.base.split_at(index);
        let fold_op = self.fold_op;
        (
            TryFoldWithConsumer {
                base: left,
                init: self.init.clone(),
                fold_op,
            },
            TryFoldWithConsumer {
                base: right,
                init: self.init,
                fold_op,
            },
            reducer,
        )
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        TryFoldFolder::new(self.base.into_folder(), self.init, self.fold_op)
    }

    #[inline]
    fn full(&self) -> bool {
        self.base.full()
    }

    const CLONES: bool = true;
}

impl<U, C, R, F> UnindexedConsumer<U> for TryFoldWithConsumer<'_, C, R, F>
where
    C: UnindexedConsumer<R>,
    F: Fn(R::Output, U) -> R + Sync,
    R: Try<Output: Clone + Send> + Send,
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
        TryFoldWithConsumer {
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
        aim::<R::Output>()
    }
}

impl<I: Clone, R: Try<Output: Clone>, F: Clone> Clone for TryFoldWith<I, R, F> {
    fn clone(&self) -> Self {
        TryFoldWith {
            base: self.base.clone(),
            init: self.init.clone(),
            fold_op: self.fold_op.clone(),
        }
    }
}
