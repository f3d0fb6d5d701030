//! `interleave`: items of two iterators in turns; what is left of the longer one comes last.

use super::both::{AwaitBoth, UseBoth};
use crate::iter::{IndexedParallelIterator, ParallelIterator, stream};
use crate::plumbing::{Producer, ProducerCallback, UnindexedConsumer};
use std::cmp::Ordering;

/// An iterator over the items of two iterators in turns; see [`interleave`](IndexedParallelIterator::interleave).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let turns: tine::iter::Interleave<_, _> = b"tn".par_iter().interleave(b"ie!");
/// assert_eq!(turns.copied().collect::<Vec<_>>(), b"tine!");
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct Interleave<I, J> {
    /// It begins.
    pub(in crate::iter) one: I,
    pub(in crate::iter) other: J,
}

impl<I, J> ParallelIterator for Interleave<I, J>
where
    I: IndexedParallelIterator,
    J: IndexedParallelIterator<Item = I::Item>,
{
    type Item = I::Item;
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
}

impl<I, J> IndexedParallelIterator for Interleave<I, J>
where
    I: IndexedParallelIterator,
    J: IndexedParallelIterator<Item = I::Item>,
{
    fn len(&self) -> usize {
        let both = self.one.len().checked_add(self.other.len());
        both.expect("overflow")
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        let lens = (self.one.len(), self.other.len());
        self.one.with_producer(AwaitBoth {
            second: self.other,
            then: Weave { lens, callback },
        })
    }
}

/// Lets two producers take turns for `callback`.
struct Weave<CB> {
    /// See [`Turns`].
    lens: (usize, usize),
    callback: CB,
}

impl<T, CB: ProducerCallback<T>> UseBoth<T, T> for Weave<CB> {
    type Output = CB::Output;

    fn call<P, Q>(self, one: P, other: Q) -> CB::Output
    where
        P: Producer<Item = T>,
        Q: Producer<Item = T>,
    {
        self.callback.callback(Turns {
            one,
            other,
            lens: self.lens,
            begins: true,
        })
    }
}

struct Turns<P, Q> {
    one: P,
    other: Q,
    /// How many items each of them has.
    lens: (usize, usize),
    /// Whether the first turn is that of `one`.
    begins: bool,
}

impl<P, Q> Turns<P, Q> {
    /// How many of the first `count` items are from `one`.
    fn of_one(&self, count: usize) -> usize {
        let turns = match self.begins {
            true => count.div_ceil(2),
            false => count / 2,
        };
        // Whoever runs out leaves the turns to the other.
        turns
            .min(self.lens.0)
            .max(count.saturating_sub(self.lens.1))
    }
}

impl<P, Q> Producer for Turns<P, Q>
where
    P: Producer,
    Q: Producer<Item = P::Item>,
{
    type Item = P::Item;
    type IntoIter = InTurns<P::IntoIter, Q::IntoIter>;

    fn into_iter(self) -> Self::IntoIter {
        InTurns {
            one: self.one.into_iter(),
            other: self.other.into_iter(),
            begins: self.begins,
        }
    }

    #[inline]
    fn min_len(&self) -> usize {
        self.one.min_len().max(self.other.min_len())
    }

    #[inline]
    fn max_len(&self) -> usize {
        self.one.max_len().min(self.other.max_len())
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        let of_one = self.of_one(index);
        let of_other = index - of_one;
        let one = self.one.split_at(of_one);
        let other = self.other.split_at(of_other);
        let left = Turns {
            one: one.0,
            other: other.0,
            lens: (of_one, of_other),
            begins: self.begins,
        };
        let right = Turns {
            one: one.1,
            other: other.1,
            lens: (self.lens.0 - of_one, self.lens.1 - of_other),
            begins: self.begins == index.is_multiple_of(2),
        };
        (left, right)
    }
}

/// The sequential iterator over one block.
struct InTurns<I, J> {
    one: I,
    other: J,
    /// Whether the next turn is that of `one`.
    begins: bool,
}

impl<I, J> Iterator for InTurns<I, J>
where
    I: ExactSizeIterator,
    J: ExactSizeIterator<Item = I::Item>,
{
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        let turn = self.begins;
        self.begins = !turn;
        match turn {
            true => self.one.next().or_else(|| self.other.next()),
            false => self.other.next().or_else(|| self.one.next()),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.one.len() + self.other.len();
        (len, Some(len))
    }

    fn fold<S, F>(mut self, init: S, mut f: F) -> S
    where
        F: FnMut(S, I::Item) -> S,
    {
        let mut so_far = init;
        if !self.begins {
            so_far = self.other.next().into_iter().fold(so_far, &mut f);
        }
        // Pairs, so that nothing depends on whose turn it is.
        let pairs = self.one.len().min(self.other.len());
        for _ in 0..pairs {
            so_far = self.one.next().into_iter().fold(so_far, &mut f);
            so_far = self.other.next().into_iter().fold(so_far, &mut f);
        }
        let so_far = self.one.fold(so_far, &mut f);
        self.other.fold(so_far, f)
    }
}

impl<I, J> DoubleEndedIterator for InTurns<I, J>
where
    I: DoubleEndedIterator + ExactSizeIterator,
    J: DoubleEndedIterator<Item = I::Item> + ExactSizeIterator,
{
    fn next_back(&mut self) -> Option<I::Item> {
        // The longer one ends the row; of two equal ones, the one that did not begin it.
        let is_ones = match self.one.len().cmp(&self.other.len()) {
            Ordering::Less => false,
            Ordering::Equal => !self.begins,
            Ordering::Greater => true,
        };
        match is_ones {
            true => self.one.next_back(),
            false => self.other.next_back(),
        }
    }
}

impl<I, J> ExactSizeIterator for InTurns<I, J>
where
    I: ExactSizeIterator,
    J: ExactSizeIterator<Item = I::Item>,
{
}
