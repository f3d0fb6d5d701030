//! A range that is still to be run: a producer, its length, and the consumer of as many items.

use super::consumer::{Consumer, Folder};
use super::producer::Producer;

/// A range that is still to be run.
pub(super) struct Part<P, C> {
    pub(super) len: usize,
    pub(super) producer: P,
    pub(super) consumer: C,
}

impl<P: Producer, C: Consumer<P::Item>> Part<P, C> {
    /// The first `index` items, the rest, and how their results are put together.
    #[inline]
    pub(super) fn split_at(self, index: usize) -> (Self, Self, C::Reducer) {
        self.split_at_by(index, None)
    }

    /// As [`split_at`](Self::split_at); what is expensive to make may be taken out of `spare`.
    #[inline]
    pub(super) fn split_at_by(self, index: usize, spare: Option<C>) -> (Self, Self, C::Reducer) {
        let (left, right) = self.producer.split_at(index);
        let (left_consumer, right_consumer, reducer) = self.consumer.split_at_by(index, spare);
        let left = Part {
            len: index,
            producer: left,
            consumer: left_consumer,
        };
        let right = Part {
            len: self.len - index,
            producer: right,
            consumer: right_consumer,
        };
        (left, right, reducer)
    }

    /// What it comes to if nobody wants the items. They go first: a panic in dropping them would leak the result.
    #[inline]
    pub(super) fn skip(self) -> C::Result {
        drop(self.producer);
        self.consumer.into_folder().complete()
    }

    /// Runs all of it as one block, unless nobody wants the items.
    #[inline]
    pub(super) fn whole(self) -> C::Result {
        match self.consumer.full() {
            true => self.skip(),
            false => self.run_whole(),
        }
    }

    /// Runs all of it without a look at the clock. Once for all callers: see [`Counted`](super::supply::Counted).
    #[inline(never)]
    pub(super) fn run_whole(self) -> C::Result {
        self.producer
            .fold_with(self.consumer.into_folder())
            .complete()
    }
}
