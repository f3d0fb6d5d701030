//! The task that polls a future. The crate `async-task` counts the wakers and tells when the future wants to be polled; its
//! [`Runnable`], of which there is one at a time, waits in the task's own memory, so that a queue holds a word that begins with a
//! header. The future is there too: `async-task` has a [`Poller`] that points to it.
//!
//! Three shares: the handle's, that of the [`Driver`] around the future, and that of the [`Nest`], which is dropped when there is
//! neither a waker nor a runnable any more. So a future that still waits then is forsaken, and ended by the nest. The function that
//! wakers call has no data of its own, for else `async-task` would count one more reference whenever it is called.

use super::handle::Handle;
use super::state::Snapshot;
use super::{Context, Core, Entry, Kind, Outcome};
use crate::base::unwind::{self, AbortOnUnwind, Payload};
use crate::job::{JobHeader, JobRef, Signal, executor};
use async_task::{Builder, Runnable, ScheduleInfo, WithInfo};
use std::cell::UnsafeCell;
use std::future::Future;
use std::mem::{self, MaybeUninit};
use std::pin::Pin;
use std::ptr::NonNull;
use std::task::{Poll, ready};

/// See the module's words. It is not moved before it is freed.
#[repr(C)]
struct FutureTask<C: Context, F: Future<Output: Send>> {
    core: Core<C>,
    /// Belongs to who schedules the future until it has queued the task, then to who executes it.
    runnable: UnsafeCell<Option<Runnable<Nest<C, F>>>>,
    /// Belongs to the poller while it is polled, else to the nest.
    driver: UnsafeCell<Driver<C, F>>,
    /// See the table in the module `task`. The body is the future, which the driver has.
    result: UnsafeCell<MaybeUninit<Outcome<F::Output>>>,
}

/// The user's future, and what has to be done when it ends.
struct Driver<C: Context, F> {
    /// Pinned, as the task is not moved. Dropped before the task is completed.
    future: Option<F>,
    /// Given up when the future has ended.
    entry: Option<Entry<C>>,
    forsaken: fn() -> Payload,
    /// The driver has claimed the task.
    begun: bool,
}

/// A task that polls `future`, and a job that does so for the first time. When it has been woken, `queue` is called with the
/// context and a job that polls it again, and told whether that happened while it was being polled; once it has queued the job, the
/// task may be gone. A future that can never be woken again ends with what `forsaken` returns.
pub(crate) fn new<C, F, Q>(
    context: C,
    future: F,
    forsaken: fn() -> Payload,
    queue: Q,
) -> (Handle<F::Output, C>, JobRef)
where
    C: Context,
    F: Future<Output: Send + 'static> + Send + 'static,
    Q: Fn(C, JobRef, bool) + Send + Sync + 'static,
{
    const { assert!(size_of::<Q>() == 0, "see the module's words") };
    let task = Box::new(FutureTask::<C, F> {
        core: Core::new(
            JobHeader::new(FutureTask::<C, F>::execute),
            &FutureTask::<C, F>::KIND,
            context,
            Snapshot::fresh(false, 3),
        ),
        runnable: UnsafeCell::new(None),
        driver: UnsafeCell::new(Driver {
            future: Some(future),
            entry: None,
            forsaken,
            begun: false,
        }),
        result: UnsafeCell::new(MaybeUninit::uninit()),
    });
    let mut task = NonNull::from(Box::leak(task));
    // SAFETY: nobody else knows of the task.
    unsafe { task.as_mut() }.driver.get_mut().entry = Some(Entry(task.cast()));
    let schedule = move |runnable: Runnable<Nest<C, F>>, info: ScheduleInfo| {
        let task = runnable.metadata().0;
        // SAFETY: the nest has a share, and the runnable keeps the nest.
        let context = unsafe { task.as_ref() }.core.context;
        // SAFETY: `runnable` is this task's and has just been scheduled.
        let job = unsafe { FutureTask::put(task, runnable) };
        queue(context, job, info.woken_while_running);
    };
    let builder = Builder::new().metadata(Nest(task));
    let (runnable, detached) = builder.spawn(|nest| Poller(nest.0), WithInfo(schedule));
    detached.detach();
    // SAFETY: the task is fresh; its runnable keeps the nest's share, and with it the memory.
    let job = unsafe { FutureTask::put(task, runnable) };
    // SAFETY: the task counts three shares, the first of which is the handle's; it yields an `Output`.
    (unsafe { Handle::new(task.cast()) }, job)
}

impl<C: Context, F: Future<Output: Send>> FutureTask<C, F> {
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
    unsafe fn put(this: NonNull<Self>, runnable: Runnable<Nest<C, F>>) -> JobRef {
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
            runnable.run();
        }
        mem::forget(guard);
        Signal::none()
    }

    /// Polls the future once.
    ///
    /// # Safety
    /// 1. The caller is the poller, or the nest.
    unsafe fn poll(this: NonNull<Self>, context: &mut std::task::Context<'_>) -> Poll<()> {
        // SAFETY: the nest has a share, which lasts as long as the poller (obligation 1).
        let task = unsafe { this.as_ref() };
        // SAFETY: see `driver` (obligation 1).
        let driver = unsafe { &mut *task.driver.get() };
        if !driver.claim() {
            // SAFETY: obligation 1.
            unsafe { Self::end(this, None) };
            return Poll::Ready(());
        }
        // SAFETY: see `future`.
        let future = unsafe { Pin::new_unchecked(&mut driver.future) };
        let polled = unwind::halt(|| match future.as_pin_mut() {
            Some(future) => future.poll(context),
            None => unreachable!("a future that has ended is not polled"),
        });
        let result = match polled {
            Ok(poll) => Ok(ready!(poll)),
            Err(payload) => Err(payload),
        };
        // SAFETY: obligation 1; claimed.
        unsafe { Self::end(this, Some(result)) };
        Poll::Ready(())
    }

    /// Drops the future and completes the task, if there is a result, and gives up the entry.
    ///
    /// # Safety
    /// 1. As for `poll`; it is called once.
    /// 2. The driver has claimed the task if there is a result, and cannot claim it if there is none.
    unsafe fn end(this: NonNull<Self>, result: Option<Result<F::Output, Payload>>) {
        // SAFETY: the nest has a share, which lasts as long as the poller (obligation 1).
        let task = unsafe { this.as_ref() };
        // SAFETY: see `driver` (obligation 1).
        let driver = unsafe { &mut *task.driver.get() };
        let dropped = unwind::halt(|| driver.future = None);
        let entry = driver.entry.take();
        match result {
            Some(result) => {
                // The first panic counts, and a value beside one is of no use.
                let result = match (result, dropped) {
                    (result, Ok(())) => result,
                    (Ok(value), Err(payload)) => {
                        unwind::discard(value);
                        Err(payload)
                    }
                    (Err(first), Err(second)) => {
                        unwind::discard(second);
                        Err(first)
                    }
                };
                // SAFETY: claimed (obligation 2); the entry is a share; completed once.
                unsafe { Self::finish(this.cast(), result) };
            }
            None => {
                if let (Err(payload), Some(entry)) = (dropped, &entry) {
                    // SAFETY: the entry is a share.
                    unsafe { entry.context().lost(payload) };
                }
            }
        }
        drop(entry);
    }

    /// # Safety
    /// 1. The caller has a share in the task, which is of this very type, has claimed it, and has not completed it.
    unsafe fn finish(core: NonNull<Core<C>>, result: Result<F::Output, Payload>) {
        // SAFETY: obligation 1.
        let task = unsafe { core.cast::<Self>().as_ref() };
        // SAFETY: by the table the result is ours (obligation 1).
        let place = unsafe { &mut *task.result.get() };
        place.write(result.map_err(Box::new));
        // SAFETY: obligation 1; the result was put in.
        unsafe { Core::complete::<F::Output, ()>(core, (), false) }.fire();
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

impl<C: Context, F> Driver<C, F> {
    /// Whether the task is this driver's to complete.
    fn claim(&mut self) -> bool {
        if let Some(entry) = &self.entry
            && !self.begun
        {
            // SAFETY: the entry is a share.
            let state = &unsafe { entry.0.as_ref() }.state;
            self.begun = state.claim(executor::index(), false);
        }
        self.begun
    }
}

/// What `async-task` polls. Nothing happens when it is dropped.
struct Poller<C: Context, F: Future<Output: Send>>(NonNull<FutureTask<C, F>>);

// SAFETY: the task is used as any thread may use it; the future and its output are `Send`.
unsafe impl<C: Context, F: Future<Output: Send> + Send> Send for Poller<C, F> {}

impl<C: Context, F: Future<Output: Send>> Future for Poller<C, F> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut std::task::Context<'_>) -> Poll<()> {
        // SAFETY: this is the poller, and the runnable that polls it keeps the nest.
        unsafe { FutureTask::poll(self.0, context) }
    }
}

/// The share that lives as long as there is a waker, or a runnable.
struct Nest<C: Context, F: Future<Output: Send>>(NonNull<FutureTask<C, F>>);

// SAFETY: what is done through it, any thread may do: to put in the one runnable, and to drop the future, which is `Send`.
unsafe impl<C: Context, F: Future<Output: Send> + Send> Send for Nest<C, F> {}
// SAFETY: as above.
unsafe impl<C: Context, F: Future<Output: Send> + Send> Sync for Nest<C, F> {}

impl<C: Context, F: Future<Output: Send>> Drop for Nest<C, F> {
    fn drop(&mut self) {
        // SAFETY: the nest has a share.
        let task = unsafe { self.0.as_ref() };
        // SAFETY: there is no runnable any more, hence no poller at work; see `driver`.
        let driver = unsafe { &mut *task.driver.get() };
        if driver.entry.is_some() {
            let forsaken = driver.forsaken;
            let result = driver.claim().then(|| Err(forsaken()));
            // SAFETY: this is the nest, and the future has not ended; claimed, if there is a result.
            unsafe { FutureTask::end(self.0, result) };
        }
        // SAFETY: the nest's own, which ends here.
        unsafe { Core::give_up_share(self.0.cast::<Core<C>>()) };
    }
}
