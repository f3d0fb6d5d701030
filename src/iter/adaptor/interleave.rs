//! `interleave`: items of two iterators in turns; what is left of the longer one comes last.

use super::both::{AwaitBoth, UseBoth};
use crate::iter::{IndexedParallelIterator, ParallelIterator, stream};
use crate::plumbing::{Producer, ProducerCallback, UnindexedConsumer};

/// An iterator over the items of two iterators in turns; see [`interleave`](IndexedParallelIterator::interleave).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let turns: tine::iter::Interleave<_, _> = [1, 3, 5].par_iter().interleave([2].par_iter());
/// assert_eq!(turns.collect::<Vec<_>>(), [&1, &2, &3, &5]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct Interleave<I, J> {
    pub(in crate::iter) i: I,
    pub(in crate::iter) j: J,
}

impl<I, J> ParallelIterator for Interleave<I, J>
where
    I: IndexedParallelIterator,
    J: IndexedParallelIterator<Item = I::Item>,
{
    type Item = I::Item;
    const HAS_LEN: Option<bool> = Some(true);

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        stream(self, consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.len())
    }
}

impl<I, J> IndexedParallelIterator for Interleave<I, J>
where
    I: IndexedParallelIterator,
    J: IndexedParallelIterator<Item = I::Item>,
{
    fn len(&self) -> usize {
        self.i.len().checked_add(self.j.len()).expect("overflow")
    }

    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        let (i_len, j_len) = (self.i.len(), self.j.len());
        self.i.with_producer(AwaitBoth {
            second: self.j,
            then: Weave {
                i_len,
                j_len,
                callback,
            },
        })
    }
}

/// Lets two producers take turns for `callback`.
struct Weave<CB> {
    i_len: usize,
    j_len: usize,
    callback: CB,
}

impl<T, CB: ProducerCallback<T>> UseBoth<T, T> for Weave<CB> {
    type Output = CB::Output;

    fn call<P, Q>(self, i: P, j: Q) -> CB::Output
    where
        P: Producer<Item = T>,
        Q: Producer<Item = T>,
    {
        let Weave {
            i_len,
            j_len,
            callback,
        } = self;
        callback.callback(InterleaveProducer {
            i,
            j,
            i_len,
            j_len,
            i_next: true,
        })
    }
}

struct InterleaveProducer<I, J> {
    i: I,
    j: J,
    i_len: usize,
    j_len: usize,
    /// Whether it is the turn of `i`.
    i_next: bool,
}

impl<I, J> Producer for InterleaveProducer<I, J>
where
    I: Producer,
    J: Producer<Item = I::Item>,
{
    type Item = I::Item;
    type IntoIter = InterleaveIter<I::IntoIter, J::IntoIter>;

    fn into_iter(self) -> Self::IntoIter {
        InterleaveIter {
            i: self.i.into_iter(),
            j: self.j.into_iter(),
            i_next: self.i_next,
        }
    }

    fn min_len(&self) -> usize {
        self.i.min_len().max(self.j.min_len())
    }

    fn max_len(&self) -> usize {
        self.i.max_len().min(self.j.max_len())
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        // Whoever is next has the odd turn; whoever runs out leaves its turns to the other.
        let (half, odd) = (index / 2, index % 2);
        let i_turns = half + if self.i_next { odd } else { 0 };
        let j_turns = index - i_turns;
        let (i_taken, j_taken) = if i_turns > self.i_len {
            (self.i_len, index - self.i_len)
        } else if j_turns > self.j_len {
            (index - self.j_len, self.j_len)
        } else {
            (i_turns, j_turns)
        };
        let (i_left, i_right) = self.i.split_at(i_taken);
        let (j_left, j_right) = self.j.split_at(j_taken);
        let left = InterleaveProducer {
            i: i_left,
            j: j_left,
            i_len: i_taken,
            j_len: j_taken,
            i_next: self.i_next,
        };
        let right = InterleaveProducer {
            i: i_right,
            j: j_right,
            i_len: self.i_len - i_taken,
            j_len: self.j_len - j_taken,
            i_next: self.i_next != (odd == 1),
        };
        (left, right)
    }
}

/// The sequential iterator over one block.
struct InterleaveIter<I, J> {
    i: I,
    j: J,
    /// Whether it is the turn of `i`.
    i_next: bool,
}

impl<I, J> Iterator for InterleaveIter<I, J>
where
    I: ExactSizeIterator,
    J: ExactSizeIterator<Item = I::Item>,
{
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        self.i_next = !self.i_next;
        if self.i_next {
            self.j.next().or_else(|| self.i.next())
        } else {
            self.i.next().or_else(|| self.j.next())
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.i.len() + self.j.len();
        (len, Some(len))
    }
}

impl<I, J> DoubleEndedIterator for InterleaveIter<I, J>
where
    I: DoubleEndedIterator + ExactSizeIterator,
    J: DoubleEndedIterator<Item = I::Item> + ExactSizeIterator,
{
    fn next_back(&mut self) -> Option<I::Item> {
        // The longer one ends the row; of two equal ones, the one that did not begin it.
        let (i_len, j_len) = (self.i.len(), self.j.len());
        if i_len > j_len || (i_len == j_len && !self.i_next) {
            self.i.next_back()
        } else {
            self.j.next_back()
        }
    }
}

impl<I, J> ExactSizeIterator for InterleaveIter<I, J>
where
    I: ExactSizeIterator,
    J: ExactSizeIterator<Item = I::Item>,
{
}
