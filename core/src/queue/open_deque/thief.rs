//! The thieves' end.

use super::OpenDeque;
use super::buffer::Buffer;
use super::top::{Top, after, ahead};
use crate::base::prim::{Ordering, load_in_line};
use crate::queue::Steal;
use std::marker::PhantomData;
use std::{mem, ptr};

/// Most items that a thief takes at once, so that it does not work for long before it can be robbed in turn.
pub(super) const BATCH: u64 = 64;

/// From so many offered items on a thief takes half of these and does not look at `bottom`, so that the owner keeps its hold of that.
#[cfg(not(loom))]
const ENOUGH: u64 = 6;
#[cfg(loom)]
const ENOUGH: u64 = 2;

impl<T> OpenDeque<T> {
    /// Takes the oldest item.
    #[inline]
    pub(crate) fn steal(&self) -> Steal<T> {
        // In line: if this is the index of an item that the owner takes unasked, its step down is seen in `steal_at`; pairs with
        // the store and the load in `pop`. It also acquires the buffer; pairs with the exchange in `move_top`.
        self.steal_at(Top(load_in_line(&self.shared.top)))
    }

    /// Takes the item at `top`, which the caller has read in line, or moved there.
    #[inline(always)]
    fn steal_at(&self, top: Top) -> Steal<T> {
        // In line: see `steal`. It also acquires the item; pairs with the Release in `push`.
        if top.offered() == 0 && !top.is_before(load_in_line(&self.own.bottom)) {
            return Steal::Empty;
        }
        // SAFETY: there is an item at `top`; it is offered, or `bottom` was found beyond it.
        unsafe { self.steal_known(top) }
    }

    /// Takes the item at `top`.
    ///
    /// # Safety
    /// 1. Where `top` is there is an item; it is offered, or `bottom` was read in line after `top` and found to be beyond it.
    #[inline(always)]
    unsafe fn steal_known(&self, top: Top) -> Steal<T> {
        // SAFETY: obligation 1.
        match unsafe { self.claim(top, top.without_oldest(), 1) } {
            Some(mut claim) => claim.next().map_or(Steal::Retry, Steal::Item),
            None => Steal::Retry,
        }
    }

    /// Exchanges `top` for `next`, to win the `count` items in between.
    ///
    /// # Safety
    /// 1. When `top` was current, there were `count` items.
    /// 2. They were all offered; or there is one, and `bottom` was read in line after `top` and found to be beyond it.
    #[inline(always)]
    unsafe fn claim(&self, top: Top, next: Top, count: u64) -> Option<Claim<'_, T>> {
        let buffer = self.shared.buffer.load(top.log())?;
        self.move_top(top, next).ok()?;
        Some(Claim {
            buffer,
            next: top.index(),
            left: count,
            deque: PhantomData,
        })
    }

    /// Takes up to half of the items, and no more than some dozens: the newest of them is returned, the rest is pushed to `own`
    /// in the order in which they lay here. `make_room` is told how many pushes are wanted, and says for how many there is room.
    ///
    /// `Retry` says that other threads were faster, before anything was taken.
    ///
    /// # Safety
    /// 1. The caller is the owner of `own`.
    /// 2. There is room in `own` for as many pushes as `make_room` says.
    pub(crate) unsafe fn steal_into(
        &self,
        own: &OpenDeque<T>,
        make_room: impl Fn(u64) -> u64,
    ) -> Steal<T> {
        if ptr::eq(self, own) {
            // SAFETY: obligation 1: it is the owner of this one.
            return unsafe { own.pop() }.map_or(Steal::Empty, Steal::Item);
        }
        let half = |count: u64| {
            let half = count.div_ceil(2).min(BATCH);
            make_room(half - 1).min(half - 1) + 1
        };
        // In line: as in `steal`.
        let mut top = Top(load_in_line(&self.shared.top));
        if top.offered() >= ENOUGH {
            let share = half(top.offered());
            // SAFETY: so many are offered.
            let Some(mut claim) = (unsafe { self.claim(top, top.without(share), share) }) else {
                return Steal::Retry;
            };
            // SAFETY: obligations 1 and 2: there is room for all but one of `share`.
            unsafe { own.append_all(claim.by_ref().take(share as usize - 1)) };
            return claim.next().map_or(Steal::Retry, Steal::Item);
        }
        // In line: as in `steal_at`.
        let waiting = ahead(load_in_line(&self.own.bottom), top.index());
        if waiting <= 0 {
            return Steal::Empty;
        }
        let share = half(waiting as u64);
        // What is not offered goes one by one.
        // SAFETY: `bottom` is beyond `top`, as just read in line.
        let mut newest = match unsafe { self.steal_known(top) } {
            Steal::Item(item) => item,
            nothing => return nothing,
        };
        for _ in 1..share {
            // Moved there by the exchange just won.
            top = top.without_oldest();
            let Steal::Item(item) = self.steal_at(top) else {
                break;
            };
            // SAFETY: obligation 1.
            let pushed = unsafe { own.push(mem::replace(&mut newest, item)) };
            debug_assert!(pushed.is_ok(), "obligation 2");
        }
        Steal::Item(newest)
    }

    /// Exchanges `top`; fails if it is not what it was, and gives what it is.
    #[inline(always)]
    pub(super) fn move_top(&self, from: Top, to: Top) -> Result<(), Top> {
        // SeqCst: whoever moves an index past an item owns it; in line with the same exchange of all others. It publishes
        // what is offered and the buffer, and acquires them; pairs with itself and the loads in line of `top`.
        // Relaxed: on failure it is tried again, or given up.
        let moved =
            (self.shared.top).compare_exchange(from.0, to.0, Ordering::SeqCst, Ordering::Relaxed);
        moved.map(drop).map_err(Top)
    }
}

/// Items that a thief has won, and takes out oldest first.
struct Claim<'a, T> {
    buffer: Buffer<T>,
    /// The items `[next, next + left)` are this thread's: it has acquired them, and nobody else touches their seats before
    /// they are passed on.
    next: u64,
    left: u64,
    // The deque lives.
    deque: PhantomData<&'a OpenDeque<T>>,
}

impl<T> Iterator for Claim<'_, T> {
    type Item = T;

    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        if self.left == 0 {
            return None;
        }
        let index = self.next;
        self.next = after(index, 1);
        self.left -= 1;
        let seat = self.buffer.seat(index);
        // SAFETY: see the field `next`, which has passed this item.
        let item = unsafe { seat.place.take() };
        seat.pass_on(index, self.buffer.capacity());
        Some(item)
    }
}
