//! `split`: whatever a closure can divide.

use crate::iter::ParallelIterator;
use crate::plumbing::{Folder, UnindexedConsumer, UnindexedProducer, bridge_unindexed};
use std::fmt;

/// Makes an iterator over pieces of `data`, which `splitter` divides in two until it returns `None` beside a piece, or until
/// there are pieces enough for all threads.
///
/// The items are the pieces, in order. How many there are is unspecified.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// // A list of numbers, cut behind the last comma of its first half.
/// fn cut(list: &str) -> (&str, Option<&str>) {
///     match list[..list.len() / 2].rfind(',') {
///         Some(comma) => (&list[..comma], Some(&list[comma + 1..])),
///         None => (list, None),
///     }
/// }
/// let add = |list: &str| list.split(',').map(|n| n.parse::<u32>().unwrap()).sum::<u32>();
/// assert_eq!(tine::iter::split("20,17,1,300,4", cut).map(add).sum::<u32>(), 342);
/// ```
pub fn split<D, S>(data: D, splitter: S) -> Split<D, S>
where
    D: Send,
    S: Fn(D) -> (D, Option<D>) + Sync,
{
    Split { data, splitter }
}

/// An iterator over pieces that a closure divides; see [`split`].
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let whole: tine::iter::Split<_, _> = tine::iter::split(7, |n| (n, None));
/// assert_eq!(whole.collect::<Vec<i32>>(), [7]);
/// ```
#[derive(Clone)]
pub struct Split<D, S> {
    data: D,
    splitter: S,
}

impl<D: fmt::Debug, S> fmt::Debug for Split<D, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Split")
            .field("data", &self.data)
            .finish_non_exhaustive()
    }
}

impl<D, S> ParallelIterator for Split<D, S>
where
    D: Send,
    S: Fn(D) -> (D, Option<D>) + Sync + Send,
{
    type Item = D;
    const HAS_LEN: Option<bool> = Some(false);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<D>,
    {
        bridge_unindexed(
            SplitProducer {
                data: self.data,
                splitter: &self.splitter,
            },
            consumer,
        )
    }
}

struct SplitProducer<'s, D, S> {
    data: D,
    splitter: &'s S,
}

impl<D, S> UnindexedProducer for SplitProducer<'_, D, S>
where
    D: Send,
    S: Fn(D) -> (D, Option<D>) + Sync,
{
    type Item = D;

    fn split(self) -> (Self, Option<Self>) {
        let (left, right) = (self.splitter)(self.data);
        let piece = |data| SplitProducer {
            data,
            splitter: self.splitter,
        };
        (piece(left), right.map(piece))
    }

    fn fold_with<F>(self, folder: F) -> F
    where
        F: Folder<D>,
    {
        folder.consume(self.data)
    }
}
