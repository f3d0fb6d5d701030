//! The thieves' end: claim half, copy it, release the places.

use super::run::Run;
use super::{Heads, SLOTS, TaskRing};
use crate::base::prim::Ordering;
use crate::queue::Steal;
use std::ptr;

impl<T> TaskRing<T> {
    /// Takes half of the items (rounded up; no more than fit): the oldest is returned, the rest goes to the tail of `own`.
    ///
    /// `Retry` says that another thread was faster, or is still copying what it took.
    ///
    /// # Safety
    /// 1. The caller is the owner of `own`, and the last [`Overflow`](super::owner::Overflow) of that is gone.
    pub(crate) unsafe fn steal_into(&self, own: &TaskRing<T>) -> Steal<T> {
        if ptr::eq(self, own) {
            // SAFETY: obligation 1: it is the owner of this one.
            return unsafe { own.pop() }.map_or(Steal::Empty, Steal::Item);
        }
        if self.is_empty() {
            return Steal::Empty;
        }
        // SAFETY: obligation 1.
        let room = unsafe { own.room() };
        let mut claim = match self.claim(|len| len.div_ceil(2).min(room + 1)) {
            Ok(claim) => claim,
            Err(nothing) => return nothing,
        };
        let oldest = claim.0.next();
        // SAFETY: obligation 1, and there are at most `room` of them.
        unsafe { own.append_all(&mut claim.0) };
        oldest.map_or(Steal::Empty, Steal::Item)
    }

    /// Takes the oldest item. Costs two exchanges, as half of them would.
    pub(crate) fn steal(&self) -> Steal<T> {
        if self.is_empty() {
            return Steal::Empty;
        }
        match self.claim(|_| 1) {
            Ok(mut claim) => claim.0.next().map_or(Steal::Empty, Steal::Item),
            Err(nothing) => nothing,
        }
    }

    /// The first phase: moves the `real` head past what `share` says of the number of items there are: at least one.
    fn claim(&self, share: impl FnOnce(u32) -> u32) -> Result<Claim<'_, T>, Steal<T>> {
        // Acquire: a tail at or past these heads is seen; pairs with the Releases in `take` and `Claim::drop`.
        let heads = Heads::unpack(self.heads.load(Ordering::Acquire));
        if heads.copying() {
            return Err(Steal::Retry);
        }
        // Acquire: takes the items; pairs with the Releases in `append` and `append_all`.
        let tail = self.own.tail.load(Ordering::Acquire);
        let len = tail.wrapping_sub(heads.real);
        if len == 0 {
            return Err(Steal::Empty);
        }
        if len > SLOTS {
            // The heads have gone on before the tail was read.
            return Err(Steal::Retry);
        }
        let count = share(len);
        // Relaxed: publishes nothing. The items were acquired with the tail, and success says that they are still there.
        let claimed = self.heads.compare_exchange(
            heads.pack(),
            heads.claimed(count).pack(),
            Ordering::Relaxed,
            Ordering::Relaxed,
        );
        if claimed.is_err() {
            return Err(Steal::Retry);
        }
        // SAFETY: between these heads and the tail there are items, the exchange won `count` of them, and the owner writes
        // no place at or past `steal`, which stays where it is until the claim is dropped.
        Ok(Claim(unsafe { Run::new(self, heads.real, count) }))
    }
}

/// What a thief has claimed: it takes the items out (the second phase) and drops this.
struct Claim<'a, T>(Run<'a, T>);

impl<T> Drop for Claim<'_, T> {
    /// The third phase: moves the `steal` head up to the `real` one, which the owner may have moved on meanwhile.
    fn drop(&mut self) {
        let heads = &self.0.ring().heads;
        // Relaxed: exchanged below before anything depends on it.
        let mut seen = heads.load(Ordering::Relaxed);
        loop {
            // Release: the places are empty; pairs with the Acquire in `look`. Relaxed: on failure it is tried again.
            let moved = heads.compare_exchange_weak(
                seen,
                Heads::unpack(seen).released().pack(),
                Ordering::Release,
                Ordering::Relaxed,
            );
            match moved {
                Ok(_) => return,
                Err(now) => seen = now,
            }
        }
    }
}
