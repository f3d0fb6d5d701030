//! `LinkedList`: its items, which one thread lists before they are shared out, if they are.

use crate::iter::IntoParallelIterator;
use crate::source::delegate::delegate;
use crate::source::listed::Listed;
use std::collections::{LinkedList, linked_list};

/// A parallel iterator that owns the items of a list, in order.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let list = std::collections::LinkedList::from([1]);
/// let iter: tine::collections::linked_list::IntoIter<i32> = list.into_par_iter();
/// assert_eq!(iter.count(), 1);
/// ```
#[derive(Debug, Clone)]
pub struct IntoIter<T> {
    inner: Listed<linked_list::IntoIter<T>>,
}

impl<T: Send> IntoParallelIterator for LinkedList<T> {
    type Iter = IntoIter<T>;
    type Item = T;

    fn into_par_iter(self) -> IntoIter<T> {
        IntoIter {
            inner: Listed::of(self.into_iter()),
        }
    }
}

delegate! { unindexed [T: Send] IntoIter<T> => T }

/// A parallel iterator over shared references to the items of a list, in order.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let list = std::collections::LinkedList::from([1]);
/// let iter: tine::collections::linked_list::Iter<'_, i32> = list.par_iter();
/// assert_eq!(iter.count(), 1);
/// ```
#[derive(Debug)]
pub struct Iter<'a, T> {
    inner: Listed<linked_list::Iter<'a, T>>,
}

impl<'a, T> Clone for Iter<'a, T> {
    fn clone(&self) -> Self {
        Iter {
            inner: self.inner.clone(),
        }
    }
}

impl<'a, T: Sync> IntoParallelIterator for &'a LinkedList<T> {
    type Iter = Iter<'a, T>;
    type Item = &'a T;

    fn into_par_iter(self) -> Iter<'a, T> {
        Iter {
            inner: Listed::of(self.iter()),
        }
    }
}

delegate! { unindexed ['a, T: Sync + 'a] Iter<'a, T> => &'a T }

/// A parallel iterator over exclusive references to the items of a list, in order.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut list = std::collections::LinkedList::from([1]);
/// let iter: tine::collections::linked_list::IterMut<'_, i32> = list.par_iter_mut();
/// assert_eq!(iter.count(), 1);
/// ```
#[derive(Debug)]
pub struct IterMut<'a, T> {
    inner: Listed<linked_list::IterMut<'a, T>>,
}

impl<'a, T: Send> IntoParallelIterator for &'a mut LinkedList<T> {
    type Iter = IterMut<'a, T>;
    type Item = &'a mut T;

    fn into_par_iter(self) -> IterMut<'a, T> {
        IterMut {
            inner: Listed::of(self.iter_mut()),
        }
    }
}

delegate! { unindexed ['a, T: Send + 'a] IterMut<'a, T> => &'a mut T }
