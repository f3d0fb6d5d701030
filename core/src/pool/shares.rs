//! What keeps a registry's memory while tasks refer to it: one count for all of them, of which each worker has some shares in
//! stock, so that workers which begin and end tasks all the time seldom touch a word of others.
//!
//! Invariant: while there are shares, given out or in stock, all together count once in the registry's `Arc`.

use crate::pool::registry::Registry;
use crate::pool::slot::Slot;
use std::mem;
use std::sync::Arc;

/// How many shares a worker takes, or gives back, at once.
const LOT: usize = 64;

impl Registry {
    /// Makes the registry's memory stay until the share is [given back](Self::give_share_back).
    pub(crate) fn take_share(&self) {
        let Some(slot) = self.current_slot() else {
            return self.take_shares(1);
        };
        let stock = &slot.stock;
        if stock.get() == 0 {
            self.take_shares(LOT);
            stock.set(LOT);
        }
        stock.set(stock.get() - 1);
    }

    fn take_shares(&self, count: usize) {
        if self.shares.add(count) {
            // Whoever gives the last one back lets go.
            mem::forget(self.arc());
        }
    }

    /// Gives one back. `slot` is the caller's, if it is a worker of this pool.
    ///
    /// # Safety
    /// 1. There is a share that nobody else gives back, and `this` is its registry.
    pub(crate) unsafe fn give_share_back(this: *const Registry, slot: Option<&Slot>) {
        let Some(slot) = slot else {
            // SAFETY: obligation 1.
            return unsafe { Self::give_shares_back(this, 1) };
        };
        let stock = &slot.stock;
        stock.set(stock.get() + 1);
        if stock.get() == 2 * LOT {
            stock.set(LOT);
            // SAFETY: they were in the stock.
            unsafe { Self::give_shares_back(this, LOT) };
        }
    }

    /// # Safety
    /// 1. There are so many shares that nobody else gives back, and `this` is their registry.
    #[inline]
    unsafe fn give_shares_back(this: *const Registry, count: usize) {
        // SAFETY: obligation 1: what has shares is there.
        let shares = unsafe { &(*this).shares };
        if shares.remove(count) {
            // SAFETY: forgotten by whoever took the first of these in `take_shares`.
            unsafe { Arc::decrement_strong_count(this) };
        }
    }
}

impl Slot {
    /// At the end of the worker's life: gives its stock back.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot, and holds its registry otherwise.
    #[inline]
    pub(super) unsafe fn empty_stock(&self) {
        let count = self.stock.take();
        if count > 0 {
            // SAFETY: they were in the stock.
            unsafe { Registry::give_shares_back(self.registry(), count) };
        }
    }
}
