//! `sum` and `product`: each block is added up by std, and so are the results of the blocks.

use crate::iter::ParallelIterator;
use crate::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};
use std::iter::{Product, Sum, once};
use std::marker::PhantomData;

pub(crate) fn sum<I, S>(par_iter: I) -> S
where
    I: ParallelIterator,
    S: Send + Sum<I::Item> + Sum<S>,
{
    par_iter.drive_unindexed(TotalConsumer::<SumOf, S>(PhantomData))
}

pub(crate) fn product<I, P>(par_iter: I) -> P
where
    I: ParallelIterator,
    P: Send + Product<I::Item> + Product<P>,
{
    par_iter.drive_unindexed(TotalConsumer::<ProductOf, P>(PhantomData))
}

/// How an iterator over `T` comes to one `S`: the difference between a sum and a product.
trait Total<T, S> {
    fn of<I: Iterator<Item = T>>(iter: I) -> S;
}

struct SumOf;
struct ProductOf;

impl<T, S: Sum<T>> Total<T, S> for SumOf {
    #[inline]
    fn of<I: Iterator<Item = T>>(iter: I) -> S {
        iter.sum()
    }
}

impl<T, S: Product<T>> Total<T, S> for ProductOf {
    fn of<I: Iterator<Item = T>>(iter: I) -> S {
        iter.product()
    }
}

/// Two totals in one.
fn join<K: Total<S, S>, S>(left: S, right: S) -> S {
    K::of([left, right].into_iter())
}

// Sends nothing: it only names the types.
struct TotalConsumer<K, S>(PhantomData<fn(K) -> S>);

impl<K, S, T> Consumer<T> for TotalConsumer<K, S>
where
    K: Total<T, S> + Total<S, S>,
    S: Send,
{
    type Folder = TotalFolder<K, S>;
    type Reducer = Self;
    type Result = S;

    #[inline]
    fn split_at(self, _index: usize) -> (Self, Self, Self) {
        (TotalConsumer(PhantomData), TotalConsumer(PhantomData), self)
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        TotalFolder {
            total: <K as Total<T, S>>::of(std::iter::empty()),
            kind: PhantomData,
        }
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }
}

impl<K, S, T> UnindexedConsumer<T> for TotalConsumer<K, S>
where
    K: Total<T, S> + Total<S, S>,
    S: Send,
{
    const STREAMS: bool = true;

    #[inline]
    fn split_off_left(&self) -> Self {
        TotalConsumer(PhantomData)
    }

    #[inline]
    fn to_reducer(&self) -> Self {
        TotalConsumer(PhantomData)
    }
}

impl<K, S> Reducer<S> for TotalConsumer<K, S>
where
    K: Total<S, S>,
{
    #[inline]
    fn reduce(self, left: S, right: S) -> S {
        join::<K, S>(left, right)
    }
}

struct TotalFolder<K, S> {
    total: S,
    kind: PhantomData<K>,
}

impl<K, S, T> Folder<T> for TotalFolder<K, S>
where
    K: Total<T, S> + Total<S, S>,
{
    type Result = S;

    #[inline]
    fn consume(self, item: T) -> Self {
        self.consume_iter(once(item))
    }

    #[inline]
    fn consume_iter<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        let more = <K as Total<T, S>>::of(iter.into_iter());
        TotalFolder {
            total: join::<K, S>(self.total, more),
            kind: PhantomData,
        }
    }

    const TAKES_ONE: bool = true;
    const NEVER_FULL: bool = true;

    #[inline]
    fn complete(self) -> S {
        self.total
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }
}
