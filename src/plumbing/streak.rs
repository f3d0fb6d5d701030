//! Whether a thread's drives follow each other so closely that whoever is woken for one is still awake for the next.
//!
//! Invariant: none; it is a hint for the grain.

use crate::base::clock;
use std::cell::Cell;

/// For how long those who are out of work stay awake, in microseconds; see `pool::search`.
const AWAKE_US: u64 = 40;

thread_local! {
    /// When the last drive began for which nobody was awake, in ticks.
    static BEGAN: Cell<u64> = const { Cell::new(0) };
}

/// A drive begins for which nobody is awake, and which takes `alone` ticks at most if one thread does it: whether it is one of a streak.
pub(super) fn goes_on(alone: u64) -> bool {
    let now = clock::ticks();
    let before = BEGAN.replace(now);
    now.saturating_sub(before) < alone + clock::micros(AWAKE_US)
}
