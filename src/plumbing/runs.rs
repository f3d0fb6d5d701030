//! What the drivers that make one folder per run of blocks have in common: how a run ends, and what it keeps of its splits.

use super::consumer::{Consumer, Folder, Reducer};
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use tine_core::engine::Forked;

/// How a part ended.
///
/// Who waits for a part that was stolen has an open folder in its hands. So a folder that wants no more is closed at once: what it has come to
/// may be what those who have the other parts must hear of, before they end.
pub(super) enum Walked<F, R> {
    /// The folder may go on to the right.
    Open(F),
    /// Something to the right of the folder was stolen, so that its result is in.
    Closed(R),
}

impl<F, R> Walked<F, R> {
    /// After the last item of a part.
    #[inline]
    pub(super) fn of<T>(folder: F) -> Self
    where
        F: Folder<T, Result = R>,
    {
        if folder.full() {
            Walked::Closed(folder.complete())
        } else {
            Walked::Open(folder)
        }
    }

    pub(super) fn finish<T>(self) -> R
    where
        F: Folder<T, Result = R>,
    {
        match self {
            Walked::Open(folder) => folder.complete(),
            Walked::Closed(result) => result,
        }
    }
}

/// What both sides of a fork come to; `go_on` runs the right one if that is still to be done.
#[inline(always)]
pub(super) fn close<T, F, P, R>(
    left: Walked<F, R>,
    right: Forked<P, R>,
    reducer: impl Reducer<R>,
    go_on: impl FnOnce(P) -> R,
) -> Walked<F, R>
where
    F: Folder<T, Result = R>,
{
    let left = left.finish();
    let right = match right {
        Forked::Back(right) => go_on(right),
        Forked::Stolen(right) => right,
    };
    Walked::Closed(reducer.reduce(left, right))
}

/// Consumers that were split off and not used, of those for which that is worth it.
pub(super) struct Spares<T, C: Consumer<T>> {
    /// Empty for the others, so that nothing of it is compiled for them, not even how it is dropped.
    spares: ManuallyDrop<Vec<C>>,
    marker: PhantomData<fn(T)>,
}

impl<T, C: Consumer<T>> Spares<T, C> {
    pub(super) fn new() -> Self {
        Spares {
            spares: ManuallyDrop::new(Vec::new()),
            marker: PhantomData,
        }
    }

    /// Keeps one, or drops it.
    #[inline]
    pub(super) fn add(&mut self, spare: C) {
        if C::CLONES {
            self.spares.push(spare);
        }
    }

    #[inline]
    pub(super) fn take(&mut self) -> Option<C> {
        if C::CLONES { self.spares.pop() } else { None }
    }
}

impl<T, C: Consumer<T>> Drop for Spares<T, C> {
    #[inline]
    fn drop(&mut self) {
        if C::CLONES {
            // SAFETY: (1) dropped once, here, and not used any more.
            unsafe { ManuallyDrop::drop(&mut self.spares) };
        }
    }
}
