//! The life of a pool thread.

use crate::base::small::set_aside;
use crate::base::unwind::{self, AbortOnUnwind};
use crate::pool::meter::State;
use crate::pool::registry::{Registry, ThreadHandler};
use crate::pool::search::Goal;
use crate::pool::slot::{Occupied, Slot};
use crate::pool::threads::Place;
use crate::sync::latch::Latch;
use std::mem;

/// Works as worker `index` until the pool ends.
///
/// # Panics
/// If the thread is a worker already.
#[track_caller]
pub(super) fn live(place: &mut Place, index: usize) {
    // A user may run it anywhere, and other frames of this thread count on the slot they have.
    let is_free = Slot::current().is_none();
    assert!(
        is_free,
        "the current thread is already part of a thread pool"
    );
    let set_aside = set_aside();
    place.tell_start();
    let registry = place.registry();
    let slot: &Slot = &registry.slots[index];
    // SAFETY: a registry makes one builder per slot, which runs once, and its `place` keeps it alive; the thread owns no slot,
    // as was seen above.
    let occupied = unsafe { Occupied::enter(slot) };
    // A panic from here on would be tine's own: every call of user code stops them.
    let guard = AbortOnUnwind;
    slot.meter.end(State::Absent);
    call(registry, registry.start_handler.as_deref(), index);
    // SAFETY: this thread owns the slot.
    unsafe { work(slot) };
    if let Some(handler) = registry.exit_handler.as_deref() {
        call(registry, Some(handler), index);
        // What the handler has spawned: nobody else may be there to run it.
        // SAFETY: this thread owns the slot.
        unsafe { finish(slot) };
    }
    // SAFETY: as above; the `place` keeps the registry.
    unsafe { slot.empty_stock() };
    slot.meter.begin(State::Absent);
    mem::forget(guard);
    drop(occupied);
    drop(set_aside);
}

/// # Safety
/// 1. The calling thread owns the slot.
unsafe fn work(slot: &Slot) {
    let registry = slot.registry();
    let goal = Goal {
        latch: None,
        mark: 0,
    };
    let mut searching = false;
    let mut next = None;
    loop {
        let own = match next.take() {
            None if !searching => {
                // SAFETY: obligation 1.
                unsafe { slot.own_job() }
            }
            next => next,
        };
        // SAFETY: obligation 1.
        let Some(job) = own.or_else(|| unsafe { slot.seek(goal, searching) }) else {
            return;
        };
        // SAFETY: obligation 1; popped or found, so executed once.
        let signal = unsafe { slot.execute(job) };
        searching = slot.is_drained();
        if searching && signal.is_none() {
            // Nobody waits for it to be free: the last victim may have more of the kind.
            next = slot.steal_again();
            searching = next.is_none();
        }
        // Count as free before the waiter goes on: then it sees that nobody is active and that
        // it can leave the pool without a further look.
        let raise = searching && registry.sleep.begin_search();
        signal.fire();
        if raise {
            registry.raise_hunger();
        }
    }
}

/// Works until all tasks that have begun are done, futures that wait for others included.
///
/// # Safety
/// 1. The calling thread owns the slot.
unsafe fn finish(slot: &Slot) {
    let registry = slot.registry();
    loop {
        // SAFETY: obligation 1.
        unsafe { work(slot) };
        let latch = Latch::new();
        // SAFETY: this frame stays until the latch is set.
        unsafe { registry.when_all_done(&latch) };
        // SAFETY: obligation 1.
        unsafe { slot.wait_until(&latch) };
        if !registry.has_tasks() {
            return;
        }
    }
}

impl Slot {
    /// What a pool thread runs before it searches.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    unsafe fn own_job(&self) -> Option<crate::job::JobRef> {
        // SAFETY: obligation 1.
        unsafe { self.pop() }
            .or_else(|| self.broadcasts.pop())
            .or_else(|| self.registry().injector.pop())
            // SAFETY: obligation 1.
            .or_else(|| unsafe { self.next_task() })
    }

    /// Whether there is nothing that [`own_job`](Self::own_job) would find.
    #[inline]
    fn is_drained(&self) -> bool {
        !self.tasks.has_newest()
            && !self.has_pending()
            && self.broadcasts.is_empty()
            && !self.tasks.has_shared()
            && self.registry().injector.is_empty()
            && self.registry().levels.is_empty()
    }
}

/// Calls a user's handler; its panic goes where a detached job's goes.
fn call(registry: &Registry, handler: Option<&ThreadHandler>, index: usize) {
    let Some(handler) = handler else { return };
    if let Err(payload) = unwind::halt(|| handler(index)) {
        registry.handle_panic(payload);
    }
}
