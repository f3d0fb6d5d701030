//! What keeps a pool alive beside its tasks: its handle, and calls from outside that are not over.

use crate::base::padded::CachePadded;
use crate::base::prim::{AtomicUsize, Condvar, Mutex, Ordering, lock};
use std::fmt;
use std::sync::PoisonError;
use std::thread::{self, JoinHandle, ThreadId};
use std::time::Instant;

/// Set in `Life::reasons`: nothing more is taken from outside.
const CLOSED: usize = 1 << (usize::BITS - 1);

/// Invariant: once `reasons` has become zero, `CLOSED` aside, it stays so.
#[derive(Debug)]
pub(super) struct Life {
    /// The pool's handle, unless it is `CLOSED`, and each call that is not over. Above zero, threads stay.
    reasons: AtomicUsize,
}

impl Life {
    /// A pool with a handle.
    pub(super) fn new() -> Self {
        Life {
            reasons: AtomicUsize::new(1),
        }
    }

    /// One more reason, from outside. False if the pool is closed or has ended.
    #[must_use]
    pub(super) fn enter(&self) -> bool {
        // Relaxed: nothing is read through the count; exchanged below.
        let mut reasons = self.reasons.load(Ordering::Relaxed);
        while reasons != 0 && reasons & CLOSED == 0 {
            // Relaxed: nothing is published; the exchange itself tells whether the pool was open.
            match self.reasons.compare_exchange_weak(
                reasons,
                reasons + 1,
                Ordering::Relaxed,
                Ordering::Relaxed,
            ) {
                Ok(_) => return true,
                Err(now) => reasons = now,
            }
        }
        false
    }

    /// One reason less. True for the last one.
    #[must_use]
    pub(super) fn leave(&self) -> bool {
        // Release: what was done is visible to the last one; Acquire: it sees that. With itself.
        let old = self.reasons.fetch_sub(1, Ordering::AcqRel);
        old & !CLOSED == 1
    }

    /// Closes the pool: its handle is no reason any more. True if there is none left.
    #[must_use]
    pub(super) fn close(&self) -> bool {
        // Relaxed: `leave` below orders what matters.
        let old = self.reasons.fetch_or(CLOSED, Ordering::Relaxed);
        old & CLOSED == 0 && self.leave()
    }

    /// How many calls are not over.
    #[inline]
    pub(super) fn unfinished(&self) -> usize {
        // Relaxed: a number for a report.
        let reasons = self.reasons.load(Ordering::Relaxed);
        let handle = usize::from(reasons & CLOSED == 0);
        (reasons & !CLOSED).saturating_sub(handle)
    }
}

/// What keeps a pool's memory: a count of its tasks' shares, those that workers have in stock included.
#[derive(Debug)]
pub(super) struct Shares(CachePadded<AtomicUsize>);

impl Shares {
    /// None.
    pub(super) fn new() -> Self {
        Shares(CachePadded::new(AtomicUsize::new(0)))
    }

    /// So many more, for a caller who knows the memory to be there. True if there were none.
    #[must_use]
    pub(super) fn add(&self, count: usize) -> bool {
        // Relaxed: nothing is read.
        self.0.fetch_add(count, Ordering::Relaxed) == 0
    }

    /// So many less. True if there are none any more.
    #[must_use]
    pub(super) fn remove(&self, count: usize) -> bool {
        // Release: all that was done with them. Acquire: the last one sees what all did. With itself.
        self.0.fetch_sub(count, Ordering::AcqRel) == count
    }
}

/// A pool's threads, for whoever waits for their end.
#[derive(Default)]
pub(crate) struct Exits {
    threads: Mutex<Threads>,
    changed: Condvar,
}

#[derive(Default)]
struct Threads {
    running: usize,
    /// Of threads that std has made.
    handles: Vec<JoinHandle<()>>,
    /// Threads that have ended their work, and whose handles are with somebody who joins them.
    ending: Vec<ThreadId>,
}

impl Exits {
    /// A thread is about to be started.
    #[inline]
    pub(super) fn expect(&self) {
        lock(&self.threads).running += 1;
    }

    /// A thread that was expected has ended its work, or will never start.
    pub(super) fn report(&self) {
        lock(&self.threads).running -= 1;
        self.changed.notify_all();
    }

    /// To be joined by who waits.
    pub(super) fn keep(&self, handle: JoinHandle<()>) {
        lock(&self.threads).handles.push(handle);
    }

    /// Nobody will wait any more: what ends leaves nothing behind, also if the pool itself stays, as that of a thread that was made
    /// part of it does.
    #[inline]
    pub(super) fn detach(&self) {
        lock(&self.threads).handles.clear();
    }

    /// Blocks until all threads have ended, or until `deadline`; says how many have not. One of them does not wait for itself.
    #[inline]
    pub(crate) fn wait(&self, deadline: Option<Instant>) -> usize {
        let own = thread::current().id();
        let mut threads = lock(&self.threads);
        while let left @ 1.. = threads.left(own) {
            threads = match deadline {
                None => self.changed.wait(threads),
                Some(deadline) => {
                    let time = deadline.saturating_duration_since(Instant::now());
                    if time.is_zero() {
                        return left;
                    }
                    let woken = self.changed.wait_timeout(threads, time);
                    Ok(woken.unwrap_or_else(PoisonError::into_inner).0)
                }
            }
            .unwrap_or_else(PoisonError::into_inner);
        }
        let handles = std::mem::take(&mut threads.handles);
        if handles.is_empty() {
            return 0;
        }
        threads.ending = handles.iter().map(|handle| handle.thread().id()).collect();
        drop(threads);
        for handle in handles {
            // It is the caller's own where that is a destructor of a thread-local.
            if handle.thread().id() != own {
                // A pool's thread passes on no panic.
                let _ = handle.join();
            }
        }
        lock(&self.threads).ending.clear();
        self.changed.notify_all();
        0
    }
}

impl Threads {
    /// How many threads a caller on thread `own` has to wait for.
    #[inline]
    fn left(&self, own: ThreadId) -> usize {
        match self.running {
            0 if self.ending.contains(&own) => 0,
            0 => self.ending.len(),
            running => running,
        }
    }
}

impl fmt::Debug for Exits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exits").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::Life;

    #[test]
    fn a_closed_pool_ends_with_its_last_reason() {
        let life = Life::new();
        assert!(life.enter());
        assert!(life.enter());
        assert_eq!(life.unfinished(), 2);
        assert!(!life.close());
        assert!(!life.close(), "the handle counts once");
        assert!(!life.enter());
        assert_eq!(life.unfinished(), 2);
        assert!(!life.leave());
        assert!(life.leave());
        assert_eq!(life.unfinished(), 0);
        assert!(!life.enter());
    }

    #[test]
    fn a_dropped_handle_is_the_last_reason() {
        let life = Life::new();
        assert!(life.enter());
        assert!(!life.leave());
        assert!(life.leave());
        assert!(!life.enter(), "what has ended does not begin again");
    }
}
