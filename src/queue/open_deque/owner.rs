//! The owner's end: push, pop, grow.

use super::{OpenDeque, Top};
use crate::base::prim::{Ordering, load_in_line, store_in_line};

impl<T> OpenDeque<T> {
    /// Adds an item at the bottom, or gives it back if its seat is taken: all seats are, or a thief is slow to leave it.
    ///
    /// # Safety
    /// 1. The caller is the owner.
    #[inline]
    pub(crate) unsafe fn push(&self, item: T) -> Result<(), T> {
        // Relaxed: the owner reads its own last write.
        let bottom = self.own.bottom.load(Ordering::Relaxed);
        let seat = self.own.buffer.get().seat(bottom);
        if !seat.is_turn_of(bottom) {
            return Err(item);
        }
        // SAFETY: obligation 1 and the turn: whoever was here has left, and thieves come only when `bottom` says so.
        unsafe { seat.place.put(item) };
        // Release: publishes the item; pairs with the load in line in `steal`.
        self.own.bottom.store(bottom + 1, Ordering::Release);
        Ok(())
    }

    /// Whether a push would find its seat free.
    ///
    /// # Safety
    /// 1. The caller is the owner.
    pub(crate) unsafe fn has_room(&self) -> bool {
        // Relaxed: the owner reads its own last write.
        let bottom = self.own.bottom.load(Ordering::Relaxed);
        self.own.buffer.get().seat(bottom).is_turn_of(bottom)
    }

    /// How many seats there are.
    ///
    /// # Safety
    /// 1. The caller is the owner.
    #[cfg(not(loom))]
    pub(crate) unsafe fn capacity(&self) -> usize {
        self.own.buffer.get().capacity() as usize
    }

    /// Takes the newest item.
    ///
    /// # Safety
    /// 1. The caller is the owner.
    #[inline]
    pub(crate) unsafe fn pop(&self) -> Option<T> {
        // Relaxed: the owner reads its own last write.
        let index = self.own.bottom.load(Ordering::Relaxed) - 1;
        // Relaxed: `top` only grows, so what looks empty is.
        if Top(self.shared.top.load(Ordering::Relaxed)).index() > index {
            return None;
        }
        // In line: a thief that finds `index` at the top later finds it taken; pairs with the loads in `steal`.
        store_in_line(&self.own.bottom, index);
        // In line: as above.
        let top = Top(load_in_line(&self.shared.top));
        if top.index() < index {
            let seat = self.own.buffer.get().seat(index);
            // SAFETY: obligation 1; no thief gets as far as this item: see the README.
            return Some(unsafe { seat.place.take() });
        }
        // SAFETY: obligation 1, and `bottom` was just moved down to `index`.
        unsafe { self.pop_last(top, index) }
    }

    /// The rest of [`pop`](Self::pop) when thieves are at the newest item too.
    ///
    /// # Safety
    /// 1. The caller is the owner and has just moved `bottom` down to `index`.
    #[cold]
    unsafe fn pop_last(&self, top: Top, index: u64) -> Option<T> {
        let buffer = self.own.buffer.get();
        // SeqCst: the race for the last item, in line with the same exchange in `steal`. Relaxed: on failure only the fact counts.
        let won = top.index() == index
            && (self.shared.top)
                .compare_exchange(top.0, top.next().0, Ordering::SeqCst, Ordering::Relaxed)
                .is_ok();
        // SAFETY: the exchange was won, so the item is the caller's, who is the owner of the `buffer` by obligation 1.
        let item = won.then(|| unsafe { buffer.seat(index).place.take() });
        if won {
            buffer.seat(index).pass_on(index + buffer.capacity());
        }
        // Release: who reads this instead of what `push` stored acquires no less; pairs with the load in line in `steal`.
        self.own.bottom.store(index + 1, Ordering::Release);
        item
    }

    /// Moves to a buffer of twice the size. To be called when there is no room for a push; there is some afterwards.
    ///
    /// # Safety
    /// 1. The caller is the owner.
    #[cold]
    pub(crate) unsafe fn grow(&self) {
        let old = self.own.buffer.get();
        // Relaxed: the owner reads its own last write.
        let bottom = self.own.bottom.load(Ordering::Relaxed);
        // Relaxed: an older `top` only means that more is copied. It is at least the oldest index that still has a seat, as
        // the owner has acquired the turns of all that it pushed.
        let first = Top(self.shared.top.load(Ordering::Relaxed)).index();
        debug_assert!(bottom - first <= old.capacity());
        // SAFETY: obligation 1; only the owner writes places, and it leaves `old` alone from now on.
        let new = unsafe { self.own.buffers.double(old, first, bottom) };
        self.shared.buffer.store(new);
        // From here on thieves come back later, until `top` names the new buffer too.
        // Relaxed: exchanged below before anything depends on it.
        let mut top = Top(self.shared.top.load(Ordering::Relaxed));
        // SeqCst: in line with the other exchanges, and a Release of the new buffer; pairs with the load in line in `steal`.
        // Relaxed: on failure it is tried again.
        while let Err(now) = (self.shared.top).compare_exchange_weak(
            top.0,
            Top::at(top.index(), new.log()).0,
            Ordering::SeqCst,
            Ordering::Relaxed,
        ) {
            top = Top(now);
        }
        // What was won meanwhile is read from `old`; nobody will come for its copy.
        for index in first..top.index() {
            new.seat(index).pass_on(index + new.capacity());
        }
        self.own.buffer.set(new);
    }
}
