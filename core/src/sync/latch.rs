//! A one-shot event in one word, and a countdown in front of one.
//!
//! | word | meaning | who may write it |
//! |---|---|---|
//! | an index, its tag `OPEN` | not set, nobody sleeps | thief: `mark_taken`; waiter: `try_park_on`; setter |
//! | `thief << 3 \| TAKEN` | as above, and worker `thief` has begun the job | waiter, setter |
//! | address of a [`Parker`] | not set, its thread sleeps or is about to | waiter (takes it back), setter |
//! | `SET` | happened | nobody |
//!
//! The setter's last access to the latch is the exchange that sets it: from then on the waiter may
//! return and its frame may be gone. Only the parker, which is never freed, is touched afterwards.

use crate::base::prim::{AtomicUsize, Ordering};
use crate::sync::parker::Parker;

const SET: usize = 1;
const TAKEN: usize = 2;
const OPEN: usize = 4;
const TAG_BITS: u32 = 3;

/// What the index of a job must have in its lowest three bits, to be kept in a latch.
pub(crate) const INDEX_TAG: u64 = OPEN as u64;
/// From one index to the next.
pub(crate) const INDEX_STEP: u64 = 1 << TAG_BITS;

/// See the module's words.
#[derive(Debug)]
pub(crate) struct Latch {
    word: AtomicUsize,
}

impl Latch {
    /// A latch that is not set.
    pub(crate) fn new() -> Self {
        Self::of_job(INDEX_TAG)
    }

    /// A latch that is not set, of a job that lies at `index` of its owner's deque, or of none and then at
    /// [`INDEX_TAG`]. To keep the index here spares a fork one write and one register.
    #[inline(always)]
    pub(crate) fn of_job(index: u64) -> Self {
        debug_assert_eq!(index % INDEX_STEP, INDEX_TAG);
        Latch {
            word: AtomicUsize::new(index as usize),
        }
    }

    /// Whether it is set; if so, all that the setter did before is visible.
    #[inline(always)]
    pub(crate) fn probe(&self) -> bool {
        // Acquire: pairs with the exchange in `set`.
        self.word.load(Ordering::Acquire) == SET
    }

    /// Whether nobody has begun the job, as far as can be seen without waiting, and it lies just
    /// below `bottom` of its owner's deque. If so: its index.
    #[inline(always)]
    pub(crate) fn untouched_below(&self, bottom: u64) -> Option<u64> {
        // Relaxed: the caller asks what it did itself; what others did is settled by the deque.
        let word = self.word.load(Ordering::Relaxed);
        let newest = bottom - INDEX_STEP;
        if word != newest as usize {
            return None;
        }
        // Equal to `newest`, but does not wait for the last write of `bottom`.
        Some(if usize::BITS >= 64 {
            word as u64
        } else {
            newest
        })
    }

    /// The index of the worker that has begun the job in question, if it has said so.
    pub(crate) fn thief(&self) -> Option<usize> {
        // Relaxed: a hint where to look for work; nothing is read through it.
        let word = self.word.load(Ordering::Relaxed);
        (word & TAKEN != 0).then_some(word >> TAG_BITS)
    }

    /// Notes that worker `thief` has begun the job. No effect on a latch with a sleeper.
    pub(crate) fn mark_taken(&self, thief: usize) {
        // Relaxed: exchanged below; only a hint, see `thief`.
        let open = self.word.load(Ordering::Relaxed);
        if open & OPEN != 0 {
            let taken = thief << TAG_BITS | TAKEN;
            // Relaxed: a hint only; on failure a waiter sleeps already.
            let _ = self
                .word
                .compare_exchange(open, taken, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// Announces that `parker`'s thread is about to sleep. False if the latch is set.
    /// Take it back by [`unpark_from`](Self::unpark_from) before using the latch otherwise.
    #[must_use]
    #[inline]
    pub(crate) fn try_park_on(&self, parker: &'static Parker) -> bool {
        let address = std::ptr::from_ref(parker).expose_provenance();
        // Acquire: the word may be `SET` already; pairs with the AcqRel in `set`.
        let mut word = self.word.load(Ordering::Acquire);
        while word != SET {
            // Release: publishes the parker; pairs with the AcqRel in `set`.
            // Acquire: on failure the word may be `SET`; pairs with the AcqRel in `set`.
            match self
                .word
                .compare_exchange(word, address, Ordering::Release, Ordering::Acquire)
            {
                Ok(_) => return true,
                Err(now) => word = now,
            }
        }
        false
    }

    /// Takes back what [`try_park_on`](Self::try_park_on) announced, unless the latch is set.
    pub(crate) fn unpark_from(&self) {
        // Relaxed: read again by the exchange below.
        let word = self.word.load(Ordering::Relaxed);
        if word != SET {
            // Relaxed: publishes nothing; if it fails the latch is set and `probe` acquires.
            let _ = self
                .word
                .compare_exchange(word, OPEN, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// Sets the latch and wakes its waiter.
    ///
    /// # Safety
    /// 1. `this` points to a latch that stays valid until the waiter sees it set.
    /// 2. It is set once.
    #[inline]
    pub(crate) unsafe fn set(this: *const Self) {
        // SAFETY: obligation 1: nobody has seen it set, since only this call sets it (2).
        let word = unsafe { &(*this).word };
        // Release: publishes the job's result; pairs with the Acquire in `probe`.
        // Acquire: takes the parker; pairs with the Release in `try_park_on`.
        let old = word.swap(SET, Ordering::AcqRel);
        if old & (OPEN | TAKEN) == 0 {
            let parker = std::ptr::with_exposed_provenance::<Parker>(old);
            // SAFETY: a word tagged neither `OPEN` nor `TAKEN` came from `try_park_on`,
            // whose reference is `'static`.
            let parker = unsafe { &*parker };
            // A gate.
            let unpark: fn(&Parker) = Parker::unpark;
            unpark(parker);
        }
    }

    /// Blocks the calling thread until the latch is set. For threads outside every pool.
    pub(crate) fn block_on(&self, parker: &'static Parker) {
        // A gate.
        let park: fn(&Self, &'static Parker) = Self::park_until_set;
        park(self, parker);
    }

    /// The same, behind the gate.
    fn park_until_set(&self, parker: &'static Parker) {
        if self.try_park_on(parker) {
            while !self.probe() {
                parker.park();
            }
        }
    }
}

/// A countdown that sets a latch when it reaches zero.
#[derive(Debug)]
pub(crate) struct CountLatch {
    /// What is still to be done. Zero is final.
    pending: AtomicUsize,
    latch: Latch,
}

impl CountLatch {
    /// A countdown from `pending`, which must not be zero.
    pub(crate) fn new(pending: usize) -> Self {
        CountLatch {
            pending: AtomicUsize::new(pending),
            latch: Latch::new(),
        }
    }

    /// The event to wait for.
    pub(crate) fn latch(&self) -> &Latch {
        &self.latch
    }

    /// One more to wait for. Only while the count is known not to be zero.
    pub(crate) fn increment(&self) {
        // Relaxed: the caller's own pending count keeps it above zero; nothing is published.
        self.pending.fetch_add(1, Ordering::Relaxed);
    }

    /// One less. The last one gets the latch, which it must set, and nothing else may be touched.
    ///
    /// # Safety
    /// 1. `this` points to a countdown that stays valid until its latch is set.
    /// 2. The caller owns one of the counts and gives it up.
    #[must_use]
    pub(crate) unsafe fn decrement(this: *const Self) -> Option<*const Latch> {
        // SAFETY: obligation 1: the latch is not set before the count is zero, and we own one (2).
        let pending = unsafe { &(*this).pending };
        // Release: publishes what this job did; Acquire: the last one takes what all did and
        // passes it on by setting the latch. Pairs with itself.
        if pending.fetch_sub(1, Ordering::AcqRel) == 1 {
            // SAFETY: the latch is not set yet, so the countdown is valid (obligation 1).
            Some(unsafe { &raw const (*this).latch })
        } else {
            None
        }
    }
}
