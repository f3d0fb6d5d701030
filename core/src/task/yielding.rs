//! `yield_now` and `yield_local`: one job in between.

use crate::pool::handle::ThreadPool;
use crate::pool::slot::Slot;

/// What a yield did.
///
/// ```
/// let pool = tine::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
/// assert_eq!(pool.install(tine::yield_now), Some(tine::Yield::Idle));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yield {
    /// A job was run.
    Executed,
    /// There was none.
    Idle,
}

/// Runs one job that waits in the calling thread's pool, wherever it is. None outside every pool.
///
/// For loops that wait for something that the pool brings about.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
/// static DONE: AtomicBool = AtomicBool::new(false);
/// let pool = tine::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
/// pool.install(|| {
///     tine::spawn(|| DONE.store(true, Ordering::Release));
///     while !DONE.load(Ordering::Acquire) {
///         tine::yield_now();
///     }
/// });
/// assert_eq!(tine::yield_now(), None);
/// ```
#[inline]
pub fn yield_now() -> Option<Yield> {
    Slot::current().map(|slot| run_one(slot, false))
}

/// Runs one job of the calling thread's own queue. None outside every pool.
///
/// ```
/// let pool = tine::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
/// pool.install(|| {
///     tine::spawn(|| ());
///     assert_eq!(tine::yield_local(), Some(tine::Yield::Executed));
///     assert_eq!(tine::yield_local(), Some(tine::Yield::Idle));
/// });
/// ```
#[inline]
pub fn yield_local() -> Option<Yield> {
    Slot::current().map(|slot| run_one(slot, true))
}

#[inline]
fn run_one(slot: &Slot, only_local: bool) -> Yield {
    let job = if only_local {
        // SAFETY: the slot is the calling thread's.
        unsafe { slot.pop() }
    } else {
        // SAFETY: as above.
        unsafe { slot.any_job() }
    };
    match job {
        Some(job) => {
            // SAFETY: the slot is the calling thread's; found, so executed once.
            unsafe { slot.execute(job) }.fire();
            Yield::Executed
        }
        None => Yield::Idle,
    }
}

impl ThreadPool {
    /// [`yield_now`], if the calling thread works for this pool.
    ///
    /// ```
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    /// assert_eq!(pool.yield_now(), None);
    /// ```
    #[inline]
    pub fn yield_now(&self) -> Option<Yield> {
        self.registry()
            .current_slot()
            .map(|slot| run_one(slot, false))
    }

    /// [`yield_local`], if the calling thread works for this pool.
    ///
    /// ```
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    /// assert_eq!(pool.install(|| pool.yield_local()), Some(tine::Yield::Idle));
    /// ```
    #[inline]
    pub fn yield_local(&self) -> Option<Yield> {
        self.registry()
            .current_slot()
            .map(|slot| run_one(slot, true))
    }
}
