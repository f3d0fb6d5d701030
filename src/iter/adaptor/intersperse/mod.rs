//! `intersperse`: an element between every two items.
//!
//! Pulled, and pushed by index, it is known beforehand which items come first. Pushed without an index it is not: whether a
//! piece has something to its left is known when the left neighbour is done; see [`lazy`].

mod by_index;
mod lazy;
mod producer;

use crate::iter::{IndexedParallelIterator, ParallelIterator};
use crate::plumbing::{
    Consumer, Folder, Producer, ProducerCallback, Reducer, UnindexedConsumer, unless_full,
};
use by_index::IntersperseConsumer;
use lazy::{LazyConsumer, LazyResult};
use producer::IntersperseProducer;
use std::fmt;

/// An iterator with an element between every two items; see [`intersperse`](ParallelIterator::intersperse).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let spaced: tine::iter::Intersperse<_> = [1, 2, 3].into_par_iter().intersperse(0);
/// assert_eq!(spaced.collect::<Vec<_>>(), [1, 0, 2, 0, 3]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Clone)]
pub struct Intersperse<I: ParallelIterator> {
    pub(in crate::iter) base: I,
    pub(in crate::iter) element: I::Item,
}

impl<I: ParallelIterator<Item: fmt::Debug> + fmt::Debug> fmt::Debug for Intersperse<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Intersperse")
            .field("base", &self.base)
            .field("element", &self.element)
            .finish()
    }
}

/// Number of items with the elements between them, if there is such a number.
#[inline]
fn interspersed_len(len: usize) -> Option<usize> {
    len.checked_add(len.saturating_sub(1))
}

impl<I> ParallelIterator for Intersperse<I>
where
    I: ParallelIterator<Item: Clone>,
{
    type Item = I::Item;
    // What is interspersed may be too long to have a length.
    const HAS_LEN: Option<bool> = match I::HAS_LEN {
        Some(false) => Some(false),
        _ => None,
    };

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        // Not where there are so many items that their number has no name: then the consumer must not be split by index.
        if self.opt_len().is_some() {
            return self
                .base
                .drive_unindexed(IntersperseConsumer::new(consumer, self.element));
        }
        let first = consumer.split_off_left();
        let reducer = consumer.to_reducer();
        let LazyResult { pending, rest } = self
            .base
            .drive_unindexed(LazyConsumer::new(consumer, self.element));
        match pending {
            Some(pending) => {
                let first = unless_full(first.into_folder(), pending.item);
                reducer.reduce(first.complete(), rest)
            }
            None => rest,
        }
    }

    #[inline]
    fn opt_len(&self) -> Option<usize> {
        self.base.opt_len().and_then(interspersed_len)
    }
}

impl<I> IndexedParallelIterator for Intersperse<I>
where
    I: IndexedParallelIterator<Item: Clone>,
{
    #[inline]
    fn len(&self) -> usize {
        interspersed_len(self.base.len()).expect("overflow")
    }

    #[inline]
    fn drive<C>(self, consumer: C) -> C::Result
    where
        C: Consumer<Self::Item>,
    {
        self.base
            .drive(IntersperseConsumer::new(consumer, self.element))
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        let len = self.len();
        self.base.with_producer(IntersperseCallback {
            callback,
            len,
            element: self.element,
        })
    }
}

struct IntersperseCallback<CB, T> {
    callback: CB,
    len: usize,
    element: T,
}

impl<T: Clone + Send, CB: ProducerCallback<T>> ProducerCallback<T> for IntersperseCallback<CB, T> {
    type Output = CB::Output;

    #[inline]
    fn callback<P>(self, base: P) -> CB::Output
    where
        P: Producer<Item = T>,
    {
        self.callback
            .callback(IntersperseProducer::new(base, self.len, self.element))
    }
}

#[cfg(test)]
mod tests;
