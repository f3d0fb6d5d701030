//! `min_max` and its kin: both ends in one walk.

use crate::iter::ParallelIterator;
use crate::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};
use std::cmp::Ordering;

/// The first of the smallest items and the last of the largest.
pub(crate) fn min_max_by<I, F>(par_iter: I, compare: &F) -> Option<(I::Item, I::Item)>
where
    I: ParallelIterator,
    I::Item: Clone,
    F: Fn(&I::Item, &I::Item) -> Ordering + Sync,
{
    let ends = par_iter.drive_unindexed(EndsConsumer { compare })?;
    let most = ends.most.unwrap_or_else(|| ends.least.clone());
    Some((ends.least, most))
}

pub(crate) fn min_max_by_key<I, K, F>(par_iter: I, key: &F) -> Option<(I::Item, I::Item)>
where
    I: ParallelIterator,
    I::Item: Clone,
    K: Ord + Send,
    F: Fn(&I::Item) -> K + Sync + Send,
{
    let keyed = par_iter.map(|item| (key(&item), item));
    let compare = |a: &(K, I::Item), b: &(K, I::Item)| a.0.cmp(&b.0);
    let ends = keyed.drive_unindexed(EndsConsumer { compare: &compare })?;
    let (_, least) = ends.least;
    let most = ends.most.map_or_else(|| least.clone(), |(_, most)| most);
    Some((least, most))
}

/// The ends of a run of items. What is neither is dropped before there is a result, which a panic of the drop would leak.
struct Ends<T> {
    least: T,
    /// None if there is but one item.
    most: Option<T>,
}

impl<T> Ends<T> {
    /// Of this run with a later item behind.
    #[inline(always)]
    fn push(&mut self, item: T, compare: &impl Fn(&T, &T) -> Ordering) {
        if compare(&item, &self.least).is_lt() {
            let least = std::mem::replace(&mut self.least, item);
            if self.most.is_none() {
                self.most = Some(least);
            }
        } else if (self.most.as_ref()).is_none_or(|most| compare(&item, most).is_ge()) {
            self.most = Some(item);
        }
    }

    /// Of this run with a later one behind.
    fn append(&mut self, later: Self, compare: &impl Fn(&T, &T) -> Ordering) {
        self.push(later.least, compare);
        if let Some(most) = later.most {
            self.push(most, compare);
        }
    }
}

struct EndsConsumer<'f, F> {
    compare: &'f F,
}

impl<F> Clone for EndsConsumer<'_, F> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for EndsConsumer<'_, F> {}

impl<'f, T, F> Consumer<T> for EndsConsumer<'f, F>
where
    T: Send,
    F: Fn(&T, &T) -> Ordering + Sync,
{
    type Folder = EndsFolder<'f, T, F>;
    type Reducer = Self;
    type Result = Option<Ends<T>>;

    #[inline]
    fn split_at(self, _index: usize) -> (Self, Self, Self) {
        (self, self, self)
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        EndsFolder {
            ends: None,
            compare: self.compare,
        }
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }
}

impl<T, F> UnindexedConsumer<T> for EndsConsumer<'_, F>
where
    T: Send,
    F: Fn(&T, &T) -> Ordering + Sync,
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

impl<T, F> Reducer<Option<Ends<T>>> for EndsConsumer<'_, F>
where
    F: Fn(&T, &T) -> Ordering,
{
    fn reduce(self, left: Option<Ends<T>>, right: Option<Ends<T>>) -> Option<Ends<T>> {
        match (left, right) {
            (Some(mut left), Some(right)) => {
                left.append(right, self.compare);
                Some(left)
            }
            (left, None) => left,
            (None, right) => right,
        }
    }
}

struct EndsFolder<'f, T, F> {
    ends: Option<Ends<T>>,
    compare: &'f F,
}

impl<T, F> Folder<T> for EndsFolder<'_, T, F>
where
    F: Fn(&T, &T) -> Ordering,
{
    type Result = Option<Ends<T>>;

    #[inline]
    fn consume(self, item: T) -> Self {
        self.consume_iter(Some(item))
    }

    fn consume_iter<I>(mut self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        let mut iter = iter.into_iter();
        let first = |item| Ends {
            least: item,
            most: None,
        };
        if let Some(mut ends) = self.ends.take().or_else(|| iter.next().map(first)) {
            // The second item is taken apart, so that the loop need not look whether there are two.
            if let Some(item) = ends.most.is_none().then(|| iter.next()).flatten() {
                ends.push(item, self.compare);
            }
            if let Ends {
                mut least,
                most: Some(mut most),
            } = ends
            {
                iter.for_each(|item| {
                    if (self.compare)(&item, &least).is_lt() {
                        least = item;
                    } else if (self.compare)(&item, &most).is_ge() {
                        most = item;
                    }
                });
                ends = Ends {
                    least,
                    most: Some(most),
                };
            }
            self.ends = Some(ends);
        }
        self
    }

    const NEVER_FULL: bool = true;

    #[inline]
    fn complete(self) -> Option<Ends<T>> {
        self.ends
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }
}
