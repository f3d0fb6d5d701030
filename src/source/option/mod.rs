//! `Option`: an iterator over one item or none.

mod collect;

use crate::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use crate::plumbing::{Consumer, Folder, Producer, ProducerCallback, UnindexedConsumer};
use crate::source::delegate::delegate;

/// A parallel iterator that owns the item of an option.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let iter: tine::option::IntoIter<i32> = Some(7).into_par_iter();
/// assert_eq!(iter.chain(None).sum::<i32>(), 7);
/// ```
#[derive(Debug, Clone)]
pub struct IntoIter<T> {
    item: Option<T>,
}

/// Yields the item if there is one.
impl<T: Send> IntoParallelIterator for Option<T> {
    type Iter = IntoIter<T>;
    type Item = T;

    #[inline]
    fn into_par_iter(self) -> IntoIter<T> {
        IntoIter { item: self }
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
        self.drive(consumer)
    }

    #[inline]
    fn opt_len(&self) -> Option<usize> {
        Some(self.len())
    }

    #[inline]
    fn is_brief(&self, most: usize) -> bool {
        self.len() <= most
    }

    fn walk_brief<W>(self, folder: W) -> W
    where
        W: Folder<T>,
    {
        match self.item {
            Some(item) => folder.consume(item),
            None => folder,
        }
    }

    const AT_MOST_ONE: bool = true;

    #[inline]
    fn into_one(self) -> Option<T> {
        self.item
    }
}

impl<T: Send> IndexedParallelIterator for IntoIter<T> {
    #[inline]
    fn len(&self) -> usize {
        usize::from(self.item.is_some())
    }

    #[inline]
    fn drive<C>(self, consumer: C) -> C::Result
    where
        C: Consumer<T>,
    {
        let folder = consumer.into_folder();
        match self.item {
            Some(item) => folder.consume(item),
            None => folder,
        }
        .complete()
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<T>,
    {
        callback.callback(OptionProducer { item: self.item })
    }
}

struct OptionProducer<T> {
    item: Option<T>,
}

impl<T: Send> Producer for OptionProducer<T> {
    type Item = T;
    type IntoIter = std::option::IntoIter<T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.item.into_iter()
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        let nothing = OptionProducer { item: None };
        match index {
            0 => (nothing, self),
            _ => (self, nothing),
        }
    }
}

/// A parallel iterator over a shared reference to the item of an option.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let option = Some(7);
/// let iter: tine::option::Iter<'_, i32> = option.par_iter();
/// assert_eq!(iter.count(), 1);
/// ```
#[derive(Debug)]
pub struct Iter<'a, T> {
    inner: IntoIter<&'a T>,
}

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Iter {
            inner: self.inner.clone(),
        }
    }
}

impl<'a, T: Sync> IntoParallelIterator for &'a Option<T> {
    type Iter = Iter<'a, T>;
    type Item = &'a T;

    fn into_par_iter(self) -> Iter<'a, T> {
        Iter {
            inner: self.as_ref().into_par_iter(),
        }
    }
}

delegate! { one ['a, T: Sync + 'a] Iter<'a, T> => &'a T }

/// A parallel iterator over an exclusive reference to the item of an option.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut option = Some(7);
/// let iter: tine::option::IterMut<'_, i32> = option.par_iter_mut();
/// assert_eq!(iter.count(), 1);
/// ```
#[derive(Debug)]
pub struct IterMut<'a, T> {
    inner: IntoIter<&'a mut T>,
}

impl<'a, T: Send> IntoParallelIterator for &'a mut Option<T> {
    type Iter = IterMut<'a, T>;
    type Item = &'a mut T;

    fn into_par_iter(self) -> IterMut<'a, T> {
        IterMut {
            inner: self.as_mut().into_par_iter(),
        }
    }
}

delegate! { one ['a, T: Send + 'a] IterMut<'a, T> => &'a mut T }

#[cfg(test)]
mod tests;
