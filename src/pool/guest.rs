//! Threads from outside that take part in their own calls.
//!
//! A guest leases the place of a pool thread that sleeps: its slot, its deque and its index, so that
//! indices stay below the pool's number of threads and are unique among those that run. It runs its
//! call itself and the pool's threads steal from it; while it waits it works as any worker would.
//! If no thread sleeps in its bed, the call is handed over instead.

use crate::pool::meter::State;
use crate::pool::registry::Registry;
use crate::pool::slot::{Occupied, Slot};

/// A guest's hold on a slot; ends when dropped.
struct Lease<'a> {
    slot: &'a Slot,
    occupied: Option<Occupied>,
}

impl Registry {
    /// Runs `op` as a worker of this pool: on this thread if a place is free. For threads outside
    /// every pool, and pools that never end. `op` is told that it came from outside.
    #[cold]
    pub(crate) fn enter<OP, R>(&'static self, op: OP) -> R
    where
        OP: FnOnce(bool) -> R + Send,
        R: Send,
    {
        let (mut op, mut result) = (Some(op), None);
        // A gate.
        let enter: fn(&'static Registry, &mut (dyn FnMut(bool) + Send)) = Registry::enter_erased;
        enter(self, &mut |outside| {
            result = op.take().map(|op| op(outside))
        });
        match result {
            Some(result) => result,
            None => unreachable!("it is called once"),
        }
    }

    /// As [`enter`](Self::enter), compiled once for all calls.
    fn enter_erased(&'static self, op: &mut (dyn FnMut(bool) + Send)) {
        match self.lease() {
            Some(lease) => {
                op(true);
                drop(lease);
            }
            None => self.in_worker_cold(op),
        }
    }

    fn lease(&'static self) -> Option<Lease<'static>> {
        if !self.admits_guests {
            return None;
        }
        let slot: &Slot = &self.slots[self.sleep.lease()?];
        // Its flag may have been lowered in calmer times.
        slot.deque.raise();
        // SAFETY: the lease passes the slot's ownership to this thread, which is in no pool; the
        // pool never ends.
        let occupied = unsafe { Occupied::enter(slot) };
        slot.meter.begin(State::Leased);
        Some(Lease {
            slot,
            occupied: Some(occupied),
        })
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        let slot = self.slot;
        slot.meter.end(State::Leased);
        self.occupied.take();
        // What was spawned and not run yet falls to the slot's own thread.
        let left_behind =
            slot.has_pending() || !slot.broadcasts.is_empty() || slot.tasks.len() != 0;
        let registry = slot.registry();
        registry.sleep.release(slot.index(), left_behind, registry);
    }
}
