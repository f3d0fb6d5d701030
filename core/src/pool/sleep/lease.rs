//! Places of sleeping threads that guests take and give back.
//!
//! The thread of [`FRONT`] is in its bed most of the time in a pool that guests call, and a short call is little more than a lease. So
//! its place is taken by one exchange and given back by another; all others are leased under the lock.
//!
//! Invariant: [`FRONT_IS_FREE`] stands in the counters if and only if the bed of [`FRONT`] is `Asleep` (or is about to be, by a
//! thread that holds the lock) and no guest has its place. Whoever takes the bit away owns the slot, or wakes the thread which does.

use super::beds::{BedState, Beds};
use super::counters::{Counters, FRONT, FRONT_IS_FREE, ONE_SEARCHING, ONE_SLEEPING};
use super::{NONE_UNTOLD, Sleep, Surroundings};
use crate::base::prim::{MutexGuard, Ordering, fence_behind_exchange, lock};

impl Sleep {
    /// Lends the place of a sleeping pool thread to a guest, who owns the slot until
    /// [`release`](Self::release).
    #[inline]
    pub(crate) fn lease(&self) -> Option<usize> {
        if !self.take_front(0) {
            return self.lease_other();
        }
        if self.has_watch() {
            let mut beds = lock(&self.beds);
            beds.watch.relieve(FRONT);
            self.settle_watch(beds);
        }
        Some(FRONT)
    }

    #[cold]
    fn lease_other(&self) -> Option<usize> {
        let mut beds = lock(&self.beds);
        let place = beds.idle.iter().position(|&slot| slot != FRONT)?;
        let slot = beds.idle.remove(place);
        beds.threads[slot].state = BedState::Leased;
        beds.watch.relieve(slot);
        // Relaxed: under the lock; fewer sleepers need no announcement.
        self.counters.fetch_sub(ONE_SLEEPING, Ordering::Relaxed);
        self.settle_watch(beds);
        Some(slot)
    }

    /// Takes a guest's place back: a sleeping thread's again. If there is work left that nobody
    /// might see, as `to_thread` or a last look says, the thread is woken.
    #[inline]
    pub(crate) fn release(&self, slot: usize, to_thread: bool, around: &impl Surroundings) {
        let old = match slot {
            FRONT => self.give_front_back(),
            _ => self.give_other_back(slot),
        };
        // The guest itself counted as active until now.
        let anybody_active = old.active(self.crew.workers) > 1;
        // A searcher looks after that fence, for the last time when it lies down or has been the last to find something. If
        // nobody is active there is no hidden work either, which it might not see. Orders for this slot it would not heed.
        let looked_after = old.searching() != 0 && !anybody_active;
        let left = to_thread
            || around.is_over()
            || match looked_after {
                true => around.has_orders(slot),
                false => around.last_look(slot, anybody_active),
            };
        // The slot's own thread, since what is left may be what only this slot may run. If the next
        // guest has the slot by now, that one will see to it, but not to work elsewhere.
        if left && !self.wake(slot) {
            self.wake_one(1, true);
        }
    }

    #[inline]
    fn give_front_back(&self) -> Counters {
        // Release: what the guest did with the slot; pairs with `take_front`.
        let old = self
            .counters
            .fetch_add(ONE_SLEEPING + FRONT_IS_FREE, Ordering::Release);
        // SeqCst: before the last look; pairs with the fence in `notify`. Before the look for a watch, too: pairs with the one of
        // `raise_untold`.
        fence_behind_exchange();
        if self.has_watch() {
            self.settle_watch(lock(&self.beds));
        }
        Counters::from_word(old)
    }

    #[cold]
    fn give_other_back(&self, slot: usize) -> Counters {
        let mut beds = lock(&self.beds);
        beds.threads[slot].state = BedState::Asleep;
        let place = usize::from(beds.idle.first() == Some(&FRONT));
        beds.idle.insert(place, slot);
        // Relaxed: ordered by the fence.
        let old = self.counters.fetch_add(ONE_SLEEPING, Ordering::Relaxed);
        // SeqCst: before the last look; pairs with the fence in `notify`.
        fence_behind_exchange();
        self.settle_watch(beds);
        Counters::from_word(old)
    }

    /// If its place is free, takes the thread of [`FRONT`] off those who sleep, and adds `change` to the counters with that.
    #[inline]
    fn take_front(&self, change: u64) -> bool {
        let taken = |word: u64| {
            let others = word.wrapping_sub(ONE_SLEEPING + FRONT_IS_FREE);
            Counters::from_word(word)
                .front_is_free()
                .then(|| others.wrapping_add(change))
        };
        // Acquire: what the slot's last owner did with it; pairs with `give_front_back` and `searcher_lies_down`, as all changes
        // between are exchanges. Relaxed: what fails is read again, or nothing is taken.
        let change = self
            .counters
            .fetch_update(Ordering::Acquire, Ordering::Relaxed, taken);
        // SeqCst: before the look for a watch; pairs with the one of `raise_untold`.
        fence_behind_exchange();
        change.is_ok()
    }

    /// Whether somebody might be on watch, or has to be, so that who sleeps is not changed without a look at that.
    #[inline]
    fn has_watch(&self) -> bool {
        // Relaxed: ordered by the fences of the callers.
        self.crew.is_wide() || self.untold.load(Ordering::Relaxed) != NONE_UNTOLD
    }

    /// Whether that thread is in its bed and no guest has its place; which may change at once.
    pub(super) fn is_free(&self, beds: &Beds, slot: usize) -> bool {
        beds.threads[slot].state == BedState::Asleep
            && (slot != FRONT || self.counters().front_is_free())
    }

    /// Gets a pool thread up that is in its bed, unless a guest has its place, and counts it as a searcher on its behalf. Says whether
    /// it did.
    pub(super) fn rouse_thread(&self, beds: &mut MutexGuard<'_, Beds>, slot: usize) -> bool {
        if beds.threads[slot].state != BedState::Asleep {
            return false;
        }
        match slot {
            FRONT if !self.take_front(ONE_SEARCHING) => return false,
            FRONT => {}
            _ => self.count_roused(beds),
        }
        beds.threads[slot].state = BedState::Awake;
        beds.idle.retain(|&other| other != slot);
        beds.watch.relieve(slot);
        true
    }
}
