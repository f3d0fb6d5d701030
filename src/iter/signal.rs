//! What the blocks of one drive tell each other while they run: that it is over, how many items are left, how good the best
//! find is so far. All atomics of the iterator layer are in this file.
//!
//! Invariant: no signal guards memory. Results travel as return values, and `join` orders those, so every access is relaxed;
//! a signal that is seen late costs time, never correctness.

use crate::base::prim::{AtomicBool, AtomicUsize, Ordering};

/// A flag that is raised once and ends the drive early.
#[derive(Debug, Default)]
pub(crate) struct Flag(AtomicBool);

impl Flag {
    /// A flag that is down.
    pub(crate) fn new() -> Self {
        Flag(AtomicBool::new(false))
    }

    /// Raises the flag for good.
    pub(crate) fn raise(&self) {
        // Relaxed: publishes nothing but itself.
        self.0.store(true, Ordering::Relaxed);
    }

    /// Tells whether it is up, as far as this thread has heard.
    pub(crate) fn is_raised(&self) -> bool {
        // Relaxed: a late answer only costs time.
        self.0.load(Ordering::Relaxed)
    }
}

/// A number of items that the blocks take from until none is left.
#[derive(Debug)]
pub(crate) struct Ration(AtomicUsize);

impl Ration {
    /// A ration of `count` items.
    pub(crate) fn new(count: usize) -> Self {
        Ration(AtomicUsize::new(count))
    }

    /// Takes one if there is one. Exactly as many calls succeed as there were items.
    pub(crate) fn take(&self) -> bool {
        // Relaxed: the count itself is all that is shared, and one atomic alone is always exact.
        let step = |left: usize| left.checked_sub(1);
        // Relaxed: see above; both for the update and for a failed try.
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, step)
            .is_ok()
    }

    /// Tells whether nothing is left, as far as this thread has heard.
    pub(crate) fn is_used_up(&self) -> bool {
        // Relaxed: a late answer only costs time.
        self.0.load(Ordering::Relaxed) == 0
    }
}

/// The best rank that any block has proposed; lower is better.
#[derive(Debug)]
pub(crate) struct Best(AtomicUsize);

impl Best {
    /// Nothing has been proposed yet.
    pub(crate) fn new() -> Self {
        Best(AtomicUsize::new(usize::MAX))
    }

    /// Proposes a rank.
    pub(crate) fn propose(&self, rank: usize) {
        // Relaxed: publishes nothing but itself.
        self.0.fetch_min(rank, Ordering::Relaxed);
    }

    /// Tells whether something better than `rank` has been proposed, as far as this thread has heard.
    pub(crate) fn is_better_than(&self, rank: usize) -> bool {
        // Relaxed: a late answer only costs time.
        self.0.load(Ordering::Relaxed) < rank
    }
}
