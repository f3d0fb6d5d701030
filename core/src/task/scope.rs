//! `scope`: any number of jobs that may borrow, and an end that waits for all of them.

use crate::base::prim::{AtomicPtr, Ordering};
use crate::base::unwind::{self, Payload};
use crate::job::heap::HeapJob;
use crate::job::{JobRef, Signal};
use crate::pool::global;
use crate::pool::handle::ThreadPool;
use crate::pool::registry::Registry;
use crate::pool::slot::Slot;
use crate::sync::latch::CountLatch;
use crate::task::broadcast::BroadcastContext;
use crate::task::cancel::CancelToken;
use std::fmt;
use std::marker::PhantomData;
use std::ptr::{self, NonNull};
use std::sync::Arc;

/// Where jobs can be spawned that end before the [`scope`](scope()) does.
///
/// Jobs may borrow whatever lives longer than the scope, and may spawn more of their kind.
///
/// ```
/// let mut parts = [1, 2, 3];
/// tine::scope(|s| {
///     for part in &mut parts {
///         s.spawn(move |_| *part *= 10);
///     }
/// });
/// assert_eq!(parts, [10, 20, 30]);
/// ```
pub struct Scope<'scope> {
    pub(super) base: ScopeBase<'scope>,
}

/// What both kinds of scope have.
pub(super) struct ScopeBase<'scope> {
    registry: Arc<Registry>,
    /// The first panic, boxed once more to fit a word; null if none.
    panic: AtomicPtr<Payload>,
    /// Counts the jobs and the scope's own body.
    pending: CountLatch,
    /// Once it is cancelled, jobs that have not begun are dropped.
    token: Option<CancelToken>,
    /// Jobs are handed a `&Scope<'scope>`: invariant in `'scope`.
    #[allow(clippy::type_complexity)]
    marker: PhantomData<Box<dyn FnOnce(&Scope<'scope>) + Send + Sync + 'scope>>,
}

/// Creates a scope, runs `op` in it, and returns when `op` and all jobs of the scope have ended.
///
/// `op` runs in the calling thread's pool; a thread outside every pool takes part as described at
/// [`join`](crate::join). Of the jobs that a worker spawns, it runs the newest first; others steal
/// the oldest. While the end waits it works on the scope's own jobs first.
///
/// # Panics
/// If `op` or a job does, with the first payload, after all jobs have ended.
///
/// ```
/// let mut counter = 0;
/// tine::scope(|s| s.spawn(|s| s.spawn(|_| counter += 1)));
/// assert_eq!(counter, 1);
/// ```
pub fn scope<'scope, OP, R>(op: OP) -> R
where
    OP: FnOnce(&Scope<'scope>) -> R + Send,
    R: Send,
{
    global::in_pool(|_| {
        let scope = Scope::<'scope>::new(Slot::current(), None);
        scope.base.complete(|| op(&scope))
    })
}

/// As [`scope`](scope()), but `op` runs on the calling thread, whatever that is, and need not be `Send`.
/// The jobs run in the calling thread's pool, or the global one.
///
/// # Panics
/// As [`scope`](scope()).
///
/// ```
/// let here = std::thread::current().id();
/// let value = std::cell::Cell::new(0); // not `Sync`, yet usable here
/// tine::in_place_scope(|s| {
///     s.spawn(|_| ());
///     assert_eq!(std::thread::current().id(), here);
///     value.set(1);
/// });
/// assert_eq!(value.get(), 1);
/// ```
pub fn in_place_scope<'scope, OP, R>(op: OP) -> R
where
    OP: FnOnce(&Scope<'scope>) -> R,
{
    let scope = Scope::<'scope>::new(Slot::current(), None);
    scope.base.complete(|| op(&scope))
}

impl<'scope> Scope<'scope> {
    #[inline]
    fn new(owner: Option<&Slot>, registry: Option<&Registry>) -> Self {
        Scope {
            base: ScopeBase::new(owner, registry),
        }
    }

    /// Runs `op` in a scope whose jobs `token` can call off, and waits for them. In a pool.
    pub(super) fn run_with<R>(token: &CancelToken, op: impl FnOnce(&Self) -> R) -> R {
        let mut scope = Self::new(Slot::current(), None);
        scope.base.token = Some(token.clone());
        scope.base.complete(|| op(&scope))
    }

    /// Whether the token of [`scope_with`](crate::scope_with) is cancelled; never in a scope without one.
    ///
    /// ```
    /// let token = tine::CancelToken::new();
    /// tine::scope_with(&token, |s| s.spawn(|s| {
    ///     assert!(!s.is_cancelled());
    ///     token.cancel();
    ///     assert!(s.is_cancelled());
    /// }));
    /// ```
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.base.is_cancelled()
    }

    /// Starts a job in the scope and returns at once. The job may spawn more, through its argument.
    ///
    /// Costs one block of memory, as [`spawn`](crate::spawn()) says.
    ///
    /// ```
    /// let mut value = None;
    /// tine::scope(|s| s.spawn(|_| value = Some(22)));
    /// assert_eq!(value, Some(22));
    /// ```
    pub fn spawn<BODY>(&self, body: BODY)
    where
        BODY: FnOnce(&Scope<'scope>) + Send + 'scope,
    {
        let this = Borrowed::new(self);
        let job = self.base.job(move || body(this.get()));
        // SAFETY: the scope ends after the job, and what the job borrows outlives the scope.
        unsafe { self.base.registry.push_or_inject(job) };
    }

    /// Starts a job on every thread of the pool and returns at once.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    /// let count = AtomicUsize::new(0);
    /// tine::scope(|s| s.spawn_broadcast(|_, _| { count.fetch_add(1, Ordering::Relaxed); }));
    /// assert_eq!(count.into_inner(), tine::current_num_threads());
    /// ```
    pub fn spawn_broadcast<BODY>(&self, body: BODY)
    where
        BODY: Fn(&Scope<'scope>, BroadcastContext<'_>) + Send + Sync + 'scope,
    {
        let this = Borrowed::new(self);
        self.base
            .spawn_broadcast(move |context| body(this.get(), context));
    }
}

impl<'scope> ScopeBase<'scope> {
    /// For a scope whose body runs on the owner of slot `owner`, and whose jobs run in `registry`,
    /// or in the owner's pool, or in the global one.
    #[inline]
    pub(super) fn new(owner: Option<&Slot>, registry: Option<&Registry>) -> Self {
        let registry = match (registry, owner) {
            (Some(registry), _) => registry.arc(),
            (None, Some(slot)) => slot.registry().arc(),
            (None, None) => global::global().arc(),
        };
        ScopeBase {
            registry,
            panic: AtomicPtr::new(ptr::null_mut()),
            pending: CountLatch::new(1),
            token: None,
            marker: PhantomData,
        }
    }

    #[inline]
    fn is_cancelled(&self) -> bool {
        self.token.as_ref().is_some_and(CancelToken::is_cancelled)
    }

    /// Where the jobs run.
    #[inline]
    pub(super) fn registry(&self) -> &Registry {
        &self.registry
    }

    /// A job of this scope, counted.
    pub(super) fn job<F>(&self, func: F) -> JobRef
    where
        F: FnOnce() + Send + 'scope,
    {
        let this = self.count();
        let run = move || {
            let this = this.get();
            let result = unwind::halt(|| {
                if this.is_cancelled() {
                    drop(func);
                } else {
                    func();
                }
            });
            this.finish(result)
        };
        // SAFETY: `'scope` outlives the scope, whose end waits for the count above.
        unsafe { HeapJob::into_job_ref(run) }
    }

    /// Counts a thing that the scope's end waits for; [`finish`](Self::finish) tells of its end.
    #[inline]
    pub(super) fn count(&self) -> Borrowed<Self> {
        self.pending.increment();
        Borrowed::new(self)
    }

    /// One job on every thread.
    pub(super) fn spawn_broadcast<F>(&self, func: F)
    where
        F: Fn(BroadcastContext<'_>) + Send + Sync + 'scope,
    {
        self.registry.assert_all_threads();
        let func = Arc::new(func);
        let jobs = (0..self.registry.num_threads()).map(|_| {
            let func = Arc::clone(&func);
            self.job(move || BroadcastContext::with(|context| func(context)))
        });
        self.registry.inject_broadcast(jobs);
    }

    /// Notes how a counted thing ended. The last one's signal ends the scope.
    pub(super) fn finish<T>(&self, result: Result<T, Payload>) -> Signal {
        if let Err(payload) = result {
            self.keep_panic(payload);
        }
        // SAFETY: the scope stays until its latch is set; the caller gives up the one count that
        // it was made with.
        let last = unsafe { CountLatch::decrement(&raw const self.pending) };
        match last {
            // SAFETY: as above; the last one alone gets the latch.
            Some(latch) => unsafe { Signal::new(latch) },
            None => Signal::none(),
        }
    }

    #[inline]
    pub(super) fn keep_panic(&self, payload: Payload) {
        let payload = Box::into_raw(Box::new(payload));
        // Release: publishes the box; pairs with the Acquire in `complete`. Relaxed: on failure
        // there is an earlier one, and nothing of it is read.
        let kept = self.panic.compare_exchange(
            ptr::null_mut(),
            payload,
            Ordering::Release,
            Ordering::Relaxed,
        );
        if kept.is_err() {
            // SAFETY: made by `into_raw` above, and nobody else has it.
            let payload = unsafe { Box::from_raw(payload) };
            unwind::discard(payload);
        }
    }

    /// Runs the body, waits for the jobs, and passes on the first panic.
    pub(super) fn complete<R>(&self, body: impl FnOnce() -> R) -> R {
        let slot = Slot::current();
        // SAFETY: the slot is the calling thread's.
        let mark = slot.map_or(0, |slot| unsafe { slot.mark() });
        let result = match unwind::halt(body) {
            Ok(value) => Some(value),
            Err(payload) => {
                self.keep_panic(payload);
                None
            }
        };
        self.finish::<()>(Ok(())).fire();
        let latch = self.pending.latch();
        match slot {
            // SAFETY: the slot is the calling thread's.
            Some(slot) => unsafe { slot.wait_above(latch, mark) },
            None => self.registry.block_on(latch),
        }
        // Acquire: pairs with the Release in `keep_panic`.
        let panic = self.panic.swap(ptr::null_mut(), Ordering::Acquire);
        if !panic.is_null() {
            // SAFETY: made by `into_raw` in `keep_panic`, taken out once.
            let payload = unsafe { Box::from_raw(panic) };
            // Dropping the body's value is user code; its panic gives way to the first.
            unwind::discard(result);
            unwind::resume(*payload);
        }
        match result {
            Some(value) => value,
            None => unreachable!("a body without a value has left a panic"),
        }
    }
}

/// A reference that a job may carry although its lifetime cannot be named.
pub(super) struct Borrowed<T>(NonNull<T>);

// SAFETY: as a shared reference: both kinds of scope, and what is in them, are `Sync`.
unsafe impl<T: Sync> Send for Borrowed<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Borrowed<T> {}

impl<T> Clone for Borrowed<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Borrowed<T> {}

impl<T> Borrowed<T> {
    /// Of a scope, or of its base, for the scope's own counted jobs.
    pub(super) fn new(target: &T) -> Self {
        Borrowed(NonNull::from(target))
    }

    pub(super) fn get(&self) -> &T {
        // SAFETY: only jobs that a scope counts carry one, and the scope stays until they end.
        unsafe { self.0.as_ref() }
    }
}

impl fmt::Debug for Scope<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Scope").field(&self.base).finish()
    }
}

impl fmt::Debug for ScopeBase<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScopeBase")
            .field("pending", &self.pending)
            .finish_non_exhaustive()
    }
}

impl ThreadPool {
    /// [`scope`](crate::scope()) on one of the pool's own threads.
    ///
    /// # Panics
    /// As [`scope`](crate::scope()).
    ///
    /// ```
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    /// let mut value = 0;
    /// pool.scope(|s| s.spawn(|_| value = 1));
    /// assert_eq!(value, 1);
    /// ```
    pub fn scope<'scope, OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce(&Scope<'scope>) -> R + Send,
        R: Send,
    {
        self.install(|| scope(op))
    }

    /// [`in_place_scope`] with the jobs in this pool.
    ///
    /// # Panics
    /// As [`scope`](crate::scope()).
    ///
    /// ```
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    /// let mut index = None;
    /// pool.in_place_scope(|s| s.spawn(|_| index = tine::current_thread_index()));
    /// assert!(index.is_some());
    /// ```
    pub fn in_place_scope<'scope, OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce(&Scope<'scope>) -> R,
    {
        let _visit = self.registry().visit();
        let scope = Scope::<'scope>::new(None, Some(self.registry()));
        scope.base.complete(|| op(&scope))
    }
}
