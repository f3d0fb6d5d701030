//! The feeding loop: it ends where the iterator ends, where the step breaks, and soon after it is closed.

use super::{POLL_EVERY, feed, search_each};
use std::cell::Cell;
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

/// A piece of any type.
type Piece = Box<dyn Iterator<Item = Option<u32>>>;

/// The numbers up to `end` in pieces of that many, every third of which is missing.
fn pieces(end: u32, each: u32) -> impl Iterator<Item = Option<impl Iterator<Item = Option<u32>>>> {
    let piece = move |start: u32| (start..start.saturating_add(each)).map(Some);
    let starts = (0..end).step_by(each as usize);
    starts.map(move |start| (start / each % 3 != 2).then(|| piece(start)))
}

#[test]
fn a_search_goes_on_behind_each_hit() {
    for each in [1, 2, POLL_EVERY, POLL_EVERY + 1, 1000] {
        let is_hit = |n: &u32| n.is_multiple_of(7);
        let wanted: Vec<u32> = pieces(3000, each)
            .flatten()
            .flatten()
            .flatten()
            .filter(is_hit)
            .collect();
        let mut hits = Vec::new();
        let piece = |piece| Some(Box::new(piece?) as Piece);
        let mut iter: Box<dyn Iterator<Item = _>> = Box::new(pieces(3000, each).map(piece));
        while let (Some(hit), (within, rest)) = search_each(iter, is_hit, || false, || false) {
            hits.push(hit);
            iter = Box::new(std::iter::once(within).chain(rest));
        }
        assert_eq!(hits, wanted, "pieces of {each}");
    }
}

#[test]
fn a_search_ends_soon_after_it_is_closed() {
    for each in [1, 2, POLL_EVERY, POLL_EVERY + 1, 1000, u32::MAX] {
        let seen = Cell::new(0);
        let none = |_: &u32| {
            seen.set(seen.get() + 1);
            false
        };
        let closed = || seen.get() >= 40;
        let (hit, _) = search_each(pieces(u32::MAX, each), none, closed, || false);
        assert!(hit.is_none());
        let most = 40 + POLL_EVERY * POLL_EVERY;
        assert!((40..=most).contains(&seen.get()), "pieces of {each}");
    }
}

#[test]
fn a_search_that_is_over_takes_no_further_step() {
    for each in [1, 2, POLL_EVERY, POLL_EVERY + 1, 1000] {
        for end in [0, 1, 5, 40, 1500] {
            let seen = Cell::new(0);
            let none = |&n: &u32| {
                seen.set(n);
                false
            };
            let (hit, _) = search_each(pieces(3000, each), none, || false, || seen.get() >= end);
            assert!(hit.is_none());
            let left_out = end / each % 3 == 2;
            assert!(left_out || seen.get() == end, "{end} in pieces of {each}");
        }
    }
}
