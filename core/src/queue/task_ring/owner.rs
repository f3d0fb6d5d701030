//! The owner's end: push at the tail, pop at the head, spill half when full.

use super::run::Run;
use super::{Heads, SLOTS, TaskRing};
use crate::base::prim::Ordering;
use crate::queue::drain::drop_each;
use std::fmt;

/// How many items a full ring spills.
const HALF: u32 = SLOTS / 2;

impl<T> TaskRing<T> {
    /// Adds an item at the tail. If the ring is full, the older half and the item come out instead.
    ///
    /// # Safety
    /// 1. The caller is the owner.
    /// 2. The last [`Overflow`] is gone.
    #[inline]
    pub(crate) unsafe fn push(&self, item: T) -> Result<(), Overflow<'_, T>> {
        // Relaxed: the owner reads its own last write.
        let tail = self.own.tail.load(Ordering::Relaxed);
        if tail.wrapping_sub(self.own.heads_seen.get().steal) == SLOTS {
            // SAFETY: obligations 1 and 2.
            return unsafe { self.push_slow(tail, item) };
        }
        // SAFETY: obligation 1, and the place at `tail` is free, since `heads_seen` has no later `steal`
        // than there is.
        unsafe { self.append(tail, item) };
        Ok(())
    }

    /// # Safety
    /// 1. The caller is the owner.
    /// 2. The place at `tail` is free.
    #[inline(always)]
    unsafe fn append(&self, tail: u32, item: T) {
        // SAFETY: obligations 1 and 2: whoever emptied it did so before `heads_seen` was read.
        unsafe { self.place(tail).put(item) };
        // Release: publishes the item; pairs with the Acquire in `claim`.
        self.own.tail.store(tail.wrapping_add(1), Ordering::Release);
    }

    /// As [`push`](Self::push), when the places known to be free are used up.
    ///
    /// # Safety
    /// 1. The caller is the owner.
    /// 2. The last [`Overflow`] is gone.
    #[cold]
    unsafe fn push_slow(&self, tail: u32, item: T) -> Result<(), Overflow<'_, T>> {
        loop {
            // SAFETY: obligation 1.
            let heads = unsafe { self.look() };
            if tail.wrapping_sub(heads.steal) < SLOTS {
                // SAFETY: obligation 1, and the place at `tail` is free, as just seen.
                unsafe { self.append(tail, item) };
                return Ok(());
            }
            // A thief that is copying will make room. Only the item has to go elsewhere.
            let count = if heads.copying() { 0 } else { HALF };
            if count == 0 || self.take(heads, count).is_ok() {
                // SAFETY: the exchange won them (or there are none). Only the owner writes the places, and does not push
                // while this lives, by obligation 2 of its next `push`.
                let older = unsafe { Run::new(self, heads.real, count) };
                let newest = Some(item);
                return Err(Overflow { older, newest });
            }
        }
    }

    /// Takes the oldest item.
    ///
    /// # Safety
    /// 1. The caller is the owner.
    #[inline]
    pub(crate) unsafe fn pop(&self) -> Option<T> {
        // Relaxed: the owner reads its own last write.
        let tail = self.own.tail.load(Ordering::Relaxed);
        // What the owner has seen last is mostly what there is, and reading it again would take as long as the exchange does.
        let mut heads = self.own.heads_seen.get();
        // Heads only move on, so what looks empty is.
        while heads.real != tail {
            match self.take(heads, 1) {
                Ok(()) => {
                    // SAFETY: obligation 1; the item was put there by the owner, and the exchange won it. The place is
                    // written again by the owner only.
                    return Some(unsafe { self.place(heads.real).take() });
                }
                Err(now) => heads = now,
            }
        }
        None
    }

    /// The owner's exchange of the heads for ones that are `count` further on; fails if they are not `heads` any more, and gives those
    /// that are.
    #[inline(always)]
    fn take(&self, heads: Heads, count: u32) -> Result<(), Heads> {
        let next = heads.taken(count);
        // Release: who finds these heads finds a tail at or past them; pairs with the Acquire in `claim`.
        // Acquire: as in `look`.
        let taken = (self.heads).compare_exchange(
            heads.pack(),
            next.pack(),
            Ordering::Release,
            Ordering::Acquire,
        );
        let (seen, outcome) = match taken {
            Ok(_) => (next, Ok(())),
            Err(now) => (Heads::unpack(now), Err(Heads::unpack(now))),
        };
        self.own.heads_seen.set(seen);
        outcome
    }

    /// Reads the heads such that what lies before `steal` may be written again.
    ///
    /// # Safety
    /// 1. The caller is the owner.
    unsafe fn look(&self) -> Heads {
        // Acquire: thieves have emptied the places before `steal`; pairs with the Release in `Claim::drop`.
        let heads = Heads::unpack(self.heads.load(Ordering::Acquire));
        self.own.heads_seen.set(heads);
        heads
    }

    /// How many items fit now; more, once thieves are done. Less than what [`len`](Self::len) leaves over while one is copying.
    ///
    /// # Safety
    /// 1. The caller is the owner.
    #[inline]
    pub(crate) unsafe fn room(&self) -> u32 {
        // SAFETY: obligation 1.
        let heads = unsafe { self.look() };
        // Relaxed: the owner reads its own last write.
        let tail = self.own.tail.load(Ordering::Relaxed);
        SLOTS - tail.wrapping_sub(heads.steal)
    }

    /// Adds items at the tail, which become visible together.
    ///
    /// # Safety
    /// 1. The caller is the owner, and the last [`Overflow`] is gone.
    /// 2. There are at most as many as [`room`](Self::room) has said since.
    pub(super) unsafe fn append_all(&self, items: impl Iterator<Item = T>) {
        // Relaxed: the owner reads its own last write.
        let mut tail = self.own.tail.load(Ordering::Relaxed);
        for item in items {
            // SAFETY: obligations 1 and 2: the place is free, and whoever emptied it did so before `room` looked.
            unsafe { self.place(tail).put(item) };
            tail = tail.wrapping_add(1);
        }
        // Release: publishes the items; pairs with the Acquire in `claim`.
        self.own.tail.store(tail, Ordering::Release);
    }
}

/// What a push to a full ring brings out: the older half, oldest first, then the new item. Or the new item alone, if a thief is
/// about to make room.
///
/// The items are still in the ring's places, so this has to be used up, or dropped with what is left, before the next push.
#[must_use = "these items have left the ring"]
pub(crate) struct Overflow<'a, T> {
    older: Run<'a, T>,
    newest: Option<T>,
}

impl<T> Iterator for Overflow<'_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.older.next().or_else(|| self.newest.take())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.older.len() + usize::from(self.newest.is_some());
        (len, Some(len))
    }
}

impl<T> ExactSizeIterator for Overflow<'_, T> {}

impl<T> Drop for Overflow<'_, T> {
    fn drop(&mut self) {
        drop_each(&mut || self.next());
    }
}

impl<T> fmt::Debug for Overflow<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Overflow")
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}
