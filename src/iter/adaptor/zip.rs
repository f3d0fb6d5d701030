//! `zip`: two iterators side by side, as long as the shorter one.

use super::both::{AwaitBoth, UseBoth};
use crate::iter::{IndexedParallelIterator, ParallelIterator, stream, walked_by_index};
use crate::plumbing::{Producer, ProducerCallback, UnindexedConsumer};

/// An iterator over pairs of items from two iterators; see [`zip`](IndexedParallelIterator::zip).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let pairs: tine::iter::Zip<_, _> = [1, 2, 3].par_iter().zip(['a', 'b'].par_iter());
/// assert_eq!(pairs.collect::<Vec<_>>(), [(&1, &'a'), (&2, &'b')]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct Zip<A, B> {
    a: A,
    b: B,
}

impl<A, B> Zip<A, B> {
    pub(crate) fn new(a: A, b: B) -> Self {
        Zip { a, b }
    }
}

impl<A, B> ParallelIterator for Zip<A, B>
where
    A: IndexedParallelIterator,
    B: IndexedParallelIterator,
{
    type Item = (A::Item, B::Item);
    const HAS_LEN: Option<bool> = Some(true);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        stream(self, consumer)
    }

    #[inline]
    fn opt_len(&self) -> Option<usize> {
        Some(self.len())
    }

    walked_by_index! {}
}

impl<A, B> IndexedParallelIterator for Zip<A, B>
where
    A: IndexedParallelIterator,
    B: IndexedParallelIterator,
{
    #[inline]
    fn len(&self) -> usize {
        self.a.len().min(self.b.len())
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        self.a.with_producer(AwaitBoth {
            second: self.b,
            then: Pair { callback },
        })
    }
}

/// Lays two producers side by side for `callback`.
struct Pair<CB> {
    callback: CB,
}

impl<S, T, CB: ProducerCallback<(S, T)>> UseBoth<S, T> for Pair<CB> {
    type Output = CB::Output;

    #[inline]
    fn call<P, Q>(self, a: P, b: Q) -> CB::Output
    where
        P: Producer<Item = S>,
        Q: Producer<Item = T>,
    {
        self.callback.callback(ZipProducer { a, b })
    }
}

struct ZipProducer<A, B> {
    a: A,
    b: B,
}

impl<A: Producer, B: Producer> Producer for ZipProducer<A, B> {
    type Item = (A::Item, B::Item);
    type IntoIter = std::iter::Zip<A::IntoIter, B::IntoIter>;
    const EXACT: bool = A::EXACT && B::EXACT;
    const NUMBERED: bool = A::NUMBERED || B::NUMBERED;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.a.into_iter().zip(self.b.into_iter())
    }

    #[inline]
    fn min_len(&self) -> usize {
        self.a.min_len().max(self.b.min_len())
    }

    #[inline]
    fn max_len(&self) -> usize {
        self.a.max_len().min(self.b.max_len())
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        let (a_left, a_right) = self.a.split_at(index);
        let (b_left, b_right) = self.b.split_at(index);
        (
            ZipProducer {
                a: a_left,
                b: b_left,
            },
            ZipProducer {
                a: a_right,
                b: b_right,
            },
        )
    }
}
