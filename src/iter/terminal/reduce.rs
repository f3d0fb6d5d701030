//! `reduce` and `reduce_with`: items are put together in order, first within each block, then block by block.

use crate::iter::ParallelIterator;
use crate::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};

pub(crate) fn reduce<I, OP, ID>(par_iter: I, identity: &ID, op: &OP) -> I::Item
where
    I: ParallelIterator,
    OP: Fn(I::Item, I::Item) -> I::Item + Sync,
    ID: Fn() -> I::Item + Sync,
{
    // A constant, so that one of the two is compiled and looked at: see `plumbing/choice.rs`.
    let reduce: fn(I, &ID, &OP) -> I::Item = const {
        match I::IS_FOLDED {
            true => reduce_folded::<I, OP, ID>,
            false => reduce_from::<I, OP, ID>,
        }
    };
    reduce(par_iter, identity, op)
}

/// Where items are few.
fn reduce_folded<I, OP, ID>(par_iter: I, identity: &ID, op: &OP) -> I::Item
where
    I: ParallelIterator,
    OP: Fn(I::Item, I::Item) -> I::Item + Sync,
    ID: Fn() -> I::Item + Sync,
{
    reduce_with(par_iter, op).unwrap_or_else(identity)
}

/// Where each folder begins with an identity.
#[inline]
fn reduce_from<I, OP, ID>(par_iter: I, identity: &ID, op: &OP) -> I::Item
where
    I: ParallelIterator,
    OP: Fn(I::Item, I::Item) -> I::Item + Sync,
    ID: Fn() -> I::Item + Sync,
{
    par_iter.drive_unindexed(ReduceConsumer {
        start: identity,
        op,
    })
}

pub(crate) fn reduce_with<I, OP>(par_iter: I, op: &OP) -> Option<I::Item>
where
    I: ParallelIterator,
    OP: Fn(I::Item, I::Item) -> I::Item + Sync,
{
    par_iter.drive_unindexed(ReduceWithConsumer { op })
}

struct ReduceConsumer<'r, OP, ID> {
    start: &'r ID,
    op: &'r OP,
}

impl<OP, ID> Clone for ReduceConsumer<'_, OP, ID> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<OP, ID> Copy for ReduceConsumer<'_, OP, ID> {}

impl<'r, T, OP, ID> Consumer<T> for ReduceConsumer<'r, OP, ID>
where
    OP: Fn(T, T) -> T + Sync,
    ID: Fn() -> T + Sync,
    T: Send,
{
    type Folder = ReduceFolder<'r, T, OP>;
    type Reducer = Self;
    type Result = T;

    #[inline]
    fn split_at(self, _index: usize) -> (Self, Self, Self) {
        (self, self, self)
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        ReduceFolder {
            item: (self.start)(),
            op: self.op,
        }
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }
}

impl<T, OP, ID> UnindexedConsumer<T> for ReduceConsumer<'_, OP, ID>
where
    OP: Fn(T, T) -> T + Sync,
    ID: Fn() -> T + Sync,
    T: Send,
{
    const STREAMS: bool = true;

    #[inline]
    fn split_off_left(&self) -> Self {
        *self
    }

    #[inline]
    fn to_reducer(&self) -> Self {
        *self
    }
}

impl<T, OP, ID> Reducer<T> for ReduceConsumer<'_, OP, ID>
where
    OP: Fn(T, T) -> T,
{
    #[inline]
    fn reduce(self, left: T, right: T) -> T {
        (self.op)(left, right)
    }
}

struct ReduceFolder<'r, T, OP> {
    item: T,
    op: &'r OP,
}

impl<T, OP> Folder<T> for ReduceFolder<'_, T, OP>
where
    OP: Fn(T, T) -> T,
{
    type Result = T;

    fn consume(self, item: T) -> Self {
        ReduceFolder {
            item: (self.op)(self.item, item),
            op: self.op,
        }
    }

    #[inline]
    fn consume_iter<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        ReduceFolder {
            item: iter.into_iter().fold(self.item, self.op),
            op: self.op,
        }
    }

    const NEVER_FULL: bool = true;

    #[inline]
    fn complete(self) -> T {
        self.item
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }
}

struct ReduceWithConsumer<'r, OP> {
    op: &'r OP,
}

impl<OP> Clone for ReduceWithConsumer<'_, OP> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<OP> Copy for ReduceWithConsumer<'_, OP> {}

impl<'r, T, OP> Consumer<T> for ReduceWithConsumer<'r, OP>
where
    OP: Fn(T, T) -> T + Sync,
    T: Send,
{
    type Folder = ReduceWithFolder<'r, T, OP>;
    type Reducer = Self;
    type Result = Option<T>;

    #[inline]
    fn split_at(self, _index: usize) -> (Self, Self, Self) {
        (self, self, self)
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        ReduceWithFolder {
            item: None,
            op: self.op,
        }
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }
}

impl<T, OP> UnindexedConsumer<T> for ReduceWithConsumer<'_, OP>
where
    OP: Fn(T, T) -> T + Sync,
    T: Send,
{
    const STREAMS: bool = true;

    #[inline]
    fn split_off_left(&self) -> Self {
        *self
    }

    #[inline]
    fn to_reducer(&self) -> Self {
        *self
    }
}

impl<T, OP> Reducer<Option<T>> for ReduceWithConsumer<'_, OP>
where
    OP: Fn(T, T) -> T,
{
    #[inline]
    fn reduce(self, left: Option<T>, right: Option<T>) -> Option<T> {
        match (left, right) {
            (Some(left), Some(right)) => Some((self.op)(left, right)),
            (left, None) => left,
            (None, right) => right,
        }
    }
}

struct ReduceWithFolder<'r, T, OP> {
    item: Option<T>,
    op: &'r OP,
}

impl<T, OP> Folder<T> for ReduceWithFolder<'_, T, OP>
where
    OP: Fn(T, T) -> T,
{
    type Result = Option<T>;

    fn consume(self, item: T) -> Self {
        let item = match self.item {
            Some(so_far) => (self.op)(so_far, item),
            None => item,
        };
        ReduceWithFolder {
            item: Some(item),
            op: self.op,
        }
    }

    // Inlined where it can be: by way of memory, a folder is slower than few items.
    #[inline]
    fn consume_iter<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        // The first item is taken apart, so that the loop over the rest need not look whether there is one.
        let mut iter = iter.into_iter();
        let item = match self.item.or_else(|| iter.next()) {
            Some(first) => Some(iter.fold(first, self.op)),
            None => None,
        };
        ReduceWithFolder { item, op: self.op }
    }

    const NEVER_FULL: bool = true;

    #[inline]
    fn complete(self) -> Option<T> {
        self.item
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }
}
