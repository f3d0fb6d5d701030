//! The owner's end: push, pop, offer, grow.

use super::top::{Top, after, ahead, before};
use super::{KEPT, KEPT_FROM_THIEVES, OpenDeque, Own};
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
        let bottom = after(bottom, 1);
        // Release: publishes the item; pairs with the load in line in `steal_at`.
        self.own.bottom.store(bottom, Ordering::Release);
        if bottom == self.own.offer_at.get() {
            // SAFETY: obligation 1.
            unsafe { self.offer(bottom) };
        }
        Ok(())
    }

    /// Adds items at the bottom, which become visible together.
    ///
    /// # Safety
    /// 1. The caller is the owner.
    /// 2. There are at most as many as [`room`](Self::room) has said since the last push.
    pub(crate) unsafe fn append_all(&self, items: impl Iterator<Item = T>) {
        // Relaxed: the owner reads its own last write.
        let mut bottom = self.own.bottom.load(Ordering::Relaxed);
        let buffer = self.own.buffer.get();
        for item in items {
            debug_assert!(buffer.seat(bottom).is_turn_of(bottom));
            // SAFETY: obligations 1 and 2: it is the turn of `bottom`, as `room` has seen.
            unsafe { buffer.seat(bottom).place.put(item) };
            bottom = after(bottom, 1);
        }
        // Release: publishes the items; pairs with the load in line in `steal_at`.
        self.own.bottom.store(bottom, Ordering::Release);
        if ahead(bottom, self.own.offer_at.get()) >= 0 {
            // SAFETY: obligation 1.
            unsafe { self.offer(bottom) };
        }
    }

    /// How many pushes would find their seats free, up to `wanted`.
    ///
    /// A seat that was free for an index stays so until the owner pushes there. If it pops that item again, the turn is still
    /// that of the index; if the item leaves by an exchange of `top`, `bottom` does not come back to the index.
    ///
    /// # Safety
    /// 1. The caller is the owner.
    pub(crate) unsafe fn room(&self, wanted: u64) -> u64 {
        // Relaxed: the owner reads its own last write.
        let bottom = self.own.bottom.load(Ordering::Relaxed);
        let buffer = self.own.buffer.get();
        let mut free = self.own.free_until.get();
        if ahead(free, bottom) < 0 {
            free = bottom;
        }
        let end = after(bottom, wanted);
        while ahead(free, end) < 0 && buffer.seat(free).is_turn_of(free) {
            free = after(free, 1);
        }
        self.own.free_until.set(free);
        (ahead(free, bottom) as u64).min(wanted)
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
        let bottom = self.own.bottom.load(Ordering::Relaxed);
        let index = before(bottom, 1);
        // Relaxed: `top` only moves on, so there is at most what there seems to be.
        let top = Top(self.shared.top.load(Ordering::Relaxed));
        if !top.is_before(index) {
            // SAFETY: obligation 1.
            return unsafe { self.pop_as_thief(top, index) };
        }
        if bottom == self.own.limit.get() {
            // SAFETY: obligation 1.
            unsafe { self.withdraw(index) };
        }
        // In line: a thief that finds `index` at the top later finds it taken; pairs with the loads in `steal`.
        store_in_line(&self.own.bottom, index);
        // In line: as above.
        let top = Top(load_in_line(&self.shared.top));
        if top.is_before(index) {
            let seat = self.own.buffer.get().seat(index);
            // SAFETY: obligation 1; no thief gets as far as this item: see the README.
            return Some(unsafe { seat.place.take() });
        }
        // SAFETY: obligation 1, and as just seen.
        unsafe { self.pop_among_thieves(top, index) }
    }

    /// The rest of `pop` when thieves have come near.
    ///
    /// # Safety
    /// 1. The caller is the owner, has moved `bottom` down to `index`, where its newest item was, and then read `top`.
    #[cold]
    unsafe fn pop_among_thieves(&self, top: Top, index: u64) -> Option<T> {
        // SAFETY: obligation 1.
        let item = unsafe { self.pop_as_thief(top, index) };
        // Release: who reads this instead of what `push` stored acquires no less; pairs with the load in line in `steal_at`.
        (self.own.bottom).store(after(index, 1), Ordering::Release);
        item
    }

    /// Takes the item at `index` if it is the last one and no thief is faster.
    ///
    /// # Safety
    /// 1. The caller is the owner, and pushed the item at `index` if `top` is there.
    #[inline(always)]
    unsafe fn pop_as_thief(&self, top: Top, index: u64) -> Option<T> {
        if !top.is_at(index) || self.move_top(top, top.emptied(index)).is_err() {
            return None;
        }
        let buffer = self.own.buffer.get();
        // SAFETY: the exchange was won, so the item is the caller's, who is the owner of the `buffer` by obligation 1.
        let item = unsafe { buffer.seat(index).place.take() };
        buffer.seat(index).pass_on(index, buffer.capacity());
        Some(item)
    }

    /// Lets thieves have all but the newest items for an exchange of `top` alone.
    ///
    /// # Safety
    /// 1. The caller is the owner, and `bottom` is where it says.
    #[cold]
    unsafe fn offer(&self, bottom: u64) {
        // Relaxed: exchanged below before anything depends on it.
        let mut top = Top(self.shared.top.load(Ordering::Relaxed));
        let kept = self.own.keep(top, bottom);
        let limit = before(bottom, kept);
        loop {
            let count = ahead(limit, top.index()).clamp(0, Top::MOST as i64) as u64;
            if count == top.offered() {
                break;
            }
            match self.move_top(top, top.offering(count)) {
                Ok(()) => break self.own.limit.set(after(top.index(), count)),
                Err(now) => top = now,
            }
        }
        self.own.offer_at.set(after(bottom, kept));
    }

    /// Takes the item at `index`, the newest that is offered, and some older ones out of the offer.
    ///
    /// # Safety
    /// 1. The caller is the owner, and `index` is one below `bottom` and the limit.
    #[cold]
    unsafe fn withdraw(&self, index: u64) {
        let kept = self.own.keep_more();
        // Relaxed: exchanged below before anything depends on it.
        let mut top = Top(self.shared.top.load(Ordering::Relaxed));
        loop {
            let older = ahead(index, top.index());
            if older < 0 {
                // It was stolen, with all that was offered.
                return;
            }
            let count = (older as u64).saturating_sub(kept);
            match self.move_top(top, top.offering(count)) {
                Ok(()) => {
                    let limit = after(top.index(), count);
                    self.own.limit.set(limit);
                    self.own.offer_at.set(after(index, kept + 1));
                    return;
                }
                Err(now) => top = now,
            }
        }
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
        let mut top = Top(self.shared.top.load(Ordering::Relaxed));
        let first = top.index();
        debug_assert!(ahead(bottom, first) as u64 <= old.capacity());
        // SAFETY: obligation 1; only the owner writes places, and it leaves `old` alone from now on.
        let new = unsafe { self.own.buffers.double(old, first, bottom) };
        self.shared.buffer.store(new);
        // From here on thieves come back later, until `top` names the new buffer too.
        while let Err(now) = self.move_top(top, top.in_buffer(new.log())) {
            top = now;
        }
        // What was won meanwhile is read from `old`; nobody will come for its copy.
        for step in 0..ahead(top.index(), first) as u64 {
            let index = after(first, step);
            new.seat(index).pass_on(index, new.capacity());
        }
        self.own.buffer.set(new);
    }
}

impl<T> Own<T> {
    /// How many items not to offer, now that the thieves are at `top`: few if they have taken nearly all there was since the last
    /// offer, as what is not offered costs them an exchange each, and each of these costs the owner its hold of `top`.
    fn keep(&self, top: Top, bottom: u64) -> u64 {
        let waiting = ahead(bottom, top.index());
        if self.top_seen.replace(top.index()) == top.index() || waiting > 2 * KEPT as i64 {
            return self.keep_more();
        }
        if waiting > KEPT_FROM_THIEVES as i64 {
            self.kept.set(KEPT_FROM_THIEVES);
        }
        self.kept.get()
    }

    /// How many items not to offer, now that the owner works undisturbed or takes back what it had offered.
    fn keep_more(&self) -> u64 {
        self.kept.set(KEPT.min(2 * self.kept.get()));
        self.kept.get()
    }
}
