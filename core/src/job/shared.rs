//! A job that several threads execute, each once, by reference: a blocking broadcast.

use super::{JobHeader, JobRef, Signal};
use crate::base::unwind::AbortOnUnwind;
use std::mem;
use std::ptr::NonNull;

/// See the table in the room's module.
#[repr(C)]
pub(crate) struct SharedJob<F> {
    header: JobHeader,
    func: F,
}

impl<F> SharedJob<F>
where
    F: Fn() -> Signal + Sync,
{
    /// A job that calls `func` once per handle; a panic that escapes `func` aborts.
    pub(crate) fn new(func: F) -> Self {
        SharedJob {
            header: JobHeader::new(Self::execute),
            func,
        }
    }

    /// One handle of as many as wanted.
    ///
    /// # Safety
    /// 1. The job is not moved nor dropped before every handle was executed.
    pub(crate) unsafe fn as_job_ref(&self) -> JobRef {
        // SAFETY: obligation 1; `F` is `Sync`, and each handle is a fresh one.
        unsafe { JobRef::new(NonNull::from(self).cast()) }
    }

    /// # Safety
    /// 1. `header` is a job of this very type and valid.
    unsafe fn execute(header: NonNull<JobHeader>) -> Signal {
        let this = header.cast::<Self>();
        // SAFETY: obligation 1.
        let this = unsafe { this.as_ref() };
        let guard = AbortOnUnwind;
        let signal = (this.func)();
        mem::forget(guard);
        signal
    }
}
