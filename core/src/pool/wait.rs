//! What a worker does while it waits: the one place that decides it.
//!
//! First what belongs to the thing waited for: the jobs that were pushed since, then those of the
//! worker that took it, and of the worker that this one waits for in turn (leapfrogging: Wagner
//! and Calder, 1993). Only then anything.

use crate::base::clock;
use crate::job::JobRef;
use crate::pool::search::{Goal, Look, spin};
use crate::pool::slot::Slot;
use crate::sync::latch::Latch;

/// For so long a waiter looks only at its latch, and at what its thief shares, in nanoseconds: a thief with a tiny job is done in less.
const FIRST_PROBES_NS: u64 = 1200;
/// From one of these looks to the next.
const PROBE_NS: u64 = 40;

/// How far a waiter follows who waits for whom.
const LEAPS: usize = 4;

impl Slot {
    /// Works until `latch` is set.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    pub(crate) unsafe fn wait_until(&self, latch: &Latch) {
        // SAFETY: obligation 1.
        unsafe { self.wait_above(latch, 0) }
    }

    /// Works until `latch` is set, first on jobs pushed since [`mark`](Self::mark) gave `mark`.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    pub(crate) unsafe fn wait_above(&self, latch: &Latch, mark: u64) {
        if !latch.probe() {
            // A gate.
            let work: unsafe fn(&Self, &Latch, u64) = Self::work_until;
            // SAFETY: obligation 1.
            unsafe { work(self, latch, mark) };
        }
    }

    /// What `wait_above` says.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    unsafe fn work_until(&self, latch: &Latch, mark: u64) {
        while !latch.probe() {
            // SAFETY: obligation 1.
            match unsafe { self.pop_above(mark) } {
                // SAFETY: obligation 1; popped, so executed once.
                Some(job) => unsafe { self.execute(job) }.fire(),
                // SAFETY: obligation 1.
                None => unsafe { self.wait_for_others(latch, mark) },
            }
        }
    }

    /// The rest of `wait_above` once the own jobs are done.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    #[cold]
    unsafe fn wait_for_others(&self, latch: &Latch, mark: u64) {
        let mut job = self.await_or_leap(latch);
        if job.is_none() && !latch.probe() {
            let outer = self.waits_for();
            let goal = Goal {
                latch: Some(latch),
                mark,
            };
            // Not before: who has just stolen may not have said so yet.
            self.set_waits_for(latch.thief());
            // SAFETY: obligation 1.
            job = unsafe { self.seek(goal, false) };
            self.set_waits_for(outer);
        }
        if let Some(job) = job {
            // SAFETY: obligation 1; found, so executed once.
            unsafe { self.execute(job) }.fire();
        }
    }

    /// The first moment of a wait, in which this worker does not count as a searcher: that takes some lines from others, and makes them look up.
    /// Returns a job to leap to, if there is one before `latch` is set.
    fn await_or_leap(&self, latch: &Latch) -> Option<JobRef> {
        let start = clock::ticks();
        let most = clock::nanos(FIRST_PROBES_NS);
        while !latch.probe() && clock::since(start) < most {
            if let Some(job) = self.leapfrog(latch) {
                // As after a search: others may be hungry for what comes now.
                self.deque.raise();
                return Some(job);
            }
            spin(PROBE_NS);
        }
        None
    }

    /// The policy: the next job for a worker with this goal.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    pub(super) unsafe fn next_job(&self, goal: Goal<'_>, look: &mut Look) -> Option<JobRef> {
        // SAFETY: obligation 1.
        unsafe { self.pop_above(goal.mark) }
            .or_else(|| self.leapfrog(goal.latch?))
            // SAFETY: obligation 1.
            .or_else(|| unsafe { self.pop() })
            .or_else(|| self.broadcasts.pop())
            .or_else(|| self.steal_any(look))
            .or_else(|| self.registry().injector.pop())
            // SAFETY: obligation 1.
            .or_else(|| unsafe { self.next_task() })
            // SAFETY: obligation 1.
            .or_else(|| unsafe { self.steal_tasks() })
    }

    /// A job from wherever there is one now.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    pub(crate) unsafe fn any_job(&self) -> Option<JobRef> {
        // SAFETY: obligation 1.
        unsafe {
            self.next_job(
                Goal {
                    latch: None,
                    mark: 0,
                },
                &mut Look::default(),
            )
        }
    }

    /// A job of the worker that has what we wait for, or of the one it waits for, and so on.
    fn leapfrog(&self, latch: &Latch) -> Option<JobRef> {
        let mut thief = latch.thief();
        for _ in 0..LEAPS {
            let worker = thief.filter(|&worker| worker != self.index)?;
            if let Some(job) = self.steal_from(worker) {
                return Some(job);
            }
            thief = self.registry().slots.get(worker)?.waits_for();
        }
        None
    }
}
