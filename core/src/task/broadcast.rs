//! `broadcast`: one call on every thread of a pool.

use crate::base::prim::{Mutex, lock};
use crate::base::unwind;
use crate::job::Signal;
use crate::job::shared::SharedJob;
use crate::pool::global;
use crate::pool::handle::ThreadPool;
use crate::pool::registry::Registry;
use crate::pool::slot::Slot;
use crate::sync::latch::CountLatch;
use crate::sync::parker::Parker;
use crate::task::spawn::detached;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// Tells the closure of a broadcast where it runs.
///
/// ```
/// let indices = tine::broadcast(|context| (context.index(), context.num_threads()));
/// let n = tine::current_num_threads();
/// assert_eq!(indices, (0..n).map(|i| (i, n)).collect::<Vec<_>>());
/// ```
pub struct BroadcastContext<'a> {
    slot: &'a Slot,
    // !Send + !Sync: it speaks of the thread that it was made on.
    marker: PhantomData<&'a mut dyn Fn()>,
}

impl BroadcastContext<'_> {
    /// Calls `f` with the context of the calling worker.
    pub(super) fn with<R>(f: impl FnOnce(BroadcastContext<'_>) -> R) -> R {
        match Slot::current() {
            Some(slot) => f(BroadcastContext {
                slot,
                marker: PhantomData,
            }),
            None => unreachable!("jobs run on workers"),
        }
    }

    /// The index of this thread, below [`num_threads`](Self::num_threads).
    ///
    /// ```
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    /// assert_eq!(pool.broadcast(|context| context.index()), [0, 1, 2]);
    /// ```
    #[inline]
    pub fn index(&self) -> usize {
        self.slot.index()
    }

    /// How many threads the broadcast reaches.
    ///
    /// ```
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    /// assert_eq!(pool.broadcast(|context| context.num_threads()), [2, 2]);
    /// ```
    #[inline]
    pub fn num_threads(&self) -> usize {
        self.slot.registry().num_threads()
    }
}

impl fmt::Debug for BroadcastContext<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BroadcastContext")
            .field("index", &self.index())
            .field("num_threads", &self.num_threads())
            .finish()
    }
}

/// Calls `op` once on every thread of the calling thread's pool, or of the global one, and
/// returns the results in the order of the threads' indices.
///
/// Each thread makes the call when its own queue is empty, before it steals from others. If the
/// caller is one of the threads, it makes its own call while it waits. A place that a guest has
/// borrowed (see [`join`](crate::join)) is served by its thread once the guest has left, or by the
/// guest itself if it waits for something meanwhile.
///
/// # Panics
/// If a call does, after all have ended, with the payload of the one with the smallest index. At once if threads of the pool have
/// ended since it was shut down: in an exit handler, or on the thread of
/// [`use_current_thread`](crate::ThreadPoolBuilder::use_current_thread).
///
/// ```
/// use std::sync::atomic::{AtomicUsize, Ordering};
/// let sum = AtomicUsize::new(0);
/// let doubled = tine::broadcast(|context| {
///     sum.fetch_add(context.index(), Ordering::Relaxed);
///     context.index() * 2
/// });
/// assert_eq!(doubled.iter().sum::<usize>(), sum.into_inner() * 2);
/// ```
pub fn broadcast<OP, R>(op: OP) -> Vec<R>
where
    OP: Fn(BroadcastContext<'_>) -> R + Sync,
    R: Send,
{
    global::with_current(|registry| broadcast_in(registry, op))
}

/// Starts a call of `op` on every thread of the calling thread's pool, or of the global one, and
/// returns at once.
///
/// # Panics
/// Panics of `op` go to the pool's [panic handler](crate::ThreadPoolBuilder::panic_handler);
/// without one the process aborts. If threads have ended, as [`broadcast`](crate::broadcast()).
///
/// ```
/// use std::sync::mpsc::channel;
/// let (sender, receiver) = channel();
/// tine::spawn_broadcast(move |context| sender.send(context.index()).unwrap());
/// assert_eq!(receiver.iter().count(), tine::current_num_threads());
/// ```
pub fn spawn_broadcast<OP>(op: OP)
where
    OP: Fn(BroadcastContext<'_>) + Send + Sync + 'static,
{
    global::with_current(|registry| spawn_broadcast_in(registry, op));
}

#[track_caller]
fn broadcast_in<OP, R>(registry: &Registry, op: OP) -> Vec<R>
where
    OP: Fn(BroadcastContext<'_>) -> R + Sync,
    R: Send,
{
    let _visit = registry.visit_all_threads();
    let threads = registry.num_threads();
    let results: Vec<_> = (0..threads).map(|_| Mutex::new(None)).collect();
    let pending = CountLatch::new(threads);
    let job = SharedJob::new(|| {
        BroadcastContext::with(|context| {
            let index = context.index();
            let result = unwind::halt(|| op(context));
            *lock(&results[index]) = Some(result);
        });
        // SAFETY: this frame stays until the latch is set; each of the jobs has one count.
        match unsafe { CountLatch::decrement(&raw const pending) } {
            // SAFETY: as above; the last one alone gets the latch.
            Some(latch) => unsafe { Signal::new(latch) },
            None => Signal::none(),
        }
    });
    // SAFETY: this frame stays until the latch is set, which is after the last execution.
    registry.inject_broadcast((0..threads).map(|_| unsafe { job.as_job_ref() }));
    match Slot::current() {
        // SAFETY: the slot is the calling thread's.
        Some(slot) => unsafe { slot.wait_until(pending.latch()) },
        None => pending.latch().block_on(Parker::of_thread()),
    }
    let mut values = Vec::with_capacity(threads);
    let mut panic = None;
    for slot in results {
        match (slot.into_inner(), &panic) {
            (Ok(Some(Ok(value))), _) => values.push(value),
            (Ok(Some(Err(payload))), None) => panic = Some(payload),
            (Ok(Some(Err(payload))), Some(_)) => unwind::discard(payload),
            _ => unreachable!("every thread has left its result"),
        }
    }
    if let Some(payload) = panic {
        // Dropping the values of others is user code; its panics give way to the first.
        values.into_iter().for_each(unwind::discard);
        unwind::resume(payload);
    }
    values
}

#[track_caller]
fn spawn_broadcast_in<OP>(registry: &Registry, op: OP)
where
    OP: Fn(BroadcastContext<'_>) + Send + Sync + 'static,
{
    // One shutdown lets in all of the jobs or none: some alone would be queued with nobody told.
    let visit = registry.visit_all_threads();
    let op = Arc::new(op);
    registry.inject_broadcast((0..registry.num_threads()).map(|_| {
        let op = Arc::clone(&op);
        detached(registry.begin_task_of(&visit), move || {
            BroadcastContext::with(|context| op(context))
        })
    }));
}

impl ThreadPool {
    /// [`broadcast`](crate::broadcast()) in this pool.
    ///
    /// # Panics
    /// As [`broadcast`](crate::broadcast()).
    ///
    /// ```
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    /// assert_eq!(pool.broadcast(|context| context.index() * 10), [0, 10, 20, 30]);
    /// ```
    pub fn broadcast<OP, R>(&self, op: OP) -> Vec<R>
    where
        OP: Fn(BroadcastContext<'_>) -> R + Sync,
        R: Send,
    {
        broadcast_in(self.registry(), op)
    }

    /// [`spawn_broadcast`](crate::spawn_broadcast()) in this pool.
    ///
    /// ```
    /// use std::sync::mpsc::channel;
    /// let (sender, receiver) = channel();
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    /// pool.spawn_broadcast(move |context| sender.send(context.index()).unwrap());
    /// assert_eq!(receiver.iter().sum::<usize>(), 0 + 1 + 2);
    /// ```
    pub fn spawn_broadcast<OP>(&self, op: OP)
    where
        OP: Fn(BroadcastContext<'_>) + Send + Sync + 'static,
    {
        spawn_broadcast_in(self.registry(), op);
    }
}
