//! The word that says how far a task is, who still has a share in it, and whose its parts are.

use crate::base::prim::{AtomicU32, Ordering};

/// Somebody has taken the body: to run it, or to drop it.
const BEGUN: u32 = 1;
/// The result is there.
const DONE: u32 = 1 << 1;
/// There is a handle.
const HELD: u32 = 1 << 2;
/// The notice is filled in.
const NOTICE: u32 = 1 << 3;
/// Nothing has to happen before the body may run.
const READY: u32 = 1 << 4;
/// One share.
const SHARE: u32 = 1 << 8;
const SHARES: u32 = 0xff * SHARE;
/// Above it: the index of the worker that runs the body.
const RUNNER_BITS: u32 = 16;

/// One look at the word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Snapshot(u32);

impl Snapshot {
    /// With a handle, and so many shares, the handle's included.
    #[inline]
    pub(super) fn fresh(ready: bool, shares: u32) -> Self {
        let ready = if ready { READY } else { 0 };
        Snapshot(HELD | ready | (shares * SHARE))
    }

    #[inline]
    pub(super) fn is_done(self) -> bool {
        self.0 & DONE != 0
    }

    #[inline]
    pub(super) fn has_notice(self) -> bool {
        self.0 & NOTICE != 0
    }

    /// Whether there is no handle any more, and one share, which is the caller's. Then nobody else comes to the task, since shares are
    /// not made anew, and what was seen stays. That saves exchanges in the most common life of a task, whose handle is dropped at once.
    #[inline]
    fn is_alone(self) -> bool {
        self.0 & (HELD | SHARES) == SHARE
    }

    /// The worker that runs it, if one does.
    #[inline]
    pub(super) fn runner(self) -> Option<usize> {
        (self.0 & (BEGUN | DONE) == BEGUN).then_some((self.0 >> RUNNER_BITS) as usize)
    }

    /// After worker `runner` has taken the body; none if that is not allowed.
    #[inline]
    fn claimed(self, runner: usize, only_ready: bool) -> Option<Self> {
        let may = self.0 & BEGUN == 0 && (self.0 & READY != 0 || !only_ready);
        may.then_some(Snapshot(self.0 | BEGUN | (runner as u32) << RUNNER_BITS))
    }

    /// After the result was put in, and what follows from it.
    #[inline]
    fn completed(self, gives_up_share: bool) -> (Self, Completed) {
        debug_assert!(self.0 & (BEGUN | DONE) == BEGUN);
        let done = Snapshot(self.0 | DONE);
        if self.0 & HELD == 0 {
            (done, Completed::Unheld)
        } else if self.has_notice() {
            (done, Completed::Notice)
        } else if gives_up_share {
            // The handle has a share, so this is not the last one.
            (Snapshot(done.0 - SHARE), Completed::Left)
        } else {
            (done, Completed::Left)
        }
    }
}

/// What whoever completes a task has to do next.
#[must_use]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Completed {
    /// Nothing: the handle takes the result. The share is gone, if it was to be given up.
    Left,
    /// The notice is the caller's: to be taken out and given. The result is the handle's. The share is still there.
    Notice,
    /// There is no handle: the result is the caller's. The share is still there.
    Unheld,
}

/// What became of a handle that wants to leave.
#[must_use]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Detached {
    /// The result was there already, so that it is the handle's, which stays.
    Done,
    /// The handle and its share are gone.
    Left,
    /// As `Left`, and the share was the last one.
    Last,
}

/// See the module's words.
#[derive(Debug)]
pub(super) struct State(AtomicU32);

impl State {
    #[inline]
    pub(super) fn new(snapshot: Snapshot) -> Self {
        State(AtomicU32::new(snapshot.0))
    }

    /// A look. If the task is done, all that was done before is visible; if the caller is alone, all that others did.
    #[inline]
    pub(super) fn look(&self) -> Snapshot {
        // Acquire: the result; pairs with the Release in `complete`. The rest: with that in `detach` and `give_up_share`.
        Snapshot(self.0.load(Ordering::Acquire))
    }

    /// Takes the body for worker `runner`; false if somebody else has, or if it is not ready and must be.
    #[must_use]
    #[inline]
    pub(super) fn claim(&self, runner: usize, only_ready: bool) -> bool {
        let mut now = self.look();
        while let Some(next) = now.claimed(runner, only_ready) {
            if now.is_alone() {
                // Relaxed: nobody else looks.
                self.0.store(next.0, Ordering::Relaxed);
                return true;
            }
            // Acquire: what the body waited for; pairs with the Release in `make_ready`. Relaxed: on failure nothing is read.
            let exchanged =
                self.0
                    .compare_exchange_weak(now.0, next.0, Ordering::Acquire, Ordering::Relaxed);
            match exchanged {
                Ok(_) => return true,
                Err(changed) => now = Snapshot(changed),
            }
        }
        false
    }

    /// What the body waits for has happened.
    #[inline]
    pub(super) fn make_ready(&self) {
        // Release: what it was; pairs with the Acquire in `claim`.
        self.0.fetch_or(READY, Ordering::Release);
    }

    /// The result is in its place. The caller has claimed the body, and may give up a share if nothing is left to be done.
    #[inline]
    pub(super) fn complete(&self, gives_up_share: bool) -> Completed {
        let mut now = self.look();
        if now.is_alone() {
            return Completed::Unheld;
        }
        loop {
            let (next, what) = now.completed(gives_up_share);
            // Release: the result; pairs with the Acquire in `look`, `notice_put`, `notice_taken_back` and `detach`.
            // Acquire: the notice, or that the handle has left; pairs with the Release in `notice_put` and `detach`.
            // Relaxed: on failure nothing is read.
            let exchanged =
                self.0
                    .compare_exchange_weak(now.0, next.0, Ordering::AcqRel, Ordering::Relaxed);
            match exchanged {
                Ok(_) => return what,
                Err(changed) => now = Snapshot(changed),
            }
        }
    }

    /// The handle has filled in the notice. False if the task is done: then the notice is the handle's still.
    #[must_use]
    #[inline]
    pub(super) fn notice_put(&self) -> bool {
        // Release: the notice; pairs with the Acquire in `complete`.
        // Acquire: on failure it is done; pairs with the Release in `complete`.
        self.change_unless_done(|now| now | NOTICE, Ordering::Release)
    }

    /// The handle wants its notice back. False if the task is done: then it belongs to whoever completed it.
    #[must_use]
    #[inline]
    pub(super) fn notice_taken_back(&self) -> bool {
        // Relaxed: the handle reads what it wrote itself.
        self.change_unless_done(|now| now & !NOTICE, Ordering::Relaxed)
    }

    fn change_unless_done(&self, change: impl Fn(u32) -> u32, success: Ordering) -> bool {
        // Acquire: it may be done; pairs with the Release in `complete`.
        let mut now = self.0.load(Ordering::Acquire);
        while !Snapshot(now).is_done() {
            // Acquire: on failure it may be done; pairs with the Release in `complete`.
            let exchanged =
                self.0
                    .compare_exchange_weak(now, change(now), success, Ordering::Acquire);
            match exchanged {
                Ok(_) => return true,
                Err(changed) => now = changed,
            }
        }
        false
    }

    /// The handle, which has no notice out, leaves before the result if it can.
    #[inline]
    pub(super) fn detach(&self) -> Detached {
        // Acquire: it may be done; pairs with the Release in `complete`.
        let mut now = self.0.load(Ordering::Acquire);
        while !Snapshot(now).is_done() {
            debug_assert!(!Snapshot(now).has_notice());
            let next = (now & !HELD) - SHARE;
            // Release: all that the handle did; pairs with the Acquire in `complete` and `give_up_share`. Acquire: if this is
            // the last share, all that others did; pairs with the Release in `give_up_share`. Acquire: on failure as above.
            let exchanged =
                self.0
                    .compare_exchange_weak(now, next, Ordering::AcqRel, Ordering::Acquire);
            match exchanged {
                Ok(_) if next & SHARES == 0 => return Detached::Last,
                Ok(_) => return Detached::Left,
                Err(changed) => now = changed,
            }
        }
        Detached::Done
    }

    /// Gives up one share. True if it was the last one.
    #[must_use]
    #[inline]
    pub(super) fn give_up_share(&self) -> bool {
        if self.look().is_alone() {
            return true;
        }
        // Release: all that was done with the share. Acquire: the last one sees what all did. With itself, `detach` and
        // `complete`.
        let before = self.0.fetch_sub(SHARE, Ordering::AcqRel);
        before & SHARES == SHARE
    }
}

#[cfg(all(test, not(loom)))]
mod tests;
