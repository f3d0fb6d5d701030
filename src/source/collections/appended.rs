//! Collecting into linked lists: each thread adds to lists of its own, which are appended to each other in order, and at no cost.

use crate::iter::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};
use crate::iter::{IntoParallelIterator, ParallelIterator};
use crate::plumbing::Aim;
use std::collections::LinkedList;

/// Appends all items to `list`, in order.
pub(super) fn extend<T, I>(list: &mut LinkedList<T>, par_iter: I)
where
    T: Send,
    I: IntoParallelIterator<Item = T>,
{
    let mut items = par_iter.into_par_iter().drive_unindexed(ListConsumer);
    list.append(&mut items);
}

struct ListConsumer;

impl<T: Send> Consumer<T> for ListConsumer {
    type Folder = ListFolder<T>;
    type Reducer = Append;
    type Result = LinkedList<T>;

    #[inline]
    fn split_at(self, _index: usize) -> (Self, Self, Append) {
        (ListConsumer, self, Append)
    }

    #[inline]
    fn into_folder(self) -> ListFolder<T> {
        ListFolder(LinkedList::new())
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }
}

impl<T: Send> UnindexedConsumer<T> for ListConsumer {
    const STREAMS: bool = true;

    #[inline]
    fn split_off_left(&self) -> Self {
        ListConsumer
    }

    #[inline]
    fn to_reducer(&self) -> Append {
        Append
    }

    // What one thread allocates another one frees, who waits for it to come from the first one's caches.
    #[inline]
    fn aim(&self) -> Aim {
        Aim::Gather
    }
}

struct ListFolder<T>(LinkedList<T>);

impl<T> Folder<T> for ListFolder<T> {
    const NEVER_FULL: bool = true;
    type Result = LinkedList<T>;

    fn consume(mut self, item: T) -> Self {
        self.0.push_back(item);
        self
    }

    fn consume_iter<I>(mut self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        self.0.extend(iter);
        self
    }

    #[inline]
    fn complete(self) -> LinkedList<T> {
        self.0
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }
}

struct Append;

impl<T> Reducer<LinkedList<T>> for Append {
    fn reduce(self, mut left: LinkedList<T>, mut right: LinkedList<T>) -> LinkedList<T> {
        left.append(&mut right);
        left
    }
}
