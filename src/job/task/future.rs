//! The task that polls a future. The crate `async-task` keeps the future and tells when it wants to be polled; its [`Runnable`],
//! of which there is one at a time, waits in the task's own memory, so that a queue holds a word that begins with a header.
//!
//! Three shares: the handle's, that of the [`Driver`] around the future, and that of the function which wakers call.

use super::handle::Handle;
use super::state::Snapshot;
use super::{Context, Core, Entry, Kind, Outcome};
use crate::base::unwind::{self, AbortOnUnwind, Payload};
use crate::job::{JobHeader, JobRef, Signal, executor};
use async_task::{Runnable, ScheduleInfo, WithInfo};
use std::cell::UnsafeCell;
use std::future::Future;
use std::mem::{self, MaybeUninit};
use std::pin::Pin;
use std::ptr::NonNull;
use std::task::{Poll, ready};

/// See the module's words.
#[repr(C)]
struct FutureTask<C: Context, T> {
    core: Core<C>,
    /// Belongs to who schedules the future until it has queued the task, then to who executes it.
    runnable: UnsafeCell<Option<Runnable>>,
    /// See the table in the module `task`. The body is the future, which the driver has.
    result: UnsafeCell<MaybeUninit<Outcome<T>>>,
}

/// A task that polls `future`, and a job that does so for the first time. When it has been woken, `queue` is called with a job
/// that polls it again, and told whether that happened while it was being polled. A future that can never be woken again
/// ends with what `forsaken` returns.
pub(crate) fn new<C, F, Q>(
    context: C,
    future: F,
    forsaken: fn() -> Payload,
    queue: Q,
) -> (Handle<F::Output, C>, JobRef)
where
    C: Context,
    F: Future<Output: Send + 'static> + Send + 'static,
    Q: Fn(JobRef, bool) + Send + Sync + 'static,
{
    let task = Box::new(FutureTask::<C, F::Output> {
        core: Core::new(
            JobHeader::new(FutureTask::<C, F::Output>::execute),
            &FutureTask::<C, F::Output>::KIND,
            context,
            Snapshot::fresh(false, 3),
        ),
        runnable: UnsafeCell::new(None),
        result: UnsafeCell::new(MaybeUninit::uninit()),
    });
    let task = NonNull::from(Box::leak(task));
    let driver = Driver {
        future: Some(future),
        task,
        entry: Entry(task.cast()),
        forsaken,
        begun: false,
        done: false,
    };
    let nest = Nest(task);
    let schedule = move |runnable, info: ScheduleInfo| {
        // SAFETY: `runnable` is this task's and has just been scheduled.
        let job = unsafe { nest.put(runnable) };
        queue(job, info.woken_while_running);
    };
    let (runnable, detached) = async_task::spawn(driver, WithInfo(schedule));
    detached.detach();
    // SAFETY: the task is fresh; its runnable keeps the nest's share, and with it the memory.
    let job = unsafe { FutureTask::put(task, runnable) };
    // SAFETY: the task counts three shares, the first of which is the handle's; it yields an `Output`.
    (unsafe { Handle::new(task.cast()) }, job)
}

impl<C: Context, T: Send> FutureTask<C, T> {
    const KIND: Kind<C> = Kind {
        result: Self::result,
        cancel: Self::cancel,
        run: Self::run,
        free: Self::free,
    };

    /// Stores the runnable; the job runs it.
    ///
    /// # Safety
    /// 1. `runnable` is the task's, and keeps its memory.
    unsafe fn put(this: NonNull<Self>, runnable: Runnable) -> JobRef {
        // SAFETY: obligation 1.
        let task = unsafe { this.as_ref() };
        // SAFETY: there is one runnable, so nobody else schedules or executes the task; see `runnable`.
        let place = unsafe { &mut *task.runnable.get() };
        *place = Some(runnable);
        // SAFETY: the memory stays until the runnable has run; each runnable gives one handle, executed once.
        unsafe { JobRef::new(this.cast()) }
    }

    /// # Safety
    /// 1. `header` is that of a task of this very type that was queued by `put`, and is executed once for that.
    unsafe fn execute(header: NonNull<JobHeader>) -> Signal {
        let this = header.cast::<Self>();
        // SAFETY: obligation 1: the runnable in it keeps the memory.
        let task = unsafe { this.as_ref() };
        // SAFETY: obligation 1; see `runnable`.
        let place = unsafe { &mut *task.runnable.get() };
        let guard = AbortOnUnwind;
        if let Some(runnable) = place.take() {
            // A future that is pending and has no waker is leaked by `run`, but not by the last waker.
            let waker = runnable.waker();
            runnable.run();
            drop(waker);
        }
        mem::forget(guard);
        Signal::none()
    }

    /// # Safety
    /// 1. The caller has a share in the task, which is of this very type, has claimed it, and has not completed it.
    unsafe fn finish(core: NonNull<Core<C>>, result: Result<T, Payload>) {
        // SAFETY: obligation 1.
        let task = unsafe { core.cast::<Self>().as_ref() };
        // SAFETY: by the table the result is ours (obligation 1).
        let place = unsafe { &mut *task.result.get() };
        place.write(result.map_err(Box::new));
        // SAFETY: obligation 1; the result was put in.
        unsafe { Core::complete::<T, ()>(core, (), false) }.fire();
    }

    /// # Safety
    /// 1. `core` is that of a task of this very type, in which the caller has a share.
    unsafe fn result(core: NonNull<Core<C>>) -> NonNull<()> {
        // SAFETY: obligation 1.
        let task = unsafe { core.cast::<Self>().as_ref() };
        NonNull::from(&task.result).cast()
    }

    /// The future is dropped when its turn comes.
    ///
    /// # Safety
    /// 1. As for `finish`.
    unsafe fn cancel(core: NonNull<Core<C>>, payload: Payload) {
        // SAFETY: obligation 1.
        unsafe { Self::finish(core, Err(payload)) };
    }

    /// # Safety
    /// 1. Never to be called: the task is not ready before it has begun.
    unsafe fn run(_: NonNull<Core<C>>, _: NonNull<()>) {
        unreachable!("a future is polled by its pool only")
    }

    /// # Safety
    /// 1. `core` is that of a task of this very type, in which nobody has a share any more.
    unsafe fn free(core: NonNull<Core<C>>) {
        let task = core.cast::<Self>().as_ptr();
        // SAFETY: obligation 1; it was leaked in `new`.
        drop(unsafe { Box::from_raw(task) });
    }
}

/// The share of the function that wakers call.
struct Nest<C: Context, T>(NonNull<FutureTask<C, T>>);

// SAFETY: `put` is the only use, and may be called on any thread; the result is `Send`.
unsafe impl<C: Context, T: Send> Send for Nest<C, T> {}
// SAFETY: as above.
unsafe impl<C: Context, T: Send> Sync for Nest<C, T> {}

impl<C: Context, T: Send> Nest<C, T> {
    /// # Safety
    /// 1. `runnable` is the task's.
    unsafe fn put(&self, runnable: Runnable) -> JobRef {
        // SAFETY: obligation 1; the runnable keeps the function that has this nest.
        unsafe { FutureTask::put(self.0, runnable) }
    }
}

impl<C: Context, T> Drop for Nest<C, T> {
    fn drop(&mut self) {
        // SAFETY: the nest's own, which ends here.
        unsafe { Core::give_up_share(self.0.cast::<Core<C>>()) };
    }
}

/// The user's future, and what has to be done when it ends.
struct Driver<F: Future<Output: Send>, C: Context> {
    /// Pinned as the driver is. Dropped before the task is completed.
    future: Option<F>,
    task: NonNull<FutureTask<C, F::Output>>,
    /// Given up last, when the driver is dropped.
    entry: Entry<C>,
    forsaken: fn() -> Payload,
    /// The driver has claimed the task.
    begun: bool,
    /// The driver has completed it.
    done: bool,
}

// SAFETY: the task is used as any thread may use it; the future and its output are `Send`.
unsafe impl<F: Future<Output: Send> + Send, C: Context> Send for Driver<F, C> {}

impl<F: Future<Output: Send>, C: Context> Driver<F, C> {
    /// Whether the task is this driver's to complete.
    fn claim(&mut self) -> bool {
        // SAFETY: the entry is a share.
        let state = &unsafe { self.entry.0.as_ref() }.state;
        self.begun = self.begun || state.claim(executor::index(), false);
        self.begun
    }

    fn future(self: Pin<&mut Self>) -> Pin<&mut Option<F>> {
        // SAFETY: `future` is pinned as the driver is: nothing moves it out, and the driver is free of pinning only if `F` is.
        unsafe { self.map_unchecked_mut(|driver| &mut driver.future) }
    }

    /// Drops the future and completes the claimed task.
    fn finish(mut self: Pin<&mut Self>, result: Result<F::Output, Payload>) {
        let dropped = unwind::halt(|| self.as_mut().future().set(None));
        // SAFETY: nothing is moved out of the driver.
        let this = unsafe { self.get_unchecked_mut() };
        this.done = true;
        let result = result.and_then(|value| dropped.map(|()| value));
        // SAFETY: claimed; the entry is a share; completed once, which `done` tells.
        unsafe { FutureTask::<C, F::Output>::finish(this.task.cast(), result) };
    }
}

impl<F: Future<Output: Send>, C: Context> Future for Driver<F, C> {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut std::task::Context<'_>) -> Poll<()> {
        // SAFETY: nothing is moved out of the driver.
        if !unsafe { self.as_mut().get_unchecked_mut() }.claim() {
            return Poll::Ready(());
        }
        let polled = unwind::halt(|| match self.as_mut().future().as_pin_mut() {
            Some(future) => future.poll(context),
            None => unreachable!("a future that has ended is not polled"),
        });
        let result = match polled {
            Ok(poll) => Ok(ready!(poll)),
            Err(payload) => Err(payload),
        };
        self.finish(result);
        Poll::Ready(())
    }
}

impl<F: Future<Output: Send>, C: Context> Drop for Driver<F, C> {
    fn drop(&mut self) {
        if !self.done && self.claim() {
            let payload = (self.forsaken)();
            // SAFETY: the driver was pinned, and is not moved before it is gone.
            unsafe { Pin::new_unchecked(&mut *self) }.finish(Err(payload));
        }
        // A future that was cancelled before it began.
        let dropped = unwind::halt(|| self.future = None);
        if let Err(payload) = dropped {
            // SAFETY: the entry is a share.
            unsafe { self.entry.context().lost(payload) };
        }
    }
}
