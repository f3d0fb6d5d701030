//! A first-in-first-out queue that any thread may push to and pop from.
//!
//! For work that comes from outside a pool, or is meant for one worker: rare against forks, so a
//! lock around a ring does (an atomic length keeps those who only look from taking it). An item
//! pushed is visible to every look that happens after.

#[cfg(all(test, loom))]
mod model;

use crate::base::prim::{AtomicUsize, Mutex, Ordering, lock};
use std::collections::VecDeque;

/// See the module's words.
#[derive(Debug)]
pub(crate) struct Injector<T> {
    /// The length of `items`, written under its lock.
    len: AtomicUsize,
    items: Mutex<VecDeque<T>>,
}

impl<T> Injector<T> {
    /// An empty queue.
    pub(crate) fn new() -> Self {
        Injector {
            len: AtomicUsize::new(0),
            items: Mutex::new(VecDeque::new()),
        }
    }

    /// Adds an item at the end. Returns how many there are now.
    pub(crate) fn push(&self, item: T) -> usize {
        let mut items = lock(&self.items);
        items.push_back(item);
        let len = items.len();
        // Release: whoever sees the length finds the item behind the lock anyhow; pairs with the
        // Acquire in `len`.
        self.len.store(len, Ordering::Release);
        len
    }

    /// Adds items at the end, all under one lock. `batch` must not come back to this queue.
    pub(crate) fn push_batch(&self, batch: impl IntoIterator<Item = T>) {
        let mut items = lock(&self.items);
        for item in batch {
            items.push_back(item);
        }
        // Release: as in `push`.
        self.len.store(items.len(), Ordering::Release);
    }

    /// Takes the oldest item. Looks first, so that an empty queue costs one load.
    #[inline]
    pub(crate) fn pop(&self) -> Option<T> {
        if self.is_empty() {
            return None;
        }
        self.pop_locked()
    }

    fn pop_locked(&self) -> Option<T> {
        let mut items = lock(&self.items);
        let item = items.pop_front();
        // Release: pairs with the Acquire in `len`.
        self.len.store(items.len(), Ordering::Release);
        item
    }

    /// Takes the oldest item and up to `more` of those that follow, all under one lock: the oldest is returned, `rest` gets the others.
    /// `rest` must not come back to this queue.
    pub(crate) fn pop_batch(&self, more: usize, rest: impl FnMut(T)) -> Option<T> {
        if self.is_empty() {
            return None;
        }
        let mut items = lock(&self.items);
        let oldest = items.pop_front();
        (0..more).map_while(|_| items.pop_front()).for_each(rest);
        // Release: pairs with the Acquire in `len`.
        self.len.store(items.len(), Ordering::Release);
        oldest
    }

    /// How many items there are. A hint unless the caller has fenced against `push`.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        // Acquire: pairs with the Release in whatever changes it.
        self.len.load(Ordering::Acquire)
    }

    /// Whether there is nothing. As [`len`](Self::len).
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
