//! `fork`: a join whose second half comes back if nobody took it, compiled anew for its callers in as few lines as can be.
//!
//! Invariant: a half has run, been dropped or been given back when the fork ends.

use super::join::{came_back, first_panicked};
use crate::base::thunk::{Call, Elsewhere, Made, Once, Thunk};
use crate::base::unwind::{self, Payload};
use crate::job::stack::StackJob;
use crate::pool::registry::unpack;
use crate::pool::slot::Slot;
use std::mem::MaybeUninit;

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
/// can go on with what the first half left behind. If the second half is `small` it is shared only with those who already
/// look for work, and only if the first one turns out to be long. In a pool only.
///
/// If the first half panics, the second one is run by `stolen` in any case: nobody would go on with it.
#[inline]
pub fn fork<A, RA, T, RB>(
    small: bool,
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
    let fork: fn(bool, Call<'_>, Elsewhere<Call<'_>>) -> bool = fork_calls;
    let stolen = fork(small, first.call(), second.call_elsewhere());
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
fn fork_calls(small: bool, first: Call<'_>, second: Elsewhere<Call<'_>>) -> bool {
    let mut place = MaybeUninit::uninit();
    // SAFETY: nothing between here and the end of `first` unwinds; then follows `end` or `abandon`.
    let job = unsafe { offer(small, second, &mut place) };
    let first = match unwind::halt(|| first.make(false)) {
        Ok(made) => made,
        // SAFETY: offered above.
        Err(payload) => unsafe { abandon(job, payload) },
    };
    // SAFETY: offered above.
    let stolen = unsafe { end(job) };
    first.keep();
    stolen
}

/// The second half of a fork, whatever it is.
type Job<'a> = StackJob<Elsewhere<Call<'a>>, Elsewhere<Made<'a>>>;

/// Puts `call` into the calling thread's deque.
///
/// # Safety
/// 1. What is returned is handed to [`end`] or [`abandon`], once and by this thread, before `place` ends.
unsafe fn offer<'j, 'a>(
    small: bool,
    call: Elsewhere<Call<'a>>,
    place: &'j mut MaybeUninit<Job<'a>>,
) -> &'j Job<'a> {
    let Some(slot) = Slot::current() else {
        unreachable!("forks are made in a pool");
    };
    // SAFETY: `slot` is the calling thread's.
    let mark = unsafe { slot.mark() };
    let job = place.write(StackJob::at(mark, call));
    // SAFETY: it stays where it is (obligation 1) until the handle is back or the latch set.
    let handle = unsafe { job.as_job_ref() };
    if small {
        // SAFETY: `slot` is the calling thread's, and `mark` is fresh.
        unsafe { slot.push_quietly_at(mark, handle) };
    } else {
        // SAFETY: as above.
        unsafe { slot.push_at(mark, handle) };
    }
    job
}

/// Takes the second half back, or waits for its thief. Returns whether it was run; what it came to is kept then.
///
/// # Panics
/// As the second half does.
///
/// # Safety
/// 1. `job` comes from [`offer`] on this thread.
unsafe fn end(job: &Job<'_>) -> bool {
    // SAFETY: a thread that has forked owns a slot.
    let slot = unsafe { Slot::current_unchecked() };
    // SAFETY: the slot is the calling thread's; the latch was made with its mark.
    if unsafe { slot.take_back(job.latch()) } {
        return false;
    }
    // SAFETY: obligation 1: not executed by this thread.
    let handle = unsafe { job.as_job_ref() };
    if came_back(job.latch(), handle) {
        return false;
    }
    // SAFETY: the latch is set; called once.
    unpack(unsafe { job.take_result() }).keep();
    true
}

/// The first half panicked: the second one still runs. See [`first_panicked`].
///
/// # Safety
/// 1. `job` comes from [`offer`] on this thread.
#[cold]
unsafe fn abandon(job: &Job<'_>, payload: Payload) -> ! {
    first_panicked(job, payload)
}
