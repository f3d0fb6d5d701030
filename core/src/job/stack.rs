//! A job in its caller's frame: the second half of a join, or a call handed to another pool.

#[cfg(all(test, loom))]
mod model;

use super::{JobHeader, JobRef, Signal, executor};
use crate::base::thunk::Once;
use crate::base::unwind::{self, Payload};
use crate::sync::latch::{INDEX_TAG, Latch};
use std::cell::UnsafeCell;
use std::mem::{ManuallyDrop, MaybeUninit};
use std::ptr::NonNull;

/// See the table in the room's module. Made uninitialised where it can be: a join that nobody
/// steals writes three words, the closure aside.
#[repr(C)]
pub(crate) struct StackJob<F, R> {
    header: JobHeader,
    latch: Latch,
    /// Taken once: by the executor, or by the owner after it took the handle back.
    func: UnsafeCell<ManuallyDrop<F>>,
    /// Written by the executor before the latch is set, read by the owner after.
    result: UnsafeCell<MaybeUninit<Result<R, Payload>>>,
}

impl<F, R> StackJob<F, R>
where
    F: Once<Result = R> + Send,
    R: Send,
{
    /// A job that runs `func` with `true` when executed through its handle.
    pub(crate) fn new(func: F) -> Self {
        Self::at(INDEX_TAG, func)
    }

    /// As [`new`](Self::new), to be pushed at `index` of its owner's deque.
    #[inline(always)]
    pub(crate) fn at(index: u64, func: F) -> Self {
        StackJob {
            header: JobHeader::new(Self::execute),
            latch: Latch::of_job(index),
            func: UnsafeCell::new(ManuallyDrop::new(func)),
            result: UnsafeCell::new(MaybeUninit::uninit()),
        }
    }

    /// The event of its having been executed.
    #[inline(always)]
    pub(crate) fn latch(&self) -> &Latch {
        &self.latch
    }

    /// The handle.
    ///
    /// # Safety
    /// 1. The job is not moved, and its frame not left, before the handle was taken back
    ///    unexecuted or the latch is set.
    /// 2. Of all handles on the job one at most is executed. (Others are for comparison.)
    #[inline(always)]
    pub(crate) unsafe fn as_job_ref(&self) -> JobRef {
        // SAFETY: obligations 1 and 2; `F` and `R` are `Send`.
        unsafe { JobRef::new(NonNull::from(self).cast()) }
    }

    /// The closure, for an owner that has taken the handle back.
    ///
    /// # Safety
    /// 1. The handle was not executed and never will be.
    /// 2. It is called once.
    #[inline(always)]
    pub(crate) unsafe fn take_func(&self) -> F {
        // SAFETY: nobody executes the job (obligation 1), so `func` is ours alone.
        let func = unsafe { &mut *self.func.get() };
        // SAFETY: taken once (obligation 2).
        unsafe { ManuallyDrop::take(func) }
    }

    /// What the executor got: a value, or a panic's payload.
    ///
    /// # Safety
    /// 1. The latch was seen set.
    /// 2. It is called once.
    pub(crate) unsafe fn take_result(&self) -> Result<R, Payload> {
        // SAFETY: the executor is done (obligation 1), so `result` is ours alone.
        let result = unsafe { &*self.result.get() };
        // SAFETY: the executor wrote it before it set the latch; read once (obligation 2).
        unsafe { result.assume_init_read() }
    }

    /// # Safety
    /// 1. `header` is a job of this very type, valid, and executed for the first time.
    unsafe fn execute(header: NonNull<JobHeader>) -> Signal {
        let this = header.cast::<Self>();
        // SAFETY: obligation 1; the frame is held until the latch is set, which is after this.
        let this = unsafe { this.as_ref() };
        this.latch.mark_taken(executor::index());
        // SAFETY: obligation 1: executed once, so the owner does not take it.
        let func = unsafe { &mut *this.func.get() };
        // SAFETY: as above, taken once.
        let func = unsafe { ManuallyDrop::take(func) };
        let result = unwind::halt(move || func.run(true));
        // SAFETY: the owner reads `result` only after the latch is set.
        let slot = unsafe { &mut *this.result.get() };
        slot.write(result);
        // SAFETY: the owner waits for the latch, and only the one executor gets this signal.
        unsafe { Signal::new(&raw const this.latch) }
    }
}
