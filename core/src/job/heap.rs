//! A job in memory of its own: `spawn`.

use super::{JobHeader, JobRef, Signal};
use crate::base::slab;
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
    /// A handle on memory with `func`, which must deal with panics itself (one that escapes aborts).
    ///
    /// # Safety
    /// 1. What `func` borrows outlives its execution.
    /// 2. The handle is executed, else the memory leaks.
    pub(crate) unsafe fn into_job_ref(func: F) -> JobRef {
        if size_of::<F>() == 0 {
            // There is nothing to keep, and any place will do to take it from.
            mem::forget(func);
            // SAFETY: the header is a constant; obligation 1.
            return unsafe { JobRef::new(NonNull::from(Self::OF_NOTHING)) };
        }
        let job = slab::allocate(HeapJob {
            header: JobHeader::new(Self::execute),
            func,
        });
        // SAFETY: the memory is kept until executed; `func` is `Send`; obligation 1.
        unsafe { JobRef::new(job.cast()) }
    }

    /// The header of all jobs whose closure has no size.
    const OF_NOTHING: &'static JobHeader = &JobHeader::new(Self::execute_nothing);

    /// # Safety
    /// 1. This is the execution of a handle from `into_job_ref` of this very type, whose closure has no size and was forgotten.
    unsafe fn execute_nothing(_: NonNull<JobHeader>) -> Signal {
        // SAFETY: obligation 1: one value of the type is owed for each handle, and reading it reads no memory.
        let func = unsafe { NonNull::<F>::dangling().read() };
        let guard = AbortOnUnwind;
        let signal = func();
        mem::forget(guard);
        signal
    }

    /// # Safety
    /// 1. `header` came from `into_job_ref` of this very type and is executed for the first time.
    unsafe fn execute(header: NonNull<JobHeader>) -> Signal {
        let place = header.cast::<Self>();
        // SAFETY: obligation 1: put there, taken out here.
        let job = unsafe { place.read() };
        // SAFETY: as above; allocated there, freed here.
        unsafe { slab::free(place) };
        let guard = AbortOnUnwind;
        let signal = (job.func)();
        mem::forget(guard);
        signal
    }
}
