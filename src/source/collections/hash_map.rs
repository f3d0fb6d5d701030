//! `HashMap`: its entries, which one thread lists before they are shared out, if they are.

use crate::iter::{IntoParallelIterator, ParallelDrainFull};
use crate::source::delegate::delegate;
use crate::source::listed::{Listed, Sent};
use crate::source::vec;
use std::collections::{HashMap, hash_map};
use std::marker::PhantomData;

/// A parallel iterator that owns the entries of a map; their order is that of the map.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let map = std::collections::HashMap::from([(1, 'a')]);
/// let iter: tine::collections::hash_map::IntoIter<i32, char> = map.into_par_iter();
/// assert_eq!(iter.count(), 1);
/// ```
#[derive(Debug)]
pub struct IntoIter<K, V> {
    inner: Listed<hash_map::IntoIter<K, V>>,
}

impl<K: Send, V: Send, S> IntoParallelIterator for HashMap<K, V, S> {
    type Iter = IntoIter<K, V>;
    type Item = (K, V);

    fn into_par_iter(self) -> IntoIter<K, V> {
        IntoIter {
            inner: Listed::of(self.into_iter()),
        }
    }
}

delegate! { unindexed [K: Send, V: Send] IntoIter<K, V> => (K, V) }

/// A parallel iterator over shared references to the entries of a map, in its order.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let map = std::collections::HashMap::from([(1, 'a')]);
/// let iter: tine::collections::hash_map::Iter<'_, i32, char> = map.par_iter();
/// assert_eq!(iter.count(), 1);
/// ```
#[derive(Debug)]
pub struct Iter<'a, K, V> {
    inner: Listed<hash_map::Iter<'a, K, V>>,
}

impl<'a, K, V> Clone for Iter<'a, K, V> {
    fn clone(&self) -> Self {
        Iter {
            inner: self.inner.clone(),
        }
    }
}

impl<'a, K: Sync, V: Sync, S> IntoParallelIterator for &'a HashMap<K, V, S> {
    type Iter = Iter<'a, K, V>;
    type Item = (&'a K, &'a V);

    fn into_par_iter(self) -> Iter<'a, K, V> {
        Iter {
            inner: Listed::of(self.iter()),
        }
    }
}

delegate! { unindexed ['a, K: Sync + 'a, V: Sync + 'a] Iter<'a, K, V> => (&'a K, &'a V) }

/// A parallel iterator over the entries of a map in its order, with exclusive references to the values.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut map = std::collections::HashMap::from([(1, 'a')]);
/// let iter: tine::collections::hash_map::IterMut<'_, i32, char> = map.par_iter_mut();
/// assert_eq!(iter.count(), 1);
/// ```
#[derive(Debug)]
pub struct IterMut<'a, K, V> {
    inner: Listed<Sent<hash_map::IterMut<'a, K, V>>>,
}

impl<'a, K: Sync, V: Send, S> IntoParallelIterator for &'a mut HashMap<K, V, S> {
    type Iter = IterMut<'a, K, V>;
    type Item = (&'a K, &'a mut V);

    fn into_par_iter(self) -> IterMut<'a, K, V> {
        IterMut {
            // SAFETY: (1) it lends keys and values one after the other, and drops nothing.
            inner: Listed::of(unsafe { Sent::new(self.iter_mut()) }),
        }
    }
}

delegate! { unindexed ['a, K: Sync + 'a, V: Send + 'a] IterMut<'a, K, V> => (&'a K, &'a mut V) }

/// A parallel iterator that removes everything from a hash map. It is empty as soon as
/// [`par_drain`](ParallelDrainFull::par_drain) returns, and keeps its memory.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut map = std::collections::HashMap::from([(1, 'a')]);
/// let iter: tine::collections::hash_map::Drain<'_, i32, char> = map.par_drain();
/// assert_eq!(iter.count(), 1);
/// ```
#[derive(Debug)]
pub struct Drain<'a, K, V> {
    inner: vec::IntoIter<(K, V)>,
    marker: PhantomData<&'a mut (K, V)>,
}

impl<'a, K: Send, V: Send, S> ParallelDrainFull for &'a mut HashMap<K, V, S> {
    type Iter = Drain<'a, K, V>;
    type Item = (K, V);

    fn par_drain(self) -> Drain<'a, K, V> {
        Drain {
            inner: self.drain().collect::<Vec<_>>().into_par_iter(),
            marker: PhantomData,
        }
    }
}

delegate! { unindexed ['a, K: Send, V: Send] Drain<'a, K, V> => (K, V) }
