//! A producer with its length, as an iterator.

use crate::common::erased::Erased;
use tine::iter::plumbing::{Consumer, ProducerCallback, UnindexedConsumer, bridge};
use tine::prelude::*;

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
