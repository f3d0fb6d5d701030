//! Producers behind a pointer, so that a law is compiled once and not once for each subject. Items become the numbers that stand
//! for them as late as possible: when they leave the producer.

use crate::subject::plain;
use std::hash::Hash;
use tine::iter::plumbing::{
    Consumer, Folder, Producer, ProducerCallback, UnindexedConsumer, bridge,
};
use tine::prelude::*;

/// A sequential iterator over a piece.
pub(crate) trait Sequence: DoubleEndedIterator<Item = u64> + ExactSizeIterator {}
impl<I: DoubleEndedIterator<Item = u64> + ExactSizeIterator> Sequence for I {}

/// [`Producer`] with nothing generic in it.
trait Piece<'p>: Send {
    fn items(self: Box<Self>) -> Box<dyn Sequence + 'p>;
    fn bounds(&self) -> (usize, usize);
    fn cut(self: Box<Self>, index: usize) -> (Erased<'p>, Erased<'p>);
    fn push(self: Box<Self>, folder: Pusher<'_>);
}

/// Takes an item, and says whether it wants more.
type Take<'f> = &'f mut dyn FnMut(u64) -> bool;

impl<'p, P: Producer<Item: Hash> + 'p> Piece<'p> for P {
    fn items(self: Box<Self>) -> Box<dyn Sequence + 'p> {
        Box::new((*self).into_iter().map(plain))
    }

    fn bounds(&self) -> (usize, usize) {
        (self.min_len(), self.max_len())
    }

    fn cut(self: Box<Self>, index: usize) -> (Erased<'p>, Erased<'p>) {
        let (left, right) = self.split_at(index);
        (Erased(Box::new(left)), Erased(Box::new(right)))
    }

    fn push(self: Box<Self>, folder: Pusher<'_>) {
        self.fold_with(folder);
    }
}

/// A folder that hands on what it gets.
struct Pusher<'f> {
    take: Take<'f>,
    full: bool,
}

impl<T: Hash> Folder<T> for Pusher<'_> {
    type Result = ();

    fn consume(mut self, item: T) -> Self {
        self.full = !(self.take)(plain(item));
        self
    }

    fn complete(self) {}

    fn full(&self) -> bool {
        self.full
    }
}

/// Any producer.
pub(crate) struct Erased<'p>(Box<dyn Piece<'p> + 'p>);

impl<'p> Producer for Erased<'p> {
    type Item = u64;
    type IntoIter = Box<dyn Sequence + 'p>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.items()
    }

    fn min_len(&self) -> usize {
        self.0.bounds().0
    }

    fn max_len(&self) -> usize {
        self.0.bounds().1
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        self.0.cut(index)
    }

    fn fold_with<F: Folder<u64>>(self, folder: F) -> F {
        let full = folder.full();
        let mut folder = Some(folder);
        let mut take = |item| {
            let next = folder.take().map(|folder| folder.consume(item));
            let more = next.as_ref().is_some_and(|folder| !folder.full());
            folder = next;
            more
        };
        let take = &mut take;
        self.0.push(Pusher { take, full });
        folder.expect("a folder comes back unless it panics")
    }
}

/// The iterator of a producer.
pub(crate) struct OfProducer<'p> {
    pub(crate) producer: Erased<'p>,
    pub(crate) len: usize,
}

impl ParallelIterator for OfProducer<'_> {
    type Item = u64;

    fn drive_unindexed<C: UnindexedConsumer<u64>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.len)
    }
}

impl IndexedParallelIterator for OfProducer<'_> {
    fn len(&self) -> usize {
        self.len
    }

    fn drive<C: Consumer<u64>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }

    fn with_producer<CB: ProducerCallback<u64>>(self, callback: CB) -> CB::Output {
        callback.callback(self.producer)
    }
}

/// What waits for a producer.
pub(crate) struct Then<'t> {
    pub(crate) len: usize,
    pub(crate) then: &'t mut (dyn FnMut(OfProducer<'_>) + Send),
}

impl<T: Hash> ProducerCallback<T> for Then<'_> {
    type Output = ();

    fn callback<P: Producer<Item = T>>(self, producer: P) {
        let producer = Erased(Box::new(producer));
        let len = self.len;
        (self.then)(OfProducer { producer, len });
    }
}
