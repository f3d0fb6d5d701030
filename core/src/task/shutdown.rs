//! The end of a pool, for those who want to see it.

use crate::pool::handle::ThreadPool;
use std::time::{Duration, Instant};
use std::{error, fmt};

/// What a pool had not finished in time: see [`ThreadPool::shutdown_timeout`].
///
/// ```
/// use std::sync::mpsc::channel;
/// use std::time::Duration;
/// let pool = tine::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
/// let (sender, receiver) = channel::<()>();
/// pool.spawn(move || _ = receiver.recv());
/// let unfinished = pool.shutdown_timeout(Duration::from_millis(1)).unwrap_err();
/// assert_eq!((unfinished.tasks(), unfinished.threads()), (1, 1));
/// drop(sender);
/// pool.shutdown();
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    tasks: usize,
    threads: usize,
}

impl Unfinished {
    /// How many jobs, tasks and calls from outside were not done, be it that they had not begun. A hint: some may have ended
    /// by now.
    ///
    /// ```
    /// # let pool = tine::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    /// let result = pool.shutdown_timeout(std::time::Duration::from_secs(3600));
    /// assert_eq!(result.map_err(|unfinished| unfinished.tasks()), Ok(()));
    /// ```
    #[inline]
    pub fn tasks(&self) -> usize {
        self.tasks
    }

    /// How many threads had not ended. At least 1.
    ///
    /// ```
    /// # let pool = tine::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    /// let result = pool.shutdown_timeout(std::time::Duration::from_secs(3600));
    /// assert_eq!(result.map_err(|unfinished| unfinished.threads()), Ok(()));
    /// ```
    #[inline]
    pub fn threads(&self) -> usize {
        self.threads
    }
}

impl fmt::Display for Unfinished {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unfinished { tasks, threads } = self;
        write!(
            f,
            "the thread pool did not end in time: tasks that were not done: {tasks}, threads that had not ended: {threads}"
        )
    }
}

impl error::Error for Unfinished {}

impl ThreadPool {
    /// Ends the pool: takes nothing more from outside, lets everything that is there finish, and returns when every thread of
    /// the pool has ended.
    ///
    /// What is there may still submit and fork as it needs to. Calls from outside that come too late are told: a submitted task
    /// is cancelled, [`spawn`](Self::spawn), [`install`](Self::install) and the like panic. Calling it again does no harm.
    ///
    /// The calling thread sleeps meanwhile, also if it works for another pool. From inside its own call of
    /// [`in_place_scope`](Self::in_place_scope), which the pool lets finish, it would wait for itself for ever. A future that
    /// waits for something that never comes keeps the pool from its end: see [`shutdown_timeout`](Self::shutdown_timeout).
    ///
    /// # Panics
    /// If called on one of the pool's own threads, which could not end then. The thread of
    /// [`use_current_thread`](crate::ThreadPoolBuilder::use_current_thread) is one of them; from elsewhere it is not waited for.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU32, Ordering};
    /// static DONE: AtomicU32 = AtomicU32::new(0);
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    /// for _ in 0..100 {
    ///     pool.spawn(|| _ = DONE.fetch_add(1, Ordering::Relaxed));
    /// }
    /// pool.shutdown();
    /// assert_eq!(DONE.load(Ordering::Relaxed), 100);
    /// ```
    #[inline]
    #[track_caller]
    pub fn shutdown(&self) {
        let running = self.end(None);
        debug_assert_eq!(running, 0);
    }

    /// As [`shutdown`](Self::shutdown), but returns after `limit` at the latest. Then the pool goes on to finish what it has.
    /// Only destructors of the threads' thread-locals, which run when all else has ended, are waited for beyond the limit.
    ///
    /// # Errors
    /// What could not finish in time.
    ///
    /// # Panics
    /// As [`shutdown`](Self::shutdown).
    ///
    /// ```
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    /// pool.spawn(|| ());
    /// assert_eq!(pool.shutdown_timeout(std::time::Duration::from_secs(3600)), Ok(()));
    /// ```
    #[inline]
    #[track_caller]
    pub fn shutdown_timeout(&self, limit: Duration) -> Result<(), Unfinished> {
        // A limit beyond the clock's end is none.
        match self.end(Instant::now().checked_add(limit)) {
            0 => Ok(()),
            threads => Err(Unfinished {
                tasks: self.registry().unfinished(),
                threads,
            }),
        }
    }

    #[inline]
    #[track_caller]
    fn end(&self, deadline: Option<Instant>) -> usize {
        assert!(
            self.current_thread_index().is_none(),
            "a pool's thread cannot wait for its own end"
        );
        self.registry().close();
        self.registry().exits.wait(deadline)
    }
}
