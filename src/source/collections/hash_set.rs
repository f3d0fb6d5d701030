//! `HashSet`: its items, which one thread lists before they are shared out, if they are.

use crate::iter::{IntoParallelIterator, ParallelDrainFull};
use crate::source::delegate::delegate;
use crate::source::listed::Listed;
use crate::source::vec;
use std::collections::{HashSet, hash_set};
use std::marker::PhantomData;

/// A parallel iterator that owns the items of a set; their order is that of the set.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let set = std::collections::HashSet::from([1]);
/// let iter: tine::collections::hash_set::IntoIter<i32> = set.into_par_iter();
/// assert_eq!(iter.count(), 1);
/// ```
#[derive(Debug)]
pub struct IntoIter<T> {
    inner: Listed<hash_set::IntoIter<T>>,
}

impl<T: Send, S> IntoParallelIterator for HashSet<T, S> {
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
/// let set = std::collections::HashSet::from([1]);
/// let iter: tine::collections::hash_set::Iter<'_, i32> = set.par_iter();
/// assert_eq!(iter.count(), 1);
/// ```
#[derive(Debug)]
pub struct Iter<'a, T> {
    inner: Listed<hash_set::Iter<'a, T>>,
}

impl<'a, T> Clone for Iter<'a, T> {
    fn clone(&self) -> Self {
        Iter {
            inner: self.inner.clone(),
        }
    }
}

impl<'a, T: Sync, S> IntoParallelIterator for &'a HashSet<T, S> {
    type Iter = Iter<'a, T>;
    type Item = &'a T;

    fn into_par_iter(self) -> Iter<'a, T> {
        Iter {
            inner: Listed::of(self.iter()),
        }
    }
}

delegate! { unindexed ['a, T: Sync + 'a] Iter<'a, T> => &'a T }

/// A parallel iterator that removes everything from a hash set. It is empty as soon as
/// [`par_drain`](ParallelDrainFull::par_drain) returns, and keeps its memory.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut set = std::collections::HashSet::from([1]);
/// let iter: tine::collections::hash_set::Drain<'_, i32> = set.par_drain();
/// assert_eq!(iter.count(), 1);
/// ```
#[derive(Debug)]
pub struct Drain<'a, T> {
    inner: vec::IntoIter<T>,
    marker: PhantomData<&'a mut T>,
}

impl<'a, T: Send, S> ParallelDrainFull for &'a mut HashSet<T, S> {
    type Iter = Drain<'a, T>;
    type Item = T;

    fn par_drain(self) -> Drain<'a, T> {
        Drain {
            inner: self.drain().collect::<Vec<_>>().into_par_iter(),
            marker: PhantomData,
        }
    }
}

delegate! { unindexed ['a, T: Send] Drain<'a, T> => T }
