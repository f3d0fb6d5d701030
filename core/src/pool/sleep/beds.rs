//! Where those who sleep lie.
//!
//! Invariant: a thread is in `idle` if and only if its bed is `Asleep`. Both change under the lock that the beds are kept under. Whether
//! a guest has the place of the first thread is not kept here: see `lease`.

use super::watch::Watch;
use crate::sync::parker::Parker;

#[derive(Debug)]
pub(super) struct Beds {
    /// The pool threads, by index.
    pub(super) threads: Vec<Bed>,
    /// The threads that sleep, by index, that of `FRONT` before all others: guests lease from the front, wakers wake from the back. Few
    /// enough to move them along.
    pub(super) idle: Vec<usize>,
    /// Workers that sleep on a latch, in the order they went to sleep.
    pub(super) waiters: Vec<Waiter>,
    pub(super) watch: Watch,
}

#[derive(Debug)]
pub(super) struct Bed {
    pub(super) state: BedState,
    pub(super) parker: Option<&'static Parker>,
}

/// Where a pool thread is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BedState {
    /// Awake, or not started yet: it owns its slot.
    Awake,
    /// Asleep: nobody owns its slot, or a guest that of the first thread.
    Asleep,
    /// Asleep while a guest owns its slot, which is not the first.
    Leased,
}

/// A worker asleep on a latch. It owns its slot all the time.
#[derive(Debug)]
pub(super) struct Waiter {
    pub(super) slot: usize,
    pub(super) parker: &'static Parker,
}

impl Beds {
    /// For so many pool threads, all of them awake.
    pub(super) fn new(workers: usize) -> Self {
        let bed = |_| Bed {
            state: BedState::Awake,
            parker: None,
        };
        Beds {
            threads: (0..workers).map(bed).collect(),
            idle: Vec::with_capacity(workers),
            waiters: Vec::with_capacity(workers),
            watch: Watch::new(),
        }
    }

    /// Whether worker `slot` sleeps on a latch.
    #[inline]
    pub(super) fn waits(&self, slot: usize) -> bool {
        self.waiters.iter().any(|waiter| waiter.slot == slot)
    }
}
