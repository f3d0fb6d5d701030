//! Items that follow from their number.
//!
//! Each piece owns a copy of what its numbers are mapped by. A reference to one that all share, as `map` hands out, might point to
//! what the loop that collects the items writes: it would be read again for every item, and the loop not vectorised.

use crate::iter::{IndexedParallelIterator, ParallelIterator, stream, walked_by_index};
use crate::plumbing::{Producer, ProducerCallback, UnindexedConsumer};
use std::iter::Map;
use std::ops::Range;

/// A parallel iterator over what `nth` makes of the numbers of a range.
pub(super) struct Numbered<F> {
    numbers: Range<usize>,
    nth: F,
}

/// The items number 0 to `len`, that one not included.
#[inline]
pub(super) fn numbered<T, F>(len: usize, nth: F) -> Numbered<F>
where
    F: Fn(usize) -> T + Copy + Send,
{
    Numbered {
        numbers: 0..len,
        nth,
    }
}

impl<T, F> ParallelIterator for Numbered<F>
where
    T: Send,
    F: Fn(usize) -> T + Copy + Send,
{
    type Item = T;
    const HAS_LEN: Option<bool> = Some(true);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<T>,
    {
        stream(self, consumer)
    }

    #[inline]
    fn opt_len(&self) -> Option<usize> {
        Some(self.len())
    }

    walked_by_index! {}
}

impl<T, F> IndexedParallelIterator for Numbered<F>
where
    T: Send,
    F: Fn(usize) -> T + Copy + Send,
{
    #[inline]
    fn len(&self) -> usize {
        self.numbers.len()
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<T>,
    {
        callback.callback(self)
    }
}

impl<T, F> Producer for Numbered<F>
where
    F: Fn(usize) -> T + Copy + Send,
{
    type Item = T;
    type IntoIter = Map<Range<usize>, F>;
    const EXACT: bool = true;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.numbers.map(self.nth)
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        let Range { start, end } = self.numbers;
        let len = end - start;
        assert!(index <= len, "split at {index} of {len} values");
        let middle = start + index;
        let piece = |numbers| Numbered {
            numbers,
            nth: self.nth,
        };
        (piece(start..middle), piece(middle..end))
    }
}
