//! What a worker does while another pool's threads run what it waits for.
//!
//! They may need this pool for it, so what comes in from there is run first. The worker's own forks, those of its neighbours and tasks have nothing to do with it,
//! as a rule. To run them meanwhile keeps the pool busy; but an item of a loop that waits for another pool would run the rest of its loop, the first item of
//! which waits, and so on: as deep as the loop is long. So in waits that lie deep within others of their kind that is done only if they are long, the longer the
//! deeper they lie.
//!
//! Invariant: whatever the depth, anything is run in the end, for the other pool may be waiting for it.

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
/// In so many waits that lie within each other a worker then runs anything.
const DEPTH_MOST: u32 = 8;
/// In deeper ones not before it has waited for so long, in microseconds, times the square of how much deeper they are: of what waits for so long that more is
/// begun beneath there are the more in the other pool's queue.
const ANYTHING_AFTER_US: u64 = 1_000;
/// Until then it rests between two looks: at first it lets others run, and after so many looks it sleeps ...
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
        let deeper = u64::from((depth + 1).saturating_sub(DEPTH_MOST));
        let most = clock::micros(ANYTHING_AFTER_US * deeper * deeper);
        let mut start = clock::ticks();
        let mut looks = 0;
        while !latch.probe() {
            let waited = clock::since(start);
            // SAFETY: obligation 1.
            let mut job = unsafe { self.next_incoming(mark) };
            if job.is_none() && deeper > 0 && waited >= most {
                // SAFETY: obligation 1.
                job = unsafe { self.any_job() };
            }
            if let Some(job) = job {
                // SAFETY: obligation 1; found, so executed once.
                unsafe { self.execute(job) }.fire();
                (start, looks) = (clock::ticks(), 0);
            } else if waited < clock::micros(FIRST_LOOKS_US) {
                spin(LOOK_NS);
            } else if deeper == 0 {
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

    /// A job that was handed to the pool, or to this worker, or that it pushed above `mark`.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    unsafe fn next_incoming(&self, mark: u64) -> Option<JobRef> {
        // SAFETY: obligation 1.
        unsafe { self.pop_above(mark) }
            .or_else(|| self.registry().injector.pop())
            .or_else(|| self.broadcasts.pop())
    }
}
