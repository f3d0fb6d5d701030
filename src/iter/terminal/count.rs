//! `count`: nothing is done with an item but to count it, whether it has passed an adaptor or not.

use crate::iter::ParallelIterator;
use crate::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};

pub(crate) fn count<I: ParallelIterator>(par_iter: I) -> usize {
    par_iter.drive_unindexed(CountConsumer)
}

struct CountConsumer;

impl<T> Consumer<T> for CountConsumer {
    type Folder = Count;
    type Reducer = Self;
    type Result = usize;

    #[inline]
    fn split_at(self, _index: usize) -> (Self, Self, Self) {
        (CountConsumer, CountConsumer, CountConsumer)
    }

    #[inline]
    fn into_folder(self) -> Count {
        Count(0)
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }
}

impl<T> UnindexedConsumer<T> for CountConsumer {
    const STREAMS: bool = true;

    #[inline]
    fn split_off_left(&self) -> Self {
        CountConsumer
    }

    #[inline]
    fn to_reducer(&self) -> Self {
        CountConsumer
    }
}

impl Reducer<usize> for CountConsumer {
    #[inline]
    fn reduce(self, left: usize, right: usize) -> usize {
        left + right
    }
}

/// So many were there.
struct Count(usize);

impl<T> Folder<T> for Count {
    type Result = usize;

    #[inline]
    fn consume(self, _item: T) -> Self {
        Count(self.0 + 1)
    }

    #[inline]
    fn consume_iter<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        Count(self.0 + iter.into_iter().count())
    }

    const NEVER_FULL: bool = true;

    #[inline]
    fn complete(self) -> usize {
        self.0
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }
}
