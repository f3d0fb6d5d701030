//! The thieves' end: steal, raise the flag of hunger, expose by force.

use super::{ForkDeque, STEP, Split};
use crate::base::barrier;
use crate::base::prim::{Ordering, fence_seq_cst};
use crate::queue::{Steal, Word};
use std::ptr::NonNull;

impl ForkDeque {
    /// Takes the oldest shared item. Looks first, so that an empty deque costs two loads.
    pub(crate) fn steal(&self) -> Steal<Word> {
        if !self.has_shared() {
            return Steal::Empty;
        }
        // Acquire: of the exchange by which another thief moved it here, as in Lê et al.; the proof
        // in the README leans on the fence and on `split` alone.
        let top = self.shared.top.load(Ordering::Acquire);
        // SeqCst: pairs with the fence in `claim_shared`; see there.
        fence_seq_cst();
        // Acquire: takes the item, its job and the buffer; pairs with the Release in `move_split`
        // and in `expose`.
        let split = Split(self.border.split.load(Ordering::Acquire));
        if top >= split.index() {
            return Steal::Empty;
        }
        let word = self.shared.buffer.load().read(top);
        // SeqCst: whoever moves `top` owns the item; pairs with the same exchange of other thieves
        // and with the owner's in `claim_shared`, and with its Acquire in `make_room`.
        // Relaxed: on failure nothing was taken.
        let moved = (self.shared.top).compare_exchange(
            top,
            top + STEP,
            Ordering::SeqCst,
            Ordering::Relaxed,
        );
        match (moved, NonNull::new(word)) {
            (Ok(_), Some(word)) => Steal::Item(word),
            // A null slot is one that was never written; the exchange cannot succeed on it.
            _ => Steal::Retry,
        }
    }

    /// Makes the owner's next push ask to look up.
    pub(crate) fn raise(&self) {
        // Relaxed: checked only to leave the owner's line alone if it is raised already.
        if self.border.push_limit.load(Ordering::Relaxed) != 0 {
            // Relaxed: ordered against `calm` by the fences that both callers execute.
            self.border.push_limit.store(0, Ordering::Relaxed);
        }
    }

    /// Whether the owner's next push asks to look up. For the owner, and ordered against `raise` by a barrier of its own.
    #[inline]
    pub(crate) fn is_raised(&self) -> bool {
        // Relaxed: ordered by the caller.
        self.border.push_limit.load(Ordering::Relaxed) == 0
    }

    /// Exposes the owner's oldest own item by force, for owners that run something long and do not
    /// look up. Costs the caller a process-wide barrier. Says whether it exposed one.
    ///
    /// Only where [`barrier::available`] is true.
    pub(crate) fn expose(&self) -> bool {
        // Acquire: the last thief's announcement is over; pairs with the Release below.
        if self.shared.exposing.swap(true, Ordering::Acquire) {
            return false;
        }
        let exposed = self.expose_alone();
        // Release: pairs with the Acquire above.
        self.shared.exposing.store(false, Ordering::Release);
        exposed
    }

    /// At most one thief at a time is here, so that an announcement found standing is our own.
    fn expose_alone(&self) -> bool {
        // Relaxed: exchanged below before anything depends on it.
        let split = Split(self.border.split.load(Ordering::Relaxed));
        let wanted = split.index();
        // Relaxed: a first look; decided after the barrier.
        if self.own.bottom.load(Ordering::Relaxed) <= wanted {
            return false;
        }
        // Relaxed: the announcement publishes nothing; the barrier orders it against `claim`.
        let announced = self.border.split.compare_exchange(
            split.0,
            split.announce().0,
            Ordering::Relaxed,
            Ordering::Relaxed,
        );
        if announced.is_err() {
            return false;
        }
        // From here on the owner's pop sees the announcement, or we see its step below `wanted`;
        // pairs with `light` in `claim`.
        barrier::heavy();
        // Acquire: takes the item and its job; pairs with the Releases of `bottom`.
        let there = self.own.bottom.load(Ordering::Acquire) > wanted;
        let decided = if there {
            Split::at(wanted + STEP)
        } else {
            split
        };
        // Release: passes on what the load above took; pairs with the Acquire in `steal`.
        // Relaxed: on failure the owner has withdrawn the item or moved the border itself.
        let moved = self.border.split.compare_exchange(
            split.announce().0,
            decided.0,
            Ordering::Release,
            Ordering::Relaxed,
        );
        there && moved.is_ok()
    }
}
