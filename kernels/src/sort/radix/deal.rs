//! Dealing out: elements are copied to where the value of their digit belongs, stably, by any number of threads.
//!
//! Invariant: each element is copied once, and no two to the same place, even if a key says something else the second time.

use super::digit::Digit;
use crate::base::prefetch;
use crate::fork_join::ForkJoin;
use std::mem::MaybeUninit;
use std::ptr;

/// From so many bytes on the destination is not expected to be in the caches.
const FAR: usize = 256 << 10;

/// A part of the elements, which one thread counts and copies.
struct Stripe<'v, T> {
    /// The index of the first one.
    first: usize,
    source: &'v mut [T],
    /// For each value of the digit: before [`lay_out`] only how many elements have it; then where they go. The places from `next`
    /// to `end` lie within the destination, and within no other range of any stripe.
    ranges: Vec<Range>,
}

/// Places that are still to be filled.
#[derive(Clone, Copy, Default)]
struct Range {
    next: usize,
    end: usize,
}

/// Where the elements go.
struct Dest<T>(*mut T);

// SAFETY: threads write elements through it, which may be sent, to places that differ.
unsafe impl<T: Send> Sync for Dest<T> {}

/// Copies the elements of `source` to `dest`, which is as long, in the order of their digits; those of the same digit in the order
/// that they have. `stripes` tells how many threads may take part.
///
/// Returns where the elements of each value end. From then on only the copies may be used. If this panics, or returns nothing
/// because `word_of`, which is given an element and its index, contradicted itself, those of `source` are the ones.
pub(in crate::sort) fn deal<T, F>(
    on: impl ForkJoin,
    source: &mut [T],
    dest: &mut [MaybeUninit<T>],
    digit: Digit,
    stripes: usize,
    word_of: &F,
) -> Option<Vec<usize>>
where
    T: Send,
    F: Fn(usize, &T) -> u64 + Sync,
{
    assert_eq!(source.len(), dest.len());
    let longest = source.len().div_ceil(stripes).max(1);
    let stripes = (0..).zip(source.chunks_mut(longest));
    let stripes = stripes.map(|(number, source)| Stripe {
        first: number * longest,
        source,
        ranges: Vec::new(),
    });
    let mut stripes: Vec<_> = stripes.collect();
    for_each(on, &mut stripes, &|stripe| {
        stripe.ranges.resize(digit.values(), Range::default());
        let ranges = &mut stripe.ranges[..];
        for (index, element) in (stripe.first..).zip(&*stripe.source) {
            ranges[digit.of(word_of(index, element))].end += 1;
        }
        true
    });
    let ends = lay_out(&mut stripes, digit.values());
    let is_far = size_of_val(dest) >= FAR;
    let dest = Dest(dest.as_mut_ptr().cast::<T>());
    let dest = &dest;
    let all = for_each(on, &mut stripes, &|stripe| match is_far {
        true => stripe.copy::<true>(dest, digit, word_of),
        false => stripe.copy::<false>(dest, digit, word_of),
    });
    all.then_some(ends)
}

impl<T> Stripe<'_, T> {
    /// Copies the elements to where they go; ends early, with `false`, if a key contradicts itself.
    fn copy<const FAR: bool>(
        &mut self,
        dest: &Dest<T>,
        digit: Digit,
        word_of: &impl Fn(usize, &T) -> u64,
    ) -> bool {
        let dest = dest.0;
        let ranges = &mut self.ranges[..];
        for (index, element) in (self.first..).zip(&*self.source) {
            let range = &mut ranges[digit.of(word_of(index, element))];
            if range.next == range.end {
                return false;
            }
            // SAFETY: `next` is below `end`, so the place is within `dest`.
            let place = unsafe { dest.add(range.next) };
            if FAR {
                prefetch::next_line(place);
            }
            range.next += 1;
            // SAFETY: the place was this stripe's, and `next` is beyond it from now on. `dest` is no part of the source.
            unsafe { ptr::copy_nonoverlapping(element, place, 1) };
        }
        true
    }
}

/// Runs `work` on each stripe, in parallel. True if all were.
fn for_each<'v, T, F>(on: impl ForkJoin, stripes: &mut [Stripe<'v, T>], work: &F) -> bool
where
    T: Send,
    F: Fn(&mut Stripe<'v, T>) -> bool + Sync,
{
    match stripes {
        [] => true,
        [stripe] => work(stripe),
        _ => {
            let (left, right) = stripes.split_at_mut(stripes.len() / 2);
            let (left, right) = on.join(|| for_each(on, left, work), || for_each(on, right, work));
            left && right
        }
    }
}

/// Turns counts into places, and returns where the elements of each value end. As the counts of a stripe add up to the elements
/// that it has, those of all add up to the length of the destination; and a stripe that places each of its elements fills all of
/// its ranges.
fn lay_out<T>(stripes: &mut [Stripe<'_, T>], values: usize) -> Vec<usize> {
    let mut place = 0;
    let ends = (0..values).map(|value| {
        for stripe in stripes.iter_mut() {
            let range = &mut stripe.ranges[value];
            range.next = place;
            place += range.end;
            range.end = place;
        }
        place
    });
    ends.collect()
}
