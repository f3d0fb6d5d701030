//! The task that runs a closure.

use super::handle::Handle;
use super::state::Snapshot;
use super::{Context, Core, End, Entry, Kind, Outcome};
use crate::base::slab;
use crate::base::unwind::{self, AbortOnUnwind, Payload};
use crate::job::{JobHeader, Signal, executor};
use std::cell::UnsafeCell;
use std::mem::{self, ManuallyDrop};
use std::ptr::NonNull;

/// See the room's words. In memory: 40 bytes, the larger of closure and result, and what `E` needs.
#[repr(C)]
struct ClosureTask<C: Context, B, T, E> {
    core: Core<C>,
    end: E,
    /// First the body, then the result: see the table in the module `task`.
    content: UnsafeCell<Content<B, T>>,
}

#[repr(C)]
union Content<B, T> {
    body: ManuallyDrop<B>,
    result: ManuallyDrop<Outcome<T>>,
}

/// A task that runs `body`, which stops its panics itself. Unless it is `ready` from the start, the entry is to be queued when it
/// is, and nobody but the entry's executor runs it before.
///
/// # Safety
/// 1. What `body` borrows outlives the call of `end`'s `tell`.
/// 2. What `end` refers to stays until then.
pub(crate) unsafe fn new<C, B, T, E>(
    context: C,
    end: E,
    ready: bool,
    body: B,
) -> (Handle<T, C>, Entry<C>)
where
    C: Context,
    B: FnOnce() -> Result<T, Payload> + Send,
    T: Send,
    E: End,
{
    let task = slab::allocate(ClosureTask {
        core: Core::new(
            JobHeader::new(ClosureTask::<C, B, T, E>::execute),
            &ClosureTask::<C, B, T, E>::KIND,
            context,
            Snapshot::fresh(ready, 2),
        ),
        end,
        content: UnsafeCell::new(Content::<B, T> {
            body: ManuallyDrop::new(body),
        }),
    });
    let core = task.cast();
    // SAFETY: the task counts two shares, the first of which is the handle's; it yields a `T`.
    (unsafe { Handle::new(core) }, Entry(core))
}

impl<C, B, T, E> ClosureTask<C, B, T, E>
where
    C: Context,
    B: FnOnce() -> Result<T, Payload> + Send,
    T: Send,
    E: End,
{
    const KIND: Kind<C> = Kind {
        result: Self::result,
        cancel: Self::cancel,
        run: Self::run,
        free: Self::free,
    };

    /// Where body and result are, and whom to tell.
    ///
    /// # Safety
    /// 1. `core` is that of a task of this very type, in which the caller has a share.
    unsafe fn content(core: NonNull<Core<C>>) -> (*mut Content<B, T>, E) {
        let task = core.cast::<Self>();
        // SAFETY: obligation 1: it was made in `new`.
        let task = unsafe { task.as_ref() };
        (task.content.get(), task.end)
    }

    /// # Safety
    /// 1. As for `content`.
    /// 2. The caller has claimed the task, and calls this once.
    unsafe fn take_body(core: NonNull<Core<C>>) -> B {
        // SAFETY: obligation 1.
        let (content, _) = unsafe { Self::content(core) };
        // SAFETY: by the table the content is ours; it is the body, at the union's beginning, taken once (obligation 2).
        unsafe { content.cast::<B>().read() }
    }

    /// # Safety
    /// 1. As for `content`.
    /// 2. The caller has claimed the task and taken the body.
    unsafe fn put_result(core: NonNull<Core<C>>, result: Result<T, Payload>) {
        // SAFETY: obligation 1.
        let (content, _) = unsafe { Self::content(core) };
        let result = ManuallyDrop::new(result.map_err(Box::new));
        // SAFETY: by the table the content is ours, and it is empty (obligation 2).
        unsafe { content.write(Content { result }) };
    }

    /// # Safety
    /// 1. `header` is that of a task of this very type, whose entry is executed hereby, on a worker of the task's pool.
    unsafe fn execute(header: NonNull<JobHeader>) -> Signal {
        let entry = Entry(header.cast::<Core<C>>());
        let core = entry.0;
        // SAFETY: the entry is a share.
        let state = &unsafe { core.as_ref() }.state;
        if !state.claim(executor::index(), false) {
            return Signal::none();
        }
        let context = entry.context();
        // From here on the share is given up by hand.
        mem::forget(entry);
        let guard = AbortOnUnwind;
        // SAFETY: claimed above; `core` is of this type (obligation 1).
        let body = unsafe { Self::take_body(core) };
        let result = body();
        // SAFETY: as above; the body was taken.
        unsafe { Self::put_result(core, result) };
        // SAFETY: as above.
        let (_, end) = unsafe { Self::content(core) };
        // SAFETY: claimed, and the result put in; the share is the entry's, on a worker (obligation 1).
        let signal = unsafe { Core::complete::<T, E>(core, end, true) };
        // SAFETY: this is a worker of the pool (obligation 1); the entry was forgotten.
        unsafe { context.leave() };
        mem::forget(guard);
        signal
    }

    /// # Safety
    /// 1. As for `content`.
    unsafe fn result(core: NonNull<Core<C>>) -> NonNull<()> {
        // SAFETY: obligation 1.
        let (content, _) = unsafe { Self::content(core) };
        // SAFETY: `content` is inside a task; the result is at the union's beginning.
        unsafe { NonNull::new_unchecked(content) }.cast()
    }

    /// # Safety
    /// 1. As for `content`; the share is a handle's, which stays.
    /// 2. The caller has claimed the task.
    unsafe fn cancel(core: NonNull<Core<C>>, payload: Payload) {
        // SAFETY: obligations 1 and 2.
        let body = unsafe { Self::take_body(core) };
        let dropped = unwind::halt(|| drop(body));
        // SAFETY: obligations 1 and 2; the body was taken.
        unsafe { Self::put_result(core, dropped.and(Err(payload))) };
        // SAFETY: obligation 1.
        let (_, end) = unsafe { Self::content(core) };
        // SAFETY: obligations 1 and 2; the result was put in; the handle stays.
        unsafe { Core::complete::<T, E>(core, end, false) }.fire();
    }

    /// # Safety
    /// 1. As for `content`.
    /// 2. The caller has claimed the task.
    /// 3. `place` has room for the result.
    unsafe fn run(core: NonNull<Core<C>>, place: NonNull<()>) {
        // SAFETY: obligation 1.
        let (_, end) = unsafe { Self::content(core) };
        // SAFETY: obligations 1 and 2.
        let body = unsafe { Self::take_body(core) };
        let guard = AbortOnUnwind;
        let result = body();
        mem::forget(guard);
        // SAFETY: obligation 3.
        unsafe { place.cast::<Result<T, Payload>>().write(result) };
        end.tell().fire();
    }

    /// # Safety
    /// 1. `core` is that of a task of this very type, in which nobody has a share any more.
    unsafe fn free(core: NonNull<Core<C>>) {
        // SAFETY: obligation 1; it was allocated in `new`, and none of its parts is there any more or wants to be dropped.
        unsafe { slab::free(core.cast::<Self>()) };
    }
}
