//! `for_each`: hands every item to a closure.

use super::unit::UnitReducer;
use crate::iter::ParallelIterator;
use crate::plumbing::{Consumer, Folder, UnindexedConsumer};

pub(crate) fn for_each<I, F>(par_iter: I, op: &F)
where
    I: ParallelIterator,
    F: Fn(I::Item) + Sync,
{
    par_iter.drive_unindexed(ForEachConsumer::new(op));
}

/// Consumer and folder in one: neither has any state.
pub(crate) struct ForEachConsumer<'f, F> {
    op: &'f F,
}

impl<'f, F> ForEachConsumer<'f, F> {
    pub(crate) fn new(op: &'f F) -> Self {
        ForEachConsumer { op }
    }
}

impl<T, F> Consumer<T> for ForEachConsumer<'_, F>
where
    F: Fn(T) + Sync,
{
    type Folder = Self;
    type Reducer = UnitReducer;
    type Result = ();

    #[inline]
    fn split_at(self, _index: usize) -> (Self, Self, UnitReducer) {
        (ForEachConsumer { op: self.op }, self, UnitReducer)
    }

    #[inline]
    fn into_folder(self) -> Self {
        self
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }
}

impl<T, F> UnindexedConsumer<T> for ForEachConsumer<'_, F>
where
    F: Fn(T) + Sync,
{
    const STREAMS: bool = true;

    #[inline]
    fn split_off_left(&self) -> Self {
        ForEachConsumer { op: self.op }
    }

    #[inline]
    fn to_reducer(&self) -> UnitReducer {
        UnitReducer
    }
}

impl<T, F> Folder<T> for ForEachConsumer<'_, F>
where
    F: Fn(T),
{
    type Result = ();

    fn consume(self, item: T) -> Self {
        (self.op)(item);
        self
    }

    #[inline]
    fn consume_iter<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        // Not the reference itself: std calls such by a function of its own, into which compilers inline the closure, but not that into the loop unless it is
        // small. `cargo bench --bench survey -- seldom_locked`.
        iter.into_iter().for_each(|item| (self.op)(item));
        self
    }

    const NEVER_FULL: bool = true;

    #[inline]
    fn complete(self) {}

    #[inline]
    fn full(&self) -> bool {
        false
    }
}
