//! `once`: a single item.

use crate::iter::{IndexedParallelIterator, ParallelIterator};
use crate::plumbing::{Consumer, Folder, Producer, ProducerCallback, UnindexedConsumer};

/// Makes an iterator over a single item.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let v: Vec<_> = [1, 2].into_par_iter().chain(tine::iter::once(7)).collect();
/// assert_eq!(v, [1, 2, 7]);
/// ```
pub fn once<T: Send>(item: T) -> Once<T> {
    Once { item }
}

/// An iterator over a single item; see [`once`].
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let single: tine::iter::Once<&str> = tine::iter::once("item");
/// assert_eq!(single.len(), 1);
/// ```
#[derive(Debug, Clone)]
pub struct Once<T> {
    item: T,
}

impl<T> ParallelIterator for Once<T>
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

    const AT_MOST_ONE: bool = true;

    #[inline]
    fn into_one(self) -> Option<T> {
        Some(self.item)
    }
}

impl<T> IndexedParallelIterator for Once<T>
where
    T: Send,
{
    fn len(&self) -> usize {
        1
    }

    #[inline]
    fn drive<C>(self, consumer: C) -> C::Result
    where
        C: Consumer<Self::Item>,
    {
        consumer.into_folder().consume(self.item).complete()
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        callback.callback(OnceProducer {
            item: Some(self.item),
        })
    }
}

struct OnceProducer<T> {
    item: Option<T>,
}

impl<T: Send> Producer for OnceProducer<T> {
    type Item = T;
    type IntoIter = std::option::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.item.into_iter()
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        let nothing = OnceProducer { item: None };
        if index == 0 {
            (nothing, self)
        } else {
            (self, nothing)
        }
    }
}
