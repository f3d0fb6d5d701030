//! The circular buffers behind a deque: one in use, the outgrown ones kept for slow thieves.
//!
//! Invariant: a buffer that was ever current lives as long as its deque. All outgrown ones
//! together are smaller than the current one, since each was doubled.

use super::STEP;
use crate::base::prim::{AtomicPtr, Ordering};
use crate::queue::Word;
use std::cell::UnsafeCell;
use std::mem::size_of;
use std::ptr::{self, NonNull};

/// A copyable view of one buffer, so that the owner reaches a slot by one load.
#[derive(Clone, Copy)]
pub(super) struct Buffer {
    home: NonNull<Slots>,
    /// The first slot of `home`; the last lies `mask / STEP` slots further.
    first: NonNull<Slot>,
    /// As in `home`.
    mask: u64,
}

/// One word, atomic, so that a thief that reads a slot which the owner is reusing races with nobody; it then loses the exchange
/// of `top`. A step in size also where words are shorter.
#[repr(align(8))]
struct Slot(AtomicPtr<()>);

const _: () = assert!((size_of::<Slot>() as u64).is_multiple_of(STEP));

/// A power of two of slots.
pub(super) struct Slots {
    /// What of an index says where its slot lies: the index of the last slot, were the first at zero.
    mask: u64,
    slots: Box<[Slot]>,
}

/// The current buffer as thieves find it.
pub(super) struct AtomicBuffer(AtomicPtr<Slots>);

impl AtomicBuffer {
    #[inline]
    pub(super) fn new(buffer: Buffer) -> Self {
        AtomicBuffer(AtomicPtr::new(buffer.home.as_ptr()))
    }

    /// For thieves, after they acquired `split`.
    pub(super) fn load(&self) -> Buffer {
        // Acquire: pairs with the Release in `store`, so that the slots' array is seen whole.
        let slots = self.0.load(Ordering::Acquire);
        // SAFETY: only ever holds what `new` and `store` put in: addresses of buffers that live as
        // long as the deque, see `Buffers`.
        Buffer::view(unsafe { &*slots })
    }

    pub(super) fn store(&self, buffer: Buffer) {
        // Release: publishes the new array and the items copied; pairs with the Acquire in `load`.
        self.0.store(buffer.home.as_ptr(), Ordering::Release);
    }
}

impl Buffer {
    fn view(slots: &Slots) -> Self {
        let first = NonNull::from(&*slots.slots).cast();
        Buffer {
            home: NonNull::from(slots),
            first,
            mask: slots.mask,
        }
    }

    /// How many items fit.
    pub(super) fn capacity(&self) -> u64 {
        self.span() / STEP
    }

    /// From an index to the next that has the same slot.
    pub(super) fn span(&self) -> u64 {
        self.mask + STEP
    }

    #[inline(always)]
    fn slot(&self, index: u64) -> &AtomicPtr<()> {
        // The mask drops the tag, and a step is the size of a slot, but under the model checker.
        let offset = (index & self.mask) as usize * (size_of::<Slot>() / STEP as usize);
        // SAFETY: a whole number of slots, at most `mask / STEP`, from the first of one more than that.
        let slot = unsafe { self.first.byte_add(offset) };
        // SAFETY: as above; the deque keeps its buffers, and a slot is atomic.
        let slot = unsafe { slot.as_ref() };
        &slot.0
    }

    /// The word at `index`, which may be stale: see the callers.
    #[inline(always)]
    pub(super) fn read(&self, index: u64) -> *mut () {
        // Relaxed: the item was published by `bottom` or `split`, which the reader acquired.
        self.slot(index).load(Ordering::Relaxed)
    }

    /// For the owner.
    #[inline(always)]
    pub(super) fn write(&self, index: u64, word: Word) {
        // Relaxed: published by the Release of `bottom` or `split` that follows.
        self.slot(index).store(word.as_ptr(), Ordering::Relaxed);
    }
}

/// Owns every buffer of a deque.
pub(super) struct Buffers {
    /// Oldest first, the current one last. Touched by the deque's owner only (and on drop).
    all: UnsafeCell<Vec<NonNull<Slots>>>,
}

impl Buffers {
    #[inline]
    pub(super) fn new(capacity: u64) -> Self {
        Buffers {
            all: UnsafeCell::new(vec![allocate(capacity)]),
        }
    }

    /// The current buffer, before the deque is shared.
    pub(super) fn newest(&self) -> Buffer {
        // SAFETY: the owner's, see the field `all`; no other reference to it lives.
        let all = unsafe { &*self.all.get() };
        // SAFETY: see the field `all`: buffers are freed on drop only.
        Buffer::view(unsafe { all[all.len() - 1].as_ref() })
    }

    /// A buffer of twice the size with the items `[from, to)` of `old` at the same indices.
    ///
    /// # Safety
    /// 1. The caller is the deque's owner.
    #[inline]
    pub(super) unsafe fn double(&self, old: Buffer, from: u64, to: u64) -> Buffer {
        let home = allocate(old.capacity() * 2);
        // SAFETY: fresh from `allocate`.
        let new = Buffer::view(unsafe { home.as_ref() });
        for index in (from..to).step_by(STEP as usize) {
            // Relaxed: published by the Release in `AtomicBuffer::store`.
            new.slot(index).store(old.read(index), Ordering::Relaxed);
        }
        // SAFETY: obligation 1 and the field `all`; no other reference to it lives.
        let all = unsafe { &mut *self.all.get() };
        all.push(home);
        new
    }
}

impl Drop for Buffers {
    #[inline(never)]
    fn drop(&mut self) {
        for slots in self.all.get_mut().drain(..) {
            // SAFETY: made from a box in `allocate`, freed once, and the deque is gone.
            drop(unsafe { Box::from_raw(slots.as_ptr()) });
        }
    }
}

fn allocate(capacity: u64) -> NonNull<Slots> {
    debug_assert!(capacity.is_power_of_two());
    let slots = (0..capacity)
        .map(|_| Slot(AtomicPtr::new(ptr::null_mut())))
        .collect();
    NonNull::from(Box::leak(Box::new(Slots {
        mask: (capacity - 1) * STEP,
        slots,
    })))
}
