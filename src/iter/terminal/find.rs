//! `find_any`: any item that a predicate likes. The first hit raises a flag that all other blocks look at.

use crate::iter::ParallelIterator;
use crate::iter::signal::Flag;
use crate::plumbing::{Aim, Consumer, Folder, Reducer, UnindexedConsumer, search, search_each};

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

    #[inline]
    fn split_at(self, _index: usize) -> (Self, Self, FindReducer) {
        (FindConsumer { ..self }, self, FindReducer)
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        FindFolder {
            find_op: self.find_op,
            found: self.found,
            item: None,
        }
    }

    #[inline]
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

    #[inline]
    fn split_off_left(&self) -> Self {
        FindConsumer { ..*self }
    }

    #[inline]
    fn to_reducer(&self) -> FindReducer {
        FindReducer
    }

    #[inline]
    fn aim(&self) -> Aim {
        Aim::Any
    }
}

struct FindReducer;

impl<T> Reducer<Option<T>> for FindReducer {
    #[inline]
    fn reduce(self, left: Option<T>, right: Option<T>) -> Option<T> {
        left.or(right)
    }
}

struct FindFolder<'p, T, P> {
    find_op: &'p P,
    found: &'p Flag,
    item: Option<T>,
}

impl<T, P> Folder<T> for FindFolder<'_, T, P>
where
    P: Fn(&T) -> bool,
{
    const TAKES_SOME: bool = true;
    type Result = Option<T>;

    #[inline]
    fn consume(mut self, item: T) -> Self {
        if self.item.is_none() && (self.find_op)(&item) {
            self.found.raise();
            self.item = Some(item);
        }
        self
    }

    #[inline]
    fn consume_iter<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        self.consume_some(iter.into_iter().map(Some), || false)
    }

    #[inline]
    fn consume_some<I, S>(mut self, iter: I, closed: S) -> Self
    where
        I: Iterator<Item = Option<T>>,
        S: Fn() -> bool,
    {
        let (found, rest) = search(iter, self.find_op, || self.found.is_raised(), closed);
        if found.is_some() {
            self.found.raise();
            self.item = found;
        }
        drop(rest);
        self
    }

    const TAKES_EACH: bool = true;

    fn consume_some_each<I, J, S>(mut self, iter: I, closed: S) -> Self
    where
        I: Iterator<Item = Option<J>>,
        J: Iterator<Item = Option<T>>,
        S: Fn() -> bool,
    {
        let is_found = || self.found.is_raised();
        let (found, rest) = search_each(iter, self.find_op, is_found, closed);
        if found.is_some() {
            self.found.raise();
            self.item = found;
        }
        drop(rest);
        self
    }

    #[inline]
    fn complete(self) -> Option<T> {
        self.item
    }

    #[inline]
    fn full(&self) -> bool {
        self.found.is_raised()
    }
}
