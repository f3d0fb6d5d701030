//! Waiting, by one thread that knows what has ended, and by many that do not.

use super::Tally;
use crate::sync::latch::Latch;
use crate::sync::parker::Parker;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

#[test]
fn nothing_to_wait_for() {
    let (tally, latch) = (Tally::new(2), Latch::new());
    // SAFETY: the latch is set by the end of the call, as is checked below.
    assert!(!unsafe { tally.enrol(&latch) });
    assert!(latch.probe());
}

#[test]
fn only_what_began_before_counts() {
    let tally = Tally::new(2);
    for worker in [None, Some(0), Some(1)] {
        let before = tally.begin(worker);
        let (first, second) = (Latch::new(), Latch::new());
        // SAFETY: both latches are set below, as is checked.
        assert!(!unsafe { tally.enrol(&first) });
        let after = tally.begin(Some(0));
        // SAFETY: as above.
        assert!(!unsafe { tally.enrol(&second) });
        assert!(!first.probe());
        let _ = tally.end(after, Some(1));
        assert!(!first.probe() && !second.probe());
        let _ = tally.end(before, worker);
        assert!(first.probe() && second.probe());
    }
}

#[test]
fn waiters_among_workers() {
    const ROUNDS: usize = if cfg!(tine_tsan) { 500 } else { 20_000 };
    let tally = &Tally::new(2);
    let ended = &AtomicUsize::new(0);
    let begun = &AtomicUsize::new(0);
    thread::scope(|threads| {
        for worker in 0..2 {
            threads.spawn(move || {
                for round in 0..ROUNDS {
                    let ticket = tally.begin(Some(worker));
                    begun.fetch_add(1, Relaxed);
                    let outside = (round % 3 == 0).then(|| tally.begin(None));
                    ended.fetch_add(1, Relaxed);
                    let _ = tally.end(ticket, Some(worker));
                    if let Some(outside) = outside {
                        let _ = tally.end(outside, Some(worker));
                    }
                }
            });
        }
        for _ in 0..2 {
            threads.spawn(move || {
                for _ in 0..ROUNDS / 100 {
                    let before = begun.load(Relaxed);
                    let latch = Latch::new();
                    // SAFETY: this frame stays until the latch is set.
                    assert!(!unsafe { tally.enrol(&latch) });
                    latch.block_on(Parker::of_thread());
                    assert!(ended.load(Relaxed) >= before);
                }
            });
        }
    });
}

#[test]
fn the_last_end_says_so_once() {
    let tally = Tally::new(2);
    assert!(tally.close(), "nothing is under way");
    let first = tally.begin(None);
    let second = tally.begin(Some(1));
    assert_eq!(tally.under_way(), 2);
    assert!(!tally.close());
    // Something that the second begins before it ends.
    let third = tally.begin(Some(1));
    assert!(!tally.end(first, Some(0)));
    assert!(!tally.end(second, Some(1)));
    assert_eq!(tally.under_way(), 1);
    let fourth = tally.begin(Some(0));
    assert!(!tally.end(third, Some(0)));
    assert!(tally.end(fourth, Some(0)));
    assert_eq!(tally.under_way(), 0);
}
