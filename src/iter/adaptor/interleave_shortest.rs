//! `interleave_shortest`: items of two iterators in turns, until the one whose turn it is has none left.

use super::interleave::Interleave;
use super::take::Take;
use crate::iter::{IndexedParallelIterator, ParallelIterator};
use crate::plumbing::{Consumer, ProducerCallback, UnindexedConsumer};

/// An iterator over the items of two iterators in turns, until one ends; see
/// [`interleave_shortest`](IndexedParallelIterator::interleave_shortest).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let turns: tine::iter::InterleaveShortest<_, _> = b"tn".par_iter().interleave_shortest(b"ie!");
/// assert_eq!(turns.copied().collect::<Vec<_>>(), b"tine");
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct InterleaveShortest<I, J> {
    /// What neither of them gets to is left out.
    turns: Interleave<Take<I>, Take<J>>,
}

impl<I, J> InterleaveShortest<I, J>
where
    I: IndexedParallelIterator,
    J: IndexedParallelIterator<Item = I::Item>,
{
    pub(in crate::iter) fn new(one: I, other: J) -> Self {
        // `one` begins: it has a turn before each of the other's, and one behind the last of them. `other` has one behind each of its.
        let most = (other.len().saturating_add(1), one.len());
        InterleaveShortest {
            turns: Interleave {
                one: one.take(most.0),
                other: other.take(most.1),
            },
        }
    }
}

impl<I, J> ParallelIterator for InterleaveShortest<I, J>
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
        self.turns.drive_unindexed(consumer)
    }

    #[inline]
    fn opt_len(&self) -> Option<usize> {
        Some(self.len())
    }
}

impl<I, J> IndexedParallelIterator for InterleaveShortest<I, J>
where
    I: IndexedParallelIterator,
    J: IndexedParallelIterator<Item = I::Item>,
{
    #[inline]
    fn len(&self) -> usize {
        self.turns.len()
    }

    #[inline]
    fn drive<C>(self, consumer: C) -> C::Result
    where
        C: Consumer<Self::Item>,
    {
        self.turns.drive(consumer)
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        self.turns.with_producer(callback)
    }
}
