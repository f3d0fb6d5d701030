//! Items pushed onto a rope one after the other, which learns of them when a chunk is full, and in the end.

use super::rope::Rope;
use std::mem::{self, MaybeUninit};

/// The end of a rope. Passed on by value from item to item, it is in registers, where the rope itself would be written at each.
pub(super) struct Refill<'r, T> {
    rope: &'r mut Rope<T>,
    /// The room behind the last chunk's items, which nothing else touches until the rope is made roomier.
    slots: *mut MaybeUninit<T>,
    /// How many slots there are.
    room: usize,
    /// So many items are in the first slots, and will be the rope's own. No more than `room`.
    more: usize,
}

impl<'r, T> Refill<'r, T> {
    pub(super) fn new(rope: &'r mut Rope<T>) -> Self {
        let slots = rope.room();
        Refill {
            slots: slots.as_mut_ptr(),
            room: slots.len(),
            more: 0,
            rope,
        }
    }

    #[inline]
    pub(super) fn push(mut self, item: T) -> Self {
        if self.more == self.room {
            // None are pending if it panics.
            let more = mem::take(&mut self.more);
            // SAFETY: (1) by the invariant of `more`.
            (self.slots, self.room) = unsafe { make_room(self.rope, more) };
        }
        // SAFETY: `more` is less than `room`: by its invariant it is no more, and if it was as much, there is room again.
        let slot = unsafe { self.slots.add(self.more) };
        // SAFETY: by the invariant of `slots`; it is one of them.
        unsafe { slot.write(MaybeUninit::new(item)) };
        self.more += 1;
        self
    }
}

impl<T> Drop for Refill<'_, T> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: (1) by the invariant of `more`.
        unsafe { self.rope.add(self.more) };
    }
}

/// Adds `more` items to the rope, and returns room for one or more behind them. Takes no [`Refill`], which would have to be in memory for that.
///
/// # Safety
///
/// 1. So many of the first slots behind the last chunk's items hold items.
#[cold]
#[inline(never)]
unsafe fn make_room<T>(rope: &mut Rope<T>, more: usize) -> (*mut MaybeUninit<T>, usize) {
    // SAFETY: (1) as promised here.
    unsafe { rope.add(more) };
    rope.make_room(1);
    let slots = rope.room();
    assert!(!slots.is_empty(), "the room that was made");
    (slots.as_mut_ptr(), slots.len())
}
