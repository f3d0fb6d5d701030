//! `wait_all`: until everything that was handed to a pool is done.

use crate::pool::global;
use crate::pool::handle::ThreadPool;
use crate::pool::registry::Registry;
use crate::pool::slot::Slot;
use crate::sync::latch::Latch;
use crate::sync::parker::Parker;

/// Returns when every job and task that was [spawned](crate::spawn()) or submitted before the call, in the calling thread's pool or
/// else the global one, is done. That includes futures which have not ended, and what others have submitted.
///
/// Those submitted meanwhile need not be done, in particular not those that the former submit in turn; though it may wait for
/// some of them. A worker works while it waits, another thread sleeps. Who waits pays: a submission costs a few
/// nanoseconds for the sake of this, the same as if nobody ever waits.
///
/// # Panics
/// If called from inside a job or task of that pool, which would wait for itself. A part of one (the second closure of a
/// [`join`](crate::join), say) that another thread has stolen is not recognised as such, and waits for ever.
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering};
/// static DONE: AtomicU32 = AtomicU32::new(0);
/// for _ in 0..100 {
///     tine::spawn(|| _ = DONE.fetch_add(1, Ordering::Relaxed));
/// }
/// tine::wait_all();
/// assert_eq!(DONE.load(Ordering::Relaxed), 100);
/// ```
#[inline]
pub fn wait_all() {
    global::with_current(wait_in);
}

#[inline]
#[track_caller]
fn wait_in(registry: &Registry) {
    let caller = Slot::current();
    // SAFETY: the slot is the calling thread's.
    let in_task = registry
        .current_slot()
        .is_some_and(|slot| unsafe { slot.is_in_task() });
    assert!(!in_task, "`wait_all` inside a task would wait for itself");
    let latch = Latch::new();
    // SAFETY: this frame stays until the latch is set.
    unsafe { registry.when_all_done(&latch) };
    match caller {
        // SAFETY: the slot is the calling thread's.
        Some(slot) => unsafe { slot.wait_until(&latch) },
        None => latch.block_on(Parker::of_thread()),
    }
}

impl ThreadPool {
    /// [`wait_all`](crate::wait_all()) for this pool.
    ///
    /// # Panics
    /// As [`wait_all`](crate::wait_all()).
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU32, Ordering};
    /// static DONE: AtomicU32 = AtomicU32::new(0);
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    /// for _ in 0..100 {
    ///     pool.spawn(|| _ = DONE.fetch_add(1, Ordering::Relaxed));
    /// }
    /// pool.wait_all();
    /// assert_eq!(DONE.load(Ordering::Relaxed), 100);
    /// ```
    #[inline]
    #[track_caller]
    pub fn wait_all(&self) {
        wait_in(self.registry());
    }
}
