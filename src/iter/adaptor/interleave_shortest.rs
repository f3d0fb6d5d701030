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
/// let turns: tine::iter::InterleaveShortest<_, _> = [1, 3, 5].par_iter().interleave_shortest([2].par_iter());
/// assert_eq!(turns.collect::<Vec<_>>(), [&1, &2, &3]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct InterleaveShortest<I, J> {
    interleave: Interleave<Take<I>, Take<J>>,
}

impl<I, J> InterleaveShortest<I, J>
where
    I: IndexedParallelIterator,
    J: IndexedParallelIterator<Item = I::Item>,
{
    pub(in crate::iter) fn new(i: I, j: J) -> Self {
        let (i_len, j_len) = (i.len(), j.len());
        // The first has one turn more, if it outlasts the second.
        let (i_turns, j_turns) = if i_len <= j_len {
            (i_len, i_len)
        } else {
            (j_len + 1, j_len)
        };
        InterleaveShortest {
            interleave: Interleave {
                i: i.take(i_turns),
                j: j.take(j_turns),
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

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        self.interleave.drive_unindexed(consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.len())
    }
}

impl<I, J> IndexedParallelIterator for InterleaveShortest<I, J>
where
    I: IndexedParallelIterator,
    J: IndexedParallelIterator<Item = I::Item>,
{
    fn len(&self) -> usize {
        self.interleave.len()
    }

    fn drive<C>(self, consumer: C) -> C::Result
    where
        C: Consumer<Self::Item>,
    {
        self.interleave.drive(consumer)
    }

    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        self.interleave.with_producer(callback)
    }
}
