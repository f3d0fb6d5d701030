//! Whom to tell of a task's end, if not an async runtime: a thread that sleeps, or the latch of a worker that waits.
//!
//! All of them are std's wakers, so that one slot of two words holds any.

use crate::base::unwind::{self, Payload};
use crate::job::Signal;
use crate::sync::latch::Latch;
use crate::sync::parker::Parker;
use std::ptr;
use std::task::{RawWaker, RawWakerVTable, Waker};

/// Wakes the thread that sleeps on `parker`.
pub(crate) fn of_parker(parker: &'static Parker) -> Waker {
    static CALLS: RawWakerVTable = RawWakerVTable::new(copy, wake, wake, forget);
    /// # Safety
    /// 1. `data` came from `of_parker`.
    unsafe fn copy(data: *const ()) -> RawWaker {
        RawWaker::new(data, &CALLS)
    }
    /// # Safety
    /// 1. `data` came from `of_parker`.
    unsafe fn wake(data: *const ()) {
        let parker = data.cast::<Parker>();
        // SAFETY: obligation 1: it was a `'static` reference.
        unsafe { &*parker }.unpark();
    }
    let data = ptr::from_ref(parker).cast();
    // SAFETY: the four calls keep the contract of a waker: a parker lives for ever and may be signalled by anyone.
    unsafe { Waker::new(data, &CALLS) }
}

static LATCH_CALLS: RawWakerVTable = RawWakerVTable::new(copy_latch, set_latch, refuse, forget);

/// Sets `latch`. Not to be cloned.
///
/// # Safety
/// 1. The latch stays valid until it is set, or until the waker was dropped.
/// 2. Nobody else sets it.
pub(crate) unsafe fn of_latch(latch: *const Latch) -> Waker {
    // SAFETY: the waker is given once or dropped, so `set_latch` is called once at most; obligations 1 and 2.
    unsafe { Waker::new(latch.cast(), &LATCH_CALLS) }
}

/// # Safety
/// 1. `data` came from `of_latch`, and is given for the first time.
unsafe fn set_latch(data: *const ()) {
    // SAFETY: obligation 1, and those of `of_latch`.
    unsafe { Latch::set(data.cast()) };
}

/// # Safety
/// 1. None; this is how the compiler wants it.
unsafe fn copy_latch(_: *const ()) -> RawWaker {
    unreachable!("a latch is set once, so its waker has no copies")
}

/// # Safety
/// 1. None; this is how the compiler wants it.
unsafe fn refuse(_: *const ()) {
    unreachable!("a task gives its notice away")
}

/// # Safety
/// 1. None; there is nothing to be freed.
unsafe fn forget(_: *const ()) {}

/// Wakes whoever waits, or returns the signal that does. A waker of the user's may panic.
pub(super) fn give(notice: Waker) -> Result<Signal, Payload> {
    if ptr::eq(notice.vtable(), &LATCH_CALLS) {
        let latch = notice.data().cast::<Latch>();
        // SAFETY: the calls are those of `of_latch`, whose obligations these are; dropping `notice` does nothing.
        return Ok(unsafe { Signal::new(latch) });
    }
    unwind::halt(|| notice.wake()).map(|()| Signal::none())
}
