//! The owner's end: push, pop, publish, take back, grow.

use super::{ForkDeque, Published, Pushed, STEP, Split};
use crate::base::barrier;
use crate::base::prim::{Ordering, fence_seq_cst};
use crate::queue::Word;
use std::ptr::NonNull;

impl ForkDeque {
    /// Adds an item at the bottom.
    ///
    /// # Safety
    /// 1. The caller is the owner.
    /// 2. It has answered the last [`Pushed::LookUp`].
    /// 3. `bottom` is [`mark`](Self::mark).
    #[inline(always)]
    pub(crate) unsafe fn push_at(&self, bottom: u64, word: Word) -> Pushed {
        self.own.slots.get().write(bottom, word);
        // Release: publishes the item and its job to a thief that exposes it; pairs with the
        // Acquire in `expose`.
        self.own.bottom.store(bottom + STEP, Ordering::Release);
        // Before the flag is read the item must be visible to whoever raised it: pairs with
        // `heavy` in the sleeper's last look.
        barrier::light();
        // Relaxed: only says that one should look up; what that finds is ordered by itself.
        if bottom + STEP >= self.border.push_limit.load(Ordering::Relaxed) {
            Pushed::LookUp
        } else {
            Pushed::Quiet
        }
    }

    /// Takes the newest item.
    ///
    /// # Safety
    /// 1. The caller is the owner.
    #[inline]
    pub(crate) unsafe fn pop(&self) -> Option<Word> {
        // Relaxed: the owner reads its own last write.
        let index = self.own.bottom.load(Ordering::Relaxed) - STEP;
        // Relaxed: `top` only grows, so that an empty deque, which is popped most of all, needs no claim.
        if !self.owns(index) && self.shared.top.load(Ordering::Relaxed) > index {
            return None;
        }
        // SAFETY: obligation 1.
        if unsafe { self.claim(index) } {
            NonNull::new(self.own.slots.get().read(index))
        } else {
            None
        }
    }

    /// Takes the item at `index`, for an owner that knows the index and thus need not wait for its
    /// own last write of `bottom`, which would be most of what an unstolen fork costs.
    /// False says that the item was stolen.
    ///
    /// # Safety
    /// 1. The caller is the owner.
    /// 2. `index` is a step below [`mark`](Self::mark).
    #[inline(always)]
    pub(crate) unsafe fn pop_at(&self, index: u64) -> bool {
        // SAFETY: obligations 1 and 2.
        unsafe { self.claim(index) }
    }

    /// Takes the newest item if its index is at least `mark`, which [`mark`](Self::mark) gave.
    ///
    /// # Safety
    /// 1. The caller is the owner.
    #[inline]
    pub(crate) unsafe fn pop_above(&self, mark: u64) -> Option<Word> {
        // SAFETY: obligation 1.
        if unsafe { self.mark() } <= mark {
            return None;
        }
        // SAFETY: obligation 1.
        unsafe { self.pop() }
    }

    /// A mark such that whatever is pushed from now on lies above it.
    ///
    /// # Safety
    /// 1. The caller is the owner.
    #[inline(always)]
    pub(crate) unsafe fn mark(&self) -> u64 {
        // Relaxed: the owner reads its own last write.
        self.own.bottom.load(Ordering::Relaxed)
    }

    /// Moves `bottom` down to `index` (the newest item's) and says whether the item is now the
    /// owner's; if not, `bottom` is back.
    ///
    /// # Safety
    /// 1. The caller is the owner.
    /// 2. `index` is a step below `bottom`.
    #[inline(always)]
    unsafe fn claim(&self, index: u64) -> bool {
        // Release: keeps the chain for `expose`, whose Acquire may read this value instead of the
        // one `push` wrote.
        self.own.bottom.store(index, Ordering::Release);
        // A thief that announces must see this step, or we see the announcement; pairs with
        // `heavy` in `expose`.
        barrier::light();
        if self.owns(index) {
            return true;
        }
        // A gate.
        let claim: unsafe fn(&Self, u64) -> bool = Self::claim_shared;
        // SAFETY: obligations 1 and 2, and `bottom` was moved.
        unsafe { claim(self, index) }
    }

    /// Whether the border lets the owner take the item at `index` without asking.
    #[inline(always)]
    fn owns(&self, index: u64) -> bool {
        // Relaxed: a border that lets us own the item is our own or an older one of ours.
        Split(self.border.split.load(Ordering::Relaxed)).owns(index)
    }

    /// The rest of `claim` when the border forbids: takes back from the shared region.
    ///
    /// # Safety
    /// 1. The caller is the owner and has just moved `bottom` down to `index`.
    #[cold]
    unsafe fn claim_shared(&self, index: u64) -> bool {
        loop {
            // Relaxed: exchanged below before anything depends on it.
            let split = Split(self.border.split.load(Ordering::Relaxed));
            if index >= split.index() {
                if index > split.index() || !split.announced() {
                    return true;
                }
                // A thief has announced this very item: withdraw it. If the exchange fails the
                // thief has decided, one way or the other.
                if self.move_split(split, Split::at(index)) {
                    return true;
                }
                continue;
            }
            // The own region is empty and the newest item is shared.
            // Relaxed: only a guess at how much to take; decided after the fence.
            let top = self.shared.top.load(Ordering::Relaxed);
            if top > index {
                self.restore_empty(index);
                return false;
            }
            // Half, rounded up. But only where there is a barrier can others get at what is the
            // owner's own; elsewhere no more than the newest.
            let target = if barrier::available() {
                top + (split.index() - top) / STEP / 2 * STEP
            } else {
                index
            };
            if !self.move_split(split, Split::at(target)) {
                continue;
            }
            // SeqCst: pairs with the fence in `steal`: a thief that read `top` before its fence
            // is seen by the load below, one that reads `split` after its fence sees `target`.
            fence_seq_cst();
            // Acquire: ordered by the fence; besides, thieves below `top` have read their slots,
            // which may be written again; pairs with the exchange in `steal`.
            let top = self.shared.top.load(Ordering::Acquire);
            if top < target {
                self.own.top_seen.set(top);
                return true;
            }
            return self.share_contested(top, index);
        }
    }

    /// Thieves were as fast as we: they may still win the item at `top`, but none beyond it, since
    /// whoever looks from now on finds the border at or below `top`. Says whether the item at
    /// `index` is ours.
    fn share_contested(&self, top: u64, index: u64) -> bool {
        if top < index {
            // Leave the contested item to thieves. The border may have been moved up meanwhile, by
            // force; it stays at or below `index`, since `bottom` is there.
            loop {
                // Relaxed: exchanged below before anything depends on it.
                let split = Split(self.border.split.load(Ordering::Relaxed));
                if split.index() > top || self.move_split(split, Split::at(top + STEP)) {
                    return true;
                }
            }
        }
        // SeqCst: the race for the last item, as in Chase and Lev; pairs with the exchange in
        // `steal`. Relaxed: on failure only the fact counts.
        let won = top == index
            && (self.shared.top)
                .compare_exchange(index, index + STEP, Ordering::SeqCst, Ordering::Relaxed)
                .is_ok();
        // If it was won, `top` has passed it, and nothing is left either.
        self.restore_empty(index);
        won
    }

    /// After the item at `index` went to a thief, or to us by the race: the deque is empty.
    fn restore_empty(&self, index: u64) {
        // Relaxed: thieves find `top` at or past this border; there is nothing to publish. A swap
        // and not a store: loom would let a thief's exchange overlook a store that came between.
        self.border
            .split
            .swap(Split::at(index + STEP).0, Ordering::Relaxed);
        // Release: keeps the chain for `expose`; pairs with its Acquire.
        self.own.bottom.store(index + STEP, Ordering::Release);
    }

    /// Exchanges the border; fails if a thief moved or announced meanwhile.
    fn move_split(&self, from: Split, to: Split) -> bool {
        // Release: publishes items and buffer; pairs with the Acquire in `steal`.
        // Relaxed: on failure the border is read again.
        (self.border.split)
            .compare_exchange(from.0, to.0, Ordering::Release, Ordering::Relaxed)
            .is_ok()
    }

    /// Makes half of the own items (at least one, if there is one) stealable, unless thieves have
    /// something to steal already.
    ///
    /// # Safety
    /// 1. The caller is the owner.
    #[inline]
    pub(crate) unsafe fn publish(&self) -> Published {
        loop {
            // Relaxed: exchanged below before anything depends on it.
            let split = Split(self.border.split.load(Ordering::Relaxed));
            // Relaxed: a guess; if thieves are about to empty the shared region they come back.
            if self.shared.top.load(Ordering::Relaxed) < split.index() {
                return Published::Before;
            }
            // SAFETY: obligation 1.
            let own = (unsafe { self.mark() } - split.index()) / STEP;
            if own == 0 {
                return Published::Nothing;
            }
            if self.move_split(split, Split::at(split.index() + own.div_ceil(2) * STEP)) {
                return Published::Now;
            }
        }
    }

    /// Makes all own items stealable: for pools that have no other way to get at them.
    ///
    /// # Safety
    /// 1. The caller is the owner.
    #[inline]
    pub(crate) unsafe fn publish_all(&self) {
        // Relaxed: nobody else moves the border where nobody exposes.
        let mut split = Split(self.border.split.load(Ordering::Relaxed));
        // SAFETY: obligation 1.
        let bottom = unsafe { self.mark() };
        while !self.move_split(split, Split::at(bottom)) {
            // Relaxed: as above.
            split = Split(self.border.split.load(Ordering::Relaxed));
        }
    }

    /// Answers [`Pushed::LookUp`], first part: sees to it that the next push finds a free slot.
    ///
    /// # Safety
    /// 1. The caller is the owner.
    pub(crate) unsafe fn make_room(&self) {
        let buffer = self.own.slots.get();
        // SAFETY: obligation 1.
        let bottom = unsafe { self.mark() };
        if bottom - self.own.top_seen.get() < buffer.span() {
            return;
        }
        // Acquire: a thief that moved `top` has read its slot before; pairs with the exchange in
        // `steal`, so that the slot may be written again.
        let top = self.shared.top.load(Ordering::Acquire);
        self.own.top_seen.set(top);
        if bottom - top < buffer.span() {
            return;
        }
        // SAFETY: obligation 1.
        let larger = unsafe { self.own.buffers.double(buffer, top, bottom) };
        self.own.slots.set(larger);
        self.shared.buffer.store(larger);
    }

    /// Answers [`Pushed::LookUp`], when nobody is hungry: push quietly until the buffer is full.
    /// The caller must fence and look for hunger once more afterwards, and if there is some call
    /// [`raise`](Self::raise).
    ///
    /// # Safety
    /// 1. The caller is the owner.
    pub(crate) unsafe fn calm(&self) {
        let limit = self.own.top_seen.get() + self.own.slots.get().span();
        // Relaxed: ordered against `raise` by the fences that both callers execute.
        self.border.push_limit.store(limit, Ordering::Relaxed);
    }
}
