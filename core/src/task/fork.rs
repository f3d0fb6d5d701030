//! `fork`: a join whose second half comes back if nobody took it, compiled anew for its callers in as few lines as can be.
//!
//! Invariant: a half has run, been dropped or been given back when the fork ends.

use super::join::{came_back, first_panicked};
use crate::base::thunk::{Call, Elsewhere, Once, Thunk};
use crate::base::unwind;
use crate::job::stack::StackJob;
use crate::pool::hunger::Notice;
use crate::pool::registry::unpack;
use crate::pool::slot::Slot;

/// What became of the second half of a [`fork`].
#[derive(Debug)]
pub enum Forked<T, R> {
    /// Nobody took it: here it is, untouched.
    Back(T),
    /// A thief ran it.
    Stolen(R),
}

/// Something to go on with, and what a thief does with it.
struct Later<T, S> {
    value: T,
    stolen: S,
}

impl<T, S, R> Once for Later<T, S>
where
    S: FnOnce(T) -> R,
{
    type Result = R;

    #[inline(always)]
    fn run(self, _flag: bool) -> R {
        (self.stolen)(self.value)
    }
}

/// A join whose second half comes back to the caller if nobody has stolen it, so that the caller
/// can go on with what the first half left behind. In a pool only.
///
/// If the first half panics, the second one is run by `stolen` in any case: nobody would go on with it.
#[inline]
pub fn fork<A, RA, T, RB>(
    notice: Notice,
    first: A,
    second: T,
    stolen: impl FnOnce(T) -> RB + Send,
) -> (RA, Forked<T, RB>)
where
    A: FnOnce() -> RA,
    T: Send,
    RB: Send,
{
    let mut first = Thunk::new(|_: bool| first());
    let mut second = Thunk::new(Later {
        value: second,
        stolen,
    });
    // A gate.
    let fork: fn(Notice, Call<'_>, Elsewhere<Call<'_>>) -> bool = fork_calls;
    let stolen = fork(notice, first.call(), second.call_elsewhere());
    // SAFETY: the call was made, and was kept.
    let first = unsafe { first.into_result() };
    let second = if stolen {
        // SAFETY: the call was made and kept.
        Forked::Stolen(unsafe { second.into_result() })
    } else {
        // SAFETY: no call was made.
        Forked::Back(unsafe { second.into_func() }.value)
    };
    (first, second)
}

/// Makes the first call, and keeps what it comes to; so with the second one if a thief has it, and returns whether that is so.
///
/// # Panics
/// As the calls do; with what the first one panicked with if both do. What the other one came to is dropped then.
fn fork_calls(notice: Notice, first: Call<'_>, second: Elsewhere<Call<'_>>) -> bool {
    let Some(slot) = Slot::current() else {
        unreachable!("forks are made in a pool");
    };
    // SAFETY: `slot` is the calling thread's.
    let mark = unsafe { slot.mark() };
    let job = StackJob::at(mark, second);
    // SAFETY: every way out of this frame first takes the handle back or sees the latch set.
    let handle = unsafe { job.as_job_ref() };
    // SAFETY: `slot` is the calling thread's, and `mark` is fresh.
    unsafe { slot.push_with(notice, mark, handle) };
    let first = match unwind::halt(|| first.make(false)) {
        Ok(made) => made,
        Err(payload) => first_panicked(&job, payload),
    };
    // SAFETY: `slot` is the calling thread's; the latch was made with `mark`.
    let back = unsafe { slot.take_back(job.latch()) } || {
        // SAFETY: not executed.
        let handle = unsafe { job.as_job_ref() };
        came_back(job.latch(), handle)
    };
    if !back {
        // SAFETY: the latch is set; called once.
        unpack(unsafe { job.take_result() }).keep();
    }
    first.keep();
    !back
}
