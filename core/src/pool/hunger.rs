//! What an owner shares of the jobs in its deque, and when.
//!
//! A raised flag asks its next push to look up. Whoever begins to search raises the flags of all, and whoever has found something
//! its own: so the oldest jobs of a deque are shared soon after others came for the ones before, and who comes next has them at once. A job
//! that was not shared costs a thief some 20 us of waiting, and then both sides the interruption of the owner.

use crate::base::prim::{Ordering, fence_seq_cst};
use crate::job::JobRef;
use crate::pool::meter::Event;
use crate::pool::slot::Slot;
use crate::queue::fork_deque::{self, Published, Pushed};

#[cfg(test)]
mod tests;

/// Who is told of the second half of a fork.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// Sleepers, if they are of use.
    Loud,
    /// The second half may be too small to share: those who look for work already, should the first one turn out to be long; sleepers if there is nobody
    /// who does.
    Quiet,
    /// The first half is expected to be over at once: nobody, unless it takes some milliseconds.
    Silent,
}

impl Notice {
    /// Of something that may be too small to share; or not.
    #[inline]
    pub fn of(small: bool) -> Self {
        match small {
            true => Notice::Quiet,
            false => Notice::Loud,
        }
    }
}

/// How many jobs an owner takes from its deque from one look at the hungry to the next.
const POPS_PER_LOOK: u64 = 8;

/// Sees to it that there is something to steal from the calling thread, if it has any forks, whether somebody wants it or not.
///
/// Who comes to look finds it at once then. Otherwise the owner learns of that at its next push, or is interrupted, which costs both of
/// them some microseconds. So this is for forks that are worth more than the sharing of one, some 20 ns.
#[inline]
pub fn keep_shared() {
    if let Some(slot) = Slot::current()
        && !slot.deque.has_shared()
    {
        // A gate.
        let share: unsafe fn(&Slot) = Slot::share;
        // SAFETY: `slot` is the calling thread's.
        unsafe { share(slot) };
    }
}

impl Slot {
    /// As [`look_up`](Self::look_up), but publishes nothing while somebody searches, nor if nobody is hungry.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    unsafe fn look_up_quietly(&self) {
        // SAFETY: obligation 1.
        unsafe { self.deque.make_room() };
        // SeqCst: whoever is counted as searching now looks at this deque before it sleeps or
        // leaves; pairs with the fences after the counters' changes in `sleep`.
        fence_seq_cst();
        let registry = self.registry();
        if registry.always_shares() || !registry.somebody_searches() {
            // SAFETY: obligation 1.
            unsafe { self.answer(false) };
            return;
        }
        // Relaxed: written by the owner only, and a hint for those who search.
        let quiet = self.quiet.load(Ordering::Relaxed);
        // Relaxed: as above.
        self.quiet.store(quiet.wrapping_add(1), Ordering::Relaxed);
    }

    /// As [`push_at`](Self::push_at), for the second half of a fork, of which others are told as `notice` says.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    /// 2. `mark` is what [`mark`](Self::mark) gives now.
    #[inline(always)]
    pub(crate) unsafe fn push_with(&self, notice: Notice, mark: u64, job: JobRef) {
        // SAFETY: obligations 1 and 2; a request to look up is answered below.
        let pushed = unsafe { self.deque.push_at(mark, job.into_word()) };
        self.meter.recorder.fork();
        if pushed == Pushed::LookUp || notice == Notice::Silent {
            // A gate.
            let give: unsafe fn(&Self, Notice, Pushed) = Self::give;
            // SAFETY: obligation 1.
            unsafe { give(self, notice, pushed) };
        }
    }

    /// After a push of which others are told as `notice` says.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    #[cold]
    unsafe fn give(&self, notice: Notice, pushed: Pushed) {
        match notice {
            // SAFETY: obligation 1.
            Notice::Loud => unsafe { self.look_up() },
            // SAFETY: obligation 1.
            Notice::Quiet => unsafe { self.look_up_quietly() },
            // SAFETY: obligation 1.
            Notice::Silent => unsafe { self.keep_silent(pushed) },
        }
    }

    /// After a silent push: more room if it asked for a look up, and somebody on watch. Nothing is published, and nobody woken.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    unsafe fn keep_silent(&self, pushed: Pushed) {
        let registry = self.registry();
        if pushed == Pushed::LookUp {
            // SAFETY: obligation 1.
            unsafe { self.deque.make_room() };
            if registry.always_shares() {
                // SAFETY: obligation 1.
                unsafe { self.deque.publish_all() };
                // SeqCst: pairs with the fence in `has_untold_unseen`, as `light` does where there is a barrier.
                fence_seq_cst();
            }
        }
        // Relaxed: written by the owner only, and a hint for those who search.
        let silent = self.silent.load(Ordering::Relaxed);
        // Relaxed: as above.
        self.silent.store(silent.wrapping_add(1), Ordering::Relaxed);
        registry.sleep.expect_untold();
    }

    /// A number that differs between two looks if the owner has pushed silently in between.
    pub(super) fn silent_pushes(&self) -> u32 {
        // Relaxed: see `keep_silent`.
        self.silent.load(Ordering::Relaxed)
    }

    /// A number that differs between two looks if the owner has left a job to those who search in between.
    pub(super) fn quiet_pushes(&self) -> u32 {
        // Relaxed: see `look_up_quietly`.
        self.quiet.load(Ordering::Relaxed)
    }

    /// After a push that asked for it: more room, and work for the hungry; also where they have helped themselves by now, so that the next
    /// one need not ask.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    #[cold]
    pub(super) unsafe fn look_up(&self) {
        // SAFETY: obligation 1.
        unsafe { self.answer(self.registry().num_threads() > 1) };
    }

    /// What [`look_up`](Self::look_up) says; unless `anyway`, nothing is published if nobody is hungry any more.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    unsafe fn answer(&self, anyway: bool) {
        let registry = self.registry();
        // SAFETY: obligation 1.
        unsafe { self.deque.make_room() };
        if registry.always_shares() {
            // SAFETY: obligation 1.
            unsafe { self.deque.publish_all() };
            self.meter.count(Event::Publish);
            registry.sleep.notify();
            return;
        }
        // SAFETY: obligation 1.
        let hungry = unsafe { self.still_hungry() };
        if !hungry && !anyway {
            return;
        }
        // SAFETY: obligation 1.
        let published = unsafe { self.deque.publish() };
        if published == Published::Now {
            self.meter.count(Event::Publish);
        }
        match published {
            Published::Before if hungry => registry.sleep.remind(),
            // Somebody may have lain down since.
            Published::Now => registry.sleep.notify(),
            _ => {}
        }
    }

    /// Shares work with the hungry after a pop, since who works off what it once pushed may push nothing for long. Not after
    /// each: `has_shared` reads what thieves write.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    pub(super) unsafe fn look_up_at_times(&self) {
        // SAFETY: obligation 1.
        let due = (unsafe { self.mark() } / fork_deque::STEP).is_multiple_of(POPS_PER_LOOK);
        if due && self.deque.is_raised() && !self.deque.has_shared() {
            // SAFETY: obligation 1.
            unsafe { self.look_up() };
        }
    }

    /// Makes half of the owner's hidden jobs stealable.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    unsafe fn share(&self) {
        if self.deque.has_hidden() && self.registry().num_threads() > 1 {
            // SAFETY: obligation 1.
            unsafe { self.look_up() };
        }
    }

    /// Whether somebody is hungry, now that the flag is up. If not, the flag is lowered; never where it has to stay up.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    pub(super) unsafe fn still_hungry(&self) -> bool {
        let registry = self.registry();
        if registry.always_shares() || registry.sleep.hungry() {
            return true;
        }
        // SAFETY: obligation 1.
        unsafe { self.deque.calm() };
        // SeqCst: either whoever gets hungry now raises the flag after our `calm`, or we see
        // the hunger; pairs with the fences in `begin_search` and `release`.
        fence_seq_cst();
        let hungry = registry.sleep.hungry();
        if hungry {
            self.deque.raise();
        }
        hungry
    }
}
