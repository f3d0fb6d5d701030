//! `flat_map_iter`: makes a sequential iterator of each item, and walks it within the block.

use crate::iter::ParallelIterator;
use crate::plumbing::{Aim, Consumer, Folder, UnindexedConsumer};
use std::fmt;

/// An iterator over the items of what a closure makes of each item; see
/// [`flat_map_iter`](ParallelIterator::flat_map_iter).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let twice: tine::iter::FlatMapIter<_, _> = (1..3).into_par_iter().flat_map_iter(|n| [n, n]);
/// assert_eq!(twice.collect::<Vec<_>>(), [1, 1, 2, 2]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Clone)]
pub struct FlatMapIter<I, F> {
    pub(in crate::iter) base: I,
    pub(in crate::iter) map_op: F,
}

impl<I: fmt::Debug, F> fmt::Debug for FlatMapIter<I, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FlatMapIter")
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}

impl<I, F, SI> ParallelIterator for FlatMapIter<I, F>
where
    I: ParallelIterator,
    F: Fn(I::Item) -> SI + Sync + Send,
    SI: IntoIterator<Item: Send>,
{
    type Item = SI::Item;
    const HAS_LEN: Option<bool> = Some(false);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        self.base.drive_unindexed(FlatMapIterConsumer {
            base: consumer,
            map_op: &self.map_op,
        })
    }

    #[inline]
    fn is_brief(&self, most: usize) -> bool {
        self.base.is_brief(most)
    }

    fn walk_brief<W>(self, folder: W) -> W
    where
        W: Folder<Self::Item>,
    {
        let map_op = &self.map_op;
        let base = folder;
        self.base
            .walk_brief(FlatMapIterFolder { base, map_op })
            .base
    }
}

struct FlatMapIterConsumer<'f, C, F> {
    base: C,
    map_op: &'f F,
}

impl<'f, T, SI, C, F> Consumer<T> for FlatMapIterConsumer<'f, C, F>
where
    C: Consumer<SI::Item>,
    F: Fn(T) -> SI + Sync,
    SI: IntoIterator,
{
    type Folder = FlatMapIterFolder<'f, C::Folder, F>;
    type Reducer = C::Reducer;
    type Result = C::Result;

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self, C::Reducer) {
        let (left, right, reducer) = self.base.split_at(index);
        let map_op = self.map_op;
        (
            FlatMapIterConsumer { base: left, map_op },
            FlatMapIterConsumer {
                base: right,
                map_op,
            },
            reducer,
        )
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        FlatMapIterFolder {
            base: self.base.into_folder(),
            map_op: self.map_op,
        }
    }

    #[inline]
    fn full(&self) -> bool {
        self.base.full()
    }
}

impl<T, SI, C, F> UnindexedConsumer<T> for FlatMapIterConsumer<'_, C, F>
where
    C: UnindexedConsumer<SI::Item>,
    F: Fn(T) -> SI + Sync,
    SI: IntoIterator,
{
    const STREAMS: bool = C::STREAMS;
    const SEAMS: bool = C::SEAMS;

    #[inline]
    fn split_off_left(&self) -> Self {
        FlatMapIterConsumer {
            base: self.base.split_off_left(),
            map_op: self.map_op,
        }
    }

    #[inline]
    fn to_reducer(&self) -> C::Reducer {
        self.base.to_reducer()
    }

    #[inline]
    fn aim(&self) -> Aim {
        self.base.aim()
    }
}

/// How many outer items there are in a run.
const RUN: u32 = 64;

/// What the next steps of an iterator have, up to a number of them, or until it is closed.
struct Run<'a, I, S> {
    iter: &'a mut I,
    left: u32,
    closed: &'a S,
    goes_on: &'a mut bool,
}

impl<T, I: Iterator<Item = Option<T>>, S: Fn() -> bool> Iterator for Run<'_, I, S> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        loop {
            self.left = self.left.checked_sub(1)?;
            let step = self.iter.next();
            *self.goes_on = step.is_some() && !(self.closed)();
            if !*self.goes_on {
                self.left = 0;
            }
            if let Some(item) = step? {
                return Some(item);
            }
        }
    }
}

struct FlatMapIterFolder<'f, C, F> {
    base: C,
    map_op: &'f F,
}

impl<T, SI, C, F> Folder<T> for FlatMapIterFolder<'_, C, F>
where
    C: Folder<SI::Item>,
    F: Fn(T) -> SI,
    SI: IntoIterator,
{
    type Result = C::Result;

    fn consume(self, item: T) -> Self {
        FlatMapIterFolder {
            base: self.base.consume_iter((self.map_op)(item)),
            map_op: self.map_op,
        }
    }

    // The base gets all inner items of a run of outer ones at once, and need not begin anew for each of what may be arrays of two. Where it may be
    // full it is asked after each run, of which there may be many without any inner items.
    #[inline]
    fn consume_iter<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        if !C::NEVER_FULL {
            return self.consume_some(iter.into_iter().map(Some), || false);
        }
        let FlatMapIterFolder { base, map_op } = self;
        FlatMapIterFolder {
            base: base.consume_iter(iter.into_iter().flat_map(map_op)),
            map_op,
        }
    }

    const TAKES_SOME: bool = !C::NEVER_FULL;

    fn consume_some<I, S>(self, mut iter: I, closed: S) -> Self
    where
        I: Iterator<Item = Option<T>>,
        S: Fn() -> bool,
    {
        let FlatMapIterFolder { mut base, map_op } = self;
        if C::TAKES_EACH {
            let each = iter.map(|item| Some(map_op(item?).into_iter().map(Some)));
            base = base.consume_some_each(each, closed);
            return FlatMapIterFolder { base, map_op };
        }
        let mut goes_on = true;
        while goes_on {
            let run = Run {
                iter: &mut iter,
                left: RUN,
                closed: &closed,
                goes_on: &mut goes_on,
            };
            base = base.consume_iter(run.flat_map(map_op));
            goes_on &= !base.full();
        }
        // Before the base is returned, which a panic in dropping the rest would leak.
        drop(iter);
        FlatMapIterFolder { base, map_op }
    }

    const NEVER_FULL: bool = C::NEVER_FULL;

    #[inline]
    fn written(&self) -> usize {
        self.base.written()
    }

    #[inline]
    fn complete(self) -> C::Result {
        self.base.complete()
    }

    #[inline]
    fn full(&self) -> bool {
        self.base.full()
    }
}
