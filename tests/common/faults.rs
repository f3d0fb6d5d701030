//! Counts page faults: Linux.

use std::mem::MaybeUninit;

/// How many pages this program has touched so far that had to be mapped first.
pub(crate) fn faults() -> i64 {
    let mut usage = MaybeUninit::uninit();
    // SAFETY: `usage` has room for what is written.
    let outcome = unsafe { libc::getrusage(libc::RUSAGE_SELF, usage.as_mut_ptr()) };
    assert_eq!(outcome, 0);
    // SAFETY: the call has written all of it, since it succeeded.
    let usage: libc::rusage = unsafe { usage.assume_init() };
    usage.ru_minflt
}
