//! A pool of one's own. Its verbs live with the verbs, in `task`.

use crate::pool::config::MAX_THREADS;
use crate::pool::global;
use crate::pool::registry::Registry;
use crate::pool::slot::Slot;
use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

/// A pool of threads apart from the global one. Made by
/// [`ThreadPoolBuilder`](crate::ThreadPoolBuilder).
///
/// Inside [`install`](Self::install) and the other calls that run code in the pool, all of tine's
/// functions use this pool instead of the global one. Dropping the handle tells the threads to
/// end when their work is done, and does not wait for them; [`shutdown`](Self::shutdown) does.
///
/// ```
/// let pool = tine::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
/// let (a, b) = pool.install(|| tine::join(|| 1, || tine::current_num_threads()));
/// assert_eq!((a, b), (1, 2));
/// ```
pub struct ThreadPool {
    registry: Arc<Registry>,
}

impl ThreadPool {
    pub(super) fn over(registry: Arc<Registry>) -> Self {
        ThreadPool { registry }
    }

    /// What the pool's workers share.
    pub(crate) fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Runs `op` on one of the pool's own threads and returns what it returns.
    ///
    /// From outside every pool the calling thread blocks meanwhile; from a thread of this pool
    /// `op` is simply called; from another pool's thread, that thread works for its own pool while
    /// it waits: first on what comes in from outside, which `op` may be waiting for, and then on anything, so that a closure may run there which has
    /// nothing to do with the call. In more than eight such calls within each other it does the second only after some milliseconds, that its stack may not overflow.
    /// Thread-locals of the caller are not seen by `op`.
    ///
    /// # Panics
    /// If `op` does.
    ///
    /// ```
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    /// assert_eq!(pool.install(tine::current_num_threads), 3);
    /// ```
    pub fn install<OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce() -> R + Send,
        R: Send,
    {
        self.registry.in_worker(|_| op())
    }

    /// How many threads the pool has.
    ///
    /// ```
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    /// assert_eq!(pool.current_num_threads(), 4);
    /// ```
    pub fn current_num_threads(&self) -> usize {
        self.registry.num_threads()
    }

    /// The calling thread's index in this pool, below
    /// [`current_num_threads`](Self::current_num_threads); none if it works for another or none.
    ///
    /// ```
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    /// assert_eq!(pool.current_thread_index(), None);
    /// assert_eq!(pool.install(|| pool.current_thread_index()), Some(0));
    /// ```
    pub fn current_thread_index(&self) -> Option<usize> {
        self.registry.current_slot().map(Slot::index)
    }

    /// Whether the calling thread's own queue holds jobs that nobody has begun; none if it does
    /// not work for this pool. A hint: others may take them at any time.
    ///
    /// ```
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    /// assert_eq!(pool.current_thread_has_pending_tasks(), None);
    /// pool.install(|| {
    ///     assert_eq!(pool.current_thread_has_pending_tasks(), Some(false));
    ///     tine::spawn(|| ());
    ///     assert_eq!(pool.current_thread_has_pending_tasks(), Some(true));
    /// });
    /// ```
    pub fn current_thread_has_pending_tasks(&self) -> Option<bool> {
        self.registry.current_slot().map(Slot::has_pending)
    }
}

impl Drop for ThreadPool {
    #[inline]
    fn drop(&mut self) {
        self.registry.close();
        self.registry.exits.detach();
    }
}

// A panic of what runs in a pool goes to whoever waits for it; the pool is whole afterwards.
impl UnwindSafe for ThreadPool {}
impl RefUnwindSafe for ThreadPool {}

impl fmt::Debug for ThreadPool {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ThreadPool")
            .field("num_threads", &self.current_num_threads())
            .finish_non_exhaustive()
    }
}

/// How many threads the calling thread's pool has; outside every pool, the global one, which is
/// started if need be.
///
/// ```
/// assert!(tine::current_num_threads() >= 1);
/// ```
pub fn current_num_threads() -> usize {
    global::with_current(Registry::num_threads)
}

/// The calling thread's index in its pool, below [`current_num_threads`] and different from that of
/// every other thread that works for the pool at the time; none outside every pool.
///
/// ```
/// assert_eq!(tine::current_thread_index(), None);
/// let (a, b) = tine::join(tine::current_thread_index, tine::current_thread_index);
/// assert!(a.is_some() && b.is_some());
/// ```
pub fn current_thread_index() -> Option<usize> {
    Slot::current().map(Slot::index)
}

/// Whether the calling thread's own queue holds jobs that nobody has begun; none outside every
/// pool. A hint: others may take them at any time.
///
/// ```
/// assert_eq!(tine::current_thread_has_pending_tasks(), None);
/// ```
pub fn current_thread_has_pending_tasks() -> Option<bool> {
    Slot::current().map(Slot::has_pending)
}

/// The most threads a pool can have: 65,535 where addresses have 64 bits, else 255.
///
/// ```
/// assert!(tine::max_num_threads() >= 255);
/// ```
pub fn max_num_threads() -> usize {
    MAX_THREADS
}
