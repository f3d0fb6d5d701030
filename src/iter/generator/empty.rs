//! `empty`: no item at all.

use crate::iter::{IndexedParallelIterator, ParallelIterator};
use crate::plumbing::{Consumer, Folder, Producer, ProducerCallback, UnindexedConsumer};
use std::fmt;
use std::marker::PhantomData;

/// Makes an iterator without items.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// assert_eq!(tine::iter::empty::<u8>().count(), 0);
/// ```
pub fn empty<T: Send>() -> Empty<T> {
    Empty {
        marker: PhantomData,
    }
}

/// An iterator without items; see [`empty`].
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let nothing: tine::iter::Empty<u8> = tine::iter::empty();
/// assert_eq!(nothing.len(), 0);
/// ```
pub struct Empty<T> {
    marker: PhantomData<T>,
}

impl<T> Clone for Empty<T> {
    fn clone(&self) -> Self {
        Empty {
            marker: PhantomData,
        }
    }
}

impl<T> fmt::Debug for Empty<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Empty")
    }
}

impl<T> ParallelIterator for Empty<T>
where
    T: Send,
{
    type Item = T;
    const HAS_LEN: Option<bool> = Some(true);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        self.drive(consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.len())
    }
}

impl<T> IndexedParallelIterator for Empty<T>
where
    T: Send,
{
    fn len(&self) -> usize {
        0
    }

    #[inline]
    fn drive<C>(self, consumer: C) -> C::Result
    where
        C: Consumer<Self::Item>,
    {
        consumer.into_folder().complete()
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        callback.callback(EmptyProducer(PhantomData))
    }
}

struct EmptyProducer<T>(PhantomData<T>);

impl<T: Send> Producer for EmptyProducer<T> {
    type Item = T;
    type IntoIter = std::iter::Empty<T>;

    fn into_iter(self) -> Self::IntoIter {
        std::iter::empty()
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        debug_assert_eq!(index, 0);
        (EmptyProducer(PhantomData), self)
    }

    fn fold_with<F>(self, folder: F) -> F
    where
        F: Folder<T>,
    {
        folder
    }
}
