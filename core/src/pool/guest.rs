//! Threads from outside that take part in their own calls.
//!
//! A guest leases the place of a pool thread that sleeps: its slot, its deque and its index, so that
//! indices stay below the pool's number of threads and are unique among those that run. It runs its
//! call itself and the pool's threads steal from it; while it waits it works as any worker would.
//! If no thread sleeps in its bed, the call is handed over instead. That costs some ten times as much as a lease, and keeps the thread that
//! does it awake, so that it would be the same with the next call, and so on: whoever searches then although all are idle makes room.

use crate::base::prim::Ordering;
use crate::base::thunk::{Call, Elsewhere, Once};
use crate::pool::registry::Registry;
use crate::pool::slot::{Occupied, Slot};

/// A guest's hold on a slot; ends when dropped.
struct Lease<'a> {
    slot: &'a Slot,
    occupied: Option<Occupied>,
}

impl Registry {
    /// Makes `call` as a worker of this pool, on this thread if a place is free, and keeps what it comes to. For threads outside
    /// every pool, and pools that never end. It is told that it comes from outside.
    #[cold]
    pub(crate) fn enter(&'static self, call: Elsewhere<Call<'_>>) {
        match self.lease() {
            Some(lease) => {
                call.run(true).keep();
                drop(lease);
            }
            None => {
                if self.admits_guests {
                    // Relaxed: a hint.
                    self.turned_away.store(true, Ordering::Relaxed);
                }
                self.in_worker_cold(move |outside| call.run(outside).keep());
            }
        }
    }

    /// Runs `op` on this thread: as a worker of this pool if a place is free, else as what it is. For threads outside every pool, and
    /// pools that never end.
    pub(crate) fn with_guest<R>(&'static self, op: impl FnOnce() -> R) -> R {
        let _lease = self.lease();
        op()
    }

    /// Whether a worker that searches should lie down at once: a caller has found no place, and all are out of work.
    #[inline]
    pub(super) fn makes_room(&self) -> bool {
        // Relaxed: a hint.
        self.turned_away.load(Ordering::Relaxed)
            && self.sleep.nobody_active()
            // Relaxed: as above. One of them is enough.
            && self.turned_away.swap(false, Ordering::Relaxed)
    }

    fn lease(&'static self) -> Option<Lease<'static>> {
        if !self.admits_guests {
            return None;
        }
        let slot: &Slot = &self.slots[self.sleep.lease()?];
        self.rhythm.note_caller();
        // Its flag may have been lowered in calmer times.
        slot.deque.raise();
        // SAFETY: the lease passes the slot's ownership to this thread, which is in no pool; the
        // pool never ends.
        let occupied = unsafe { Occupied::enter(slot) };
        let now = slot.meter.begin_lease();
        slot.entered.set(Some(now));
        slot.since.set(now);
        Some(Lease {
            slot,
            occupied: Some(occupied),
        })
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        let slot = self.slot;
        slot.entered.set(None);
        slot.meter.end_lease();
        slot.hide_thread();
        self.occupied.take();
        // What was spawned and not run yet falls to the slot's own thread.
        let left_behind =
            slot.has_pending() || !slot.broadcasts.is_empty() || slot.tasks.len() != 0;
        let registry = slot.registry();
        registry.sleep.release(slot.index(), left_behind, registry);
    }
}
