//! The one handle of a task.

use super::notice::Notice;
use super::state::Detached;
use super::{Context, Core, Outcome};
use crate::base::unwind::{self, Payload};
use crate::job::executor;
use std::marker::PhantomData;
use std::mem::{self, MaybeUninit};
use std::ptr::NonNull;

/// A share in a task that yields a `T`, and the right to its result.
pub(crate) struct Handle<T, C: Context> {
    /// The handle has a share in it, and filled in the notice only if the state says so.
    core: NonNull<Core<C>>,
    marker: PhantomData<T>,
}

// SAFETY: a handle can take the result to its thread; the rest of a task may be used from any. A body that `cancel` drops or
// `try_run` runs is `Send`.
unsafe impl<T: Send, C: Context> Send for Handle<T, C> {}
// SAFETY: a shared handle does not reach the result, and `cancel` claims the body, which is `Send`.
unsafe impl<T: Send, C: Context> Sync for Handle<T, C> {}

impl<T, C: Context> Handle<T, C> {
    /// # Safety
    /// 1. The task yields a `T` and has just been made; one of its shares is this handle's.
    pub(super) unsafe fn new(core: NonNull<Core<C>>) -> Self {
        Handle {
            core,
            marker: PhantomData,
        }
    }

    fn core(&self) -> &Core<C> {
        // SAFETY: the handle has a share, see `core`.
        unsafe { self.core.as_ref() }
    }

    /// What the task was made with.
    pub(crate) fn context(&self) -> C {
        self.core().context
    }

    /// Whether the result is there.
    pub(crate) fn is_done(&self) -> bool {
        self.core().state.look().is_done()
    }

    /// The worker that runs the task, as far as is known. A hint where to look for work.
    pub(crate) fn runner(&self) -> Option<usize> {
        self.core().state.look().runner()
    }

    /// Ends the task with `payload` if it has not begun. Whether that is so.
    pub(crate) fn cancel(&self, payload: impl FnOnce() -> Payload) -> bool {
        let claimed = self.core().state.claim(0, false);
        if claimed {
            // SAFETY: claimed; `kind` is that of this core; the handle stays meanwhile.
            unsafe { (self.core().kind.cancel)(self.core, payload()) };
        }
        claimed
    }

    /// Runs the task on this thread if nobody has begun it, it is ready, and may be run so.
    pub(crate) fn try_run(mut self) -> Result<Result<T, Payload>, Self> {
        // A task that runs here has nobody to tell.
        self.take_notice_back();
        if !self.core().state.claim(executor::index(), true) {
            return Err(self);
        }
        let mut result = MaybeUninit::<Result<T, Payload>>::uninit();
        let place = NonNull::from(&mut result).cast();
        // SAFETY: claimed; `kind` is that of this core; `place` has room for its result.
        unsafe { (self.core().kind.run)(self.core, place) };
        self.give_up();
        // SAFETY: written by `run`.
        Ok(unsafe { result.assume_init() })
    }

    /// The result, if it is there.
    pub(crate) fn try_result(self) -> Result<Result<T, Payload>, Self> {
        if !self.is_done() {
            return Err(self);
        }
        // SAFETY: `kind` is that of this core.
        let result = unsafe { (self.core().kind.result)(self.core) };
        // SAFETY: the task is done, so the result is there, and by the table it is the handle's, which ends here.
        let result = unsafe { result.cast::<Outcome<T>>().read() };
        self.give_up();
        Ok(result.map_err(|payload| *payload))
    }

    /// Leaves word whom to tell of the end. Gives it back if the task is done.
    pub(crate) fn put_notice(&mut self, notice: Notice) -> Result<(), Notice> {
        if !self.take_notice_back() {
            return Err(notice);
        }
        let place = self.core().notice.get();
        // SAFETY: by the table the place is the handle's, since no notice is out.
        unsafe { (*place).write(notice) };
        if self.core().state.notice_put() {
            return Ok(());
        }
        // SAFETY: as above; it was not handed over.
        let notice = unsafe { place.read() };
        // SAFETY: written above.
        Err(unsafe { notice.assume_init() })
    }

    /// Takes the word back and drops it. False if the task is done: then somebody may be about to use it still.
    pub(crate) fn take_notice_back(&mut self) -> bool {
        let state = &self.core().state;
        let now = state.look();
        if now.is_done() || !now.has_notice() {
            return !now.is_done();
        }
        if !state.notice_taken_back() {
            return false;
        }
        // SAFETY: by the table the place is the handle's again, and filled in.
        let notice = unsafe { self.core().notice.get().read() };
        // SAFETY: as above.
        let notice = unsafe { notice.assume_init() };
        // Dropping a waker is user code, and whoever takes it back has more to do.
        if let Err(payload) = unwind::halt(|| drop(notice)) {
            // SAFETY: the handle has a share.
            unsafe { self.context().lost(payload) };
        }
        true
    }

    /// Gives up the share of a handle that has taken what was there for it.
    fn give_up(self) {
        let core = self.core;
        mem::forget(self);
        // SAFETY: the handle's own, which ends here.
        unsafe { Core::give_up_share(core) };
    }
}

/// The task goes on without a handle. A panic that it has left goes to its context.
impl<T, C: Context> Drop for Handle<T, C> {
    fn drop(&mut self) {
        self.take_notice_back();
        let (core, context) = (self.core, self.context());
        match self.core().state.detach() {
            Detached::Left => {}
            Detached::Last => unreachable!("who is to run a task keeps its share until it is done"),
            Detached::Done => {
                // SAFETY: `kind` is that of this core.
                let result = unsafe { (self.core().kind.result)(core) };
                // SAFETY: the task is done, so the result is there, and by the table it is the handle's, which ends here.
                let result = unsafe { result.cast::<Outcome<T>>().read() };
                let value = result.map_err(|payload| {
                    // SAFETY: the share is given up below.
                    unsafe { context.lost(*payload) };
                });
                // SAFETY: the handle's own, which ends here.
                unsafe { Core::give_up_share(core) };
                // May panic, as any drop.
                drop(value);
            }
        }
    }
}
