//! The feeding loop: it ends where the iterator ends, where the step breaks, and soon after it is closed.

use super::{POLL_EVERY, feed, feed_all, search_each};
use std::cell::Cell;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

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

/// An item, or a state, whose drop is counted.
struct Counted<'c, const WORDS: usize> {
    sum: usize,
    drops: &'c Cell<usize>,
    _rest: [usize; WORDS],
}

impl<'c, const WORDS: usize> Counted<'c, WORDS> {
    fn new(sum: usize, drops: &'c Cell<usize>) -> Self {
        Counted {
            sum,
            drops,
            _rest: [0; WORDS],
        }
    }
}

impl<const WORDS: usize> Drop for Counted<'_, WORDS> {
    fn drop(&mut self) {
        self.drops.set(self.drops.get() + 1);
    }
}

/// Items are added to a state of so many words more, and the step after so many items panics.
fn all_are_dropped_once<const WORDS: usize>(end: usize) {
    let (states, items) = (Cell::new(0), Cell::new(0));
    let feeds = AssertUnwindSafe(|| {
        let given = (0..10).map(|i| Counted::<0>::new(i, &items));
        let given = given.collect::<Vec<_>>();
        let begun = Counted::<WORDS>::new(0, &states);
        let all = feed_all(begun, given, &|mut state, item| {
            assert!(item.sum < end, "ends here");
            state.sum += item.sum;
            state
        });
        all.sum
    });
    let sum = catch_unwind(feeds).ok();
    assert_eq!(sum, (end >= 10).then_some(45));
    assert_eq!((states.get(), items.get()), (1, 10), "{WORDS} words, {end}");
}

#[test]
fn states_that_must_be_dropped_go_from_step_to_step() {
    let push = |mut so_far: Vec<usize>, i| {
        so_far.push(i);
        so_far
    };
    for len in [0, 1, 2, 100] {
        let all = feed_all(vec![7], 0..len, &push);
        assert_eq!(all, std::iter::once(7).chain(0..len).collect::<Vec<_>>());
    }
    for end in 0..=10 {
        all_are_dropped_once::<0>(end);
        all_are_dropped_once::<1>(end);
        all_are_dropped_once::<5>(end);
    }
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
