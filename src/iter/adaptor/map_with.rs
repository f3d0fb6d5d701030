//! `map_with`: a `map` whose closure also gets a value of its own, cloned wherever the work is split.

use super::map_state::{MapStateFolder, MapStateIter, least_piece, min_len};
use crate::iter::{IndexedParallelIterator, ParallelIterator};
use crate::plumbing::{Aim, Consumer, Folder, Producer, ProducerCallback, UnindexedConsumer};
use std::fmt;

/// An iterator that maps items with the help of a cloned value; see [`map_with`](ParallelIterator::map_with).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let shifted: tine::iter::MapWith<_, _, _> = (1..4).into_par_iter().map_with(10, |ten, n| *ten + n);
/// assert_eq!(shifted.collect::<Vec<i32>>(), [11, 12, 13]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Clone)]
pub struct MapWith<I, T, F> {
    pub(in crate::iter) base: I,
    pub(in crate::iter) init: T,
    pub(in crate::iter) map_op: F,
}

impl<I: fmt::Debug, T: fmt::Debug, F> fmt::Debug for MapWith<I, T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MapWith")
            .field("base", &self.base)
            .field("init", &self.init)
            .finish_non_exhaustive()
    }
}

impl<I, T, F, R> ParallelIterator for MapWith<I, T, F>
where
    I: ParallelIterator,
    T: Send + Clone,
    F: Fn(&mut T, I::Item) -> R + Sync + Send,
    R: Send,
{
    type Item = R;
    const HAS_LEN: Option<bool> = I::HAS_LEN;

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        self.base.drive_unindexed(MapWithConsumer {
            base: consumer,
            init: self.init,
            map_op: &self.map_op,
        })
    }

    #[inline]
    fn opt_len(&self) -> Option<usize> {
        self.base.opt_len()
    }

    #[inline]
    fn count_most(&self) -> Option<usize> {
        self.base.count_most()
    }
}

impl<I, T, F, R> IndexedParallelIterator for MapWith<I, T, F>
where
    I: IndexedParallelIterator,
    T: Send + Clone,
    F: Fn(&mut T, I::Item) -> R + Sync + Send,
    R: Send,
{
    #[inline]
    fn len(&self) -> usize {
        self.base.len()
    }

    #[inline]
    fn drive<C>(self, consumer: C) -> C::Result
    where
        C: Consumer<Self::Item>,
    {
        self.base.drive(MapWithConsumer {
            base: consumer,
            init: self.init,
            map_op: &self.map_op,
        })
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        let least = least_piece(self.base.len());
        self.base.with_producer(MapWithCallback {
            callback,
            least,
            init: self.init,
            map_op: self.map_op,
        })
    }
}

struct MapWithCallback<CB, T, F> {
    callback: CB,
    /// See [`least_piece`].
    least: usize,
    init: T,
    map_op: F,
}

impl<U, R, CB, T, F> ProducerCallback<U> for MapWithCallback<CB, T, F>
where
    CB: ProducerCallback<R>,
    T: Send + Clone,
    F: Fn(&mut T, U) -> R + Sync,
    R: Send,
{
    type Output = CB::Output;

    #[inline]
    fn callback<P>(self, base: P) -> CB::Output
    where
        P: Producer<Item = U>,
    {
        self.callback.callback(MapWithProducer {
            base,
            least: self.least,
            init: self.init,
            map_op: &self.map_op,
        })
    }
}

struct MapWithProducer<'f, P, T, F> {
    base: P,
    least: usize,
    init: T,
    map_op: &'f F,
}

impl<'f, R, P, T, F> Producer for MapWithProducer<'f, P, T, F>
where
    P: Producer,
    T: Send + Clone,
    F: Fn(&mut T, P::Item) -> R + Sync,
    R: Send,
{
    type Item = R;
    type IntoIter = MapStateIter<'f, P::IntoIter, T, F>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        MapStateIter::new(self.base.into_iter(), self.init, self.map_op)
    }

    #[inline]
    fn min_len(&self) -> usize {
        min_len(&self.base, self.least)
    }

    #[inline]
    fn max_len(&self) -> usize {
        self.base.max_len()
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        let (left, right) = self.base.split_at(index);
        let map_op = self.map_op;
        (
            MapWithProducer {
                base: left,
                least: self.least,
                init: self.init.clone(),
                map_op,
            },
            MapWithProducer {
                base: right,
                least: self.least,
                init: self.init,
                map_op,
            },
        )
    }

    fn fold_with<G>(self, folder: G) -> G
    where
        G: Folder<R>,
    {
        self.base
            .fold_with(MapStateFolder::new(folder, self.init, self.map_op))
            .into_base()
    }
}

struct MapWithConsumer<'f, C, T, F> {
    base: C,
    init: T,
    map_op: &'f F,
}

impl<'f, U, R, C, T, F> Consumer<U> for MapWithConsumer<'f, C, T, F>
where
    C: Consumer<R>,
    T: Send + Clone,
    F: Fn(&mut T, U) -> R + Sync,
    R: Send,
{
    type Folder = MapStateFolder<'f, C::Folder, T, F>;
    type Reducer = C::Reducer;
    type Result = C::Result;

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self, C::Reducer) {
        self.split_at_by(index, None)
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        MapStateFolder::new(self.base.into_folder(), self.init, self.map_op)
    }

    #[inline]
    fn full(&self) -> bool {
        self.base.full()
    }

    const GOES_ON: bool = C::GOES_ON;
    const CARRIES: bool = C::GOES_ON;
    const CLONES: bool = true;

    unsafe fn go_on(folder: Self::Folder, next: Self, index: usize) -> (Self::Folder, Self) {
        // SAFETY: (1) by obligation (1): those within are split where these are.
        let go_on = |base| unsafe { C::go_on(base, next.base, index) };
        let (folder, base) = folder.exchange(go_on);
        (folder, MapWithConsumer { base, ..next })
    }

    #[inline]
    fn split_at_by(self, index: usize, spare: Option<Self>) -> (Self, Self, C::Reducer) {
        let (spare, init) = parts(spare, &self.init);
        let (left, right, reducer) = self.base.split_at_by(index, spare);
        let left = MapWithConsumer {
            base: left,
            init,
            map_op: self.map_op,
        };
        (
            left,
            MapWithConsumer {
                base: right,
                ..self
            },
            reducer,
        )
    }
}

/// What a spare one is made of; of a value, if there is none, a clone.
fn parts<C, T: Clone, F>(spare: Option<MapWithConsumer<'_, C, T, F>>, init: &T) -> (Option<C>, T) {
    match spare {
        Some(spare) => (Some(spare.base), spare.init),
        None => (None, init.clone()),
    }
}

impl<U, R, C, T, F> UnindexedConsumer<U> for MapWithConsumer<'_, C, T, F>
where
    C: UnindexedConsumer<R>,
    T: Send + Clone,
    F: Fn(&mut T, U) -> R + Sync,
    R: Send,
{
    const STREAMS: bool = C::STREAMS;
    const SEAMS: bool = C::SEAMS;

    #[inline]
    fn split_off_left(&self) -> Self {
        self.split_off_left_by(None)
    }

    #[inline]
    fn split_off_left_by(&self, spare: Option<Self>) -> Self {
        let (spare, init) = parts(spare, &self.init);
        MapWithConsumer {
            base: self.base.split_off_left_by(spare),
            init,
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
