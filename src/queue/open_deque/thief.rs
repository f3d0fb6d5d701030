//! The thieves' end.

use super::{OpenDeque, Top};
use crate::base::prim::{Ordering, load_in_line};
use crate::queue::Steal;
use std::{mem, ptr};

/// Most items that a thief takes at once, so that it does not work for long before it can be robbed in turn.
pub(super) const BATCH: usize = 64;

impl<T> OpenDeque<T> {
    /// Takes the oldest item.
    #[inline]
    pub(crate) fn steal(&self) -> Steal<T> {
        // In line: if this is the index of an item that the owner takes unasked, its step down is seen in `steal_at`; pairs with
        // the store and the load in `pop`. It also acquires the buffer; pairs with the Release in `grow`.
        self.steal_at(Top(load_in_line(&self.shared.top)))
    }

    /// Takes the item at `top`, which the caller has read in line, or moved there.
    #[inline(always)]
    fn steal_at(&self, top: Top) -> Steal<T> {
        // In line: see `steal`. It also acquires the item; pairs with the Release in `push`.
        if top.index() >= load_in_line(&self.own.bottom) {
            return Steal::Empty;
        }
        let Some(buffer) = self.shared.buffer.load(top.log()) else {
            return Steal::Retry;
        };
        // SeqCst: whoever moves `top` owns the item; in line with the same exchange of other thieves and in `pop_last`.
        // Relaxed: on failure nothing was taken.
        let moved = (self.shared.top).compare_exchange(
            top.0,
            top.next().0,
            Ordering::SeqCst,
            Ordering::Relaxed,
        );
        if moved.is_err() {
            return Steal::Retry;
        }
        let seat = buffer.seat(top.index());
        // SAFETY: the exchange was won, so this is the only thread that takes the item; it was acquired with `bottom`, and the
        // owner does not write the `seat` before `pass_on`.
        let item = unsafe { seat.place.take() };
        seat.pass_on(top.index() + buffer.capacity());
        Steal::Item(item)
    }

    /// Takes up to half of the items, and no more than some dozens: the newest of them is returned, the rest is pushed to `own`
    /// in the order in which they lay here. Stops early if `make_room` says that `own` has none.
    ///
    /// `Retry` says that other threads were faster, before anything was taken.
    ///
    /// # Safety
    /// 1. The caller is the owner of `own`.
    /// 2. When `make_room` has returned true, there is room in `own` for a push.
    pub(crate) unsafe fn steal_into(
        &self,
        own: &OpenDeque<T>,
        make_room: impl Fn() -> bool,
    ) -> Steal<T> {
        if ptr::eq(self, own) {
            // SAFETY: obligation 1: it is the owner of this one.
            return unsafe { own.pop() }.map_or(Steal::Empty, Steal::Item);
        }
        // In line: as in `steal`.
        let mut top = Top(load_in_line(&self.shared.top));
        let share = self.len().div_ceil(2).min(BATCH);
        let mut newest = match self.steal_at(top) {
            Steal::Item(item) => item,
            nothing => return nothing,
        };
        for _ in 1..share {
            if !make_room() {
                break;
            }
            // Moved there by the exchange just won.
            top = top.next();
            let Steal::Item(item) = self.steal_at(top) else {
                break;
            };
            // SAFETY: obligation 1.
            let pushed = unsafe { own.push(mem::replace(&mut newest, item)) };
            debug_assert!(pushed.is_ok(), "obligation 2");
        }
        Steal::Item(newest)
    }
}
