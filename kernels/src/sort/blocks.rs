//! Large elements to the front, in place: first it is noted what is on the wrong side in a block at each end, so that nothing depends on a
//! guess, and then that is swapped. (Edelkamp and Weiss, "BlockQuicksort: Avoiding Branch Mispredictions in Quicksort", 2016.)
//!
//! Invariant: elements only ever change places, so the slice holds each of them once, whatever panics.

use super::partition::with_few_swaps;
use crate::base::prefetch;
use std::ptr;

/// So many elements are asked about before any is moved.
const BLOCK: usize = if cfg!(test) { 8 } else { 32 };

/// Brings the elements that go left before all others and returns how many there are.
pub(super) fn partition<T>(v: &mut [T], goes_left: impl Fn(&T) -> bool) -> usize {
    let (mut left, mut right) = (0, v.len());
    let (mut greater, mut less) = (Wrong::none(), Wrong::none());
    while right - left >= 2 * BLOCK {
        if greater.count() == 0 {
            let block = &v[left..left + BLOCK];
            greater.note(block.iter(), |element| {
                prefetch::lines(ptr::from_ref(element).wrapping_add(BLOCK));
                !goes_left(element)
            });
        }
        if less.count() == 0 {
            let block = &v[right - BLOCK..right];
            less.note(block.iter().rev(), |element| {
                prefetch::lines(ptr::from_ref(element).wrapping_sub(BLOCK));
                goes_left(element)
            });
        }
        for _ in 0..greater.count().min(less.count()) {
            v.swap(left + greater.next(), right - 1 - less.next());
        }
        if greater.count() == 0 {
            left += BLOCK;
        }
        if less.count() == 0 {
            right -= BLOCK;
        }
    }
    left + with_few_swaps(&mut v[left..right], goes_left)
}

/// Where in a block elements are that belong to the other side.
struct Wrong {
    /// Those from `start` up to `end` count.
    places: [u8; BLOCK],
    start: usize,
    end: usize,
}

impl Wrong {
    fn none() -> Self {
        let places = [0; BLOCK];
        Wrong {
            places,
            start: 0,
            end: 0,
        }
    }

    /// How many were noted and not taken yet.
    #[inline(always)]
    fn count(&self) -> usize {
        self.end - self.start
    }

    /// Looks at a block, which none must be left of before.
    #[inline(always)]
    fn note<'e, T: 'e>(
        &mut self,
        block: impl Iterator<Item = &'e T>,
        is_wrong: impl Fn(&T) -> bool,
    ) {
        (self.start, self.end) = (0, 0);
        for (place, element) in (0..).zip(block) {
            self.places[self.end] = place;
            self.end += usize::from(is_wrong(element));
        }
    }

    /// Takes one.
    #[inline(always)]
    fn next(&mut self) -> usize {
        let place = self.places[self.start];
        self.start += 1;
        place.into()
    }
}
