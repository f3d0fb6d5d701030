//! A binary semaphore that one thread sleeps on and any thread may signal.
//!
//! Parkers are never freed: a thread borrows one for its life ([`Parker::obtain`]) and gives it
//! back at its end. So a thread that is about to signal may do so long after the sleeper is gone;
//! at worst the next borrower wakes once for nothing, which every user of [`Parker::park`] allows.
//! Memory stays bounded by the greatest number of threads that ever lived at once.

use crate::base::prim::{AtomicU32, Condvar, Mutex, Ordering, lock};
use crate::sync::placement::Placement;
use std::sync::PoisonError;
use std::time::Duration;

const EMPTY: u32 = 0;
const PARKED: u32 = 1;
const TOKEN: u32 = 2;

/// See the module's words. Aligned so that its address leaves low bits free for tags.
#[repr(align(64))]
pub(crate) struct Parker {
    /// `EMPTY`, `PARKED` (its thread sleeps or is about to), `TOKEN` (a signal waits).
    state: AtomicU32,
    lock: Mutex<()>,
    signal: Condvar,
    /// On which processor the thread wakes.
    pub(crate) placement: Placement,
}

impl Parker {
    /// A parker without a token.
    pub(crate) fn new() -> Self {
        Parker {
            state: AtomicU32::new(EMPTY),
            lock: Mutex::new(()),
            signal: Condvar::new(),
            placement: Placement::new(),
        }
    }

    /// Sleeps until a token is there and takes it. May also return without one.
    pub(crate) fn park(&self) {
        self.sleep(None);
    }

    /// As [`park`](Self::park), for at most `limit` (which a model has no notion of).
    pub(crate) fn park_timeout(&self, limit: Duration) {
        self.sleep(Some(limit));
    }

    fn sleep(&self, limit: Option<Duration>) {
        // Acquire: takes what the signaller wrote; pairs with the Release in `unpark`.
        if self.state.swap(EMPTY, Ordering::Acquire) == TOKEN {
            return;
        }
        let guard = lock(&self.lock);
        // Acquire: on failure a token came in between; pairs with the Release in `unpark`.
        // Relaxed: on success nothing is published; the lock orders us with `unpark`.
        let parked =
            self.state
                .compare_exchange(EMPTY, PARKED, Ordering::Relaxed, Ordering::Acquire);
        if parked.is_ok() {
            match limit {
                None => {
                    let woken = self.signal.wait(guard);
                    drop(woken.unwrap_or_else(PoisonError::into_inner));
                }
                Some(limit) => {
                    let woken = self.signal.wait_timeout(guard, limit);
                    drop(woken.unwrap_or_else(PoisonError::into_inner));
                }
            }
        }
        // Acquire: pairs with the Release in `unpark`.
        self.state.swap(EMPTY, Ordering::Acquire);
    }

    /// Leaves a token and wakes the sleeper if there is one. Tokens do not add up.
    #[inline(never)]
    pub(crate) fn unpark(&self) {
        // Release: publishes the reason for the wake; pairs with the Acquires in `sleep`.
        if self.state.swap(TOKEN, Ordering::Release) == PARKED {
            // Between its exchange and its wait the sleeper holds the lock.
            drop(lock(&self.lock));
            self.signal.notify_one();
        }
    }
}

#[cfg(not(loom))]
mod lending {
    //! The free list behind [`Parker::obtain`].

    use super::Parker;
    use crate::base::prim::{Mutex, lock};

    static FREE: Mutex<Vec<&'static Parker>> = Mutex::new(Vec::new());

    /// A thread's claim on a parker; gives it back when dropped.
    pub(crate) struct Lent(&'static Parker);

    impl Parker {
        /// A parker for the calling thread, to keep for its life.
        pub(crate) fn obtain() -> Lent {
            let reused = lock(&FREE).pop();
            Lent(reused.unwrap_or_else(|| Box::leak(Box::new(Parker::new()))))
        }

        /// The calling thread's own parker. While the thread is being torn down, and its own is given back already, another
        /// one for the rest of that.
        #[inline(never)]
        pub(crate) fn of_thread() -> &'static Parker {
            thread_local! {
                static OWN: Lent = Parker::obtain();
                static LATE: Lent = Parker::obtain();
            }
            OWN.try_with(|lent| lent.0)
                .or_else(|_| LATE.try_with(|lent| lent.0))
                .unwrap_or_else(|_| Box::leak(Box::new(Parker::new())))
        }
    }

    impl Drop for Lent {
        fn drop(&mut self) {
            lock(&FREE).push(self.0);
        }
    }
}
