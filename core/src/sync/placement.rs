//! Where a woken thread starts.
//!
//! Schedulers look for an idle processor when they wake a thread. On virtual machines Linux takes
//! those that are halted for taken by other guests, and then puts the woken thread behind its own
//! waker, where it waits until that is done: two threads that were to share 400 us of work take
//! turns. So a thread that had to wait on its waker's processor asks to be kept away from there
//! for its next wakes: the waker takes its own processor out of what the sleeper may use, and the
//! sleeper, once awake, undoes that. Where schedulers do well nothing of this ever happens; nor where
//! the waker was done at once, since then the sleeper comes to nothing, and to wake another
//! processor for that would cost the waker three times as much.
//!
//! Invariant: the thread may use what it could use before it slept, whenever it is awake. (Its own
//! changes, and those from outside, are kept: the waker asks just before it changes anything.)

use crate::base::prim::{Mutex, lock};
use crate::base::processor::{self, Allowed, ThreadId};
use std::time::{Duration, Instant};

/// So many wakes are steered before one is left to the system again.
const STEERED_WAKES: u32 = 64;
/// A wake for nothing counts as so many.
const FOR_NOTHING: u32 = 16;
/// Who waits no longer behind its waker would not have been there sooner on another processor.
const SOON: Duration = Duration::from_micros(50);

/// Of one thread that sleeps and is woken.
pub(crate) struct Placement(Mutex<State>);

struct State {
    /// Where to turn, while the thread sleeps and wishes to be kept away from its waker.
    sleeper: Option<ThreadId>,
    /// What it may use, while a waker has restricted that.
    restricted: Option<Allowed>,
    /// The processor of the last waker, and when that was, until the thread has compared it with its own.
    waker: Option<(usize, Instant)>,
    /// So many wakes are still to be steered.
    steer: u32,
}

impl Placement {
    pub(crate) fn new() -> Self {
        Placement(Mutex::new(State {
            sleeper: None,
            restricted: None,
            waker: None,
            steer: 0,
        }))
    }

    /// To be called by the thread before it sleeps.
    pub(crate) fn before_sleep(&self) {
        if processor::current().is_none() {
            return;
        }
        let mut state = lock(&self.0);
        state.waker = None;
        state.sleeper = (state.steer > 0).then(ThreadId::current);
    }

    /// To be called by a waker that goes on running, before it signals. The thread sleeps, or is
    /// about to, or wakes just now.
    pub(crate) fn before_wake(&self) {
        let Some(here) = processor::current() else {
            return;
        };
        let mut state = lock(&self.0);
        state.waker = Some((here, Instant::now()));
        let Some(sleeper) = state.sleeper.take() else {
            return;
        };
        let allowed = Allowed::of(sleeper);
        let others = allowed.and_then(|allowed| allowed.without(here));
        if others.is_some_and(|others| others.apply_to(sleeper)) {
            state.restricted = allowed;
        }
    }

    /// To be called by the thread when it has slept.
    pub(crate) fn after_sleep(&self) {
        let Some(here) = processor::current() else {
            return;
        };
        let mut state = lock(&self.0);
        state.sleeper = None;
        state.steer = state.steer.saturating_sub(1);
        if let Some(allowed) = state.restricted.take() {
            // A failure would mean that all of these were taken away in the meantime; then the
            // system has given the thread others.
            let _restored = allowed.apply_to(ThreadId::current());
        }
        let waker = state.waker.take();
        if waker.is_some_and(|(waker, when)| waker == here && when.elapsed() > SOON) {
            state.steer = STEERED_WAKES;
        }
    }

    /// To be called by the thread if there was nothing to do when it had slept.
    #[inline]
    pub(crate) fn for_nothing(&self) {
        let mut state = lock(&self.0);
        state.steer = state.steer.saturating_sub(FOR_NOTHING);
    }
}

/// The calling thread waits for `other`, which is asleep: if that one will come to this processor, it goes to another one, so that the two
/// do not take turns.
#[cfg(not(loom))]
pub(crate) fn make_way(other: ThreadId) {
    let Some(there) = other.last_processor() else {
        return;
    };
    if processor::current() != Some(there) {
        return;
    }
    let me = ThreadId::current();
    let Some(allowed) = Allowed::of(me) else {
        return;
    };
    let others = allowed.without(there);
    if others.is_some_and(|others| others.apply_to(me)) {
        // As in `after_sleep`.
        let _restored = allowed.apply_to(me);
    }
}

#[cfg(test)]
mod tests {
    use super::{FOR_NOTHING, Placement, SOON, STEERED_WAKES};
    use crate::base::prim::lock;
    use crate::base::processor::{self, Allowed, ThreadId};
    use std::time::Instant;

    /// A sleep and a wake on one processor, by a waker that goes on for a long time or a short one. Says on which, unless the test's own
    /// thread was moved meanwhile.
    fn sleep(placement: &Placement, long: bool) -> Option<usize> {
        placement.before_sleep();
        placement.before_wake();
        let here = processor::current().expect("Linux tells");
        let mut state = lock(&placement.0);
        let moved = state.waker.is_none_or(|(waker, _)| waker != here);
        if let Some((_, when)) = &mut state.waker {
            *when = Instant::now() - if long { 2 * SOON } else { SOON / 2 };
        }
        drop(state);
        placement.after_sleep();
        let moved = moved || processor::current() != Some(here);
        (!moved).then_some(here)
    }

    fn steer(placement: &Placement) -> u32 {
        lock(&placement.0).steer
    }

    /// Until the test's own thread was not moved between two calls.
    fn sleep_at_rest(placement: &Placement, long: bool) -> usize {
        loop {
            if let Some(here) = sleep(placement, long) {
                return here;
            }
            lock(&placement.0).steer = 0;
        }
    }

    fn is_known() -> bool {
        Allowed::of(ThreadId::current()).is_some()
    }

    #[test]
    fn who_waits_behind_its_waker_is_steered_and_set_free() {
        if !is_known() {
            return;
        }
        let allowed = Allowed::of(ThreadId::current()).expect("known above");
        let placement = Placement::new();
        sleep_at_rest(&placement, true);
        assert_eq!(steer(&placement), STEERED_WAKES);
        let mut steered = false;
        while !steered {
            lock(&placement.0).steer = STEERED_WAKES;
            placement.before_sleep();
            placement.before_wake();
            let here = processor::current().expect("known above");
            steered = lock(&placement.0).restricted.is_some();
            placement.after_sleep();
            let alone = allowed.without(here).is_none();
            assert!(lock(&placement.0).restricted.is_none());
            let now = Allowed::of(ThreadId::current()).expect("known above");
            assert_eq!(now.without(here).is_none(), alone, "all may be used again");
            if alone {
                return;
            }
        }
    }

    #[test]
    fn who_comes_soon_is_left_alone() {
        if !is_known() {
            return;
        }
        let placement = Placement::new();
        sleep_at_rest(&placement, false);
        assert_eq!(steer(&placement), 0);
    }

    #[test]
    fn who_wakes_elsewhere_is_left_alone() {
        let placement = Placement::new();
        placement.before_sleep();
        lock(&placement.0).waker = Some((usize::MAX, Instant::now() - 2 * SOON));
        placement.after_sleep();
        assert_eq!(steer(&placement), 0);
    }

    #[test]
    fn who_comes_for_nothing_is_not_steered_for_long() {
        let placement = Placement::new();
        lock(&placement.0).steer = STEERED_WAKES;
        for _ in 0..STEERED_WAKES / FOR_NOTHING {
            assert!(steer(&placement) > 0);
            placement.for_nothing();
        }
        assert_eq!(steer(&placement), 0);
    }
}
