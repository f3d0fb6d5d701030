//! `BTreeSet`: its items, which one thread lists before they are shared out, if they are.

use crate::iter::IntoParallelIterator;
use crate::source::delegate::delegate;
use crate::source::listed::Listed;
use std::collections::{BTreeSet, btree_set};

/// A parallel iterator that owns the items of a set; their order is that of the set.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let set = std::collections::BTreeSet::from([1]);
/// let iter: tine::collections::btree_set::IntoIter<i32> = set.into_par_iter();
/// assert_eq!(iter.count(), 1);
/// ```
#[derive(Debug)]
pub struct IntoIter<T> {
    inner: Listed<btree_set::IntoIter<T>>,
}

impl<T: Send> IntoParallelIterator for BTreeSet<T> {
    type Iter = IntoIter<T>;
    type Item = T;

    fn into_par_iter(self) -> IntoIter<T> {
        IntoIter {
            inner: Listed::of(self.into_iter()),
        }
    }
}

delegate! { unindexed [T: Send] IntoIter<T> => T }

/// A parallel iterator over shared references to the items of a set, in its order.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let set = std::collections::BTreeSet::from([1]);
/// let iter: tine::collections::btree_set::Iter<'_, i32> = set.par_iter();
/// assert_eq!(iter.count(), 1);
/// ```
#[derive(Debug)]
pub struct Iter<'a, T> {
    inner: Listed<btree_set::Iter<'a, T>>,
}

impl<'a, T> Clone for Iter<'a, T> {
    fn clone(&self) -> Self {
        Iter {
            inner: self.inner.clone(),
        }
    }
}

impl<'a, T: Sync> IntoParallelIterator for &'a BTreeSet<T> {
    type Iter = Iter<'a, T>;
    type Item = &'a T;

    fn into_par_iter(self) -> Iter<'a, T> {
        Iter {
            inner: Listed::of(self.iter()),
        }
    }
}

delegate! { unindexed ['a, T: Sync + 'a] Iter<'a, T> => &'a T }
