//! The items of a vector by value.

use super::drain::OwnedProducer;
use crate::iter::{
    IndexedParallelIterator, IntoParallelIterator, ParallelIterator, stream, walked_by_index,
};
use crate::plumbing::{ProducerCallback, UnindexedConsumer};

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

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<T>,
    {
        stream(self, consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.len())
    }

    walked_by_index! {}
}

impl<T: Send> IndexedParallelIterator for IntoIter<T> {
    fn len(&self) -> usize {
        self.vec.len()
    }

    fn with_producer<CB>(mut self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<T>,
    {
        // The emptied vector outlives the producer and frees the memory.
        callback.callback(OwnedProducer::all_of(&mut self.vec))
    }
}
