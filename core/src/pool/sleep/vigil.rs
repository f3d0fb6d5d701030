//! Who is on watch, and for what: sleepers of no use, and what sleepers are not told of.
//!
//! Invariant: whenever the lock of the beds is free, somebody is on watch if and only if [`Sleep::needs_watch`] says so.

use super::beds::Beds;
use super::{JUST_UNTOLD, LOOKS_AFTER, NONE_UNTOLD, Sleep, Surroundings};
use crate::base::prim::{MutexGuard, Ordering, fence_seq_cst, lock};
use crate::sync::parker::Parker;

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
        // Relaxed: as above.
        let looks = self.untold.load(Ordering::Relaxed);
        if looks != NONE_UNTOLD {
            // Relaxed: whoever is on watch goes on; or has put an end to that, in which case it fails.
            let again = self.untold.compare_exchange(
                looks,
                JUST_UNTOLD,
                Ordering::Relaxed,
                Ordering::Relaxed,
            );
            if again.is_ok() {
                return;
            }
        }
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
        // Relaxed: a hint, until it comes to the last.
        let looks = self.untold.load(Ordering::Relaxed);
        if looks == NONE_UNTOLD || has_work {
            return;
        }
        let next = match looks < LOOKS_AFTER {
            true => looks + 1,
            false => NONE_UNTOLD,
        };
        // Relaxed: ordered by the barrier: whoever leaves something from now on sees it, or that is seen below. It fails if there was some meanwhile.
        let over = self
            .untold
            .compare_exchange(looks, next, Ordering::Relaxed, Ordering::Relaxed);
        if over.is_ok() && next == NONE_UNTOLD && around.has_untold_unseen() {
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
    pub(super) fn wanted(&self, around: &impl Surroundings) -> usize {
        let beds = lock(&self.beds);
        let is_awake = |slot: &usize| !self.is_free(&beds, *slot) && !beds.waits(*slot);
        let awake: Vec<_> = (0..beds.threads.len()).filter(is_awake).collect();
        drop(beds);
        let runs = |slot: &&usize| !around.is_blocked(**slot);
        match awake.iter().filter(runs).count() {
            0 => awake.len(),
            running => self.crew.useful.saturating_sub(running),
        }
    }

    /// Gets up to so many pool threads up that are in their beds. They are to be called when the lock is free.
    pub(super) fn rouse(
        &self,
        beds: &mut MutexGuard<'_, Beds>,
        most: usize,
    ) -> Vec<&'static Parker> {
        let slots = 0..beds.threads.len();
        let roused = slots.filter_map(|slot| {
            let is_up = self.rouse_thread(beds, slot);
            is_up.then(|| beds.threads[slot].parker).flatten()
        });
        roused.take(most).collect()
    }
}
