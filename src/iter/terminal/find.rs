//! `find_any`: any item that a predicate likes. The first hit raises a flag that all other blocks look at.

use crate::iter::ParallelIterator;
use crate::iter::signal::Flag;
use crate::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer, feed};
use std::ops::ControlFlow;

pub(crate) fn find_any<I, P>(par_iter: I, find_op: &P) -> Option<I::Item>
where
    I: ParallelIterator,
    P: Fn(&I::Item) -> bool + Sync,
{
    par_iter.drive_unindexed(FindConsumer {
        find_op,
        found: &Flag::new(),
    })
}

struct FindConsumer<'p, P> {
    find_op: &'p P,
    found: &'p Flag,
}

impl<'p, T, P> Consumer<T> for FindConsumer<'p, P>
where
    T: Send,
    P: Fn(&T) -> bool + Sync,
{
    type Folder = FindFolder<'p, T, P>;
    type Reducer = FindReducer;
    type Result = Option<T>;

    fn split_at(self, _index: usize) -> (Self, Self, FindReducer) {
        (FindConsumer { ..self }, self, FindReducer)
    }

    fn into_folder(self) -> Self::Folder {
        FindFolder {
            find_op: self.find_op,
            found: self.found,
            item: None,
        }
    }

    fn full(&self) -> bool {
        self.found.is_raised()
    }
}

impl<T, P> UnindexedConsumer<T> for FindConsumer<'_, P>
where
    T: Send,
    P: Fn(&T) -> bool + Sync,
{
    // A folder above, such as that of `fold`, may find only when it completes: let blocks end early.
    const STREAMS: bool = false;

    fn split_off_left(&self) -> Self {
        FindConsumer { ..*self }
    }

    fn to_reducer(&self) -> FindReducer {
        FindReducer
    }
}

struct FindReducer;

impl<T> Reducer<Option<T>> for FindReducer {
    fn reduce(self, left: Option<T>, right: Option<T>) -> Option<T> {
        left.or(right)
    }
}

struct FindFolder<'p, T, P> {
    find_op: &'p P,
    found: &'p Flag,
    item: Option<T>,
}

impl<T, P> FindFolder<'_, T, P>
where
    P: Fn(&T) -> bool,
{
    /// Looks at one item; a hit ends the block and tells the others.
    fn probe(mut self, item: T) -> ControlFlow<Self, Self> {
        if !(self.find_op)(&item) {
            return ControlFlow::Continue(self);
        }
        self.found.raise();
        self.item = Some(item);
        ControlFlow::Break(self)
    }
}

impl<T, P> Folder<T> for FindFolder<'_, T, P>
where
    P: Fn(&T) -> bool,
{
    type Result = Option<T>;

    fn consume(self, item: T) -> Self {
        match self.probe(item) {
            ControlFlow::Continue(folder) | ControlFlow::Break(folder) => folder,
        }
    }

    fn consume_iter<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        feed(self, iter, |folder| folder.found.is_raised(), Self::probe)
    }

    fn complete(self) -> Option<T> {
        self.item
    }

    fn full(&self) -> bool {
        self.found.is_raised()
    }
}
