//! `try_reduce` and `try_reduce_with`: as `reduce`, but a failure ends the drive.

use crate::iter::ParallelIterator;
use crate::iter::attempt::Try;
use crate::iter::signal::Flag;
use crate::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer, feed};
use std::ops::ControlFlow;

pub(crate) fn try_reduce<I, OP, ID>(par_iter: I, identity: &ID, op: &OP) -> I::Item
where
    I: ParallelIterator<Item: Try>,
    OP: Fn(<I::Item as Try>::Output, <I::Item as Try>::Output) -> I::Item + Sync,
    ID: Fn() -> <I::Item as Try>::Output + Sync,
{
    let start = || Some(I::Item::from_output(identity()));
    let total = par_iter.drive_unindexed(TryReduceConsumer {
        start: &start,
        op,
        failed: &Flag::new(),
    });
    // With a start there always is a total.
    total.unwrap_or_else(|| I::Item::from_output(identity()))
}

pub(crate) fn try_reduce_with<I, OP>(par_iter: I, op: &OP) -> Option<I::Item>
where
    I: ParallelIterator<Item: Try>,
    OP: Fn(<I::Item as Try>::Output, <I::Item as Try>::Output) -> I::Item + Sync,
{
    par_iter.drive_unindexed(TryReduceConsumer {
        start: &|| None,
        op,
        failed: &Flag::new(),
    })
}

/// Consumer and reducer in one.
struct TryReduceConsumer<'r, ID, OP> {
    /// What a block begins with, if with anything.
    start: &'r ID,
    op: &'r OP,
    failed: &'r Flag,
}

impl<ID, OP> Clone for TryReduceConsumer<'_, ID, OP> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<ID, OP> Copy for TryReduceConsumer<'_, ID, OP> {}

impl<'r, R, ID, OP> Consumer<R> for TryReduceConsumer<'r, ID, OP>
where
    R: Try + Send,
    ID: Fn() -> Option<R> + Sync,
    OP: Fn(R::Output, R::Output) -> R + Sync,
{
    type Folder = TryReduceFolder<'r, R, OP>;
    type Reducer = Self;
    type Result = Option<R>;

    #[inline]
    fn split_at(self, _index: usize) -> (Self, Self, Self) {
        (self, self, self)
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        TryReduceFolder {
            total: (self.start)(),
            op: self.op,
            failed: self.failed,
        }
    }

    #[inline]
    fn full(&self) -> bool {
        self.failed.is_raised()
    }
}

impl<R, ID, OP> UnindexedConsumer<R> for TryReduceConsumer<'_, ID, OP>
where
    R: Try + Send,
    ID: Fn() -> Option<R> + Sync,
    OP: Fn(R::Output, R::Output) -> R + Sync,
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

impl<R, ID, OP> Reducer<Option<R>> for TryReduceConsumer<'_, ID, OP>
where
    R: Try,
    OP: Fn(R::Output, R::Output) -> R,
{
    fn reduce(self, left: Option<R>, right: Option<R>) -> Option<R> {
        match (left, right) {
            // Blocks elsewhere may still be running, and need not go on after a failure here.
            (Some(left), Some(right)) => match put_together(left, right, self.op).branch() {
                ControlFlow::Continue(output) => Some(R::from_output(output)),
                ControlFlow::Break(failure) => {
                    self.failed.raise();
                    Some(failure)
                }
            },
            (left, None) => left,
            (None, right) => right,
        }
    }
}

/// Joins two results; the failure of the left one counts first.
fn put_together<R, OP>(left: R, right: R, op: &OP) -> R
where
    R: Try,
    OP: Fn(R::Output, R::Output) -> R,
{
    match (left.branch(), right.branch()) {
        (ControlFlow::Continue(left), ControlFlow::Continue(right)) => op(left, right),
        (ControlFlow::Break(failure), _) | (_, ControlFlow::Break(failure)) => failure,
    }
}

struct TryReduceFolder<'r, R, OP> {
    total: Option<R>,
    op: &'r OP,
    failed: &'r Flag,
}

impl<R, OP> TryReduceFolder<'_, R, OP>
where
    R: Try,
    OP: Fn(R::Output, R::Output) -> R,
{
    /// Takes one item; a failure ends the block and tells the others.
    fn take(self, item: R) -> ControlFlow<Self, Self> {
        let TryReduceFolder { total, op, failed } = self;
        let total = match total {
            Some(total) => put_together(total, item, op),
            None => item,
        };
        match total.branch() {
            ControlFlow::Continue(output) => ControlFlow::Continue(TryReduceFolder {
                total: Some(R::from_output(output)),
                op,
                failed,
            }),
            ControlFlow::Break(failure) => {
                failed.raise();
                ControlFlow::Break(TryReduceFolder {
                    total: Some(failure),
                    op,
                    failed,
                })
            }
        }
    }
}

impl<R, OP> Folder<R> for TryReduceFolder<'_, R, OP>
where
    R: Try,
    OP: Fn(R::Output, R::Output) -> R,
{
    type Result = Option<R>;

    fn consume(self, item: R) -> Self {
        match self.take(item) {
            ControlFlow::Continue(folder) | ControlFlow::Break(folder) => folder,
        }
    }

    #[inline]
    fn consume_iter<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = R>,
    {
        feed(self, iter, |folder| folder.failed.is_raised(), Self::take)
    }

    #[inline]
    fn complete(self) -> Option<R> {
        self.total
    }

    #[inline]
    fn full(&self) -> bool {
        self.failed.is_raised()
    }
}
