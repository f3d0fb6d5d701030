//! A job in a box of its own: `spawn`.

use super::{JobHeader, JobRef, Signal};
use crate::base::unwind::AbortOnUnwind;
use std::mem;
use std::ptr::NonNull;

/// See the table in the room's module.
#[repr(C)]
pub(crate) struct HeapJob<F> {
    header: JobHeader,
    func: F,
}

impl<F> HeapJob<F>
where
    F: FnOnce() -> Signal + Send,
{
    /// A handle on a box with `func`, which must deal with panics itself (one that escapes aborts).
    ///
    /// # Safety
    /// 1. What `func` borrows outlives its execution.
    /// 2. The handle is executed, else the box leaks.
    pub(crate) unsafe fn into_job_ref(func: F) -> JobRef {
        let job = Box::new(HeapJob {
            header: JobHeader::new(Self::execute),
            func,
        });
        let job = NonNull::from(Box::leak(job));
        // SAFETY: the box lives until executed; `func` is `Send`; obligation 1.
        unsafe { JobRef::new(job.cast()) }
    }

    /// # Safety
    /// 1. `header` came from `into_job_ref` of this very type and is executed for the first time.
    unsafe fn execute(header: NonNull<JobHeader>) -> Signal {
        // SAFETY: obligation 1: leaked there, freed here.
        let job = unsafe { Box::from_raw(header.cast::<Self>().as_ptr()) };
        let guard = AbortOnUnwind;
        let signal = (job.func)();
        mem::forget(guard);
        signal
    }
}
