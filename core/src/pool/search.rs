//! Where a worker looks for a job, and how long, before it sleeps.
//!
//! A search starts at a random victim, looks before it exchanges, and goes on to the next after a
//! lost race. How long a worker spins depends on whether its last search paid off.

use crate::base::prim::{fence_seq_cst, spin_hint};
use crate::base::{barrier, clock};
use crate::job::JobRef;
use crate::pool::meter::{Event, State};
use crate::pool::registry::Registry;
use crate::pool::rhythm::Alarm;
use crate::pool::sleep::{Surroundings, Woken};
use crate::pool::slot::Slot;
use crate::queue::Steal;
use crate::sync::latch::Latch;
use crate::sync::parker::Parker;

/// The patience of a worker that has not searched yet, in microseconds.
pub(super) const PATIENCE_START: u64 = 40;
/// Patience after fruitless searches: about what sleeping and waking costs, where that is quick; see also [`stays_awake`].
const PATIENCE_LEAST: u64 = 10;
/// Patience after fruitful ones.
const PATIENCE_MOST: u64 = 80;
/// So often a caller from outside looks whether its job is done, and lets others run, before it sleeps.
const CALLER_LOOKS: u32 = 100;
/// How long an owner may take to answer before its work is exposed by force, in microseconds.
const EXPOSE_AFTER: u64 = 20;
/// The same for one that comes to its jobs so soon that they are perhaps not worth a thief's while: exposing costs an owner
/// as much as a loop over a hundred cheap items.
const EXPOSE_MOVING_AFTER: u64 = 200;
/// From one look for hidden work to the next, in microseconds.
const DEEP_LOOK_EVERY: u64 = 4;
/// Rounds of a search before it yields the processor between looks.
const SPINNING_ROUNDS: u32 = 24;
/// From one look to the next, in nanoseconds: at first, and in later rounds.
const PAUSE_LEAST_NS: u64 = 20;
const PAUSE_MOST_NS: u64 = 300;

/// What a worker out of jobs is waiting for, if anything.
#[derive(Clone, Copy)]
pub(super) struct Goal<'a> {
    /// The event that ends the search; none for a pool thread, which searches to its end.
    pub(super) latch: Option<&'a Latch>,
    /// Jobs of the own deque above it belong to what is waited for.
    pub(super) mark: u64,
}

impl Goal<'_> {
    #[inline]
    fn reached(&self, registry: &Registry) -> bool {
        match self.latch {
            Some(latch) => latch.probe(),
            None => registry.is_terminating(),
        }
    }
}

/// How a search goes about work that its owners hide.
#[derive(Clone, Copy, Default)]
pub(super) struct Look {
    /// Look for it. Not each time: that takes from its owner the line it writes at every push and pop, while whether
    /// something is shared stands in lines that it seldom writes.
    pub(super) deeply: bool,
    /// They had their time: expose by force. Otherwise they may still share by themselves.
    pub(super) expose: bool,
    /// The last deep look found some.
    pub(super) hidden: bool,
    /// Somebody has pushed quietly between the last deep look and the one before.
    moved: bool,
    /// How often that was done by then, by all workers.
    quiet: u32,
    /// And how often one pushed silently.
    silent: u32,
    /// Whom the last deep look found with a task left to it alone, and what it had begun by then.
    newest: Option<(usize, u32)>,
}

impl Slot {
    /// Looks for a job until there is one, and sleeps meanwhile. None: the goal is reached.
    ///
    /// With `searching` the worker counts as a searcher already.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    pub(super) unsafe fn seek(&self, goal: Goal<'_>, searching: bool) -> Option<JobRef> {
        let registry = self.registry();
        if !searching && registry.sleep.begin_search() {
            registry.raise_hunger();
        }
        if goal.latch.is_none()
            && let Some((beat, begun)) = self.beat.take()
        {
            let delay = registry.sleep.delay();
            registry.rhythm.beat(beat, clock::since(begun), delay);
        }
        let idle_since = clock::ticks();
        self.meter.begin(State::Searching);
        // SAFETY: obligation 1.
        let found = unsafe { self.search(goal) };
        self.meter.end(State::Searching);
        if found.is_some() {
            self.meter.note_gap(clock::since(idle_since));
        }
        let last = registry.sleep.end_search();
        // From here on this worker is active; its flag may have been lowered in calmer times.
        self.deque.raise();
        if last && registry.has_work() {
            registry.sleep.notify();
        }
        found
    }

    /// # Safety
    /// 1. The calling thread owns the slot.
    unsafe fn search(&self, goal: Goal<'_>) -> Option<JobRef> {
        let registry = self.registry();
        let mut slept = false;
        let delay = registry.sleep.delay();
        let least = match goal.latch {
            // Who sleeps on it comes too late by so much, and costs the setter a part of that.
            Some(_) => delay + delay / 4,
            None => stays_awake(delay),
        };
        let mut patience = clock::micros(self.patience.get()).max(least);
        let expose_after = clock::micros(EXPOSE_AFTER);
        let mut start = clock::ticks();
        // Alone it waits for callers, who may be on this processor.
        let first_round = match registry.is_many() {
            true => 0,
            false => SPINNING_ROUNDS,
        };
        let mut round = first_round;
        let mut look = Look::default();
        let expose_moving_after = clock::micros(EXPOSE_MOVING_AFTER);
        let mut hidden_since = start;
        let mut still_since = start;
        let deep_look_every = clock::micros(DEEP_LOOK_EVERY);
        let mut looked = start;
        let mut hold = None;
        let mut called = None;
        let mut alarm = None::<Alarm>;
        loop {
            if goal.latch.is_some() && goal.reached(registry) {
                return None;
            }
            // SAFETY: obligation 1.
            if let Some(job) = unsafe { self.next_job(goal, &mut look) } {
                self.learn(!slept);
                if slept && goal.latch.is_none() {
                    let now = clock::ticks();
                    self.beat.set(Some((called.unwrap_or(now), now)));
                }
                return Some(job);
            }
            if goal.reached(registry) {
                return None;
            }
            let now = clock::ticks();
            if look.hidden {
                // Worth waiting for: its owner shares it, or is done with it soon, or is made to.
                if look.moved {
                    still_since = now;
                }
                look.expose = now.saturating_sub(still_since) >= expose_after
                    || now.saturating_sub(hidden_since) >= expose_moving_after;
                start = now;
            } else {
                look.expose = false;
                hidden_since = now;
                still_since = now;
                if look.moved {
                    // Asleep it would be woken by the next of those small loops, at its expense.
                    start = now;
                }
            }
            if look.deeply {
                looked = now;
                look.moved = false;
            }
            look.deeply = now.saturating_sub(looked) >= deep_look_every;
            let idle = now.saturating_sub(start);
            let expecting = alarm.is_some_and(|alarm| now < alarm.end);
            let patient = idle < patience && !(goal.latch.is_none() && registry.makes_room());
            if patient || expecting || registry.linger.goes_on(idle, &mut hold) {
                pause(round);
                round += 1;
                continue;
            }
            let parker = Parker::of_thread();
            if alarm.take().is_some() {
                registry.rhythm.miss();
            } else if slept {
                self.learn(false);
                parker.placement.for_nothing();
            }
            self.meter.end(State::Searching);
            self.meter.count(Event::Park);
            self.meter.begin(State::Asleep);
            let woken = match goal.latch {
                None => {
                    alarm = registry.rhythm.alarm(delay);
                    let rise = alarm.map(|alarm| alarm.rise);
                    self.hide_thread();
                    let woken = registry.sleep.sleep(self.index, parker, registry, rise);
                    self.show_thread();
                    woken
                }
                Some(latch) => registry.sleep.sleep_on(latch, self.index, parker, registry),
            };
            called = match woken {
                Woken::Early => {
                    self.meter.count(Event::Alarm);
                    registry.rhythm.make_way();
                    None
                }
                Woken::Search => {
                    alarm = None;
                    Some(registry.sleep.last_call())
                }
            };
            self.meter.end(State::Asleep);
            self.meter.count(Event::Wake);
            self.meter.begin(State::Searching);
            // Whoever woke us on our behalf has raised nobody's flag.
            registry.raise_hunger();
            slept = true;
            patience = clock::micros(PATIENCE_LEAST).max(expose_after);
            start = clock::ticks();
            hidden_since = start;
            still_since = start;
            round = first_round;
        }
    }

    /// The last search paid off without sleep, or did not.
    fn learn(&self, paid_off: bool) {
        let now = self.patience.get();
        self.patience.set(if paid_off {
            (now * 2).min(PATIENCE_MOST)
        } else {
            (now / 2).max(PATIENCE_LEAST)
        });
    }

    /// A shared job of worker `victim`.
    pub(super) fn steal_from(&self, victim: usize) -> Option<JobRef> {
        self.meter.count(Event::Attempt);
        let Steal::Item(word) = self.registry().slots.get(victim)?.deque.steal() else {
            return None;
        };
        self.meter.steal(victim, 1);
        self.victim.set(victim);
        // SAFETY: a `deque` holds nothing but the words of jobs.
        Some(unsafe { JobRef::from_word(word) })
    }

    /// A shared job of the worker that the last one was stolen from.
    #[inline]
    pub(super) fn steal_again(&self) -> Option<JobRef> {
        self.steal_from(self.victim.get())
    }

    /// A shared job of any other worker, from a random one on. If `look` says so, one that its
    /// owner hides, if no shared one is found.
    pub(super) fn steal_any(&self, look: &mut Look) -> Option<JobRef> {
        let slots = &self.registry().slots;
        let start = self.rng.below(slots.len());
        let mut hidden = None;
        let mut newest = None;
        let (mut quiet, mut silent) = (0u32, 0u32);
        for step in 0..slots.len() {
            let victim = (start + step) % slots.len();
            if victim == self.index {
                continue;
            }
            if let Some(job) = self.steal_from(victim) {
                return Some(job);
            }
            if look.deeply {
                quiet = quiet.wrapping_add(slots[victim].quiet_pushes());
                silent = silent.wrapping_add(slots[victim].silent_pushes());
            }
            if look.deeply && hidden.is_none() && slots[victim].deque.has_hidden() {
                hidden = Some(victim);
            }
            let known = newest.is_some() && newest == look.newest;
            if look.deeply && !known && slots[victim].tasks.has_newest() {
                newest = Some((victim, slots[victim].tasks.picks()));
            }
        }
        if look.deeply {
            look.moved = quiet != look.quiet;
            look.quiet = quiet;
            // What was pushed silently is not worth waiting for, unless it stays.
            hidden = hidden.filter(|_| silent == look.silent);
            look.silent = silent;
            // Who has begun nothing since may be long about it.
            let stale = newest.filter(|_| newest == look.newest);
            look.hidden = hidden.is_some() || stale.is_some();
            look.newest = newest;
            if let Some((victim, _)) = stale.filter(|_| look.expose)
                && let Some(task) = slots[victim].tasks.take_newest()
            {
                self.meter.steal(victim, 1);
                return Some(task);
            }
        }
        let victim = hidden.filter(|_| look.expose)?;
        if self.registry().always_shares() || !slots[victim].deque.expose() {
            return None;
        }
        self.meter.count(Event::Exposure);
        self.steal_from(victim)
    }
}

/// Whether the calling thread has forks that nobody has taken, which thieves would take first.
#[inline]
pub fn has_forks() -> bool {
    Slot::current().is_some_and(|slot| slot.deque.len() > 0)
}

/// The calling thread begins something that is not within other work, or a part that it has stolen of what began `then`.
#[inline]
pub(crate) fn busy_since(then: u64) {
    if let Some(slot) = Slot::current() {
        slot.since.set(then);
    }
}

/// For how many ticks the calling thread has been about the same; none if nobody knows.
#[inline]
pub(crate) fn busy_for(now: u64) -> u64 {
    match Slot::current().map_or(0, |slot| slot.since.get()) {
        0 => 0,
        since => now.saturating_sub(since),
    }
}

/// For how many ticks at least a thread that is out of work looks for more before it sleeps, if another one takes `delay` ticks to come.
#[inline]
pub(crate) fn stays_awake(delay: u64) -> u64 {
    clock::micros(PATIENCE_LEAST).max(delay / 2)
}

impl Registry {
    /// Blocks the calling thread, which is in no pool, until `latch` is set by a job of this one. If there are several threads it looks for a while first, about
    /// as long as two wakes take: what is short is over by then, and to wake it would take longer than that. One alone may come to the processor of whoever
    /// calls it, and come sooner if that is left to it.
    pub(crate) fn block_on(&self, latch: &Latch) {
        if self.is_many() {
            for _ in 0..CALLER_LOOKS {
                if latch.probe() {
                    return;
                }
                std::thread::yield_now();
            }
        }
        latch.block_on(Parker::of_thread());
    }

    /// Whether there is more than one thread.
    #[inline]
    pub(super) fn is_many(&self) -> bool {
        self.slots.len() > 1
    }
}

/// Between two rounds: longer and longer, then lets others run.
#[inline]
pub(super) fn pause(round: u32) {
    if round < SPINNING_ROUNDS {
        spin((PAUSE_LEAST_NS << (round / 4)).min(PAUSE_MOST_NS));
    } else {
        std::thread::yield_now();
    }
}

/// Spins for so long, which is at least one hint to the processor. By the clock, since one takes 10 ns on one processor, and 60 on another.
#[inline]
pub(super) fn spin(nanos: u64) {
    let start = clock::ticks();
    let most = clock::nanos(nanos);
    loop {
        spin_hint();
        if clock::since(start) >= most {
            return;
        }
    }
}

impl Registry {
    /// Makes every active worker look up at its next push.
    #[inline]
    pub(super) fn raise_hunger(&self) {
        // SeqCst: after the counters were changed; pairs with the fence in `look_up`.
        fence_seq_cst();
        self.slots.iter().for_each(|slot| slot.deque.raise());
    }
}

impl Surroundings for Registry {
    #[inline(never)]
    fn last_look(&self, slot: usize, anybody_active: bool) -> bool {
        if anybody_active && !self.always_shares() {
            self.raise_hunger();
            // Every push either is seen below or sees the hunger; pairs with `light` in `push_at`.
            barrier::heavy();
        }
        self.has_orders(slot) || self.has_work()
    }

    #[inline]
    fn has_orders(&self, slot: usize) -> bool {
        !self.slots[slot].broadcasts.is_empty()
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.is_terminating()
    }

    #[inline(never)]
    fn has_work(&self) -> bool {
        let has_work = |slot: &Slot| {
            slot.deque.has_shared() || slot.deque.has_hidden() || slot.tasks.has_shared()
        };
        !self.injector.is_empty()
            || !self.levels.is_empty()
            || self.slots.iter().any(|slot| has_work(slot))
    }

    fn runs(&self, slot: usize) -> bool {
        self.slots[slot].runs()
    }

    #[inline]
    fn progress(&self) -> u64 {
        let mark = |slot: &Slot| {
            slot.deque
                .activity()
                .wrapping_add(slot.tasks.picks().into())
        };
        let marks = self.slots.iter().map(|slot| mark(slot));
        marks.fold(0, u64::wrapping_add)
    }

    #[inline]
    fn has_newest(&self) -> bool {
        self.slots.iter().any(|slot| slot.tasks.has_newest())
    }

    #[inline]
    fn has_untold_unseen(&self) -> bool {
        if !self.always_shares() {
            // Pairs with `light` in `append_newest` and `push_at`.
            barrier::heavy();
        }
        // SeqCst: pairs with the fence in `append_newest`.
        fence_seq_cst();
        self.has_newest() || self.has_work()
    }
}
