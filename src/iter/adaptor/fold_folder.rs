//! The folders behind `fold` and `try_fold` with their variants: they keep an accumulator, and pass it on as one item.

use crate::iter::attempt::Try;
use crate::plumbing::{Aim, Folder, feed, feed_all, try_feed, unless_full};
use std::mem;
use std::ops::ControlFlow;

/// For what is folded into a `T`: one that has something to drop is likely to own memory, which each part allocates, and which is copied together in the
/// end.
pub(super) const fn aim<T>() -> Aim {
    match mem::needs_drop::<T>() {
        true => Aim::Gather,
        false => Aim::All,
    }
}

/// Folds a block without a chance to fail.
pub(super) struct FoldFolder<'f, C, T, F> {
    base: C,
    total: T,
    fold_op: &'f F,
}

impl<'f, C, T, F> FoldFolder<'f, C, T, F> {
    pub(super) fn new(base: C, total: T, fold_op: &'f F) -> Self {
        FoldFolder {
            base,
            total,
            fold_op,
        }
    }
}

impl<U, C, T, F> Folder<U> for FoldFolder<'_, C, T, F>
where
    C: Folder<T>,
    F: Fn(T, U) -> T,
{
    type Result = C::Result;

    fn consume(self, item: U) -> Self {
        FoldFolder {
            total: (self.fold_op)(self.total, item),
            ..self
        }
    }

    #[inline]
    fn consume_iter<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = U>,
    {
        let FoldFolder {
            base,
            total,
            fold_op,
        } = self;
        let step = |total, item| ControlFlow::Continue(fold_op(total, item));
        let total = match C::NEVER_FULL {
            true => feed_all(total, iter, fold_op),
            false => feed(total, iter, |_| base.full(), step),
        };
        FoldFolder {
            base,
            total,
            fold_op,
        }
    }

    const NEVER_FULL: bool = C::NEVER_FULL;

    #[inline]
    fn complete(self) -> C::Result {
        unless_full(self.base, self.total).complete()
    }

    #[inline]
    fn full(&self) -> bool {
        self.base.full()
    }
}

/// Folds a block until it fails, if it does.
pub(super) struct TryFoldFolder<'f, C, R: Try, F> {
    base: C,
    /// The total so far, or the failure.
    state: ControlFlow<R, R::Output>,
    fold_op: &'f F,
}

impl<'f, C, R: Try, F> TryFoldFolder<'f, C, R, F> {
    pub(super) fn new(base: C, total: R::Output, fold_op: &'f F) -> Self {
        TryFoldFolder {
            base,
            state: ControlFlow::Continue(total),
            fold_op,
        }
    }
}

impl<U, C, R, F> Folder<U> for TryFoldFolder<'_, C, R, F>
where
    C: Folder<R>,
    R: Try,
    F: Fn(R::Output, U) -> R,
{
    type Result = C::Result;

    fn consume(self, item: U) -> Self {
        let state = match self.state {
            ControlFlow::Continue(total) => (self.fold_op)(total, item).branch(),
            failed => failed,
        };
        TryFoldFolder { state, ..self }
    }

    #[inline]
    fn consume_iter<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = U>,
    {
        let TryFoldFolder {
            base,
            state,
            fold_op,
        } = self;
        let state = match state {
            ControlFlow::Continue(total) => {
                let step = |total, item| fold_op(total, item).branch();
                try_feed(total, iter, || base.full(), step)
            }
            failed => failed,
        };
        TryFoldFolder {
            base,
            state,
            fold_op,
        }
    }

    fn complete(self) -> C::Result {
        let item = match self.state {
            ControlFlow::Continue(total) => R::from_output(total),
            ControlFlow::Break(failed) => failed,
        };
        unless_full(self.base, item).complete()
    }

    #[inline]
    fn full(&self) -> bool {
        self.state.is_break() || self.base.full()
    }
}
