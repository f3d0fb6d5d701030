//! The watchman of a pool that has more threads than there are processors.
//!
//! While as many workers are awake as there are processors, waking more would only make them take
//! turns, so sleepers do not count as hungry then. But those awake may all be blocked, perhaps by
//! each other. Therefore one sleeper, the watchman, looks in from time to time: more and more
//! rarely while there is progress, and getting up to work where there is none. When fewer are awake
//! it sleeps like the others, so that an idle pool needs no timer.
//!
//! Where the system tells who is blocked, it gets up for those at once, and calls as many others as are blocked if all are: so of `n` threads
//! that wait for something outside of the pool all are soon about it.
//!
//! Invariant: this is a pure value, kept under the lock of the beds. Whenever that lock is free,
//! somebody is on watch if and only if `Crew::needs_watch`.

use std::time::Duration;

/// The first look, and each one while nothing moves.
const TICK_LEAST: Duration = Duration::from_micros(250);
/// Looks while work goes on. At each of these the watchman joins in all the same, since one of
/// those awake may be blocked while others make progress.
const TICK_MOST: Duration = Duration::from_millis(16);

/// Who watches, how long between looks, and what the last look saw.
#[derive(Debug)]
pub(super) struct Watch {
    /// The sleeper on duty.
    pub(super) slot: Option<usize>,
    tick: Duration,
    progress: Option<u64>,
}

/// What the watchman does after a look.
#[must_use]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Duty {
    /// Look again later.
    GoOn,
    /// Get up and work; the next watchman takes over.
    GetUp,
}

impl Watch {
    pub(super) fn new() -> Self {
        Watch {
            slot: None,
            tick: TICK_LEAST,
            progress: None,
        }
    }

    /// Puts `slot` on duty.
    pub(super) fn appoint(&mut self, slot: usize) {
        *self = Watch {
            slot: Some(slot),
            ..Self::new()
        };
    }

    /// Ends the duty of `slot`, if it has it.
    pub(super) fn relieve(&mut self, slot: usize) {
        if self.slot == Some(slot) {
            self.slot = None;
        }
    }

    /// Ends whatever duty there is.
    pub(super) fn dismiss(&mut self) {
        self.slot = None;
    }

    /// How long to sleep before the next look.
    pub(super) fn tick(&self) -> Duration {
        self.tick
    }

    /// A look: whether there is work for one more, a number that changes whenever some worker
    /// pushes, pops or loses a job, and whether somebody is known to be blocked in whose place another one could run.
    pub(super) fn look(&mut self, has_work: bool, progress: u64, blocked: bool) -> Duty {
        let moved = self.progress != Some(progress);
        self.progress = Some(progress);
        if has_work && (!moved || blocked || self.tick >= TICK_MOST) {
            self.tick = TICK_LEAST;
            return Duty::GetUp;
        }
        self.tick = (self.tick * 2).min(TICK_MOST);
        Duty::GoOn
    }
}

#[cfg(test)]
mod tests {
    use super::{Duty, Watch};

    #[test]
    fn gets_up_at_the_second_look_if_nothing_moves() {
        let mut watch = Watch::new();
        watch.appoint(3);
        assert_eq!(watch.look(true, 7, false), Duty::GoOn);
        assert_eq!(watch.look(true, 7, false), Duty::GetUp);
    }

    #[test]
    fn looks_ever_more_rarely_while_work_goes_on_and_joins_in_at_last() {
        let mut watch = Watch::new();
        watch.appoint(3);
        let first = watch.tick();
        let looks = (0..)
            .take_while(|&i| watch.look(true, i, false) == Duty::GoOn)
            .count();
        assert!(looks >= 4);
        assert_eq!(watch.tick(), first);
    }

    #[test]
    fn gets_up_at_once_for_who_is_blocked() {
        let mut watch = Watch::new();
        watch.appoint(3);
        assert_eq!(watch.look(true, 7, true), Duty::GetUp);
    }

    #[test]
    fn stays_down_without_work() {
        let mut watch = Watch::new();
        watch.appoint(3);
        assert!((0..100).all(|_| watch.look(false, 7, true) == Duty::GoOn));
    }
}
