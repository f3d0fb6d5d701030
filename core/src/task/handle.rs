//! `Task`: what holds on to a submitted task.

use crate::job::task::Entry;
use crate::job::task::handle::Handle;
use crate::job::task::notice::{Linked, Notice, Told};
use crate::pool::slot::Slot;
use crate::sync::latch::Latch;
use crate::sync::parker::Parker;
use crate::task::home::{Home, cancelled};
use std::fmt;
use std::future::Future;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::thread;
use std::time::{Duration, Instant};

/// A task that was handed to a pool: the right to its result, and the means to wait for it.
///
/// Made by [`submit`](crate::submit()), [`spawn_future`](crate::spawn_future), [`ThreadPool::submit`](crate::ThreadPool::submit),
/// [`Scope::submit`](crate::Scope::submit), [`then`](Self::then), [`when_all`](crate::when_all()) and
/// [`when_any`](crate::when_any()).
///
/// The result is what a [`std::thread::JoinHandle`] gives: `Ok` with the value, or `Err` with what the task panicked with. A
/// task that was [cancelled](Self::cancel) ends with an `Err` that holds [`Cancelled`](crate::Cancelled). Threads can
/// [`join`](Self::join) a task and async runtimes can `.await` it: a `Task` is a [`Future`] on any of them.
///
/// Dropping a `Task` detaches it, as with threads: it runs all the same, and its value is dropped at its end. If it panics and
/// nobody takes the result, the payload goes to the pool's [panic handler](crate::ThreadPoolBuilder::panic_handler); without one
/// it is dropped after the panic hook has had its say, and the process goes on.
///
/// A task costs 48 bytes and the larger of its closure and its result.
///
/// ```
/// let task = tine::submit(|| 6 * 7);
/// assert_eq!(task.join().unwrap(), 42);
/// ```
#[must_use = "dropping a task detaches it"]
pub struct Task<T> {
    /// None once the result was taken.
    handle: Option<Handle<T, Home>>,
}

/// Until the first look of a pool's thread for something to do, while it waits for a limited time, and from each time that it has
/// found something to the next.
const PEEK_LEAST: Duration = Duration::from_millis(1);
/// The time doubles up to this one while there is nothing, so that a long wait costs next to nothing.
const PEEK_MOST: Duration = Duration::from_millis(16);

impl<T> Task<T> {
    pub(super) fn new(handle: Handle<T, Home>) -> Self {
        Task {
            handle: Some(handle),
        }
    }

    /// A new task, whose entry `go` queues or lets wait; but if its pool has not taken it, it is cancelled.
    pub(super) fn admit(
        (handle, entry): (Handle<T, Home>, Entry<Home>),
        go: impl FnOnce(Entry<Home>),
    ) -> Self {
        if entry.context().is_open() {
            go(entry);
        } else {
            handle.cancel(cancelled);
        }
        Task::new(handle)
    }

    #[track_caller]
    fn handle(&self) -> &Handle<T, Home> {
        match &self.handle {
            Some(handle) => handle,
            None => panic!("a task that has given its result was used again"),
        }
    }

    #[track_caller]
    fn into_handle(mut self) -> Handle<T, Home> {
        match self.handle.take() {
            Some(handle) => handle,
            None => panic!("a task that has given its result was used again"),
        }
    }

    /// # Panics
    /// If the result was taken before.
    pub(super) fn assert_unused(&self) {
        self.handle();
    }

    /// For a task that follows this one, in its pool.
    #[track_caller]
    pub(super) fn next_home(&self) -> Home {
        // SAFETY: the handle is a share in the task.
        unsafe { self.handle().context().another() }
    }

    /// The result of a task that is known to have ended.
    pub(super) fn take(self) -> thread::Result<T> {
        match self.into_handle().try_result() {
            Ok(result) => result,
            Err(_) => unreachable!("the task has ended"),
        }
    }

    /// Leaves word whom to tell of the end; if that has come, tells at once.
    pub(super) fn notify<S: Told>(&mut self, linked: &Arc<Linked<S>>) {
        if let Some(handle) = &mut self.handle {
            let notice = Notice::of_linked(Arc::clone(linked));
            if handle.put_notice(notice).is_err() {
                linked.inner.tell();
            }
        }
    }

    /// Takes that word back, if it was not used yet.
    pub(super) fn take_notice_back(&mut self) {
        if let Some(handle) = &mut self.handle {
            handle.take_notice_back();
        }
    }

    /// Waits for the task and returns its value, or what it panicked with.
    ///
    /// On a thread of the task's own pool a task that has not begun is run right here, so that chains of tasks that join each
    /// other end on any number of threads. If it runs elsewhere, the thread works for it meanwhile, and if there is nothing
    /// that belongs to it, on whatever else the pool has to do: do not hold a lock that such work may want. A thread that
    /// belongs to no pool, or to another one that has nothing to do, sleeps. A task that joins itself waits for ever.
    ///
    /// # Panics
    /// If the result was taken before, by `.await`.
    ///
    /// ```
    /// let good = tine::submit(|| "well");
    /// let bad = tine::submit(|| std::panic::resume_unwind(Box::new("ill")));
    /// assert_eq!(good.join().unwrap(), "well");
    /// assert_eq!(bad.join().unwrap_err().downcast_ref::<&str>(), Some(&"ill"));
    /// ```
    #[track_caller]
    pub fn join(self) -> thread::Result<T> {
        let home = self.handle().context();
        let mut handle = self.into_handle();
        if home.slot().is_some() {
            handle = match handle.try_run() {
                Ok(result) => return result,
                Err(handle) => handle,
            };
        }
        match Slot::current() {
            Some(slot) => work_until_done(slot, &mut handle),
            None => sleep_until_done(&mut handle, None),
        }
        Task::new(handle).take()
    }

    /// The result, if the task has ended; else the task again. Never waits.
    ///
    /// # Panics
    /// If the result was taken before, by `.await`.
    ///
    /// ```
    /// let mut task = tine::submit(|| 6 * 7);
    /// let value = loop {
    ///     match task.try_join() {
    ///         Ok(result) => break result.unwrap(),
    ///         Err(again) => task = again,
    ///     }
    ///     std::thread::yield_now();
    /// };
    /// assert_eq!(value, 42);
    /// ```
    #[track_caller]
    pub fn try_join(self) -> Result<thread::Result<T>, Task<T>> {
        self.into_handle().try_result().map_err(Task::new)
    }

    /// As [`join`](Self::join), but waits for at most `limit`; then gives the task again.
    ///
    /// A thread of a pool works meanwhile: on this task, if that is of its pool and has not begun, else on what its pool has to do. It
    /// cannot leave off in the middle of that, and so may return later. Where there is nothing it sleeps, and looks again after a
    /// millisecond, then less often, at last every 16.
    ///
    /// # Panics
    /// If the result was taken before, by `.await`.
    ///
    /// ```
    /// use std::sync::mpsc::channel;
    /// use std::time::Duration;
    ///
    /// let (sender, receiver) = channel();
    /// let task = tine::submit(move || receiver.recv().unwrap());
    /// let task = task.join_timeout(Duration::from_millis(5)).unwrap_err();
    /// sender.send(7).unwrap();
    /// assert_eq!(task.join().unwrap(), 7);
    /// ```
    #[track_caller]
    pub fn join_timeout(self, limit: Duration) -> Result<thread::Result<T>, Task<T>> {
        // A limit that no clock can tell is none.
        let end = Instant::now().checked_add(limit);
        let home = self.handle().context();
        let mut handle = self.into_handle();
        if home.slot().is_some() && !limit.is_zero() {
            handle = match handle.try_run() {
                Ok(result) => return Ok(result),
                Err(handle) => handle,
            };
        }
        let Some(slot) = Slot::current() else {
            sleep_until_done(&mut handle, end);
            return Task::new(handle).try_join();
        };
        let mut peek = PEEK_LEAST;
        while !handle.is_done() && end.is_none_or(|end| Instant::now() < end) {
            // SAFETY: the slot is the calling thread's.
            match unsafe { slot.any_job() } {
                Some(job) => {
                    // SAFETY: as above; found, so executed once.
                    unsafe { slot.execute(job) }.fire();
                    peek = PEEK_LEAST;
                }
                None => {
                    let look = Instant::now() + peek;
                    sleep_until_done(&mut handle, Some(end.map_or(look, |end| end.min(look))));
                    peek = PEEK_MOST.min(2 * peek);
                }
            }
        }
        Task::new(handle).try_join()
    }

    /// Whether the task has ended: with a value, by a panic, or because it was cancelled.
    ///
    /// ```
    /// let task = tine::submit(|| ());
    /// while !task.is_finished() {
    ///     std::thread::yield_now();
    /// }
    /// assert!(task.try_join().is_ok());
    /// ```
    pub fn is_finished(&self) -> bool {
        self.handle.as_ref().is_none_or(Handle::is_done)
    }

    /// Stops the task if it has not begun. True: that is so, and it never will; its closure is dropped already, and the result
    /// is an `Err` that holds [`Cancelled`](crate::Cancelled). False: it has begun, or has ended.
    ///
    /// A future that has not begun is dropped by its pool, a little later. What waits for this task ([`then`](Self::then)) is
    /// told at once.
    ///
    /// ```
    /// use std::sync::mpsc::channel;
    ///
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    /// let (sender, receiver) = channel();
    /// let first = pool.submit(move || receiver.recv().unwrap());
    /// let second = pool.submit(|| unreachable!());
    /// assert!(second.cancel()); // the only thread is busy
    /// assert!(second.join().unwrap_err().is::<tine::Cancelled>());
    /// sender.send(7).unwrap();
    /// assert_eq!(first.join().unwrap(), 7);
    /// ```
    pub fn cancel(&self) -> bool {
        self.handle
            .as_ref()
            .is_some_and(|handle| handle.cancel(cancelled))
    }
}

/// Works on the calling thread's slot until the task is done.
fn work_until_done<T>(slot: &Slot, handle: &mut Handle<T, Home>) {
    let latch = Latch::new();
    if handle.context().slot().is_some()
        && let Some(runner) = handle.runner()
    {
        latch.mark_taken(runner);
    }
    // SAFETY: this frame stays until the latch is set, or the notice was refused and is gone; nobody else sets it.
    let notice = unsafe { Notice::of_latch(&latch) };
    if handle.put_notice(notice).is_ok() {
        // SAFETY: the slot is the calling thread's.
        unsafe { slot.wait_until(&latch) };
    }
}

/// Sleeps until the task is done, or until `end`. For threads that have no work to do meanwhile.
fn sleep_until_done<T>(handle: &mut Handle<T, Home>, end: Option<Instant>) {
    let parker = Parker::of_thread();
    if handle.put_notice(Notice::of_parker(parker)).is_err() {
        return;
    }
    while !handle.is_done() {
        match end.map(|end| end.checked_duration_since(Instant::now())) {
            None => parker.park(),
            Some(Some(left)) if !left.is_zero() => parker.park_timeout(left),
            Some(_) => {
                handle.take_notice_back();
                return;
            }
        }
    }
}

/// Gives what [`join`](Task::join) gives. Never blocks; the last waker that it was polled with is woken once.
///
/// # Panics
/// If polled again after it was ready.
///
/// ```
/// async fn twice(task: tine::Task<i32>) -> i32 {
///     task.await.unwrap() * 2
/// }
/// let answer = tine::spawn_future(twice(tine::submit(|| 21)));
/// assert_eq!(answer.join().unwrap(), 42);
/// ```
impl<T> Future for Task<T> {
    type Output = thread::Result<T>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<thread::Result<T>> {
        let Some(handle) = &mut self.handle else {
            panic!("a task that has given its result was polled again");
        };
        if !handle.is_done() {
            let notice = Notice::of_waker(context.waker().clone());
            if handle.put_notice(notice).is_ok() {
                return Poll::Pending;
            }
        }
        match self.handle.take() {
            Some(handle) => Poll::Ready(Task::new(handle).take()),
            None => unreachable!("seen above"),
        }
    }
}

// Nothing is pinned: the result is given out by value.
impl<T> Unpin for Task<T> {}

// A panic of the task is part of its result; one beside a handle leaves the task as it was.
impl<T> UnwindSafe for Task<T> {}
impl<T> RefUnwindSafe for Task<T> {}

impl<T> fmt::Debug for Task<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task")
            .field("is_finished", &self.is_finished())
            .finish_non_exhaustive()
    }
}
