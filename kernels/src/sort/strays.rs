//! Inputs that would be sorted but for a few elements: those are taken to the end, sorted, and brought to where they belong.
//!
//! Invariant: elements only ever change places, so the slice holds each of them once, whatever panics. Equal elements keep their
//! order: it is known how many that have not strayed were before each one that has.

use super::find::first_that_not;
use super::leaf;
use super::permute::permute;
use super::run;
use super::turn;
use std::cmp::Ordering;
use std::mem;

/// No shorter slice is looked at.
const SHORTEST: usize = 32;
/// No more elements may have strayed than this.
const MOST: usize = 64;
/// Nor more than one in so many, but for the first few: else it is soon given up.
const RATE: usize = 16;
const FIRST: usize = 3;
/// So many are looked at without a guess where a stray is among them. Fewer than [`RATE`], so that no more than [`FIRST`] may stray.
const LOOK: usize = 13;

/// True if few elements of `v` had strayed, or it was in reverse, in which case it is in order now. If not, nothing has changed.
pub(super) fn settle<T>(v: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) -> bool {
    if v.len() < SHORTEST {
        return false;
    }
    let run = run::length::<false, _>(v, compare);
    if run == v.len() || run == 1 && is_turned(v, compare) {
        return true;
    }
    let Some(mut strays) = Strays::of(v, run, compare) else {
        return false;
    };
    if strays.count > 0 {
        strays.gather(v);
        strays.sort(v, compare);
        strays.bring_back(v, compare);
    }
    true
}

/// True if `v` was in reverse, in which case it is in order now.
fn is_turned<T>(v: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) -> bool {
    if const { turn::pays::<T>() } {
        return turn::by_one(v, compare);
    }
    let falls = run::length::<true, _>(v, compare) == v.len();
    if falls {
        // No two are equal, so this is stable.
        v.reverse();
    }
    falls
}

/// Where the elements are whose neighbours are in order without them.
struct Strays {
    /// In ascending order: places in the slice at first, then numbers of elements before each that are no strays.
    places: [usize; MOST],
    count: usize,
}

impl Strays {
    /// Those of `v`, which begins with a run of `run` elements. None if they are many.
    fn of<T>(v: &[T], run: usize, compare: &impl Fn(&T, &T) -> Ordering) -> Option<Self> {
        let mut strays = Strays {
            places: [0; MOST],
            count: 0,
        };
        let less = |one: usize, other: usize| compare(&v[one], &v[other]).is_lt();
        // The last two that have not strayed.
        let (mut before, mut last) = (run.checked_sub(2), run - 1);
        let mut next = run;
        while next < v.len() {
            if less(next, last) {
                let is_first_look = strays.count == 0 && next < LOOK;
                if strays.count == MOST.min(FIRST + next / RATE)
                    || is_first_look && are_many(v, compare)
                {
                    return None;
                }
                // It is too small, or the last one was too large.
                let stray = match before {
                    Some(before) if less(next, before) => next,
                    _ => mem::replace(&mut last, next),
                };
                strays.places[strays.count] = stray;
                strays.count += 1;
            } else {
                (before, last) = (Some(last), next);
            }
            if next > last {
                next += 1;
                continue;
            }
            // No stray is between.
            next += run::length::<false, _>(&v[last..], compare);
            if next - last > 1 {
                (before, last) = (Some(next - 2), next - 1);
            }
        }
        strays.places[..strays.count].sort_unstable();
        Some(strays)
    }

    /// Takes them to the end, in order.
    fn gather<T>(&mut self, v: &mut [T]) {
        for i in 0..self.count {
            let end = match self.places[i + 1..self.count] {
                [next, ..] => next,
                [] => v.len(),
            };
            let start = self.places[i] - i;
            v[start..end].rotate_left(i + 1);
            self.places[i] = start;
        }
    }

    /// Sorts them at the end.
    fn sort<T>(&mut self, v: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) {
        let start = self.start(v.len());
        let strays = &mut v[start..];
        let mut order: [usize; MOST] = std::array::from_fn(|i| i);
        let order = &mut order[..self.count];
        leaf::unstable(order, &|&a: &usize, &b: &usize| {
            compare(&strays[a], &strays[b]).then(a.cmp(&b))
        });
        let places = self.places;
        for (place, &source) in self.places.iter_mut().zip(&*order) {
            *place = places[source];
        }
        permute(strays, order);
    }

    /// Moves what lies behind each of them, from the last on.
    fn bring_back<T>(&self, v: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) {
        let mut end = self.start(v.len());
        for (i, &before) in self.places[..self.count].iter().enumerate().rev() {
            // Those up to number `i` lie at `end`.
            let stray = &v[end + i];
            let is_first = |place: usize| {
                let order = compare(&v[place], stray);
                order.then(place.cmp(&before)).is_lt()
            };
            let place = first_that_not(0..end, is_first);
            v[place..=end + i].rotate_right(i + 1);
            end = place;
        }
    }

    /// Where they begin in a slice of so many elements, when they are at its end.
    fn start(&self, len: usize) -> usize {
        len - self.count
    }
}

/// Whether more than [`FIRST`] must have strayed at the start of `v`: taking one away makes one neighbour less that is out of order.
fn are_many<T>(v: &[T], compare: &impl Fn(&T, &T) -> Ordering) -> bool {
    let start = &v[..LOOK];
    let falls = |i: usize| compare(&start[i], &start[i - 1]).is_lt();
    (1..LOOK).map(|i| usize::from(falls(i))).sum::<usize>() > FIRST
}
