//! Collecting into the collections of the standard library, and extending them. The items are computed in parallel and put in
//! by one thread at a time, in their order, so that of equal keys the last one's value stays; for sorted collections they are
//! sorted in parallel before.

use super::{appended, hashed};
use crate::algo::Engine;
use crate::iter::{FromParallelIterator, IntoParallelIterator, ParallelExtend, ParallelIterator};
use crate::source::gather::{Gather, gather_into};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::hash::{BuildHasher, Hash};
use std::mem;
use std::ptr;
use tine_kernels::base::{heap, pages, room};
use tine_kernels::sort;

/// All items of the iterator, in order.
fn listed<I: IntoParallelIterator>(par_iter: I) -> Vec<I::Item> {
    Vec::from_par_iter(par_iter)
}

/// All items of the iterator, in the order of their keys, or as they are if they are few; equal ones stay in order.
fn sorted<I, K>(par_iter: I, key: impl Fn(&I::Item) -> &K + Sync) -> Vec<I::Item>
where
    I: IntoParallelIterator,
    K: Ord,
{
    let mut items = listed(par_iter);
    sort::ahead_of_std(Engine, &mut items, key);
    items
}

impl<T: Ord + Send> FromParallelIterator<T> for BinaryHeap<T> {
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = T>,
    {
        listed(par_iter).into()
    }
}

impl<T: Ord + Send> ParallelExtend<T> for BinaryHeap<T> {
    #[inline]
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = T>,
    {
        self.extend(listed(par_iter));
    }
}

impl<'a, T: Copy + Ord + Send + Sync + 'a> ParallelExtend<&'a T> for BinaryHeap<T> {
    #[inline]
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = &'a T>,
    {
        self.par_extend(par_iter.into_par_iter().copied());
    }
}

impl<T: Ord + Send> FromParallelIterator<T> for BTreeSet<T> {
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = T>,
    {
        sorted(par_iter, |item| item).into_iter().collect()
    }
}

impl<T: Ord + Send> ParallelExtend<T> for BTreeSet<T> {
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = T>,
    {
        let mut items = listed(par_iter);
        if !self.is_empty() {
            return self.extend(items);
        }
        sort::stable(Engine, &mut items, T::cmp);
        // Put in one by one, the first of equal ones would stay; std's `collect` keeps the last.
        items.dedup_by(|later, first| T::cmp(later, first).is_eq());
        *self = items.into_iter().collect();
    }
}

impl<'a, T: Copy + Ord + Send + Sync + 'a> ParallelExtend<&'a T> for BTreeSet<T> {
    #[inline]
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = &'a T>,
    {
        self.par_extend(par_iter.into_par_iter().copied());
    }
}

/// What std reserves when it extends a hash map that has `len` entries by so many items, some of which may be there already.
#[inline]
fn to_reserve(len: usize, items: usize) -> usize {
    if len == 0 { items } else { items.div_ceil(2) }
}

/// Whether a hash table with room for `capacity` entries has so few, `len`, that to go through it is nothing beside the `items` that are to
/// fill it.
fn is_fresh(len: usize, capacity: usize, items: usize) -> bool {
    len <= capacity / 64 && capacity <= items.saturating_mul(4)
}

impl<T: Eq + Hash + Send, S: BuildHasher + Send> Gather<T> for HashSet<T, S> {
    type Aside = Vec<T>;

    #[inline]
    fn expect(&mut self, items: usize) {
        heap::will_return(items.saturating_mul(size_of::<T>()));
        room::had(self.try_reserve(to_reserve(self.len(), items)));
    }

    #[inline]
    fn settle(&mut self, items: usize) {
        if is_fresh(self.len(), self.capacity(), items) {
            let places = self.iter().map(|item| ptr::from_ref(item).addr());
            pages::will_fill_between(self.capacity() * size_of::<T>(), places);
        }
    }

    #[inline]
    fn add_one(&mut self, item: T) {
        self.insert(item);
    }

    #[inline]
    fn add(&mut self, aside: Vec<T>) {
        self.extend(aside);
    }

    #[inline]
    fn room(&self) -> Option<(usize, usize)> {
        Some((self.len(), self.capacity() - self.len()))
    }

    fn widen(&mut self, items: usize) {
        heap::will_return(items.saturating_mul(size_of::<T>()));
        // It is a guess: if there is no room for so many, there may be for those that come.
        drop(self.try_reserve(items));
    }

    fn narrow(&mut self, least: usize) {
        self.shrink_to(least);
    }
}

impl<K: Eq + Hash + Send, V: Send, S: BuildHasher + Send> Gather<(K, V)> for HashMap<K, V, S> {
    type Aside = Vec<(K, V)>;

    #[inline]
    fn expect(&mut self, items: usize) {
        heap::will_return(items.saturating_mul(size_of::<(K, V)>()));
        room::had(self.try_reserve(to_reserve(self.len(), items)));
    }

    #[inline]
    fn settle(&mut self, items: usize) {
        if is_fresh(self.len(), self.capacity(), items) {
            let places = self.keys().map(|key| ptr::from_ref(key).addr());
            pages::will_fill_between(self.capacity() * size_of::<(K, V)>(), places);
        }
    }

    #[inline]
    fn add_one(&mut self, (key, value): (K, V)) {
        self.insert(key, value);
    }

    #[inline]
    fn add(&mut self, aside: Vec<(K, V)>) {
        self.extend(aside);
    }

    #[inline]
    fn room(&self) -> Option<(usize, usize)> {
        Some((self.len(), self.capacity() - self.len()))
    }

    fn widen(&mut self, items: usize) {
        heap::will_return(items.saturating_mul(size_of::<(K, V)>()));
        // It is a guess: if there is no room for so many, there may be for those that come.
        drop(self.try_reserve(items));
    }

    fn narrow(&mut self, least: usize) {
        self.shrink_to(least);
    }
}

impl<T: Eq + Hash + Send, S: BuildHasher + Default + Send> FromParallelIterator<T>
    for HashSet<T, S>
{
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = T>,
    {
        hashed::collect(par_iter, |item| item, HashSet::hasher)
    }
}

impl<T: Eq + Hash + Send, S: BuildHasher + Send> ParallelExtend<T> for HashSet<T, S> {
    #[inline]
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = T>,
    {
        gather_into(self, par_iter);
    }
}

impl<'a, T: Copy + Eq + Hash + Send + Sync + 'a, S: BuildHasher + Send> ParallelExtend<&'a T>
    for HashSet<T, S>
{
    #[inline]
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = &'a T>,
    {
        self.par_extend(par_iter.into_par_iter().copied());
    }
}

impl<T: Send> FromParallelIterator<T> for LinkedList<T> {
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = T>,
    {
        let mut list = LinkedList::new();
        list.par_extend(par_iter);
        list
    }
}

impl<T: Send> ParallelExtend<T> for LinkedList<T> {
    #[inline]
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = T>,
    {
        appended::extend(self, par_iter);
    }
}

impl<'a, T: Copy + Send + Sync + 'a> ParallelExtend<&'a T> for LinkedList<T> {
    #[inline]
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = &'a T>,
    {
        self.par_extend(par_iter.into_par_iter().copied());
    }
}

impl<T: Send> FromParallelIterator<T> for VecDeque<T> {
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = T>,
    {
        listed(par_iter).into()
    }
}

impl<T: Send> ParallelExtend<T> for VecDeque<T> {
    #[inline]
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = T>,
    {
        self.extend(listed(par_iter));
    }
}

impl<'a, T: Copy + Send + Sync + 'a> ParallelExtend<&'a T> for VecDeque<T> {
    #[inline]
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = &'a T>,
    {
        self.par_extend(par_iter.into_par_iter().copied());
    }
}

impl<K: Ord + Send, V: Send> FromParallelIterator<(K, V)> for BTreeMap<K, V> {
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = (K, V)>,
    {
        sorted(par_iter, |(key, _)| key).into_iter().collect()
    }
}

impl<K: Ord + Send, V: Send> ParallelExtend<(K, V)> for BTreeMap<K, V> {
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = (K, V)>,
    {
        let mut pairs = listed(par_iter);
        if !self.is_empty() {
            return self.extend(pairs);
        }
        sort::stable(Engine, &mut pairs, |a, b| a.0.cmp(&b.0));
        // Put in one by one, the first of equal keys would stay, with the last value; std's `collect` keeps the last key.
        pairs.dedup_by(|later, first| {
            let same = later.0.cmp(&first.0).is_eq();
            if same {
                mem::swap(&mut first.1, &mut later.1);
            }
            same
        });
        *self = pairs.into_iter().collect();
    }
}

impl<'a, K: Copy + Ord + Send + Sync + 'a, V: Copy + Send + Sync + 'a>
    ParallelExtend<(&'a K, &'a V)> for BTreeMap<K, V>
{
    #[inline]
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = (&'a K, &'a V)>,
    {
        self.par_extend(par_iter.into_par_iter().map(|(key, value)| (*key, *value)));
    }
}

impl<K: Eq + Hash + Send, V: Send, S: BuildHasher + Default + Send> FromParallelIterator<(K, V)>
    for HashMap<K, V, S>
{
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = (K, V)>,
    {
        hashed::collect(par_iter, |(key, _)| key, HashMap::hasher)
    }
}

impl<K: Eq + Hash + Send, V: Send, S: BuildHasher + Send> ParallelExtend<(K, V)>
    for HashMap<K, V, S>
{
    #[inline]
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = (K, V)>,
    {
        gather_into(self, par_iter);
    }
}

impl<'a, K: Copy + Eq + Hash + Send + Sync + 'a, V: Copy + Send + Sync + 'a, S: BuildHasher + Send>
    ParallelExtend<(&'a K, &'a V)> for HashMap<K, V, S>
{
    #[inline]
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = (&'a K, &'a V)>,
    {
        self.par_extend(par_iter.into_par_iter().map(|(key, value)| (*key, *value)));
    }
}
