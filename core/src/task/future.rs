//! `spawn_future`: a pool that polls.

use crate::job::task::future;
use crate::pool::global;
use crate::pool::handle::ThreadPool;
use crate::pool::priority::Priority;
use crate::pool::registry::{Registry, unpack};
use crate::task::handle::Task;
use crate::task::home::{self, Home, cancelled};
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

/// Runs a future in the calling thread's pool, or the global one, and returns at once with a handle on it.
///
/// The pool polls the future when it is woken, on any of its threads, and before what else waits. A future that wakes itself
/// while it is polled goes behind what waits. It may wait for anything that wakes it: channels, timers of other crates, other
/// [`Task`]s. A poll that blocks its thread keeps the thread from its pool.
///
/// The task ends with the future's output, or with the payload of a panic. A future that drops its last waker without having
/// ended can never go on: a thread of the pool drops it, and the task ends as [cancelled](crate::Cancelled). A pool stays until
/// its futures have ended.
///
/// Costs two allocations, and none for being woken.
///
/// ```
/// let left = tine::spawn_future(async { 6 });
/// let task = tine::spawn_future(async { left.await.unwrap() * 7 });
/// assert_eq!(task.join().unwrap(), 42);
/// ```
pub fn spawn_future<F>(future: F) -> Task<F::Output>
where
    F: Future<Output: Send + 'static> + Send + 'static,
{
    global::with_current(|registry| spawn_future_in(registry, future))
}

fn spawn_future_in<F>(registry: &Registry, future: F) -> Task<F::Output>
where
    F: Future<Output: Send + 'static> + Send + 'static,
{
    let home = Home::new(registry);
    let queue = |home: Home, job, was_polled: bool| {
        // SAFETY: the task is there until it is queued.
        unsafe { home.resume(job, !was_polled) };
    };
    let (handle, job) = future::new(home, InTask(future), cancelled, queue);
    if home.is_open() {
        // SAFETY: a task may be executed on any thread.
        unsafe { registry.submit(job, Priority::Normal) };
    } else {
        handle.cancel(cancelled);
        // SAFETY: executed once; it drops the future.
        unsafe { job.execute() }.fire();
    }
    Task::new(handle)
}

/// A future whose polls count as parts of a task.
struct InTask<F>(F);

impl<F: Future> Future for InTask<F> {
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        // SAFETY: the future is pinned as its wrapper is, which has no other parts and no drop code.
        let future = unsafe { self.map_unchecked_mut(|this| &mut this.0) };
        unpack(home::run(|| future.poll(context)))
    }
}

impl ThreadPool {
    /// [`spawn_future`] in this pool.
    ///
    /// ```
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    /// let task = pool.spawn_future(async { tine::current_num_threads() });
    /// assert_eq!(task.join().unwrap(), 2);
    /// ```
    pub fn spawn_future<F>(&self, future: F) -> Task<F::Output>
    where
        F: Future<Output: Send + 'static> + Send + 'static,
    {
        spawn_future_in(self.registry(), future)
    }
}
