//! `Handover`: a box of limited size that one thread fills item by item, and that somebody else may take over meanwhile.
//!
//! Invariant: a slot below the count is full. Whoever asks for the box first decides how many of them are taken, once; what
//! the filler counts after that is the filler's. So every item has one owner: the filler before it is counted, the box
//! while it is, its closer afterwards.
//!
//! The filler writes at every item and the closer once, so the filler only keeps the compiler from reordering, and the closer pays
//! for both with a process-wide barrier: either the filler sees that the box was asked for, or the closer sees the item.

use crate::base::barrier;
use crate::base::prim::{AtomicBool, AtomicUsize, Ordering, fence_seq_cst, spin_hint};
use std::cell::UnsafeCell;
use std::mem::MaybeUninit;

/// In place of what was taken: it is not decided yet.
const UNDECIDED: usize = usize::MAX;

/// See the module's words.
#[derive(Debug)]
pub struct Handover<T> {
    /// How many slots are full. Written by the filler only.
    count: AtomicUsize,
    /// Whether somebody has begun to close the box.
    asked: AtomicBool,
    /// How many items the closer has taken, or `UNDECIDED`. Written once, by the closer.
    taken: AtomicUsize,
    /// Whether the process-wide barrier does the filler's part.
    light: bool,
    /// Slot `i` belongs to the filler while `count` is at most `i`, and to the closer if `taken` is more. One that is counted
    /// and that the closer did not see is the filler's again.
    slots: Box<[UnsafeCell<MaybeUninit<T>>]>,
}

// SAFETY: `slots` are touched as their words say, each by one thread at a time; items go from thread to thread only by value.
unsafe impl<T: Send> Sync for Handover<T> {}

impl<T> Handover<T> {
    /// An empty one with room for `capacity` items.
    pub fn new(capacity: usize) -> Self {
        Handover {
            count: AtomicUsize::new(0),
            asked: AtomicBool::new(false),
            taken: AtomicUsize::new(UNDECIDED),
            light: !cfg!(loom) && barrier::available(),
            slots: (0..capacity)
                .map(|_| UnsafeCell::new(MaybeUninit::uninit()))
                .collect(),
        }
    }

    /// Puts one more item in; gives it back if there is no room, or if somebody has closed the box.
    ///
    /// # Safety
    /// 1. No other thread puts anything in meanwhile.
    #[inline]
    pub unsafe fn put(&self, item: T) -> Result<(), T> {
        // Relaxed: the filler's own count.
        let count = self.count.load(Ordering::Relaxed);
        let Some(slot) = self.slots.get(count) else {
            return Err(item);
        };
        // Relaxed: that it was asked for means only that nothing more is put in.
        if self.asked.load(Ordering::Relaxed) {
            return Err(item);
        }
        // SAFETY: the slot is not counted yet, so by the words at `slots` and obligation 1 it is this thread's alone.
        unsafe { slot.get().write(MaybeUninit::new(item)) };
        // Release: the slot's content; pairs with the Acquire of `count` in `close`.
        self.count.store(count + 1, Ordering::Release);
        if self.light {
            barrier::light();
        } else {
            // SeqCst: either `asked` is seen below, or the closer sees the count; pairs with the fence in `close`.
            fence_seq_cst();
        }
        // Relaxed: if it is seen, `was_taken` synchronizes.
        if self.asked.load(Ordering::Relaxed) && !self.was_taken(count) {
            // Relaxed: read by the filler, and by `drop`.
            self.count.store(count, Ordering::Relaxed);
            // SAFETY: the slot is full, and the closer has left it to the filler.
            return Err(unsafe { self.remove(count) });
        }
        Ok(())
    }

    /// Whether the closer, which has asked, takes slot `i` too. It decides within a moment.
    #[cold]
    fn was_taken(&self, i: usize) -> bool {
        loop {
            // Acquire: the closer is done with the count; pairs with the Release in `close`.
            match self.taken.load(Ordering::Acquire) {
                UNDECIDED => spin_hint(),
                taken => return i < taken,
            }
        }
    }

    /// Closes the box and takes what is in it; nothing if it was closed before. By another thread than the filler's.
    pub fn close(&self) -> Vec<T> {
        self.take(true)
    }

    /// As [`close`](Self::close), by the thread that fills it, which need not wait for itself.
    ///
    /// # Safety
    /// 1. No other thread puts anything in.
    pub unsafe fn finish(&self) -> Vec<T> {
        self.take(false)
    }

    fn take(&self, from_other: bool) -> Vec<T> {
        // Relaxed: one of all closers is first; the barrier below orders it before the look at the count.
        if self.asked.swap(true, Ordering::Relaxed) {
            return Vec::new();
        }
        if from_other {
            if self.light {
                barrier::heavy();
            } else {
                // SeqCst: see `put`.
                fence_seq_cst();
            }
        }
        // Acquire: the content of the slots; pairs with the Release in `put`.
        let count = self.count.load(Ordering::Acquire);
        // Release: the look at the count is over; pairs with the Acquire in `was_taken`.
        self.taken.store(count, Ordering::Release);
        // SAFETY: the slots below the count are full, and by `taken` they belong to who has asked first: this call, once.
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
        // Relaxed: whoever had to do with the box is done with it.
        let taken = self.taken.load(Ordering::Relaxed);
        // Relaxed: as above.
        let count = self.count.load(Ordering::Relaxed);
        let left = if taken == UNDECIDED { 0 } else { taken };
        // SAFETY: these slots are full, and nobody has taken them.
        drop::<Vec<T>>((left..count).map(|i| unsafe { self.remove(i) }).collect());
    }
}

#[cfg(all(test, loom))]
mod model;

#[cfg(all(test, not(loom)))]
mod tests;
