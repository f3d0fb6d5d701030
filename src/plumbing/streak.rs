//! What a drive for which nobody is awake does alone: it depends on whether drives follow each other so closely that whoever is woken for
//! one is still awake for the next.
//!
//! Invariant: none; it is a hint for the grain.

use std::cell::Cell;
use tine_core::engine::{clock, stays_awake};

/// What is done sooner alone if others have to be woken, in quarters of the time in which one comes: a wake costs its caller a quarter or
/// a third of that, and until then nothing is gained.
const ALONE_QUARTERS: u64 = 5;
/// The same if whoever comes will be awake for the next drive, too, in microseconds.
const IN_A_STREAK_US: u64 = 24;

thread_local! {
    static LAST: Cell<Last> = const { Cell::new(Last { began: 0, tight: 0 }) };
}

/// What is known of the thread's drives for which nobody was awake.
#[derive(Clone, Copy)]
struct Last {
    /// When the last one began, in ticks.
    began: u64,
    /// For how many ticks they have been a *tight* streak: as short as those that need no help, and nobody would go to sleep between them.
    tight: u64,
}

/// A drive begins for which nobody is awake, and for which somebody could be there in `delay` ticks. Returns for how many ticks it should
/// go on alone.
pub(super) fn alone(delay: u64) -> u64 {
    let now = clock::ticks();
    let last = LAST.get();
    let gap = now.saturating_sub(last.began);
    let is_tight = gap < clock::micros(IN_A_STREAK_US) + stays_awake(delay);
    let tight = if is_tight { last.tight + gap } else { 0 };
    LAST.set(Last { began: now, tight });
    after(delay, gap, tight)
}

fn after(delay: u64, gap: u64, tight: u64) -> u64 {
    let alone = delay * ALONE_QUARTERS / 4;
    match () {
        // So much has been done alone by now that a wake would have paid: it should go on like that.
        _ if tight > delay => 0,
        _ if gap < alone + stays_awake(delay) => alone.min(clock::micros(IN_A_STREAK_US)),
        _ => alone,
    }
}

#[cfg(test)]
mod tests {
    use super::after;
    use tine_core::engine::clock::micros;

    #[test]
    fn silence_and_streaks() {
        let delay = micros(100);
        let silence = after(delay, micros(2000), 0);
        let streak = after(delay, micros(100), 0);
        let tight = |tight| after(delay, micros(20), tight);
        assert!(silence > delay);
        assert!(streak < delay && streak > 0);
        assert_eq!(tight(micros(80)), streak);
        assert_eq!(tight(micros(120)), 0);
        // Where wakes are quick a streak makes no difference.
        assert_eq!(
            after(micros(5), micros(20), 0),
            after(micros(5), micros(2000), 0)
        );
    }
}
