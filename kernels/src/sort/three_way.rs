//! Small elements to the front, large ones to the back, and those that equal the pivot between them, in place: for slices in which many
//! do. (Bentley and McIlroy, "Engineering a Sort Function", 1993.)
//!
//! Invariant: whatever panics, the slice holds each of its elements once.

use super::partition::{AHEAD, LARGE, Lifted};
use super::text;
use std::cmp::Ordering;
use std::ops::Range;

/// Returns where those are that `order` finds equal.
///
/// Each element is asked about once. If `order` panics, the slice is a permutation of what it was.
pub(super) fn partition<T>(v: &mut [T], order: impl Fn(&T) -> Ordering) -> Range<usize> {
    match size_of::<T>() {
        0..LARGE => without_branches(v, order),
        _ => with_few_swaps(v, order),
    }
}

/// Moves every element; see the partition of the same name.
fn without_branches<T>(v: &mut [T], order: impl Fn(&T) -> Ordering) -> Range<usize> {
    let len = v.len();
    let Some(mut lifted) = Lifted::first_of(v) else {
        return 0..0;
    };
    let (mut less, mut equal) = (0, 0);
    for i in 1..len {
        if i + AHEAD < len {
            // SAFETY: (1) it is less than the length, and beyond all places that were gaps.
            text::fetch(unsafe { lifted.at(i + AHEAD) });
        }
        // SAFETY: (1) `i` is less than the length, and beyond all places that were gaps.
        let order = order(unsafe { lifted.at(i) });
        let place = if order.is_gt() { equal } else { less };
        // SAFETY: (1) `less` is at most `equal`, and that is less than `i`, for neither grows by more than 1 where `i` does.
        unsafe { lifted.close_by(place, equal, i) };
        less += usize::from(order.is_lt());
        equal += usize::from(order.is_le());
    }
    let order = order(&lifted.element);
    let place = if order.is_gt() { equal } else { less };
    // SAFETY: (1) `less` is at most `equal`, and that is less than the length.
    unsafe { lifted.settle_by(place, equal) };
    less + usize::from(order.is_lt())..equal + usize::from(order.is_le())
}

/// Walks from both ends and swaps only what is on the wrong side. What is equal is put aside at the front.
fn with_few_swaps<T>(v: &mut [T], order: impl Fn(&T) -> Ordering) -> Range<usize> {
    let (mut aside, mut left, mut right) = (0, 0, v.len());
    loop {
        // What lies before `aside` is equal, from there to `left` it is less, and behind `right` greater.
        while left < right {
            match order(&v[left]) {
                Ordering::Less => {}
                Ordering::Equal => {
                    v.swap(aside, left);
                    aside += 1;
                }
                Ordering::Greater => break,
            }
            left += 1;
        }
        let mut found = Ordering::Greater;
        while left + 1 < right && found.is_gt() {
            right -= 1;
            found = order(&v[right]);
        }
        if found.is_gt() {
            break;
        }
        v.swap(left, right);
        if found.is_eq() {
            v.swap(aside, left);
            aside += 1;
        }
        left += 1;
    }
    let less = left - aside;
    let few = less.min(aside);
    let (front, back) = v[..left].split_at_mut(left - few);
    front[..few].swap_with_slice(back);
    less..left
}

#[cfg(all(test, not(tine_tsan)))]
mod tests {
    use super::partition;
    use std::cell::Cell;
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
    use tine_core::engine::rng::Rng;

    /// Partitions numbers below 5 by 2, with a panic at each call of the order and then without one, as elements with so many words
    /// beside them: a box would be dropped twice if an element were there twice, and a change would be lost with it.
    fn check<const WORDS: usize>(numbers: &[u32]) {
        for last_call in 0..=numbers.len() {
            let element = |&number: &u32| (Box::new(number), Cell::new(0), [7; WORDS]);
            let mut v: Vec<(Box<u32>, Cell<usize>, [usize; WORDS])> =
                numbers.iter().map(element).collect();
            let calls = Cell::new(0);
            let equal = catch_unwind(AssertUnwindSafe(|| {
                partition(&mut v, |element| {
                    if calls.get() == last_call {
                        resume_unwind(Box::new("planned"));
                    }
                    calls.set(calls.get() + 1);
                    element.1.set(element.1.get() + 1);
                    element.0.cmp(&Box::new(2))
                })
            }));
            assert_eq!(
                v.iter().map(|element| element.1.get()).sum::<usize>(),
                last_call
            );
            let orders: Vec<u32> = v.iter().map(|element| *element.0).collect();
            if let Ok(equal) = equal {
                assert_eq!(last_call, numbers.len());
                assert!(orders[..equal.start].iter().all(|&n| n < 2));
                assert!(orders[equal.clone()].iter().all(|&n| n == 2));
                assert!(orders[equal.end..].iter().all(|&n| n > 2));
            }
            let sorted = |mut v: Vec<u32>| {
                v.sort_unstable();
                v
            };
            assert_eq!(sorted(orders), sorted(numbers.to_vec()));
        }
    }

    #[test]
    fn what_is_equal_lies_between_and_no_panic_loses_an_element() {
        let rng = Rng::new(11);
        for case in 0..500 {
            let bound = 1 + case % 5;
            let numbers: Vec<u32> = (0..rng.below(40))
                .map(|_| (rng.below(bound) + (4 - case % 5) / 2) as u32)
                .collect();
            check::<0>(&numbers);
            check::<16>(&numbers);
        }
    }
}
