//! `flat_map`: makes a parallel iterator of each item, and walks them all, one level deeper.

use super::closing::Never;
use super::sieve::sieve;
use crate::iter::{IntoParallelIterator, ParallelIterator};
use crate::plumbing::{Aim, Brief, Consumer, Folder, Lead, Reducer, Site, UnindexedConsumer};
use std::fmt;

/// An iterator over the items of what a closure makes of each item; see [`flat_map`](ParallelIterator::flat_map).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let twice: tine::iter::FlatMap<_, _> = (1..3).into_par_iter().flat_map(|n| vec![n, n]);
/// assert_eq!(twice.collect::<Vec<_>>(), [1, 1, 2, 2]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Clone)]
pub struct FlatMap<I, F> {
    pub(in crate::iter) base: I,
    pub(in crate::iter) map_op: F,
}

impl<I: fmt::Debug, F> fmt::Debug for FlatMap<I, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FlatMap")
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}

impl<I, F, PI> ParallelIterator for FlatMap<I, F>
where
    I: ParallelIterator,
    F: Fn(I::Item) -> PI + Sync + Send,
    PI: IntoParallelIterator,
{
    type Item = PI::Item;
    const HAS_LEN: Option<bool> = Some(false);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        let drive: fn(Self, C) -> C::Result = const {
            match PI::Iter::AT_MOST_ONE {
                true => drive_sieved::<I, F, PI, C>,
                false => drive_all::<I, F, PI, C>,
            }
        };
        drive(self, consumer)
    }
}

/// Where inner iterators have any number of items.
fn drive_all<I, F, PI, C>(outer: FlatMap<I, F>, consumer: C) -> C::Result
where
    I: ParallelIterator,
    F: Fn(I::Item) -> PI + Sync,
    PI: IntoParallelIterator,
    C: UnindexedConsumer<PI::Item>,
{
    outer.base.drive_unindexed(FlatMapConsumer {
        base: consumer,
        map_op: &outer.map_op,
    })
}

/// Where they have one item at most, as options have.
fn drive_sieved<I, F, PI, C>(outer: FlatMap<I, F>, consumer: C) -> C::Result
where
    I: ParallelIterator,
    F: Fn(I::Item) -> PI + Sync,
    PI: IntoParallelIterator,
    C: UnindexedConsumer<PI::Item>,
{
    let FlatMap { base, map_op } = outer;
    let pass = move |item| map_op(item).into_par_iter().into_one();
    sieve(base, consumer, pass, &Never)
}

struct FlatMapConsumer<'f, C, F> {
    base: C,
    map_op: &'f F,
}

impl<'f, T, PI, C, F> Consumer<T> for FlatMapConsumer<'f, C, F>
where
    C: UnindexedConsumer<PI::Item>,
    F: Fn(T) -> PI + Sync,
    PI: IntoParallelIterator,
{
    type Folder = FlatMapFolder<'f, C, C::Folder, C::Result, F>;
    type Reducer = C::Reducer;
    type Result = C::Result;

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self, C::Reducer) {
        let (left, right, reducer) = self.base.split_at(index);
        let map_op = self.map_op;
        (
            FlatMapConsumer { base: left, map_op },
            FlatMapConsumer {
                base: right,
                map_op,
            },
            reducer,
        )
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        FlatMapFolder {
            base: self.base,
            map_op: self.map_op,
            so_far: None,
            lead: Lead::new(),
            brief: Brief::at(site::<T, PI, C, F>()),
            is_settled: false,
            written: 0,
            written_before: 0,
        }
    }

    #[inline]
    fn full(&self) -> bool {
        self.base.full()
    }
}

impl<T, PI, C, F> UnindexedConsumer<T> for FlatMapConsumer<'_, C, F>
where
    C: UnindexedConsumer<PI::Item>,
    F: Fn(T) -> PI + Sync,
    PI: IntoParallelIterator,
{
    const STREAMS: bool = C::STREAMS;
    const SEAMS: bool = C::SEAMS;

    #[inline]
    fn split_off_left(&self) -> Self {
        FlatMapConsumer {
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

/// The loop over the items of one iterator after the other.
fn site<T, PI, C, F>() -> Site
where
    C: UnindexedConsumer<PI::Item>,
    F: Fn(T) -> PI,
    PI: IntoParallelIterator,
{
    Site::of(FlatMapFolder::<C, C::Folder, C::Result, F>::take::<T, PI> as *const ())
}

/// Where the consumer streams, one folder of its goes on from inner iterator to inner iterator; elsewhere each has folders of its own.
struct FlatMapFolder<'f, C, L, R, F> {
    /// Still a consumer: every item is an iterator of its own, which needs a part of it.
    base: C,
    map_op: &'f F,
    /// What lies before the items of the folder in `lead`.
    so_far: Option<R>,
    lead: Lead<L>,
    brief: Brief,
    /// Whether no later item can change anything.
    is_settled: bool,
    /// By all folders, and by those that are closed.
    written: usize,
    written_before: usize,
}

impl<C, L, R, F> FlatMapFolder<'_, C, L, R, F> {
    fn take<T, PI>(&mut self, item: T)
    where
        C: UnindexedConsumer<PI::Item, Folder = L, Result = R>,
        L: Folder<PI::Item, Result = R>,
        F: Fn(T) -> PI,
        PI: IntoParallelIterator,
    {
        let inner = (self.map_op)(item).into_par_iter();
        let most = self.brief.most();
        // Nobody can help with one item.
        if inner.is_brief(most.max(1)) {
            return self.walk(inner);
        }
        let base = self.base.split_off_left();
        let others = self
            .lead
            .followed_by::<PI::Item, _, _>(base, most, |following| {
                inner.drive_unindexed(following)
            });
        self.look::<PI::Item>();
        if let Some(others) = others {
            self.close::<PI::Item>();
            self.add::<PI::Item>(others);
        }
    }

    /// Takes all of an inner iterator here.
    fn walk<PI>(&mut self, inner: PI)
    where
        C: UnindexedConsumer<PI::Item, Folder = L, Result = R>,
        L: Folder<PI::Item, Result = R>,
        PI: ParallelIterator,
    {
        let lead = self.lead.take();
        let folder = lead.unwrap_or_else(|| self.base.split_off_left().into_folder());
        let folder = match folder.full() {
            true => folder,
            false => inner.walk_brief(folder),
        };
        if C::STREAMS {
            self.lead.put(folder);
            self.look::<PI::Item>();
        } else {
            self.brief.end();
            self.add::<PI::Item>(folder.complete());
        }
    }

    /// Notes that an inner iterator has ended, and what is known of the folder now.
    fn look<T>(&mut self)
    where
        L: Folder<T, Result = R>,
    {
        self.brief.end();
        if let Some(lead) = self.lead.get() {
            self.is_settled |= lead.full();
            self.written = self.written_before + lead.written();
        }
    }

    /// Closes the folder, if there is one.
    #[inline]
    fn close<T>(&mut self)
    where
        C: UnindexedConsumer<T, Folder = L, Result = R>,
        L: Folder<T, Result = R>,
    {
        if let Some(lead) = self.lead.take() {
            self.written_before = self.written;
            self.add::<T>(lead.complete());
        }
    }

    /// Puts a result behind those so far.
    fn add<T>(&mut self, result: R)
    where
        C: UnindexedConsumer<T, Folder = L, Result = R>,
        L: Folder<T, Result = R>,
    {
        self.is_settled |= C::Reducer::SETTLES && self.base.to_reducer().settles(&result);
        self.so_far = Some(match self.so_far.take() {
            Some(so_far) => self.base.to_reducer().reduce(so_far, result),
            None => result,
        });
    }
}

impl<T, PI, C, F> Folder<T> for FlatMapFolder<'_, C, C::Folder, C::Result, F>
where
    C: UnindexedConsumer<PI::Item>,
    F: Fn(T) -> PI,
    PI: IntoParallelIterator,
{
    type Result = C::Result;

    fn consume(mut self, item: T) -> Self {
        self.take(item);
        self
    }

    #[inline]
    fn consume_iter<I>(mut self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        self.brief.begin();
        for item in iter {
            self.take(item);
            if Folder::<T>::full(&self) {
                break;
            }
        }
        self
    }

    const NEVER_FULL: bool = C::Folder::NEVER_FULL && !C::Reducer::SETTLES;

    #[inline]
    fn written(&self) -> usize {
        self.written
    }

    #[inline]
    fn complete(mut self) -> C::Result {
        self.brief.remember(site::<T, PI, C, F>());
        self.close::<PI::Item>();
        self.so_far
            .unwrap_or_else(|| self.base.into_folder().complete())
    }

    #[inline]
    fn full(&self) -> bool {
        self.is_settled || self.base.full()
    }
}
