//! The task that polls a future. Its wakers are std's, which count who has one of their [`Nest`]: that is one more share of the task,
//! held by all wakers together. Whoever queues the task leaves a waker in it, so that a queue holds a word that begins with a
//! header; whoever polls takes that waker out and lends it to the future. Whether the task is to be queued the [`Alarm`] knows.
//!
//! Three shares: the handle's, that of the [`Driver`] around the future, and that of the [`Nest`], which is dropped when there is
//! no waker any more, neither the future's nor one in the task. A future that still waits then is forsaken: the nest leaves its
//! share to a job without a waker, so that the future is dropped where it was polled, and not by whoever had its last waker.

use super::alarm::Alarm;
use super::handle::Handle;
use super::state::Snapshot;
use super::{Context, Core, Entry, Kind, Outcome};
use crate::base::unwind::{self, AbortOnUnwind, Payload};
use crate::job::{JobHeader, JobRef, Signal, executor};
use std::cell::UnsafeCell;
use std::future::Future;
use std::mem::{self, MaybeUninit};
use std::pin::Pin;
use std::ptr::NonNull;
use std::sync::Arc;
use std::task::{Poll, Wake, Waker, ready};

/// Takes a job that polls a future (again), and whether the future was woken while it was being polled.
type Queue<C> = fn(C, JobRef, bool);

/// See the module's words. It is not moved before it is freed.
#[repr(C)]
struct FutureTask<C: Context, F: Future<Output: Send>> {
    core: Core<C>,
    alarm: Alarm,
    queue: Queue<C>,
    /// Of this task's nest. Belongs to who queues the task until that has happened, then to who executes it.
    waker: UnsafeCell<Option<Waker>>,
    /// Belongs to the poller while it is polled, else to the nest, then to whom that leaves its share.
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
pub(crate) fn new<C, F>(
    context: C,
    future: F,
    forsaken: fn() -> Payload,
    queue: Queue<C>,
) -> (Handle<F::Output, C>, JobRef)
where
    C: Context,
    F: Future<Output: Send + 'static> + Send + 'static,
{
    let task = Box::new(FutureTask::<C, F> {
        core: Core::new(
            JobHeader::new(FutureTask::<C, F>::execute),
            &FutureTask::<C, F>::KIND,
            context,
            Snapshot::fresh(false, 3),
        ),
        alarm: Alarm::set(),
        queue,
        waker: UnsafeCell::new(None),
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
    let waker = Waker::from(Arc::new(Nest(task)));
    // SAFETY: the task is fresh; the waker is its nest's.
    let job = unsafe { FutureTask::put(task, waker) };
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

    /// Leaves the waker in the task; the job takes it out.
    ///
    /// # Safety
    /// 1. `waker` is one of the task's nest.
    /// 2. The caller is to queue the task, by the alarm.
    unsafe fn put(this: NonNull<Self>, waker: Waker) -> JobRef {
        // SAFETY: the nest has a share, which lasts as long as the waker (obligation 1).
        let task = unsafe { this.as_ref() };
        // SAFETY: one at a time queues or executes the task (obligation 2); see `waker`.
        let place = unsafe { &mut *task.waker.get() };
        *place = Some(waker);
        // SAFETY: the memory stays as long as the waker is in it; each job is executed once.
        unsafe { JobRef::new(this.cast()) }
    }

    /// Has the future polled again. Then the task may be gone.
    ///
    /// # Safety
    /// 1. As for `put`.
    unsafe fn requeue(this: NonNull<Self>, waker: Waker, was_polled: bool) {
        // SAFETY: the nest has a share, which lasts as long as the waker (obligation 1).
        let task = unsafe { this.as_ref() };
        let (queue, context) = (task.queue, task.core.context);
        // SAFETY: obligation 1.
        let job = unsafe { Self::put(this, waker) };
        queue(context, job, was_polled);
    }

    /// # Safety
    /// 1. `header` is that of a task of this very type that was queued by `put` or by its nest, and is executed once for that.
    unsafe fn execute(header: NonNull<JobHeader>) -> Signal {
        let this = header.cast::<Self>();
        // SAFETY: obligation 1: the waker in it, or the nest's share, keeps the memory.
        let task = unsafe { this.as_ref() };
        // SAFETY: obligation 1; see `waker`.
        let place = unsafe { &mut *task.waker.get() };
        let guard = AbortOnUnwind;
        match place.take() {
            Some(waker) => {
                task.alarm.begin();
                let mut context = std::task::Context::from_waker(&waker);
                // SAFETY: by the alarm this is the poller, and it has a waker.
                let polled = unsafe { Self::poll(this, &mut context) };
                if polled.is_ready() || task.alarm.rest() {
                    drop(waker);
                } else {
                    // SAFETY: the waker was in this task; the alarm says so.
                    unsafe { Self::requeue(this, waker, true) };
                }
            }
            // SAFETY: obligation 1; only a nest leaves no waker.
            None => unsafe { Self::forsake(this) },
        }
        mem::forget(guard);
        Signal::none()
    }

    /// Ends a future that waits for what cannot come.
    ///
    /// # Safety
    /// 1. The nest is gone and has left its share to the caller.
    unsafe fn forsake(this: NonNull<Self>) {
        // SAFETY: obligation 1.
        let task = unsafe { this.as_ref() };
        // SAFETY: without a nest there is no poller; see `driver`.
        let driver = unsafe { &mut *task.driver.get() };
        let forsaken = driver.forsaken;
        let result = driver.claim().then(|| Err(forsaken()));
        // SAFETY: obligation 1; the future has not ended; claimed, if there is a result.
        unsafe { Self::end(this, result) };
        // SAFETY: obligation 1.
        unsafe { Core::give_up_share(this.cast::<Core<C>>()) };
    }

    /// Polls the future once.
    ///
    /// # Safety
    /// 1. The caller is the poller.
    unsafe fn poll(this: NonNull<Self>, context: &mut std::task::Context<'_>) -> Poll<()> {
        // SAFETY: the nest has a share, which lasts as long as the poller's waker (obligation 1).
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
    /// 1. The caller is the poller, or there is none and it has the nest's share. It is called once.
    /// 2. The driver has claimed the task if there is a result, and cannot claim it if there is none.
    unsafe fn end(this: NonNull<Self>, result: Option<Result<F::Output, Payload>>) {
        // SAFETY: the nest has a share, which lasts as long as the poller's waker (obligation 1).
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

/// The share that lasts as long as there is a waker.
struct Nest<C: Context, F: Future<Output: Send>>(NonNull<FutureTask<C, F>>);

// SAFETY: what is done through it, any thread may do: to queue the task, and to drop the future, which is `Send`.
unsafe impl<C: Context, F: Future<Output: Send> + Send> Send for Nest<C, F> {}
// SAFETY: as above.
unsafe impl<C: Context, F: Future<Output: Send> + Send> Sync for Nest<C, F> {}

impl<C: Context, F: Future<Output: Send> + Send + 'static> Wake for Nest<C, F> {
    fn wake(self: Arc<Self>) {
        // SAFETY: the nest has a share.
        let task = unsafe { self.0.as_ref() };
        if task.alarm.ring() {
            // SAFETY: the alarm says so; the waker is this nest's.
            unsafe { FutureTask::requeue(self.0, Waker::from(self), false) };
        }
    }

    fn wake_by_ref(self: &Arc<Self>) {
        // SAFETY: the nest has a share.
        let task = unsafe { self.0.as_ref() };
        if task.alarm.ring() {
            // SAFETY: as in `wake`.
            unsafe { FutureTask::requeue(self.0, Waker::from(Arc::clone(self)), false) };
        }
    }
}

impl<C: Context, F: Future<Output: Send>> Drop for Nest<C, F> {
    fn drop(&mut self) {
        // SAFETY: the nest has a share.
        let task = unsafe { self.0.as_ref() };
        // SAFETY: there is no waker any more, hence no poller at work; see `driver`.
        let driver = unsafe { &*task.driver.get() };
        if driver.entry.is_some() {
            let (queue, context) = (task.queue, task.core.context);
            // SAFETY: the nest's share stays until the job is executed, once.
            let job = unsafe { JobRef::new(self.0.cast()) };
            queue(context, job, false);
        } else {
            // SAFETY: the nest's own, which ends here.
            unsafe { Core::give_up_share(self.0.cast::<Core<C>>()) };
        }
    }
}
