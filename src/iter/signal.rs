//! What the blocks of one drive tell each other while they run: that it is over, how many items are left, how good the best
//! find is so far. No other file of this room has atomics.
//!
//! Invariant: no signal guards memory. Results travel as return values, and forks order those. So accesses to a signal of one word are
//! relaxed; the two words of [`Best`] are ordered with regard to each other. A signal that is seen late costs time, never correctness.

use tine_core::engine::prim::{AtomicBool, AtomicU64, AtomicUsize, Mutex, Ordering, lock};

/// A flag that is raised once and ends the drive early.
#[derive(Debug, Default)]
pub(crate) struct Flag(AtomicBool);

impl Flag {
    /// A flag that is down.
    pub(crate) fn new() -> Self {
        Flag(AtomicBool::new(false))
    }

    /// Raises the flag for good.
    #[inline]
    pub(crate) fn raise(&self) {
        // Relaxed: publishes nothing but itself.
        self.0.store(true, Ordering::Relaxed);
    }

    /// Tells whether it is up, as far as this thread has heard.
    #[inline]
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
    #[inline]
    pub(crate) fn take(&self) -> bool {
        self.take_up_to(1) == 1
    }

    /// Takes so many, or what is left. All calls together get exactly what there was, if they ask for enough.
    #[inline]
    pub(crate) fn take_up_to(&self, most: usize) -> usize {
        // Relaxed: the count itself is all that is shared, and one atomic alone is always exact.
        let mut left = self.0.load(Ordering::Relaxed);
        loop {
            let taken = left.min(most);
            if taken == 0 {
                return 0;
            }
            let rest = left - taken;
            // Relaxed: as above.
            let swapped = self
                .0
                // Relaxed: as above.
                .compare_exchange_weak(left, rest, Ordering::Relaxed, Ordering::Relaxed);
            match swapped {
                Ok(_) => return taken,
                Err(now) => left = now,
            }
        }
    }

    /// Tells whether nothing is left, as far as this thread has heard.
    #[inline]
    pub(crate) fn is_used_up(&self) -> bool {
        // Relaxed: a late answer only costs time.
        self.0.load(Ordering::Relaxed) == 0
    }
}

/// The best rank that any block has proposed; lower is better.
///
/// A rank has two words, so that it can be halved often enough for nested iterators. They are read one after the other; see
/// [`is_better_than`](Self::is_better_than).
#[derive(Debug)]
pub(crate) struct Best {
    /// Never rises.
    high: AtomicU64,
    /// Never rises while `high` stays. Before `high` sinks, this is all ones.
    low: AtomicU64,
    /// Held by whoever writes.
    proposing: Mutex<()>,
}

impl Best {
    /// Nothing has been proposed yet.
    pub(crate) fn new() -> Self {
        Best {
            high: AtomicU64::new(u64::MAX),
            low: AtomicU64::new(u64::MAX),
            proposing: Mutex::new(()),
        }
    }

    /// Proposes a rank.
    #[inline]
    pub(crate) fn propose(&self, rank: u128) {
        if self.is_better_than(rank) {
            return;
        }
        let (high, low) = halves(rank);
        let _proposing = lock(&self.proposing);
        // Relaxed: all writers hold the lock.
        let sinks = high < self.high.load(Ordering::Relaxed);
        if sinks {
            // Relaxed: the store to `high` publishes it.
            self.low.store(u64::MAX, Ordering::Relaxed);
            // Release: who sees this `high` no more sees a `low` from before; pairs with `is_better_than`.
            self.high.store(high, Ordering::Release);
        }
        // Relaxed: all writers hold the lock.
        if high == self.high.load(Ordering::Relaxed) {
            // Relaxed: a late reader only loses time.
            self.low.fetch_min(low, Ordering::Relaxed);
        }
    }

    /// Tells whether something better than `rank` has been proposed, as far as this thread has heard.
    ///
    /// The `low` that is read belongs to the `high` that is read or to a lower one, and then the answer is yes in any case.
    #[inline]
    pub(crate) fn is_better_than(&self, rank: u128) -> bool {
        let (high, low) = halves(rank);
        // Acquire: pairs with the Release in `propose`.
        let best = self.high.load(Ordering::Acquire);
        // Relaxed: a late answer only costs time.
        best < high || (best == high && self.low.load(Ordering::Relaxed) < low)
    }
}

/// The upper and the lower word.
fn halves(rank: u128) -> (u64, u64) {
    ((rank >> 64) as u64, rank as u64)
}
