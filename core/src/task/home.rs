//! The pool that a task belongs to, in one word.
//!
//! Invariant: until a task is gone its home holds the registry's memory, and until its queue is done with it, the pool's threads.

use crate::base::unwind::Payload;
use crate::job::JobRef;
use crate::job::task::{Context, Entry};
use crate::pool::priority::Priority;
use crate::pool::registry::Registry;
use crate::pool::slot::Slot;
use crate::sync::tally::Ticket;
use crate::task::cancel::Cancelled;
use std::ptr::{self, NonNull};

/// See the module's words.
#[derive(Clone, Copy)]
pub(crate) struct Home(
    /// The registry, with a share in its memory unless it is the global one, which never ends; in its low bits `TICKET`, `COLUMN`.
    NonNull<Registry>,
);

/// The task was admitted: it has a ticket to give back.
const TICKET: usize = 1;
/// What the ticket says.
const COLUMN: usize = 2;
const TAGS: usize = TICKET | COLUMN;
const _: () = assert!(align_of::<Registry>() > TAGS);

// SAFETY: a registry may be used on any thread.
unsafe impl Send for Home {}
// SAFETY: as above.
unsafe impl Sync for Home {}

impl Home {
    /// For one new task of this pool, which takes it or not.
    #[inline]
    pub(super) fn new(registry: &Registry) -> Self {
        Self::with(registry, registry.begin_task(registry.current_slot()))
    }

    /// For one new task of a scope whose jobs run in this pool, which takes it.
    #[inline]
    pub(super) fn in_scope(registry: &Registry) -> Self {
        Self::with(registry, Some(registry.begin_task_in_scope()))
    }

    #[inline]
    fn with(registry: &Registry, ticket: Option<Ticket>) -> Self {
        let tags = match ticket.map(Ticket::into_bit) {
            None => 0,
            Some(false) => TICKET,
            Some(true) => TICKET | COLUMN,
        };
        if !registry.is_global() {
            registry.take_share();
        }
        Home(NonNull::from(registry).map_addr(|address| address | tags))
    }

    /// For one more task in this pool, which takes it or not.
    ///
    /// # Safety
    /// 1. As for `registry`.
    #[inline]
    pub(super) unsafe fn another(self) -> Self {
        // SAFETY: obligation 1.
        Self::new(unsafe { self.registry() })
    }

    /// Whether the pool has taken the task. If not, it must not be queued.
    #[inline]
    pub(super) fn is_open(self) -> bool {
        self.has(TICKET)
    }

    #[inline]
    fn has(self, tag: usize) -> bool {
        self.0.addr().get() & tag != 0
    }

    #[inline]
    fn pointer(self) -> *const Registry {
        self.0.as_ptr().map_addr(|address| address & !TAGS)
    }

    /// The pool.
    ///
    /// # Safety
    /// 1. A task that this home was made for is not gone while the result is used, or the caller is a worker of the pool.
    #[inline]
    unsafe fn registry<'a>(self) -> &'a Registry {
        // SAFETY: obligation 1, see the field.
        unsafe { &*self.pointer() }
    }

    /// The calling thread's slot, if it is a worker of this pool.
    #[inline]
    pub(super) fn slot<'a>(self) -> Option<&'a Slot> {
        Slot::current().filter(|slot| ptr::eq(slot.registry(), self.pointer()))
    }

    /// Queues a job that goes on with a task of this pool: soon, or behind what waits.
    ///
    /// # Safety
    /// 1. The task that this home was made for is not gone before the job is queued.
    #[inline]
    pub(super) unsafe fn resume(self, job: JobRef, soon: bool) {
        match self.slot() {
            // SAFETY: the slot is the calling thread's; a task may be executed on any thread.
            Some(slot) if soon => unsafe { slot.append_newest(job) },
            // SAFETY: as above.
            Some(slot) => unsafe { slot.append_and_tell(job) },
            // SAFETY: obligation 1.
            None => unsafe { self.resume_from_outside(job) },
        }
    }

    /// # Safety
    /// 1. As for `resume`.
    #[cold]
    unsafe fn resume_from_outside(self, job: JobRef) {
        // The task may be over and gone before it is queued, as far as this thread knows, and the pool with it.
        // SAFETY: obligation 1.
        let held = unsafe { self.registry() }.arc();
        // SAFETY: a task may be executed on any thread.
        unsafe { held.submit_outside(job, Priority::Normal) };
    }
}

/// Runs the user's part of a task, on a worker of its pool.
pub(super) fn run<R>(op: impl FnOnce() -> R) -> Result<R, Payload> {
    match Slot::current() {
        // SAFETY: the slot is the calling thread's.
        Some(slot) => unsafe { slot.in_task(op) },
        None => unreachable!("a pool's tasks run on its workers"),
    }
}

/// As [`run`], but if it is `unwanted` by now, drops it.
pub(super) fn run_unless<R>(unwanted: bool, op: impl FnOnce() -> R) -> Result<R, Payload> {
    if !unwanted {
        return run(op);
    }
    // Dropping it is the user's part too.
    run(|| drop(op)).and_then(|()| Err(cancelled()))
}

/// Queues a task that has waited for something, in its own pool.
#[inline]
pub(super) fn trigger(entry: Entry<Home>) {
    let home = entry.context();
    // SAFETY: the entry is there still, until it is queued.
    unsafe { home.resume(entry.into_job_ref(), true) };
}

// SAFETY: the methods do what any thread may do with a registry.
unsafe impl Context for Home {
    #[inline]
    unsafe fn leave(self) {
        if self.has(TICKET) {
            // SAFETY: `leave`'s first obligation.
            let registry = unsafe { self.registry() };
            registry.end_task(Ticket::from_bit(self.has(COLUMN)), self.slot());
        }
    }

    #[inline]
    unsafe fn lost(self, payload: Payload) {
        if !payload.is::<Cancelled>() {
            // SAFETY: `lost`'s obligation.
            unsafe { self.registry() }.show_panic(payload);
        }
    }

    #[inline]
    unsafe fn release(self) {
        // SAFETY: counted still, or for ever.
        if unsafe { self.registry() }.is_global() {
            return;
        }
        // SAFETY: taken in `new`; once (`release`'s obligation).
        unsafe { Registry::give_share_back(self.pointer(), self.slot()) };
    }
}

/// What a task that was cancelled ends with.
#[inline]
pub(super) fn cancelled() -> Payload {
    Box::new(Cancelled)
}
