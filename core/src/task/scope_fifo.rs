//! `scope_fifo`: a scope whose jobs each worker runs in the order in which it spawned them.

use crate::pool::global;
use crate::pool::handle::ThreadPool;
use crate::pool::registry::Registry;
use crate::pool::slot::{JobFifo, Slot};
use crate::task::broadcast::BroadcastContext;
use crate::task::scope::{Borrowed, ScopeBase};
use std::fmt;

/// As [`Scope`](crate::Scope), for [`scope_fifo`](scope_fifo()).
///
/// ```
/// use std::sync::Mutex;
/// let order = Mutex::new(Vec::new());
/// let pool = tine::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
/// pool.scope_fifo(|s| {
///     for i in 0..3 {
///         let order = &order;
///         s.spawn_fifo(move |_| order.lock().unwrap().push(i));
///     }
/// });
/// assert_eq!(order.into_inner().unwrap(), [0, 1, 2]);
/// ```
pub struct ScopeFifo<'scope> {
    base: ScopeBase<'scope>,
    /// One order per worker.
    fifos: Vec<JobFifo>,
}

/// As [`scope`](crate::scope()), but of the jobs that a worker spawns it runs the oldest first.
///
/// # Panics
/// As [`scope`](crate::scope()).
///
/// ```
/// let mut counter = 0;
/// tine::scope_fifo(|s| s.spawn_fifo(|s| s.spawn_fifo(|_| counter += 1)));
/// assert_eq!(counter, 1);
/// ```
pub fn scope_fifo<'scope, OP, R>(op: OP) -> R
where
    OP: FnOnce(&ScopeFifo<'scope>) -> R + Send,
    R: Send,
{
    global::in_pool(|_| {
        let scope = ScopeFifo::<'scope>::new(Slot::current(), None);
        scope.base.complete(|| op(&scope))
    })
}

/// As [`scope_fifo`](scope_fifo()), but `op` runs on the calling thread and need not be `Send`.
///
/// # Panics
/// As [`scope`](crate::scope()).
///
/// ```
/// let mut value = 0;
/// tine::in_place_scope_fifo(|s| s.spawn_fifo(|_| value = 1));
/// assert_eq!(value, 1);
/// ```
pub fn in_place_scope_fifo<'scope, OP, R>(op: OP) -> R
where
    OP: FnOnce(&ScopeFifo<'scope>) -> R,
{
    let scope = ScopeFifo::<'scope>::new(Slot::current(), None);
    scope.base.complete(|| op(&scope))
}

impl<'scope> ScopeFifo<'scope> {
    #[inline]
    fn new(owner: Option<&Slot>, registry: Option<&Registry>) -> Self {
        let base = ScopeBase::new(owner, registry);
        let fifos = (0..base.registry().num_threads())
            .map(|_| JobFifo::new())
            .collect();
        ScopeFifo { base, fifos }
    }

    /// Starts a job in the scope and returns at once. The job may spawn more, through its argument.
    ///
    /// Costs one block of memory, as [`spawn`](crate::spawn()) says.
    ///
    /// ```
    /// let mut value = None;
    /// tine::scope_fifo(|s| s.spawn_fifo(|_| value = Some(22)));
    /// assert_eq!(value, Some(22));
    /// ```
    pub fn spawn_fifo<BODY>(&self, body: BODY)
    where
        BODY: FnOnce(&ScopeFifo<'scope>) + Send + 'scope,
    {
        let this = Borrowed::new(self);
        let job = self.base.job(move || body(this.get()));
        let registry = self.base.registry();
        match registry.current_slot() {
            Some(slot) => {
                // SAFETY: the scope, and so `fifos`, stays until its jobs have ended, and there
                // are as many tickets as jobs.
                let ticket = unsafe { self.fifos[slot.index()].push(job) };
                // SAFETY: the slot is the calling thread's.
                unsafe { slot.push(ticket) };
            }
            None => registry.inject(job, true),
        }
    }

    /// Starts a job on every thread of the pool and returns at once.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    /// let count = AtomicUsize::new(0);
    /// tine::scope_fifo(|s| s.spawn_broadcast(|_, _| { count.fetch_add(1, Ordering::Relaxed); }));
    /// assert_eq!(count.into_inner(), tine::current_num_threads());
    /// ```
    pub fn spawn_broadcast<BODY>(&self, body: BODY)
    where
        BODY: Fn(&ScopeFifo<'scope>, BroadcastContext<'_>) + Send + Sync + 'scope,
    {
        let this = Borrowed::new(self);
        self.base
            .spawn_broadcast(move |context| body(this.get(), context));
    }
}

impl fmt::Debug for ScopeFifo<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ScopeFifo").field(&self.base).finish()
    }
}

impl ThreadPool {
    /// [`scope_fifo`](crate::scope_fifo()) on one of the pool's own threads.
    ///
    /// # Panics
    /// As [`scope`](crate::scope()).
    ///
    /// ```
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    /// let mut value = 0;
    /// pool.scope_fifo(|s| s.spawn_fifo(|_| value = 1));
    /// assert_eq!(value, 1);
    /// ```
    pub fn scope_fifo<'scope, OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce(&ScopeFifo<'scope>) -> R + Send,
        R: Send,
    {
        self.install(|| scope_fifo(op))
    }

    /// [`in_place_scope_fifo`] with the jobs in this pool.
    ///
    /// # Panics
    /// As [`scope`](crate::scope()).
    ///
    /// ```
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    /// let mut value = 0;
    /// pool.in_place_scope_fifo(|s| s.spawn_fifo(|_| value = 1));
    /// assert_eq!(value, 1);
    /// ```
    pub fn in_place_scope_fifo<'scope, OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce(&ScopeFifo<'scope>) -> R,
    {
        let _visit = self.registry().visit();
        let scope = ScopeFifo::<'scope>::new(None, Some(self.registry()));
        scope.base.complete(|| op(&scope))
    }
}
