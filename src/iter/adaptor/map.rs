//! `map`: passes each item through a closure. Pushed items are mapped on their way to the consumer, pulled ones on demand.

use crate::iter::{IndexedParallelIterator, ParallelIterator};
use crate::plumbing::{
    Aim, Buffer, Consumer, Folder, Producer, ProducerCallback, ReusedItems, Shape,
    UnindexedConsumer,
};
use std::fmt;

/// An iterator that yields what a closure makes of each item; see [`map`](ParallelIterator::map).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let doubled: tine::iter::Map<_, _> = (0..3).into_par_iter().map(|n| 2 * n);
/// assert_eq!(doubled.collect::<Vec<_>>(), [0, 2, 4]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Clone)]
pub struct Map<I, F> {
    pub(in crate::iter) base: I,
    pub(in crate::iter) map_op: F,
}

impl<I: fmt::Debug, F> fmt::Debug for Map<I, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Map")
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}

impl<I, F, R> ParallelIterator for Map<I, F>
where
    I: ParallelIterator,
    F: Fn(I::Item) -> R + Sync + Send,
    R: Send,
{
    type Item = R;
    const HAS_LEN: Option<bool> = I::HAS_LEN;

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<R>,
    {
        self.base.drive_unindexed(MapConsumer {
            base: consumer,
            map_op: &self.map_op,
        })
    }

    #[inline]
    fn opt_len(&self) -> Option<usize> {
        self.base.opt_len()
    }

    const MADE_OF: Option<Shape> = I::MADE_OF;
    const LEFT_OF: Option<Shape> = I::LEFT_OF;

    unsafe fn drive_over<C, M>(self, make: M) -> (C::Result, Buffer)
    where
        C: UnindexedConsumer<R>,
        M: FnOnce(&Buffer) -> C,
    {
        let map_op = &self.map_op;
        let make = |buffer: &Buffer| MapConsumer {
            base: make(buffer),
            map_op,
        };
        // SAFETY: (1) and (2) handed on: each item is mapped to one, when it has come in, and what is left of others likewise.
        unsafe { self.base.drive_over(make) }
    }

    #[inline]
    fn count_most(&self) -> Option<usize> {
        self.base.count_most()
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
        self.base.walk_brief(MapFolder { base, map_op }).base
    }
}

impl<I, F, R> IndexedParallelIterator for Map<I, F>
where
    I: IndexedParallelIterator,
    F: Fn(I::Item) -> R + Sync + Send,
    R: Send,
{
    #[inline]
    fn len(&self) -> usize {
        self.base.len()
    }

    #[inline]
    fn drive<C>(self, consumer: C) -> C::Result
    where
        C: Consumer<R>,
    {
        self.base.drive(MapConsumer {
            base: consumer,
            map_op: &self.map_op,
        })
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<R>,
    {
        self.base.with_producer(MapCallback {
            callback,
            map_op: self.map_op,
        })
    }
}

struct MapCallback<CB, F> {
    callback: CB,
    map_op: F,
}

impl<T, R, CB, F> ProducerCallback<T> for MapCallback<CB, F>
where
    CB: ProducerCallback<R>,
    F: Fn(T) -> R + Sync,
    R: Send,
{
    type Output = CB::Output;

    #[inline]
    fn callback<P>(self, base: P) -> CB::Output
    where
        P: Producer<Item = T>,
    {
        self.callback.callback(MapProducer {
            base,
            map_op: &self.map_op,
        })
    }
}

struct MapProducer<'f, P, F> {
    base: P,
    map_op: &'f F,
}

impl<'f, P, F, R> Producer for MapProducer<'f, P, F>
where
    P: Producer,
    F: Fn(P::Item) -> R + Sync,
    R: Send,
{
    type Item = R;
    type IntoIter = std::iter::Map<P::IntoIter, &'f F>;
    const EXACT: bool = P::EXACT && !P::NUMBERED;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.base.into_iter().map(self.map_op)
    }

    #[inline]
    fn min_len(&self) -> usize {
        self.base.min_len()
    }

    #[inline]
    fn max_len(&self) -> usize {
        self.base.max_len()
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        let (left, right) = self.base.split_at(index);
        (
            MapProducer {
                base: left,
                map_op: self.map_op,
            },
            MapProducer {
                base: right,
                map_op: self.map_op,
            },
        )
    }

    fn fold_with<G>(self, folder: G) -> G
    where
        G: Folder<R>,
    {
        self.base
            .fold_with(MapFolder {
                base: folder,
                map_op: self.map_op,
            })
            .base
    }
}

struct MapConsumer<'f, C, F> {
    base: C,
    map_op: &'f F,
}

impl<'f, T, R, C, F> Consumer<T> for MapConsumer<'f, C, F>
where
    C: Consumer<R>,
    F: Fn(T) -> R + Sync,
{
    type Folder = MapFolder<'f, C::Folder, F>;
    type Reducer = C::Reducer;
    type Result = C::Result;

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self, C::Reducer) {
        let (left, right, reducer) = self.base.split_at(index);
        (
            MapConsumer {
                base: left,
                map_op: self.map_op,
            },
            MapConsumer {
                base: right,
                map_op: self.map_op,
            },
            reducer,
        )
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        MapFolder {
            base: self.base.into_folder(),
            map_op: self.map_op,
        }
    }

    #[inline]
    fn full(&self) -> bool {
        self.base.full()
    }

    const GOES_ON: bool = C::GOES_ON;
    const CARRIES: bool = C::CARRIES;
    const CLONES: bool = C::CLONES;

    unsafe fn go_on(folder: Self::Folder, next: Self, index: usize) -> (Self::Folder, Self) {
        // SAFETY: (1) by obligation (1): those within are split where these are.
        let (base, rest) = unsafe { C::go_on(folder.base, next.base, index) };
        (
            MapFolder { base, ..folder },
            MapConsumer { base: rest, ..next },
        )
    }

    #[inline]
    fn split_at_by(self, index: usize, spare: Option<Self>) -> (Self, Self, C::Reducer) {
        let map_op = self.map_op;
        let spare = spare.map(|spare| spare.base);
        let (left, right, reducer) = self.base.split_at_by(index, spare);
        let with_map = |base| MapConsumer { base, map_op };
        let (left, right) = (with_map(left), with_map(right));
        (left, right, reducer)
    }
}

impl<T, R, C, F> UnindexedConsumer<T> for MapConsumer<'_, C, F>
where
    C: UnindexedConsumer<R>,
    F: Fn(T) -> R + Sync,
{
    const STREAMS: bool = C::STREAMS;
    const SEAMS: bool = C::SEAMS;

    #[inline]
    fn split_off_left(&self) -> Self {
        MapConsumer {
            base: self.base.split_off_left(),
            map_op: self.map_op,
        }
    }

    #[inline]
    fn split_off_left_by(&self, spare: Option<Self>) -> Self {
        MapConsumer {
            base: self.base.split_off_left_by(spare.map(|spare| spare.base)),
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

struct MapFolder<'f, C, F> {
    base: C,
    map_op: &'f F,
}

impl<T, R, C, F> Folder<T> for MapFolder<'_, C, F>
where
    C: Folder<R>,
    F: Fn(T) -> R,
{
    type Result = C::Result;

    #[inline]
    fn consume(self, item: T) -> Self {
        MapFolder {
            base: self.base.consume((self.map_op)(item)),
            map_op: self.map_op,
        }
    }

    #[inline]
    fn consume_iter<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        MapFolder {
            base: self.base.consume_iter(iter.into_iter().map(self.map_op)),
            map_op: self.map_op,
        }
    }

    #[inline]
    fn consume_exact<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        MapFolder {
            base: self.base.consume_exact(iter.into_iter().map(self.map_op)),
            map_op: self.map_op,
        }
    }

    #[inline]
    fn consume_numbered<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        self.consume_iter(iter)
    }

    const TAKES_SOME: bool = C::TAKES_SOME;
    const TAKES_ONE: bool = C::TAKES_ONE;

    fn consume_some<I, S>(self, iter: I, closed: S) -> Self
    where
        I: Iterator<Item = Option<T>>,
        S: Fn() -> bool,
    {
        let mapped = iter.map(|item| item.map(self.map_op));
        MapFolder {
            base: self.base.consume_some(mapped, closed),
            map_op: self.map_op,
        }
    }

    const TAKES_EACH: bool = C::TAKES_EACH;

    fn consume_some_each<I, J, S>(self, iter: I, closed: S) -> Self
    where
        I: Iterator<Item = Option<J>>,
        J: Iterator<Item = Option<T>>,
        S: Fn() -> bool,
    {
        let map_op = self.map_op;
        let mapped = iter.map(|inner| {
            let inner = inner?;
            Some(inner.map(|item| item.map(map_op)))
        });
        MapFolder {
            base: self.base.consume_some_each(mapped, closed),
            map_op,
        }
    }

    fn consume_over<U, M>(self, items: ReusedItems<U>, mut make: M) -> Self
    where
        M: FnMut(U) -> T,
    {
        let map_op = self.map_op;
        let base = self.base.consume_over(items, |item| map_op(make(item)));
        MapFolder { base, map_op }
    }

    fn consume_sifted<U, M, S>(self, items: ReusedItems<U>, mut make: M, closed: S) -> Self
    where
        M: FnMut(U) -> Option<T>,
        S: Fn() -> bool,
    {
        let map_op = self.map_op;
        let base = (self.base).consume_sifted(items, |item| make(item).map(map_op), closed);
        MapFolder { base, map_op }
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
