//! The items of a vector by value.

use super::drain::OwnedProducer;
use crate::iter::{
    IndexedParallelIterator, IntoParallelIterator, ParallelIterator, stream, walked_by_index,
};
use crate::plumbing::{
    Buffer, Folder, Producer, ProducerCallback, ReusedItems, Shape, UnindexedConsumer,
    stream_producer,
};
use std::iter::Empty;

/// A parallel iterator that owns the items of a vector.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let iter: tine::vec::IntoIter<String> = vec!["fork".to_string(), "join".to_string()].into_par_iter();
/// assert_eq!(iter.reduce(String::new, |a, b| a + &b), "forkjoin");
/// ```
#[derive(Debug, Clone)]
pub struct IntoIter<T> {
    vec: Vec<T>,
}

impl<T: Send> IntoParallelIterator for Vec<T> {
    type Iter = IntoIter<T>;
    type Item = T;

    #[inline]
    fn into_par_iter(self) -> IntoIter<T> {
        IntoIter { vec: self }
    }
}

impl<T: Send> IntoParallelIterator for Box<[T]> {
    type Iter = IntoIter<T>;
    type Item = T;

    fn into_par_iter(self) -> IntoIter<T> {
        IntoIter {
            vec: self.into_vec(),
        }
    }
}

impl<T: Send> ParallelIterator for IntoIter<T> {
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

    const MADE_OF: Option<Shape> = Shape::of::<T>();

    unsafe fn drive_over<C, M>(mut self, make: M) -> (C::Result, Buffer)
    where
        C: UnindexedConsumer<T>,
        M: FnOnce(&Buffer) -> C,
    {
        // What holds few items is not to hold much memory for good.
        if self.vec.capacity() / 2 > self.vec.len() {
            self.vec.shrink_to_fit();
        }
        let len = self.vec.len();
        let Some((buffer, start)) = Buffer::of(self.vec) else {
            panic!("the items take no memory")
        };
        // SAFETY: (1) they were the vector's. (2) The buffer outlives the drive; what the consumer writes to it, is to slots whose items came in, by
        // obligation 2, and those were taken.
        let items = unsafe { ReusedItems::new(start, len) };
        let result = stream_producer(len, items, make(&buffer));
        (result, buffer)
    }

    walked_by_index! {}
}

impl<T: Send> IndexedParallelIterator for IntoIter<T> {
    #[inline]
    fn len(&self) -> usize {
        self.vec.len()
    }

    #[inline]
    fn with_producer<CB>(mut self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<T>,
    {
        // The emptied vector outlives the producer and frees the memory.
        callback.callback(OwnedProducer::all_of(&mut self.vec))
    }
}

impl<T: Send> Producer for ReusedItems<T> {
    type Item = T;
    type IntoIter = Empty<T>;
    const HAS_ITER: bool = false;

    /// Not by any driver: it would be asked how many items there are, and memory be claimed for all of them.
    #[inline]
    fn into_iter(self) -> Empty<T> {
        unreachable!("drivers fold what producers have")
    }

    #[inline]
    fn split_at(mut self, index: usize) -> (Self, Self) {
        let right = self.cut(index);
        (self, right)
    }

    #[inline]
    fn fold_with<F>(self, folder: F) -> F
    where
        F: Folder<T>,
    {
        folder.consume_over(self, |item| item)
    }
}
