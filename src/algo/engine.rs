//! The engine as the kernels know it.

use tine_core::engine::{Forked, Notice, clock, fork, help_in, in_pool, join_by_calls};
use tine_kernels::fork_join::ForkJoin;

/// The calling thread's pool, or the global one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Engine;

// SAFETY: (1) and (2) are what `join`, `in_pool` and `fork` do; and so is (3): what they have begun has ended when they have.
// (4) is a promise of `tine_core::join`.
unsafe impl ForkJoin for Engine {
    #[inline]
    fn join<A, B, RA, RB>(self, a: A, b: B) -> (RA, RB)
    where
        A: FnOnce() -> RA + Send,
        B: FnOnce() -> RB + Send,
        RA: Send,
        RB: Send,
    {
        join_by_calls(a, b)
    }

    #[inline]
    fn fork<A, RA, T, RB>(
        self,
        first: A,
        second: T,
        stolen: impl FnOnce(T) -> RB + Send,
    ) -> (RA, Result<RB, T>)
    where
        A: FnOnce() -> RA,
        T: Send,
        RB: Send,
    {
        match fork(Notice::Loud, first, second, stolen) {
            (first, Forked::Back(second)) => (first, Err(second)),
            (first, Forked::Stolen(result)) => (first, Ok(result)),
        }
    }

    #[inline]
    fn enter<OP, R>(self, op: OP) -> R
    where
        OP: FnOnce() -> R + Send,
        R: Send,
    {
        in_pool(|_| op())
    }

    #[inline]
    fn threads(self) -> usize {
        tine_core::current_num_threads()
    }

    #[inline]
    fn help_in(self) -> u64 {
        help_in()
    }

    #[inline(always)]
    fn ticks(self) -> u64 {
        clock::ticks()
    }

    #[inline]
    fn micros(self, micros: u64) -> u64 {
        clock::micros(micros)
    }
}
