//! A value for each key of the items that come by, in one table.

use super::hash::Seed;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::mem::{self, ManuallyDrop};
use std::ptr;

/// The index of the first item, the key, and the value.
pub(super) type Group<K, V> = (usize, K, V);

/// What is known of a group.
struct Total<V> {
    /// The index of its first item.
    index: usize,
    /// It is there, unless `taken` points to it.
    value: ManuallyDrop<V>,
}

/// Groups with their values.
pub(super) struct Totals<K, V> {
    groups: HashMap<K, Total<V>, Seed>,
    /// Where the value was that is being put together with another one. Null if none is, and then all are there.
    taken: *const V,
}

impl<K: Hash + Eq, V> Totals<K, V> {
    pub(super) fn new(seed: Seed) -> Self {
        Totals {
            groups: HashMap::with_hasher(seed),
            taken: ptr::null(),
        }
    }

    /// Room for so many groups without growing.
    pub(super) fn with_room(len: usize, seed: Seed) -> Self {
        let mut totals = Totals::new(seed);
        totals.expect(len);
        totals
    }

    /// Makes room for so many more groups.
    pub(super) fn expect(&mut self, more: usize) {
        self.groups.reserve(more);
    }

    /// How many groups there are.
    pub(super) fn len(&self) -> usize {
        self.groups.len()
    }

    /// The indices of the first items of all groups.
    pub(super) fn indices(&self) -> impl Iterator<Item = usize> + Clone {
        self.groups.values().map(|total| total.index)
    }

    /// Adds the value of one more item, which has this index.
    #[inline(always)]
    pub(super) fn add(&mut self, index: usize, key: K, value: V, op: &impl Fn(V, V) -> V) {
        match self.groups.entry(key) {
            Entry::Occupied(known) => {
                let place = &mut known.into_mut().value;
                self.taken = &raw const **place;
                // SAFETY: `taken` was null, so it is there. Should `op` panic, `taken` tells that it is not.
                let total = unsafe { ManuallyDrop::take(place) };
                *place = ManuallyDrop::new(op(total, value));
                self.taken = ptr::null();
            }
            Entry::Vacant(free) => {
                free.insert(Total {
                    index,
                    value: ManuallyDrop::new(value),
                });
            }
        }
    }

    /// All groups, in any order.
    pub(super) fn into_groups(mut self) -> impl Iterator<Item = Group<K, V>> {
        let nothing = HashMap::with_hasher(*self.groups.hasher());
        let groups = mem::replace(&mut self.groups, nothing).into_iter();
        groups.map(|(key, total)| (total.index, key, ManuallyDrop::into_inner(total.value)))
    }
}

impl<K, V> Drop for Totals<K, V> {
    fn drop(&mut self) {
        let totals = self.groups.values_mut();
        let there = totals.filter(|total| !ptr::eq(&*total.value, self.taken));
        let values = there.map(|total| {
            // SAFETY: it is there, and nobody asks for it again.
            unsafe { ManuallyDrop::take(&mut total.value) }
        });
        // Vectors go on if one of theirs panics, tables do not.
        let values: Vec<V> = values.collect();
        let nothing = HashMap::with_hasher(*self.groups.hasher());
        let groups = mem::replace(&mut self.groups, nothing);
        let keys: Vec<K> = groups.into_keys().collect();
        drop(values);
        drop(keys);
    }
}
