//! `fork`: a join whose second half comes back if nobody took it, compiled anew for its callers in as few lines as can be.
//!
//! Invariant: a half has run, been dropped or been given back when the fork ends.

use super::join::join_on;
use crate::base::thunk::{Call, Elsewhere, Once, Thunk};
use crate::pool::slot::Slot;

/// What became of the second half of a [`fork`].
pub(crate) enum Forked<T, R> {
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
pub(crate) fn fork<A, RA, T, RB>(
    small: bool,
    first: A,
    second: T,
    stolen: impl FnOnce(T) -> RB + Send,
) -> (RA, Forked<T, RB>)
where
    A: FnOnce(bool) -> RA,
    T: Send,
    RB: Send,
{
    let mut first = Thunk::new(first);
    let mut second = Thunk::new(Later {
        value: second,
        stolen,
    });
    // A gate.
    let run: fn(bool, Call<'_>, Elsewhere<Call<'_>>) -> bool = fork_calls;
    let ran = run(small, first.call(), second.call_elsewhere());
    // SAFETY: the call was made and kept.
    let first = unsafe { first.into_result() };
    let second = if ran {
        // SAFETY: as above.
        Forked::Stolen(unsafe { second.into_result() })
    } else {
        // SAFETY: no call was made.
        Forked::Back(unsafe { second.into_func() }.value)
    };
    (first, second)
}

/// Makes the first call and keeps what it comes to; the same with the second one if a thief takes it, which is what is returned.
/// If either panics, both were made, and nothing is kept.
fn fork_calls(small: bool, first: Call<'_>, second: Elsewhere<Call<'_>>) -> bool {
    let Some(slot) = Slot::current() else {
        unreachable!("forks are made in a pool");
    };
    let second = |moved: bool| moved.then(move || second.make(moved));
    let (first, second) = join_on(slot, small, || first.make(false), second);
    first.keep();
    match second {
        Some(second) => {
            second.keep();
            true
        }
        None => false,
    }
}
