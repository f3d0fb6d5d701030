//! Whose turn it is: which task a worker begins next, and where a new one waits.
//!
//! Invariant: nothing of a level is begun before what is more urgent, except for the share that [`Priority`] grants.

#[cfg(test)]
mod tests;

use crate::base::barrier;
use crate::base::clock;
use crate::base::prim::{Ordering, fence_seq_cst};
use crate::job::JobRef;
use crate::pool::levels;
use crate::pool::meter::Event;
use crate::pool::priority::Priority;
use crate::pool::registry::Registry;
use crate::pool::slot::Slot;
use crate::pool::tasks::Tasks;
use crate::queue::Steal;
use crate::queue::injector::Injector;
use crate::queue::task_ring::SLOTS;

/// How often in a row the newest task may overtake the others.
const OVERTAKE: u32 = 8;
/// If fewer tasks wait for anybody, they are taken one by one.
const MANY: usize = 64;

impl Registry {
    /// Queues a task behind those of its level that wait: the caller's own, if it is a worker, else the pool's.
    ///
    /// # Safety
    /// 1. As for the execution of `job` on any thread of the pool at any later time.
    pub(crate) unsafe fn submit(&self, job: JobRef, priority: Priority) {
        match self.current_slot() {
            // SAFETY: the slot is the calling thread's.
            Some(slot) if priority == Priority::Normal => unsafe { slot.append_and_tell(job) },
            // SAFETY: obligation 1.
            _ => unsafe { self.submit_outside(job, priority) },
        }
    }

    /// Queues a task behind those of its level that wait for any worker.
    ///
    /// # Safety
    /// 1. As for `submit`.
    pub(crate) unsafe fn submit_outside(&self, job: JobRef, priority: Priority) {
        let waiting = self.levels.level(priority).push(job);
        self.sleep.notify_of(waiting, true);
    }
}

impl Slot {
    /// Leaves a task that has become ready to go on to the caller, as its next.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    /// 2. As for the execution of `job` on any thread of the pool at any later time.
    pub(crate) unsafe fn append_newest(&self, job: JobRef) {
        // SAFETY: obligation 1.
        if let Some(older) = unsafe { self.tasks.put_newest(job) } {
            // SAFETY: obligation 1.
            unsafe { self.append_and_tell(older) };
            return;
        }
        // Nobody is woken for it: it is expected to be run here, soon, and perhaps to wake the one that runs now. If that
        // goes on for long instead, whoever searches will find it, or the watchman.
        let registry = self.registry();
        if registry.always_shares() {
            // SeqCst: pairs with the fence in `has_untold_unseen`, as `light` does where there is a barrier.
            fence_seq_cst();
        } else {
            barrier::light();
        }
        registry.sleep.expect_untold();
    }

    /// Adds a task behind the caller's own, and wakes somebody for it if need be: as a push to the deque, which the same flag
    /// tells of hunger.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    /// 2. As for the execution of `job` on any thread of the pool at any later time.
    pub(crate) unsafe fn append_and_tell(&self, job: JobRef) {
        // SAFETY: obligation 1.
        unsafe { self.append(job) };
        // Pairs with the heavy barrier of whoever raises the flag and then looks into the ring.
        barrier::light();
        // SAFETY: obligation 1.
        if self.deque.is_raised() && unsafe { self.still_hungry() } {
            self.registry().sleep.notify();
        }
    }

    /// Adds a task behind the caller's own.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    unsafe fn append(&self, job: JobRef) {
        // SAFETY: obligation 1, and an overflow is used up below.
        if let Err(overflow) = unsafe { self.tasks.ring.push(job) } {
            let level = self.registry().levels.level(Priority::Normal);
            level.push_batch(overflow);
        }
    }

    /// The task whose turn it is, of the caller's own and the pool's.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    pub(super) unsafe fn next_task(&self) -> Option<JobRef> {
        let picks = self.tasks.picks();
        if levels::urgent_first(picks)
            && self.registry().levels.is_calm()
            // SAFETY: obligation 1.
            && let Some(task) = unsafe { self.next_own() }
        {
            self.count_pick(picks);
            return Some(task);
        }
        // SAFETY: obligation 1.
        unsafe { self.next_in_order(picks) }
    }

    /// The task whose turn it is, of all queues.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    unsafe fn next_in_order(&self, picks: u32) -> Option<JobRef> {
        let order = levels::order(picks);
        let from_outside = order[0] == Priority::Normal;
        let task = order.into_iter().find_map(|level| match level {
            // SAFETY: obligation 1.
            Priority::Normal => unsafe { self.next_normal(from_outside) },
            level => self.registry().levels.level(level).pop(),
        })?;
        self.count_pick(picks);
        Some(task)
    }

    /// # Safety
    /// 1. The calling thread owns the slot.
    unsafe fn next_normal(&self, from_outside: bool) -> Option<JobRef> {
        let level = self.registry().levels.level(Priority::Normal);
        if from_outside && let Some(task) = level.pop() {
            return Some(task);
        }
        // SAFETY: obligation 1.
        unsafe { self.next_own() }.or_else(|| {
            let waiting = level.len();
            if waiting < MANY {
                return level.pop();
            }
            // SAFETY: obligation 1.
            unsafe { self.next_batch(level, waiting / self.registry().num_threads()) }
        })
    }

    /// A task that waits for anybody, and as many behind it as are soon run, but for no more than `share` of all.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    unsafe fn next_batch(&self, level: &Injector<JobRef>, share: usize) -> Option<JobRef> {
        let size = self.tasks.batch.size(clock::ticks());
        // Little, if a thief still copies what it took.
        // SAFETY: obligation 1.
        let room = unsafe { self.tasks.ring.room() };
        let rest = share.min(room.min(SLOTS / 2).min(size - 1) as usize);
        let mut taken = 1;
        let oldest = level.pop_batch(rest, |task| {
            // SAFETY: obligation 1; thieves only make more room, so that nothing overflows.
            let pushed = unsafe { self.tasks.ring.push(task) };
            assert!(pushed.is_ok(), "a task was counted on to fit");
            taken += 1;
        });
        self.tasks.batch.note(taken);
        oldest
    }

    /// # Safety
    /// 1. The calling thread owns the slot.
    unsafe fn next_own(&self) -> Option<JobRef> {
        let Tasks {
            ring, overtaken, ..
        } = &self.tasks;
        let Some(newest) = self.tasks.take_newest() else {
            overtaken.set(0);
            // SAFETY: obligation 1.
            return unsafe { ring.pop() };
        };
        if overtaken.get() < OVERTAKE || ring.is_empty() {
            overtaken.set(overtaken.get() + 1);
            return Some(newest);
        }
        overtaken.set(0);
        // SAFETY: obligation 1.
        let oldest = unsafe { ring.pop() };
        // SAFETY: obligation 1.
        unsafe { self.append(newest) };
        oldest
    }

    /// Tasks of other workers: one to run now, the others of the caller's from now on.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    pub(super) unsafe fn steal_tasks(&self) -> Option<JobRef> {
        let slots = &self.registry().slots;
        let start = self.rng.below(slots.len());
        let victims = (0..slots.len()).map(|step| &slots[(start + step) % slots.len()]);
        for victim in victims {
            if victim.index == self.index || victim.tasks.ring.is_empty() {
                continue;
            }
            self.meter.count(Event::Attempt);
            // SAFETY: obligation 1; overflows are used up by `append`.
            if let Steal::Item(task) = unsafe { victim.tasks.ring.steal_into(&self.tasks.ring) } {
                let items = self.tasks.ring.len() as u64 + 1;
                self.meter.steal(victim.index, items);
                self.count_pick(self.tasks.picks());
                return Some(task);
            }
        }
        None
    }

    /// One more than `picks`.
    fn count_pick(&self, picks: u32) {
        // Relaxed: written by the owner only.
        self.tasks
            .picks
            .store(picks.wrapping_add(1), Ordering::Relaxed);
    }
}
