//! What a worker does while another pool's threads run what it waits for.
//!
//! They may need this pool for it, so what comes in from there is run first. The worker's own forks, and those of its neighbours, have nothing to do with it. To
//! run them meanwhile keeps the pool busy; but an item of a loop that waits for another pool would run the rest of its loop, the first item of
//! which waits, and so on: as deep as the loop is long. So that is done only in waits that do not lie too deep within others of their kind. The same goes for
//! tasks, of which there may be any number, all alike.
//!
//! Invariant: whatever the depth, what was handed to the pool is run, be it that tasks are only if the wait is long. So two pools whose workers all wait for
//! each other go on.

use crate::base::clock;
use crate::job::JobRef;
use crate::pool::search::{pause, spin};
use crate::pool::slot::Slot;
use crate::sync::latch::Latch;
use std::thread;
use std::time::Duration;

/// For so long a worker looks only at what comes in, in microseconds.
const FIRST_LOOKS_US: u64 = 10;
/// From one of these looks to the next, in nanoseconds.
const LOOK_NS: u64 = 80;
/// In so many waits that lie within each other a worker runs anything.
const DEPTH_MOST: u32 = 8;
/// In deeper ones no task before it has waited for so long, in microseconds.
const TASKS_AFTER_US: u64 = 1_000;
/// In deeper ones it rests between two looks: at first it lets others run, and after so many looks it sleeps ...
const LOOKS_AWAKE: u32 = 200;
/// ... for so long, in microseconds.
const REST_US: u64 = 50;

impl Slot {
    /// Works until `latch` is set, by another pool.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    pub(crate) unsafe fn wait_across(&self, latch: &Latch) {
        let depth = self.crossings.get();
        self.crossings.set(depth + 1);
        // SAFETY: obligation 1.
        let mark = unsafe { self.mark() };
        let mut start = clock::ticks();
        let mut looks = 0;
        while !latch.probe() {
            let waited = clock::since(start);
            let is_deep = depth >= DEPTH_MOST;
            let with_tasks = !is_deep || waited >= clock::micros(TASKS_AFTER_US);
            // SAFETY: obligation 1.
            if let Some(job) = unsafe { self.next_incoming(mark, with_tasks) } {
                // SAFETY: obligation 1; found, so executed once.
                unsafe { self.execute(job) }.fire();
                (start, looks) = (clock::ticks(), 0);
            } else if waited < clock::micros(FIRST_LOOKS_US) {
                spin(LOOK_NS);
            } else if !is_deep {
                // SAFETY: obligation 1.
                unsafe { self.wait_until(latch) };
            } else if looks < LOOKS_AWAKE {
                looks += 1;
                pause(looks);
            } else {
                thread::sleep(Duration::from_micros(REST_US));
            }
        }
        self.crossings.set(depth);
    }

    /// A job that was handed to the pool, or to this worker, or that it pushed above `mark`; or a task.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    unsafe fn next_incoming(&self, mark: u64, with_tasks: bool) -> Option<JobRef> {
        // SAFETY: obligation 1.
        let job = unsafe { self.pop_above(mark) }
            .or_else(|| self.registry().injector.pop())
            .or_else(|| self.broadcasts.pop());
        match job {
            // SAFETY: obligation 1.
            None if with_tasks => unsafe { self.next_task() },
            job => job,
        }
    }
}
