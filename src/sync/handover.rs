//! `Handover`: a box of limited size that one thread fills item by item, and that somebody else may take over meanwhile.
//!
//! Invariant: a slot below the count is full; the count only grows until somebody closes the box, and whoever closes it owns
//! what it counted. So every item has one owner: the filler before it is counted, the box while it is, its closer afterwards.

use crate::base::prim::{AtomicUsize, Ordering};
use std::cell::UnsafeCell;
use std::mem::MaybeUninit;

/// In place of a count: the box is closed.
const CLOSED: usize = usize::MAX;

/// See the module's words.
pub(crate) struct Handover<T> {
    /// How many slots are full, or `CLOSED`.
    count: AtomicUsize,
    /// Slot `i` belongs to the filler while `count` is at most `i` or `CLOSED` by someone who counted fewer, and to whoever
    /// closes the box while `count` is more.
    slots: Box<[UnsafeCell<MaybeUninit<T>>]>,
}

// SAFETY: `slots` are touched as their words say, each by one thread at a time; items go from thread to thread only by value.
unsafe impl<T: Send> Sync for Handover<T> {}

impl<T> Handover<T> {
    /// An empty one with room for `capacity` items.
    pub(crate) fn new(capacity: usize) -> Self {
        Handover {
            count: AtomicUsize::new(0),
            slots: (0..capacity)
                .map(|_| UnsafeCell::new(MaybeUninit::uninit()))
                .collect(),
        }
    }

    /// Puts one more item in; gives it back if there is no room, or if somebody has closed the box.
    ///
    /// # Safety
    /// 1. No other thread puts anything in meanwhile.
    pub(crate) unsafe fn put(&self, item: T) -> Result<(), T> {
        // Relaxed: the filler's own count, or that it is closed, of which nothing follows but that nothing is put in.
        let count = self.count.load(Ordering::Relaxed);
        let Some(slot) = self.slots.get(count) else {
            return Err(item);
        };
        // SAFETY: the slot is not counted yet, so by the words at `slots` and obligation 1 it is this thread's alone.
        unsafe { slot.get().write(MaybeUninit::new(item)) };
        // Release: the slot's content; pairs with the Acquire in `close`.
        // Relaxed: the failure says only that the item is ours still.
        let counted =
            self.count
                .compare_exchange(count, count + 1, Ordering::Release, Ordering::Relaxed);
        match counted {
            Ok(_) => Ok(()),
            // SAFETY: as above, since whoever closed the box has not counted the slot.
            Err(_) => Err(unsafe { self.remove(count) }),
        }
    }

    /// Closes the box and takes what is in it; nothing if it was closed before.
    pub(crate) fn close(&self) -> Vec<T> {
        // Acquire: the content of the slots; pairs with the Release in `put`.
        let count = self.count.swap(CLOSED, Ordering::Acquire);
        if count == CLOSED {
            return Vec::new();
        }
        // SAFETY: the slots below the count are full, and belong to who has closed the box: this call, once.
        (0..count).map(|i| unsafe { self.remove(i) }).collect()
    }

    /// Moves the item out of slot `i`.
    ///
    /// # Safety
    /// 1. The slot is full, and belongs to the caller, who does not use it again before it is filled anew.
    unsafe fn remove(&self, i: usize) -> T {
        // SAFETY: obligation 1.
        let slot = unsafe { self.slots[i].get().read() };
        // SAFETY: obligation 1.
        unsafe { slot.assume_init() }
    }
}

impl<T> Drop for Handover<T> {
    fn drop(&mut self) {
        drop(self.close());
    }
}

#[cfg(all(test, loom))]
mod model;

#[cfg(all(test, not(loom)))]
mod tests;
