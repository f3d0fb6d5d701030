//! The feeding loop: it ends where the iterator ends, where the step breaks, and soon after it is closed.

use super::{POLL_EVERY, feed};
use std::ops::ControlFlow;

#[test]
fn takes_everything_when_open() {
    let sum = feed(
        0,
        0..1000,
        |_| false,
        |sum, i| ControlFlow::Continue(sum + i),
    );
    assert_eq!(sum, (0..1000).sum::<usize>());
}

#[test]
fn stops_at_once_when_the_step_breaks() {
    let seen = feed(
        0,
        0..,
        |_| false,
        |seen, i| {
            if i == 5 {
                ControlFlow::Break(seen)
            } else {
                ControlFlow::Continue(seen + 1)
            }
        },
    );
    assert_eq!(seen, 5);
}

#[test]
fn stops_within_one_block_when_closed() {
    let seen = feed(
        0,
        0..,
        |&seen| seen >= 40,
        |seen, _: u64| ControlFlow::Continue(seen + 1),
    );
    assert!((40..40 + POLL_EVERY).contains(&seen));
}
