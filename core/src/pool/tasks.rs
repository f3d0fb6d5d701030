//! A worker's tasks: what it was given to run once its forks are done.
//!
//! | queue | holds | who puts in | who takes out |
//! |---|---|---|---|
//! | `newest` | the task that was woken last | the owner | the owner, next; a thief, if the owner does not come to it |
//! | `ring` | normal tasks, oldest first | the owner | the owner; thieves, half at a time |
//! | the pool's `levels` | all others, and what does not fit | anybody | anybody |
//!
//! Invariant: whatever is in one of them is executed once.

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
