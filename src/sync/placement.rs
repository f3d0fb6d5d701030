//! Where a woken thread starts.
//!
//! Schedulers look for an idle processor when they wake a thread. On virtual machines Linux takes
//! those that are halted for taken by other guests, and then puts the woken thread behind its own
//! waker, where it waits until that is done: two threads that were to share 400 us of work take
//! turns. So a thread that finds itself on its waker's processor asks to be kept away from there
//! for its next wakes: the waker takes its own processor out of what the sleeper may use, and the
//! sleeper, once awake, undoes that. Where schedulers do well nothing of this ever happens.
//!
//! Invariant: the thread may use what it could use before it slept, whenever it is awake. (Its own
//! changes, and those from outside, are kept: the waker asks just before it changes anything.)

use crate::base::prim::{Mutex, lock};
use crate::base::processor::{self, Allowed, ThreadId};

/// So many wakes are steered before one is left to the system again.
const STEERED_WAKES: u32 = 64;

/// Of one thread that sleeps and is woken.
pub(crate) struct Placement(Mutex<State>);

struct State {
    /// Where to turn, while the thread sleeps and wishes to be kept away from its waker.
    sleeper: Option<ThreadId>,
    /// What it may use, while a waker has restricted that.
    restricted: Option<Allowed>,
    /// The processor of the last waker, until the thread has compared it with its own.
    waker: Option<usize>,
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
        state.waker = Some(here);
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
        if state.waker.take() == Some(here) {
            state.steer = STEERED_WAKES;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Placement;
    use crate::base::prim::lock;
    use crate::base::processor::{self, Allowed, ThreadId};

    /// Sleeps and wakes on one processor, as an unhappy thread does, and then once more.
    #[test]
    fn who_wakes_behind_its_waker_is_steered_and_set_free() {
        let Some(allowed) = Allowed::of(ThreadId::current()) else {
            return;
        };
        let placement = Placement::new();
        let mut steered = false;
        // The test's own thread may be moved between two calls, so: until it was not.
        while !steered {
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
    fn who_wakes_elsewhere_is_left_alone() {
        let placement = Placement::new();
        placement.before_sleep();
        lock(&placement.0).waker = Some(usize::MAX);
        placement.after_sleep();
        assert_eq!(lock(&placement.0).steer, 0);
    }
}
