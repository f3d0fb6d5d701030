//! What a drive for which nobody is awake does alone: it depends on whether drives follow each other so closely that whoever is woken for
//! one is still awake for the next.
//!
//! Invariant: none; it is a hint for the grain.

use crate::base::clock;
use crate::pool::search::stays_awake;
use std::cell::Cell;

/// What is done sooner alone if others have to be woken, in quarters of the time in which one comes: a wake costs its caller a quarter or
/// a third of that, and until then nothing is gained.
const ALONE_QUARTERS: u64 = 5;
/// The same if whoever comes will be awake for the next drive, too, in microseconds.
const IN_A_STREAK_US: u64 = 24;

/// A wake in a streak is a loss to the drive that makes it, and a gain to those that come behind it. It is due when they have gone on for so
/// many times as long as one comes: as many are likely to come still, and if not, little was lost.
const GOES_ON: u64 = 2;

thread_local! {
    static LAST: Cell<Last> = const { Cell::new(Last { began: 0, close: 0, tight: 0 }) };
}

/// What is known of the thread's drives for which nobody was awake.
#[derive(Clone, Copy)]
struct Last {
    /// When the last one began, in ticks.
    began: u64,
    /// For how many ticks they have been a streak: nobody who was woken would go to sleep between them.
    close: u64,
    /// For how many ticks they have been a *tight* one: as short, too, as those that need no help.
    tight: u64,
}

/// A drive begins `now` for which nobody is awake, and for which somebody could be there in `delay` ticks. Returns for how many ticks it
/// should go on alone.
pub(super) fn alone(now: u64, delay: u64) -> u64 {
    let last = LAST.get();
    let gap = now.saturating_sub(last.began);
    let awake = stays_awake(delay);
    let going_on = |ticks: u64, most: u64| if gap < most + awake { ticks + gap } else { 0 };
    let last = Last {
        began: now,
        close: going_on(last.close, in_silence(delay)),
        tight: going_on(last.tight, clock::micros(IN_A_STREAK_US)),
    };
    LAST.set(last);
    after(delay, last)
}

/// The same for a drive that follows no other.
pub(super) fn in_silence(delay: u64) -> u64 {
    delay * ALONE_QUARTERS / 4
}

fn after(delay: u64, Last { close, tight, .. }: Last) -> u64 {
    let due = delay * GOES_ON;
    match in_silence(delay) {
        // So much has been done alone by now that a wake would have paid: it should go on like that.
        _ if tight > due => 0,
        alone if close > due => alone.min(clock::micros(IN_A_STREAK_US)),
        alone => alone,
    }
}

#[cfg(test)]
mod tests {
    use super::{Last, after};
    use crate::base::clock::micros;

    #[test]
    fn silence_and_streaks() {
        let delay = micros(100);
        let alone = |close, tight| {
            let (close, tight) = (micros(close), micros(tight));
            let began = 0;
            after(
                delay,
                Last {
                    began,
                    close,
                    tight,
                },
            )
        };
        let silence = alone(0, 0);
        assert!(silence > delay);
        // What has hardly begun may be over.
        assert_eq!(alone(150, 0), silence);
        let streak = alone(250, 150);
        assert!(streak < delay && streak > 0);
        assert_eq!(alone(250, 250), 0);
    }

    #[test]
    fn where_wakes_are_quick_a_streak_makes_no_difference() {
        let last = |close| Last {
            began: 0,
            close,
            tight: 0,
        };
        let delay = micros(5);
        assert_eq!(after(delay, last(0)), after(delay, last(micros(2000))));
    }
}
