//! The first number for which something does not hold, where it holds for all before that and for none after.

use std::ops::Range;

/// By halving. The end of the range if it holds for all.
pub(super) fn first_that_not(range: Range<usize>, holds: impl Fn(usize) -> bool) -> usize {
    let Range { mut start, mut end } = range;
    while start < end {
        let middle = start.midpoint(end);
        if holds(middle) {
            start = middle + 1;
        } else {
            end = middle;
        }
    }
    start
}

/// Below `end`, and probably near it: by steps that double, down from there, and then by halving. `end` if it holds for all.
pub(super) fn first_that_not_near(end: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut high, mut step) = (end, 1);
    loop {
        let low = high.saturating_sub(step);
        if low == high || holds(low) {
            // It does not hold for `high`, unless that is `end`.
            return first_that_not(low..high, holds);
        }
        (high, step) = (low, step * 2);
    }
}
