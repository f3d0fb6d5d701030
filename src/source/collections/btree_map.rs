//! `BTreeMap`: its entries, which one thread lists before they are shared out, if they are.

use crate::iter::IntoParallelIterator;
use crate::source::delegate::delegate;
use crate::source::listed::{Listed, Sent};
use std::collections::{BTreeMap, btree_map};

/// A parallel iterator that owns the entries of a map; their order is that of the map.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let map = std::collections::BTreeMap::from([(1, 'a')]);
/// let iter: tine::collections::btree_map::IntoIter<i32, char> = map.into_par_iter();
/// assert_eq!(iter.count(), 1);
/// ```
#[derive(Debug)]
pub struct IntoIter<K, V> {
    inner: Listed<btree_map::IntoIter<K, V>>,
}

impl<K: Send, V: Send> IntoParallelIterator for BTreeMap<K, V> {
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
/// let map = std::collections::BTreeMap::from([(1, 'a')]);
/// let iter: tine::collections::btree_map::Iter<'_, i32, char> = map.par_iter();
/// assert_eq!(iter.count(), 1);
/// ```
#[derive(Debug)]
pub struct Iter<'a, K, V> {
    inner: Listed<btree_map::Iter<'a, K, V>>,
}

impl<'a, K, V> Clone for Iter<'a, K, V> {
    fn clone(&self) -> Self {
        Iter {
            inner: self.inner.clone(),
        }
    }
}

impl<'a, K: Sync, V: Sync> IntoParallelIterator for &'a BTreeMap<K, V> {
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
/// let mut map = std::collections::BTreeMap::from([(1, 'a')]);
/// let iter: tine::collections::btree_map::IterMut<'_, i32, char> = map.par_iter_mut();
/// assert_eq!(iter.count(), 1);
/// ```
#[derive(Debug)]
pub struct IterMut<'a, K, V> {
    inner: Listed<Sent<btree_map::IterMut<'a, K, V>>>,
}

impl<'a, K: Sync, V: Send> IntoParallelIterator for &'a mut BTreeMap<K, V> {
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
