//! A worker's tasks: what it was given to run once its forks are done.
//!
//! | queue | holds | who puts in | who takes out |
//! |---|---|---|---|
//! | `newest` | the task that was woken last | the owner | the owner, next; a thief, if the owner does not come to it |
//! | `ring` | normal tasks, oldest first | the owner | the owner; thieves, half at a time |
//! | the pool's `levels` | all others, and what does not fit | anybody | anybody |
//!
//! Invariant: whatever is in one of them is executed once.

use crate::base::clock;
use crate::base::prim::{AtomicU32, Ordering};
use crate::job::JobRef;
use crate::queue::one_slot::OneSlot;
use crate::queue::task_ring::TaskRing;
use std::cell::Cell;

/// See the module's words.
pub(super) struct Tasks {
    newest: OneSlot,
    pub(super) ring: TaskRing<JobRef>,
    /// How often in a row `newest` was taken. To be touched by the owner only.
    pub(super) overtaken: Cell<u32>,
    /// How many tasks the worker has begun. Written by the owner only.
    pub(super) picks: AtomicU32,
    /// What the worker takes from outside at once. To be touched by the owner only.
    pub(super) batch: Batch,
}

/// A batch takes about so long, in nanoseconds: what others begin meanwhile overtakes it by no more.
const BATCH_NS: u64 = 5_000;

/// How many tasks a worker takes at once from those that wait for anybody: as many as it has run in a few microseconds, so that the lock around them
/// costs little of the shortest ones, and long ones are begun in the order in which they came.
#[derive(Debug)]
pub(super) struct Batch {
    /// How many were taken last ...
    taken: Cell<u32>,
    /// ... and when.
    when: Cell<u64>,
}

impl Batch {
    fn new() -> Self {
        Batch {
            taken: Cell::new(0),
            when: Cell::new(0),
        }
    }

    /// How many are to be taken at `now`, at least one, and at most twice as many as last time.
    pub(super) fn size(&self, now: u64) -> u32 {
        let taken = self.taken.get();
        let ticks = now.saturating_sub(self.when.replace(now)).max(1);
        let fit = u64::from(taken) * clock::nanos(BATCH_NS) / ticks;
        fit.clamp(1, (2 * u64::from(taken)).max(1)) as u32
    }

    /// So many were taken.
    pub(super) fn note(&self, taken: u32) {
        self.taken.set(taken);
    }
}

impl Tasks {
    /// None.
    #[inline]
    pub(super) fn new() -> Self {
        Tasks {
            newest: OneSlot::new(),
            ring: TaskRing::new(),
            overtaken: Cell::new(0),
            picks: AtomicU32::new(0),
            batch: Batch::new(),
        }
    }

    /// Whether there is something that any thief takes. As [`TaskRing::is_empty`].
    pub(super) fn has_shared(&self) -> bool {
        !self.ring.is_empty()
    }

    /// Whether there is a task that its waker is expected to run. As [`OneSlot::is_empty`].
    pub(super) fn has_newest(&self) -> bool {
        !self.newest.is_empty()
    }

    /// How many tasks wait here. A hint.
    pub(super) fn len(&self) -> usize {
        self.ring.len() + usize::from(self.has_newest())
    }

    /// A number that changes whenever the owner begins a task.
    pub(super) fn picks(&self) -> u32 {
        // Relaxed: a hint whether the owner goes on.
        self.picks.load(Ordering::Relaxed)
    }

    /// Leaves a woken task to the owner; gives back the one left before, if it is still there.
    ///
    /// # Safety
    /// 1. The caller is the owner.
    #[inline]
    pub(super) unsafe fn put_newest(&self, task: JobRef) -> Option<JobRef> {
        // SAFETY: obligation 1.
        let older = unsafe { self.newest.put(task.into_word()) }?;
        // SAFETY: `newest` holds nothing but the words of jobs.
        Some(unsafe { JobRef::from_word(older) })
    }

    /// The woken task: for the owner, or a thief if the owner does not come to it.
    pub(super) fn take_newest(&self) -> Option<JobRef> {
        let word = self.newest.take()?;
        // SAFETY: `newest` holds nothing but the words of jobs.
        Some(unsafe { JobRef::from_word(word) })
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::{BATCH_NS, Batch};
    use crate::base::clock;

    #[test]
    fn long_tasks_are_taken_one_by_one_and_short_ones_together() {
        let batch = Batch::new();
        let long = clock::nanos(BATCH_NS);
        assert_eq!(batch.size(10 * long), 1);
        batch.note(1);
        assert_eq!(batch.size(12 * long), 1);
        batch.note(1);
        let mut now = 12 * long;
        for size in [2, 4, 8, 16] {
            now += 1;
            assert_eq!(batch.size(now), size);
            batch.note(size);
        }
        // Only half of them were there, and took twice the time.
        batch.note(8);
        assert_eq!(batch.size(now + 2 * long), 4);
    }
}
