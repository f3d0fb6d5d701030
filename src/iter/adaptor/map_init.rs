//! `map_init`: a `map` whose closure also gets a value that is made for every run of items.

use super::map_state::{MapStateFolder, MapStateIter, least_piece, min_len};
use crate::iter::{IndexedParallelIterator, ParallelIterator};
use crate::plumbing::{Aim, Consumer, Folder, Producer, ProducerCallback, UnindexedConsumer};
use std::fmt;

/// An iterator that maps items with the help of a value made for each run of them; see
/// [`map_init`](ParallelIterator::map_init).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let shifted: tine::iter::MapInit<_, _, _> = (1..4).into_par_iter().map_init(|| 10, |ten, n| *ten + n);
/// assert_eq!(shifted.collect::<Vec<i32>>(), [11, 12, 13]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Clone)]
pub struct MapInit<I, INIT, F> {
    pub(in crate::iter) base: I,
    pub(in crate::iter) init: INIT,
    pub(in crate::iter) map_op: F,
}

impl<I: fmt::Debug, INIT, F> fmt::Debug for MapInit<I, INIT, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MapInit")
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}

impl<I, INIT, F, T, R> ParallelIterator for MapInit<I, INIT, F>
where
    I: ParallelIterator,
    INIT: Fn() -> T + Sync + Send,
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
        self.base.drive_unindexed(MapInitConsumer {
            base: consumer,
            init: &self.init,
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

impl<I, INIT, F, T, R> IndexedParallelIterator for MapInit<I, INIT, F>
where
    I: IndexedParallelIterator,
    INIT: Fn() -> T + Sync + Send,
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
        self.base.drive(MapInitConsumer {
            base: consumer,
            init: &self.init,
            map_op: &self.map_op,
        })
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        let least = least_piece(self.base.len());
        self.base.with_producer(MapInitCallback {
            callback,
            least,
            init: self.init,
            map_op: self.map_op,
        })
    }
}

struct MapInitCallback<CB, INIT, F> {
    callback: CB,
    /// See [`least_piece`].
    least: usize,
    init: INIT,
    map_op: F,
}

impl<U, R, CB, INIT, F, T> ProducerCallback<U> for MapInitCallback<CB, INIT, F>
where
    CB: ProducerCallback<R>,
    INIT: Fn() -> T + Sync,
    F: Fn(&mut T, U) -> R + Sync,
    R: Send,
{
    type Output = CB::Output;

    #[inline]
    fn callback<P>(self, base: P) -> CB::Output
    where
        P: Producer<Item = U>,
    {
        self.callback.callback(MapInitProducer {
            base,
            least: self.least,
            init: &self.init,
            map_op: &self.map_op,
        })
    }
}

struct MapInitProducer<'f, P, INIT, F> {
    base: P,
    least: usize,
    init: &'f INIT,
    map_op: &'f F,
}

impl<'f, R, P, INIT, F, T> Producer for MapInitProducer<'f, P, INIT, F>
where
    P: Producer,
    INIT: Fn() -> T + Sync,
    F: Fn(&mut T, P::Item) -> R + Sync,
    R: Send,
{
    type Item = R;
    type IntoIter = MapStateIter<'f, P::IntoIter, T, F>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        MapStateIter::new(self.base.into_iter(), (self.init)(), self.map_op)
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
            MapInitProducer {
                base: left,
                least: self.least,
                init: self.init,
                map_op,
            },
            MapInitProducer {
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
            .fold_with(MapStateFolder::new(folder, (self.init)(), self.map_op))
            .into_base()
    }
}

struct MapInitConsumer<'f, C, INIT, F> {
    base: C,
    init: &'f INIT,
    map_op: &'f F,
}

impl<'f, U, R, C, INIT, F, T> Consumer<U> for MapInitConsumer<'f, C, INIT, F>
where
    C: Consumer<R>,
    INIT: Fn() -> T + Sync,
    F: Fn(&mut T, U) -> R + Sync,
    R: Send,
{
    type Folder = MapStateFolder<'f, C::Folder, T, F>;
    type Reducer = C::Reducer;
    type Result = C::Result;

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self, C::Reducer) {
        let (left, right, reducer) = self.base.split_at(index);
        let map_op = self.map_op;
        (
            MapInitConsumer {
                base: left,
                init: self.init,
                map_op,
            },
            MapInitConsumer {
                base: right,
                init: self.init,
                map_op,
            },
            reducer,
        )
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        MapStateFolder::new(self.base.into_folder(), (self.init)(), self.map_op)
    }

    #[inline]
    fn full(&self) -> bool {
        self.base.full()
    }

    const GOES_ON: bool = C::GOES_ON;
    const CARRIES: bool = C::GOES_ON;
    const CLONES: bool = C::CLONES;

    unsafe fn go_on(folder: Self::Folder, next: Self, index: usize) -> (Self::Folder, Self) {
        // SAFETY: (1) by obligation (1): those within are split where these are.
        let go_on = |base| unsafe { C::go_on(base, next.base, index) };
        let (folder, base) = folder.exchange(go_on);
        (folder, MapInitConsumer { base, ..next })
    }
}

impl<U, R, C, INIT, F, T> UnindexedConsumer<U> for MapInitConsumer<'_, C, INIT, F>
where
    C: UnindexedConsumer<R>,
    INIT: Fn() -> T + Sync,
    F: Fn(&mut T, U) -> R + Sync,
    R: Send,
{
    const STREAMS: bool = C::STREAMS;
    const SEAMS: bool = C::SEAMS;

    #[inline]
    fn split_off_left(&self) -> Self {
        MapInitConsumer {
            base: self.base.split_off_left(),
            init: self.init,
            map_op: self.map_op,
        }
    }

    #[inline]
    fn split_off_left_by(&self, spare: Option<Self>) -> Self {
        MapInitConsumer {
            base: self.base.split_off_left_by(spare.map(|spare| spare.base)),
            init: self.init,
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
