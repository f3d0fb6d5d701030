//! Who is on watch, and for what: sleepers of no use, and what sleepers are not told of.
//!
//! Invariant: whenever the lock of the beds is free, somebody is on watch if and only if [`Sleep::needs_watch`] says so.

use super::beds::Beds;
use super::{JUST_UNTOLD, LOOKS_AFTER, NONE_UNTOLD, Sleep, Surroundings};
use crate::base::prim::{MutexGuard, Ordering, fence_seq_cst, lock};

impl Sleep {
    /// A task was left to one worker alone, or something pushed silently, by who has passed a light barrier since. Sees to it that somebody is on
    /// watch.
    #[inline]
    pub(crate) fn expect_untold(&self) {
        // Relaxed: ordered by the barrier; pairs with the one in `has_untold_unseen`.
        if self.untold.load(Ordering::Relaxed) != JUST_UNTOLD {
            self.watch_for_untold();
        }
    }

    #[cold]
    fn watch_for_untold(&self) {
        let beds = lock(&self.beds);
        self.raise_untold();
        self.settle_watch(beds);
    }

    /// Under the lock, and before the watch is settled.
    fn raise_untold(&self) {
        // Relaxed: ordered by the fence.
        self.untold.store(JUST_UNTOLD, Ordering::Relaxed);
        // SeqCst: who takes or gives back the front place without the lock sees the flag, or we see the place as it is then. Pairs
        // with the fences of both.
        fence_seq_cst();
    }

    /// A look of the watchman. If there was nothing for some time of which sleepers are not told, nobody needs to watch for that until the next.
    pub(super) fn forget_untold(
        &self,
        _: &MutexGuard<'_, Beds>,
        has_work: bool,
        around: &impl Surroundings,
    ) {
        // Relaxed: written under the lock.
        let looks = self.untold.load(Ordering::Relaxed);
        if looks == NONE_UNTOLD || has_work {
            return;
        }
        let next = match looks < LOOKS_AFTER {
            true => looks + 1,
            false => NONE_UNTOLD,
        };
        // Relaxed: ordered by the barrier: whoever leaves something from now on sees it, or that is seen below.
        self.untold.store(next, Ordering::Relaxed);
        if next == NONE_UNTOLD && around.has_untold_unseen() {
            self.raise_untold();
        }
    }

    /// Whether some sleeper has to look in from time to time.
    fn needs_watch(&self, _: &MutexGuard<'_, Beds>) -> bool {
        let counters = self.counters();
        // Relaxed: it begins and ends under the lock.
        let untold = self.untold.load(Ordering::Relaxed) != NONE_UNTOLD;
        self.crew.needs_watch(counters) || untold && counters.sleeping() != 0
    }

    /// After every change of who sleeps: puts a sleeper on watch if one is needed and none is, and
    /// ends the watch if none is needed.
    pub(super) fn settle_watch(&self, mut beds: MutexGuard<'_, Beds>) {
        if !self.needs_watch(&beds) {
            beds.watch.dismiss();
            return;
        }
        if beds.watch.slot.is_some() {
            return;
        }
        let mut idle = beds.idle.iter().rev();
        let sleeper = match (
            idle.find(|&&slot| self.is_free(&beds, slot)),
            beds.waiters.last(),
        ) {
            (Some(&slot), _) => beds.threads[slot].parker.map(|parker| (slot, parker)),
            (None, waiter) => waiter.map(|waiter| (waiter.slot, waiter.parker)),
        };
        if let Some((slot, parker)) = sleeper {
            beds.watch.appoint(slot);
            drop(beds);
            parker.unpark();
        }
    }

    /// How many more should be awake, as workers are blocked who are: as many as there are processors without one, or as are blocked if there is nobody
    /// else.
    #[cold]
    pub(super) fn wanted(&self, around: &impl Surroundings) -> usize {
        let mut wanted = self.crew.useful;
        for slot in 0..self.crew.workers {
            wanted -= usize::from(wanted > 0 && around.runs(slot));
        }
        match wanted == self.crew.useful {
            true => self.counters().awake(self.crew.workers),
            false => wanted,
        }
    }

    /// Wakes up to so many.
    #[inline(never)]
    pub(super) fn wake_more(&self, mut more: usize) {
        for slot in 0..self.crew.workers {
            if more == 0 {
                break;
            }
            more -= usize::from(self.wake(slot));
        }
    }
}
