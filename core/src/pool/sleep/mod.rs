#![doc = include_str!("README.md")]
//!
//! Invariant: whenever a worker sleeps, every job that was visible to its last look has somebody
//! awake who is bound to look again, and every later one will wake somebody.

mod beds;
mod counters;
#[cfg(not(loom))]
pub(crate) mod delay;
mod lease;
#[cfg(all(test, loom))]
mod model;
mod vigil;
mod watch;

use crate::base::padded::CachePadded;
use crate::base::prim::{
    AtomicU8, AtomicU64, Mutex, MutexGuard, Ordering, fence_behind_exchange, fence_seq_cst, lock,
};
use crate::sync::latch::Latch;
use crate::sync::parker::Parker;
use beds::{Bed, BedState, Beds, Waiter};
pub(crate) use counters::Counters;
use counters::{Crew, FRONT, FRONT_IS_FREE, ONE_SEARCHING, ONE_SLEEPING};
#[cfg(not(loom))]
use delay::Delay;
use std::time::Instant;
use watch::Duty;

/// Who searches, who sleeps, and in which order they are woken.
#[derive(Debug)]
pub(crate) struct Sleep {
    /// [`Counters`]. `sleeping` changes under the lock of `beds` only, but for the one whose place is [`FRONT`].
    counters: CachePadded<AtomicU64>,
    beds: CachePadded<Mutex<Beds>>,
    crew: Crew,
    #[cfg(not(loom))]
    delay: Delay,
    /// [`NONE_UNTOLD`], or by how many looks of the watchman it is ago that there was something of which sleepers are not told: a worker's newest
    /// task, or what was pushed silently. Written under the lock of `beds`.
    untold: AtomicU8,
}

/// Nobody is on watch for what sleepers are not told of.
const NONE_UNTOLD: u8 = 0;
/// There was some since the watchman's last look.
const JUST_UNTOLD: u8 = 1;
/// After so many looks that found nothing new he looks no more: 16 to 96 ms, as the looks are a quarter of a millisecond apart at first and 16 ms at most.
const LOOKS_AFTER: u8 = if cfg!(loom) { 1 } else { 6 };

impl std::fmt::Debug for Parker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Parker")
    }
}

/// How a worker came back from trying to sleep.
#[must_use]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Woken {
    /// It counts as searching again, and should look for work.
    Search,
    /// The same, by its own alarm.
    Early,
}

/// What a sleeper sees of its pool.
pub(crate) trait Surroundings {
    /// The last look: whether there is work for worker `slot`, in whatever queue. Every push that it
    /// does not see will find the hunger raised; so, unless nobody is active, it raises that itself
    /// (whoever began to search earlier may not have come to it yet) and then needs a process-wide
    /// barrier.
    fn last_look(&self, slot: usize, anybody_active: bool) -> bool;

    /// Whether there is something that worker `slot` alone can see to.
    fn has_orders(&self, slot: usize) -> bool;

    /// Whether those in bed shall get up for good. Who waits for a latch sleeps on.
    fn is_over(&self) -> bool;

    /// Whether there is work that any worker could take or expose.
    fn has_work(&self) -> bool;

    /// Whether some worker has been left a task that it alone is expected to run.
    fn has_newest(&self) -> bool;

    /// Whether there is a newest task, or other work, after a process-wide barrier: it sees all of which sleepers were not told although nobody
    /// was on watch for it.
    fn has_untold_unseen(&self) -> bool;

    /// Whether the thread of worker `slot` runs, or could; not if it is in its bed, nor if it is known to wait for something outside of the pool.
    fn runs(&self, slot: usize) -> bool;

    /// A number that changes whenever some worker pushes, pops or loses a job, or begins a task.
    fn progress(&self) -> u64;
}

impl Sleep {
    /// Nobody searches, nobody sleeps; all of `workers` threads are still to come. At the same
    /// time `useful` of them should be awake, unless some are blocked.
    #[inline]
    pub(crate) fn new(workers: usize, useful: usize) -> Self {
        Sleep {
            counters: CachePadded::new(AtomicU64::new(0)),
            beds: CachePadded::new(Mutex::new(Beds::new(workers))),
            crew: Crew {
                workers,
                useful: useful.clamp(1, workers.max(1)),
            },
            #[cfg(not(loom))]
            delay: Delay::new(),
            untold: AtomicU8::new(NONE_UNTOLD),
        }
    }

    /// The counters now. Ordered after the caller's own pushes if the caller has fenced.
    #[inline]
    pub(crate) fn counters(&self) -> Counters {
        // Relaxed: callers that decide about waking fence first, see `notify`.
        Counters::from_word(self.counters.load(Ordering::Relaxed))
    }

    /// Whether somebody could take more work. As [`counters`](Self::counters).
    #[inline]
    pub(crate) fn hungry(&self) -> bool {
        self.crew.hungry(self.counters())
    }

    /// Whether all workers search or sleep. As [`counters`](Self::counters).
    pub(crate) fn nobody_active(&self) -> bool {
        self.counters().active(self.crew.workers) == 0
    }

    /// After publishing work: wakes a sleeper if nobody searches.
    #[inline]
    pub(crate) fn notify(&self) {
        self.notify_of(1, true);
    }

    /// After publishing a job beside which there are others, `jobs` in all: wakes a sleeper if nobody searches, or if fewer do than there are jobs and one of
    /// them was woken and has not come yet, who would need more time to call the next. `stays` says that the calling thread goes on running.
    #[inline]
    pub(crate) fn notify_of(&self, jobs: usize, stays: bool) {
        let jobs = match self.is_awaited() {
            true => jobs,
            false => 1,
        };
        // SeqCst: the work was published before; pairs with the fence in `last_look`'s callers:
        // either the sleeper sees the work or we see the sleeper.
        fence_seq_cst();
        if self.crew.needs_wake(self.counters(), jobs) {
            self.wake_one(jobs, stays);
        }
    }

    /// After a push that stays hidden, as thieves have something to steal already: as [`notify`](Self::notify), if there is
    /// anybody whom that could wake. The caller has passed a light barrier since its push.
    #[inline]
    pub(crate) fn remind(&self) {
        // Whoever lies down from now on passes the heavy barrier, and sees the push. That saves a fence a push while the one
        // who is hungry is on the way.
        if self.crew.has_useful_sleepers(self.counters()) {
            self.notify();
        }
    }

    /// The caller begins to search. Says whether it must raise hunger.
    #[must_use]
    #[inline]
    pub(crate) fn begin_search(&self) -> bool {
        // Relaxed: ordered by the fence.
        let old = self.counters.fetch_add(ONE_SEARCHING, Ordering::Relaxed);
        // SeqCst: the hunger that the caller now raises, or that stands, is ordered against
        // `calm`: pairs with the fence of its caller.
        fence_behind_exchange();
        !self.crew.hungry(Counters::from_word(old))
    }

    /// The caller has found something. Says whether it was the last searcher while others sleep:
    /// then it must [`notify`](Self::notify) if there is more work to be seen.
    #[must_use]
    #[inline]
    pub(crate) fn end_search(&self) -> bool {
        // Relaxed: ordered by the fence.
        let old = self.counters.fetch_sub(ONE_SEARCHING, Ordering::Relaxed);
        // SeqCst: publishers that saw us searching did not wake anybody; pairs with the fence in
        // `notify`: we see their work now, or they see that nobody searches.
        fence_behind_exchange();
        let old = Counters::from_word(old);
        old.searching() == 1 && old.sleeping() != 0
    }

    /// A searching pool thread goes to sleep in its bed, until it is woken, or until `alarm` if it would be of use then.
    pub(crate) fn sleep(
        &self,
        slot: usize,
        parker: &'static Parker,
        around: &impl Surroundings,
        alarm: Option<Instant>,
    ) -> Woken {
        parker.placement.before_sleep();
        let woken = self.lie_in_bed(slot, parker, around, alarm);
        parker.placement.after_sleep();
        woken
    }

    fn lie_in_bed(
        &self,
        slot: usize,
        parker: &'static Parker,
        around: &impl Surroundings,
        mut alarm: Option<Instant>,
    ) -> Woken {
        let mut beds = lock(&self.beds);
        beds.threads[slot] = Bed {
            state: BedState::Asleep,
            parker: Some(parker),
        };
        // Guests begin at the front, wakers at the back.
        let place = if slot == FRONT { 0 } else { beds.idle.len() };
        beds.idle.insert(place, slot);
        let free = if slot == FRONT { FRONT_IS_FREE } else { 0 };
        let anybody_active = self.searcher_lies_down(&beds, free);
        self.settle_watch(beds);
        if around.is_over() || around.last_look(slot, anybody_active) {
            let mut beds = lock(&self.beds);
            if self.rouse_thread(&mut beds, slot) {
                self.settle_watch(beds);
                return Woken::Search;
            }
            if beds.threads[slot].state == BedState::Awake {
                return Woken::Search;
            }
            // A guest has our place: somebody else must see to the work.
            drop(beds);
            self.wake_one(1, true);
        }
        while self.doze(slot, parker, around, alarm, &|beds| {
            beds.threads[slot].state != BedState::Awake
        }) {
            if alarm.take_if(|alarm| *alarm <= Instant::now()).is_some() && self.get_up(slot) {
                return Woken::Early;
            }
        }
        #[cfg(not(loom))]
        self.delay.come();
        Woken::Search
    }

    /// A thread in its bed gets up by itself, unless it was called or a guest has its place, and if it would be of use. Says whether it did.
    fn get_up(&self, slot: usize) -> bool {
        let mut beds = lock(&self.beds);
        let gets_up =
            self.crew.has_useful_sleepers(self.counters()) && self.rouse_thread(&mut beds, slot);
        if gets_up {
            self.settle_watch(beds);
        }
        gets_up
    }

    /// A searching worker goes to sleep until it is woken or `latch` is set.
    pub(crate) fn sleep_on(
        &self,
        latch: &Latch,
        slot: usize,
        parker: &'static Parker,
        around: &impl Surroundings,
    ) -> Woken {
        if !latch.try_park_on(parker) {
            return Woken::Search;
        }
        let mut beds = lock(&self.beds);
        beds.waiters.push(Waiter { slot, parker });
        let anybody_active = self.searcher_lies_down(&beds, 0);
        self.settle_watch(beds);
        if !around.last_look(slot, anybody_active) {
            while self.doze(slot, parker, around, None, &|beds| {
                !latch.probe() && beds.waits(slot)
            }) {}
            #[cfg(not(loom))]
            if !latch.probe() {
                self.delay.come();
            }
        }
        let mut beds = lock(&self.beds);
        self.rouse_waiter(&mut beds, slot);
        self.settle_watch(beds);
        latch.unpark_from();
        Woken::Search
    }

    /// One nap of a sleeper, as long as `asleep` holds, which it says afterwards; until `alarm` at most.
    fn doze(
        &self,
        slot: usize,
        parker: &'static Parker,
        around: &impl Surroundings,
        alarm: Option<Instant>,
        asleep: &dyn Fn(&Beds) -> bool,
    ) -> bool {
        let beds = lock(&self.beds);
        if !asleep(&beds) {
            return false;
        }
        let tick = (beds.watch.slot == Some(slot)).then(|| beds.watch.tick());
        drop(beds);
        let left = alarm.map(|alarm| alarm.saturating_duration_since(Instant::now()));
        // Who has an alarm that goes before does not look before that.
        let tick = tick.filter(|&tick| left.is_none_or(|left| tick <= left));
        match tick.or(left) {
            None => parker.park(),
            Some(limit) => parker.park_timeout(limit),
        }
        if tick.is_none() {
            return true;
        }
        let has_work = around.has_work() || around.has_newest();
        let progress = around.progress();
        let wanted = match has_work && self.crew.is_wide() {
            true => self.wanted(around),
            false => 0,
        };
        let mut more = 0;
        let mut beds = lock(&self.beds);
        if beds.watch.slot == Some(slot) {
            self.forget_untold(&beds, has_work, around);
            if asleep(&beds) && beds.watch.look(has_work, progress, wanted > 0) == Duty::GetUp {
                if !self.rouse_thread(&mut beds, slot) {
                    self.rouse_waiter(&mut beds, slot);
                }
                more = wanted.saturating_sub(1);
            }
        }
        self.settle_watch(beds);
        if more > 0 {
            self.wake_more(more);
        }
        true
    }

    /// Counts a searcher as a sleeper, and adds `free` with that. Says whether anybody is active, who might hide work.
    fn searcher_lies_down(&self, beds: &MutexGuard<'_, Beds>, free: u64) -> bool {
        let change = ONE_SLEEPING.wrapping_sub(ONE_SEARCHING).wrapping_add(free);
        // Release: what it did with its slot; pairs with `take_front`. Otherwise ordered by the fence.
        let old = self.counters.fetch_add(change, Ordering::Release);
        // SeqCst: before the last look; pairs with the fence in `notify`.
        fence_behind_exchange();
        Counters::from_word(old).active(beds.threads.len()) != 0
    }

    /// Counts a sleeper as a searcher, on its behalf.
    fn count_roused(&self, _beds: &MutexGuard<'_, Beds>) {
        let change = ONE_SEARCHING.wrapping_sub(ONE_SLEEPING);
        // Relaxed: under the lock; publishers order themselves by the fence in `notify`.
        self.counters.fetch_add(change, Ordering::Relaxed);
    }

    /// Takes worker `slot` from those asleep on a latch, if it is there.
    fn rouse_waiter(
        &self,
        beds: &mut MutexGuard<'_, Beds>,
        slot: usize,
    ) -> Option<&'static Parker> {
        let place = beds.waiters.iter().position(|waiter| waiter.slot == slot)?;
        beds.watch.relieve(slot);
        self.count_roused(beds);
        Some(beds.waiters.remove(place).parker)
    }

    /// Wakes one sleeper unless as many search by now as there are `jobs`: a pool thread if there is one, else a
    /// worker that waits for something. `stays` says that the calling thread goes on running.
    #[cold]
    pub(crate) fn wake_one(&self, jobs: usize, stays: bool) {
        let mut beds = lock(&self.beds);
        if !self.crew.needs_wake(self.counters(), jobs) {
            return;
        }
        let mut places = (0..beds.idle.len()).rev();
        let roused = places.find_map(|place| {
            let slot = beds.idle[place];
            self.rouse_thread(&mut beds, slot).then_some(slot)
        });
        let parker = match roused {
            Some(slot) => beds.threads[slot].parker,
            None => {
                let last = beds.waiters.last().map(|waiter| waiter.slot);
                last.and_then(|slot| self.rouse_waiter(&mut beds, slot))
            }
        };
        self.settle_watch(beds);
        if let Some(parker) = parker {
            #[cfg(not(loom))]
            self.delay.call();
            if stays {
                parker.placement.before_wake();
            }
            parker.unpark();
        }
    }

    /// Whether somebody was woken and has not come yet.
    fn is_awaited(&self) -> bool {
        #[cfg(loom)]
        return true;
        #[cfg(not(loom))]
        self.delay.is_awaited()
    }

    /// What it takes a sleeping thread to come, in ticks.
    #[cfg(not(loom))]
    pub(crate) fn delay(&self) -> u64 {
        self.delay.estimate()
    }

    /// When somebody was called last, in ticks.
    #[cfg(not(loom))]
    pub(crate) fn last_call(&self) -> u64 {
        self.delay.last_call()
    }

    /// Wakes worker `slot`, be it asleep in its bed or on a latch. Says whether it was.
    pub(crate) fn wake(&self, slot: usize) -> bool {
        let mut beds = lock(&self.beds);
        let parker = if self.rouse_thread(&mut beds, slot) {
            beds.threads[slot].parker
        } else {
            self.rouse_waiter(&mut beds, slot)
        };
        self.settle_watch(beds);
        if let Some(parker) = parker {
            parker.placement.before_wake();
            parker.unpark();
        }
        parker.is_some()
    }

    /// Wakes every pool thread that sleeps in its bed.
    #[inline(never)]
    pub(crate) fn wake_all(&self) {
        self.wake_more(usize::MAX);
    }
}
