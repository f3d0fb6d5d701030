//! `chain`: the items of one iterator, then those of another.

use super::both::{AwaitBoth, UseBoth};
use crate::iter::{IndexedParallelIterator, ParallelIterator};
use crate::plumbing::{Consumer, Folder, Producer, ProducerCallback, Reducer, UnindexedConsumer};
use std::iter;
use tine_core::engine::{Forked, Notice, fork, in_pool};

/// An iterator over the items of two iterators, one after the other; see [`chain`](ParallelIterator::chain).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let word: tine::iter::Chain<_, _> = "key".par_chars().chain("board".par_chars());
/// assert_eq!(word.collect::<String>(), "keyboard");
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct Chain<A, B> {
    pub(in crate::iter) front: A,
    pub(in crate::iter) back: B,
}

/// If neither half has more items than this, the second one is offered only to those who already look for work. More are worth a wake.
const FEW: usize = 2048;

/// Runs the first half, and the second one behind it unless somebody else has taken that. The pool is entered once.
#[inline]
fn both<T, R, S>(
    lens: Option<(usize, usize)>,
    first: impl FnOnce() -> R + Send,
    second: T,
    run: impl Fn(T) -> S + Send + Sync,
) -> (R, S)
where
    T: Send,
    R: Send,
    S: Send,
{
    in_pool(|_| {
        let few = match lens {
            Some((0, _) | (_, 0)) => return (first(), run(second)),
            Some((front, back)) => front.max(back) <= FEW,
            None => false,
        };
        let (first, second) = fork(Notice::of(few), first, second, &run);
        let second = match second {
            Forked::Back(second) => run(second),
            Forked::Stolen(second) => second,
        };
        (first, second)
    })
}

impl<A, B> ParallelIterator for Chain<A, B>
where
    A: ParallelIterator,
    B: ParallelIterator<Item = A::Item>,
{
    type Item = A::Item;
    // Two lengths may have no sum.
    const HAS_LEN: Option<bool> = match (A::HAS_LEN, B::HAS_LEN) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        _ => None,
    };

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        let Chain { front, back } = self;
        // Split by index where that is possible: if the whole length is known, the consumer may insist on it.
        let (of_front, of_back, reducer) = match front.opt_len() {
            Some(len) => consumer.split_at(len),
            None => {
                let of_front = consumer.split_off_left();
                let reducer = consumer.to_reducer();
                (of_front, consumer, reducer)
            }
        };
        let lens = front.opt_len().zip(back.opt_len());
        let drive_front = || front.drive_unindexed(of_front);
        let (first, second) = both(lens, drive_front, (back, of_back), |(back, consumer)| {
            back.drive_unindexed(consumer)
        });
        reducer.reduce(first, second)
    }

    fn opt_len(&self) -> Option<usize> {
        let front = self.front.opt_len()?;
        front.checked_add(self.back.opt_len()?)
    }

    fn count_most(&self) -> Option<usize> {
        let front = self.front.count_most()?;
        front.checked_add(self.back.count_most()?)
    }
}

impl<A, B> IndexedParallelIterator for Chain<A, B>
where
    A: IndexedParallelIterator,
    B: IndexedParallelIterator<Item = A::Item>,
{
    fn len(&self) -> usize {
        let front = self.front.len();
        front.checked_add(self.back.len()).expect("overflow")
    }

    #[inline]
    fn drive<C>(self, consumer: C) -> C::Result
    where
        C: Consumer<Self::Item>,
    {
        let Chain { front, back } = self;
        let (of_front, of_back, reducer) = consumer.split_at(front.len());
        let lens = Some((front.len(), back.len()));
        let drive_front = || front.drive(of_front);
        let (first, second) = both(lens, drive_front, (back, of_back), |(back, consumer)| {
            back.drive(consumer)
        });
        reducer.reduce(first, second)
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        let seam = self.front.len();
        self.front.with_producer(AwaitBoth {
            second: self.back,
            then: Link { seam, callback },
        })
    }
}

/// Puts two producers together for `callback`.
struct Link<CB> {
    /// See [`ChainProducer`].
    seam: usize,
    callback: CB,
}

impl<T, CB: ProducerCallback<T>> UseBoth<T, T> for Link<CB> {
    type Output = CB::Output;

    fn call<P, Q>(self, front: P, back: Q) -> CB::Output
    where
        P: Producer<Item = T>,
        Q: Producer<Item = T>,
    {
        let Link { seam, callback } = self;
        callback.callback(ChainProducer { front, back, seam })
    }
}

struct ChainProducer<P, Q> {
    front: P,
    back: Q,
    /// How many items `front` has, so the position at which `back` begins.
    seam: usize,
}

impl<P, Q> Producer for ChainProducer<P, Q>
where
    P: Producer,
    Q: Producer<Item = P::Item>,
{
    type Item = P::Item;
    type IntoIter = Counted<iter::Chain<P::IntoIter, Q::IntoIter>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        Counted(self.front.into_iter().chain(self.back.into_iter()))
    }

    #[inline]
    fn min_len(&self) -> usize {
        self.front.min_len().max(self.back.min_len())
    }

    #[inline]
    fn max_len(&self) -> usize {
        self.front.max_len().min(self.back.max_len())
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        // One of the two is cut within, the other at one of its ends.
        let seam = self.seam.min(index);
        let front = self.front.split_at(seam);
        let back = self.back.split_at(index - seam);
        let left = ChainProducer {
            front: front.0,
            back: back.0,
            seam,
        };
        let right = ChainProducer {
            front: front.1,
            back: back.1,
            seam: self.seam - seam,
        };
        (left, right)
    }

    fn fold_with<F>(self, folder: F) -> F
    where
        F: Folder<P::Item>,
    {
        match self.front.fold_with(folder) {
            done if done.full() => done,
            folder => self.back.fold_with(folder),
        }
    }
}

/// A sequential chain that knows its length, which std's does not, as the sum may be too large for a number.
struct Counted<I>(I);

impl<I: Iterator> Iterator for Counted<I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        self.0.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }

    #[inline]
    fn fold<S, F>(self, init: S, f: F) -> S
    where
        F: FnMut(S, I::Item) -> S,
    {
        self.0.fold(init, f)
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for Counted<I> {
    #[inline]
    fn next_back(&mut self) -> Option<I::Item> {
        self.0.next_back()
    }
}

impl<A, B> ExactSizeIterator for Counted<iter::Chain<A, B>>
where
    A: ExactSizeIterator,
    B: ExactSizeIterator<Item = A::Item>,
{
}
