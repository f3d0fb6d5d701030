//! `chain`: the items of one iterator, then those of another.

use crate::iter::{IndexedParallelIterator, ParallelIterator};
use crate::plumbing::{Consumer, Folder, Producer, ProducerCallback, Reducer, UnindexedConsumer};
use tine_core::join;

/// An iterator over the items of two iterators, one after the other; see [`chain`](ParallelIterator::chain).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let both: tine::iter::Chain<_, _> = [1, 2].par_iter().chain([3].par_iter());
/// assert_eq!(both.collect::<Vec<_>>(), [&1, &2, &3]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct Chain<A, B> {
    pub(in crate::iter) a: A,
    pub(in crate::iter) b: B,
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

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        let Chain { a, b } = self;
        // Split by index where that is possible: if the whole length is known, the consumer may insist on it.
        let (left, right, reducer) = match a.opt_len() {
            Some(len) => consumer.split_at(len),
            None => {
                let left = consumer.split_off_left();
                let reducer = consumer.to_reducer();
                (left, consumer, reducer)
            }
        };
        let (left, right) = join(|| a.drive_unindexed(left), || b.drive_unindexed(right));
        reducer.reduce(left, right)
    }

    fn opt_len(&self) -> Option<usize> {
        self.a.opt_len()?.checked_add(self.b.opt_len()?)
    }
}

impl<A, B> IndexedParallelIterator for Chain<A, B>
where
    A: IndexedParallelIterator,
    B: IndexedParallelIterator<Item = A::Item>,
{
    fn len(&self) -> usize {
        self.a.len().checked_add(self.b.len()).expect("overflow")
    }

    fn drive<C>(self, consumer: C) -> C::Result
    where
        C: Consumer<Self::Item>,
    {
        let Chain { a, b } = self;
        let (left, right, reducer) = consumer.split_at(a.len());
        let (left, right) = join(|| a.drive(left), || b.drive(right));
        reducer.reduce(left, right)
    }

    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        let a_len = self.a.len();
        self.a.with_producer(FirstCallback {
            callback,
            a_len,
            b: self.b,
        })
    }
}

/// Has the second iterator, and waits for the first one's producer.
struct FirstCallback<CB, B> {
    callback: CB,
    a_len: usize,
    b: B,
}

impl<T, B, CB> ProducerCallback<T> for FirstCallback<CB, B>
where
    B: IndexedParallelIterator<Item = T>,
    CB: ProducerCallback<T>,
{
    type Output = CB::Output;

    fn callback<A>(self, a: A) -> CB::Output
    where
        A: Producer<Item = T>,
    {
        self.b.with_producer(SecondCallback {
            callback: self.callback,
            a_len: self.a_len,
            a,
        })
    }
}

/// Has the first producer, and waits for the second.
struct SecondCallback<CB, A> {
    callback: CB,
    a_len: usize,
    a: A,
}

impl<T, A, CB> ProducerCallback<T> for SecondCallback<CB, A>
where
    A: Producer<Item = T>,
    CB: ProducerCallback<T>,
{
    type Output = CB::Output;

    fn callback<B>(self, b: B) -> CB::Output
    where
        B: Producer<Item = T>,
    {
        self.callback.callback(ChainProducer {
            a: self.a,
            a_len: self.a_len,
            b,
        })
    }
}

struct ChainProducer<A, B> {
    a: A,
    a_len: usize,
    b: B,
}

impl<A, B> Producer for ChainProducer<A, B>
where
    A: Producer,
    B: Producer<Item = A::Item>,
{
    type Item = A::Item;
    type IntoIter = ChainIter<A::IntoIter, B::IntoIter>;

    fn into_iter(self) -> Self::IntoIter {
        ChainIter(self.a.into_iter().chain(self.b.into_iter()))
    }

    fn min_len(&self) -> usize {
        self.a.min_len().max(self.b.min_len())
    }

    fn max_len(&self) -> usize {
        self.a.max_len().min(self.b.max_len())
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        let a_taken = index.min(self.a_len);
        let (a_left, a_right) = self.a.split_at(a_taken);
        let (b_left, b_right) = self.b.split_at(index - a_taken);
        (
            ChainProducer {
                a: a_left,
                a_len: a_taken,
                b: b_left,
            },
            ChainProducer {
                a: a_right,
                a_len: self.a_len - a_taken,
                b: b_right,
            },
        )
    }

    fn fold_with<F>(self, folder: F) -> F
    where
        F: Folder<A::Item>,
    {
        let folder = self.a.fold_with(folder);
        if folder.full() {
            folder
        } else {
            self.b.fold_with(folder)
        }
    }
}

/// A sequential chain that knows its length, which std's does not.
struct ChainIter<A, B>(std::iter::Chain<A, B>);

impl<A, B> Iterator for ChainIter<A, B>
where
    A: Iterator,
    B: Iterator<Item = A::Item>,
{
    type Item = A::Item;

    fn next(&mut self) -> Option<A::Item> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }

    fn fold<S, F>(self, init: S, f: F) -> S
    where
        F: FnMut(S, A::Item) -> S,
    {
        self.0.fold(init, f)
    }
}

impl<A, B> DoubleEndedIterator for ChainIter<A, B>
where
    A: DoubleEndedIterator,
    B: DoubleEndedIterator<Item = A::Item>,
{
    fn next_back(&mut self) -> Option<A::Item> {
        self.0.next_back()
    }
}

impl<A, B> ExactSizeIterator for ChainIter<A, B>
where
    A: ExactSizeIterator,
    B: ExactSizeIterator<Item = A::Item>,
{
}
