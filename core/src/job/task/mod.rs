//! A job with a handle: what [`submit`](crate::submit) and its like make. One block holds the closure first and its result
//! later, and counts those who have a share in it: the handle, and whoever is to run the body (a queue, or what triggers it).
//!
//! | place | belongs to |
//! |---|---|
//! | the body | its maker; then whoever claims the task: the executor, a waiter that runs it, who cancels it |
//! | the result | whoever has claimed the task, until it is done; then the handle if there is one, else who completed it |
//! | the notice | the handle, until it says that it has filled it in; then nobody, unless the handle takes it back before the task is done; then who completed it |
//! | the rest | anybody with a share, to be read |
//!
//! Invariant: the body is taken once, the result is taken once, and memory is freed by the last share.
//!
//! What happens at the task's end is told through the notice alone, one word that the handle leaves here. A queue's entry
//! may outlive its task, if somebody else has run or cancelled it: it is a husk then, which only gives up its share.

#[cfg(any(test, not(loom)))]
mod alarm;
pub(crate) mod closure;
#[cfg(not(loom))]
pub(crate) mod future;
pub(crate) mod handle;
#[cfg(all(test, loom))]
mod model;
pub(crate) mod notice;
mod state;

use crate::base::unwind::{self, Payload};
use crate::job::{JobHeader, JobRef, Signal};
use notice::Notice;
use state::{Completed, Snapshot, State};
use std::cell::UnsafeCell;
use std::mem::{self, MaybeUninit};
use std::ptr::NonNull;

/// What a task knows of the pool that it belongs to: one word.
///
/// # Safety
/// 1. The methods may be called on any thread.
pub(crate) unsafe trait Context: Copy + Send + Sync + 'static {
    /// A queue, or what triggers the task, has nothing to do with it any more.
    ///
    /// # Safety
    /// 1. As for `lost`.
    /// 2. It is called once for each task.
    unsafe fn leave(self);

    /// Takes a panic that nobody will be told of otherwise.
    ///
    /// # Safety
    /// 1. `release` was not called yet for the task, or the caller is a worker of the pool.
    unsafe fn lost(self, payload: Payload);

    /// The task is gone.
    ///
    /// # Safety
    /// 1. It is called once for each task.
    unsafe fn release(self);
}

/// What has to be told of a task's end apart from its handle, once nothing of the task is left but the result in its handle.
pub(crate) trait End: Copy + Send {
    /// Takes the panic of a task without a handle; gives it back if it does not care.
    fn keep(self, payload: Payload) -> Option<Payload>;

    /// The task has ended. Called once.
    fn tell(self) -> Signal;
}

/// Nobody else cares.
impl End for () {
    #[inline]
    fn keep(self, payload: Payload) -> Option<Payload> {
        Some(payload)
    }

    #[inline]
    fn tell(self) -> Signal {
        Signal::none()
    }
}

/// A result at rest: a payload, which is seldom, takes one word.
type Outcome<T> = Result<T, Box<Payload>>;

/// What every task begins with. See the table above.
#[repr(C)]
pub(crate) struct Core<C: 'static> {
    header: JobHeader,
    state: State,
    kind: &'static Kind<C>,
    context: C,
    /// See the table in the module's words.
    notice: UnsafeCell<MaybeUninit<Notice>>,
}

/// What differs from one type of body to another. All of them want a core of the type they were made for.
struct Kind<C: 'static> {
    /// Where the result is.
    result: unsafe fn(NonNull<Core<C>>) -> NonNull<()>,
    /// Drops the body, which the caller has claimed, and completes the task with this payload.
    cancel: unsafe fn(NonNull<Core<C>>, Payload),
    /// Runs the body, which the caller has claimed, and leaves the result where the pointer says.
    run: unsafe fn(NonNull<Core<C>>, NonNull<()>),
    /// Frees the memory. Neither body, result nor notice are there any more.
    free: unsafe fn(NonNull<Core<C>>),
}

impl<C: Context> Core<C> {
    fn new(header: JobHeader, kind: &'static Kind<C>, context: C, snapshot: Snapshot) -> Self {
        Core {
            header,
            state: State::new(snapshot),
            kind,
            context,
            notice: UnsafeCell::new(MaybeUninit::uninit()),
        }
    }

    /// Gives up a share.
    ///
    /// # Safety
    /// 1. The caller has one, and uses the task no more.
    unsafe fn give_up_share(this: NonNull<Self>) {
        // SAFETY: obligation 1.
        let core = unsafe { this.as_ref() };
        let (context, kind) = (core.context, core.kind);
        if core.state.give_up_share() {
            // SAFETY: it was the last share, and who had the result, the body or the notice has taken it.
            unsafe { (kind.free)(this) };
            // SAFETY: once, since there is one last share.
            unsafe { context.release() };
        }
    }

    /// The rest of a task's way once its result is in its place: tells whoever is to be told.
    ///
    /// # Safety
    /// 1. The caller has claimed the task, which yields a `T`, and has put the result in.
    /// 2. It has a share, which it gives up hereby if `gives_up_share`, and then is a worker of the task's pool. Else it keeps
    ///    the share until this returns.
    unsafe fn complete<T, E: End>(this: NonNull<Self>, end: E, gives_up_share: bool) -> Signal {
        // SAFETY: obligation 2.
        let core = unsafe { this.as_ref() };
        let context = core.context;
        let give_up = || {
            if gives_up_share {
                // SAFETY: obligation 2; `core` is used no more.
                unsafe { Self::give_up_share(this) };
            }
        };
        let (told, lost) = match core.state.complete(gives_up_share) {
            Completed::Left => (Ok(Signal::none()), None),
            Completed::Notice => {
                // SAFETY: by the table the notice is ours, and filled in.
                let notice = unsafe { core.notice.get().read() };
                // SAFETY: as above.
                let notice = unsafe { notice.assume_init() };
                give_up();
                (notice.give(), None)
            }
            Completed::Unheld => {
                // SAFETY: `kind` is that of this core.
                let result = unsafe { (core.kind.result)(this) };
                // SAFETY: by the table the result is ours; it is there by obligation 1.
                let result = unsafe { result.cast::<Outcome<T>>().read() };
                give_up();
                let dropped = unwind::halt(|| result.map(drop));
                let lost = match dropped {
                    Ok(result) => result.map_err(|payload| *payload),
                    Err(payload) => Err(payload),
                };
                (Ok(Signal::none()), lost.err())
            }
        };
        if let Some(payload) = lost.and_then(|payload| end.keep(payload)) {
            // SAFETY: obligation 2: there is a share, or this is a worker.
            unsafe { context.lost(payload) };
        }
        let told = told.unwrap_or_else(|payload| {
            // SAFETY: as above.
            unsafe { context.lost(payload) };
            Signal::none()
        });
        let ended = end.tell();
        if ended.0.is_none() {
            return told;
        }
        told.fire();
        ended
    }
}

/// The share of a queue, or of what triggers the task.
pub(crate) struct Entry<C: Context>(NonNull<Core<C>>);

// SAFETY: whoever makes a task promises that it may be executed on any thread.
unsafe impl<C: Context> Send for Entry<C> {}
// SAFETY: a shared reference to an entry can read the core's context, which is `Sync`, and nothing else.
unsafe impl<C: Context> Sync for Entry<C> {}

impl<C: Context> Entry<C> {
    /// What the task was made with.
    pub(crate) fn context(&self) -> C {
        // SAFETY: the entry is a share.
        unsafe { self.0.as_ref() }.context
    }

    /// What the task waited for has happened: for a queue of its pool, to be executed once.
    pub(crate) fn into_job_ref(self) -> JobRef {
        // SAFETY: the entry is a share.
        unsafe { self.0.as_ref() }.state.make_ready();
        let header = self.0.cast();
        mem::forget(self);
        // SAFETY: the share stays until the job was executed; each task has one entry.
        unsafe { JobRef::new(header) }
    }
}

/// The task will not be run by its pool: its handle is gone, or has cancelled or run it.
impl<C: Context> Drop for Entry<C> {
    fn drop(&mut self) {
        let context = self.context();
        // SAFETY: the share is given up below; each task has one entry.
        unsafe { context.leave() };
        // SAFETY: the entry's own, which ends here.
        unsafe { Core::give_up_share(self.0) };
    }
}
