//! Inputs that would be sorted but for a few elements: it is found out where those belong, and then each element is moved once.
//!
//! Invariant: nothing is moved while a comparison may panic, and what is moved changes places only, so the slice holds each element once.
//! Equal elements keep their order: it is known how many that have not strayed are before each one that has.

use super::few;
use super::find::first_that_not;
use super::run;
use super::turn;
use std::cmp::Ordering;
use std::mem::{self, MaybeUninit};
use std::slice;

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
#[inline]
pub(super) fn settle<T>(v: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) -> bool {
    // A gate.
    let look: fn(_, _) -> _ = look;
    look(v, compare)
}

fn look<T>(v: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) -> bool {
    if v.len() < SHORTEST {
        return false;
    }
    let run = run::length::<false, _>(v, compare);
    if run == v.len() || run == 1 && is_turned(v, compare) {
        return true;
    }
    let Some(strays) = Strays::of(v, run, compare) else {
        return false;
    };
    if strays.count > 0 {
        let homes = strays.homes(v, compare);
        strays.bring_home(v, &homes);
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

/// So many bytes of them lie on the stack while the others are moved.
const NEAR: usize = if cfg!(test) { 64 } else { 2048 };

/// Where the elements are whose neighbours are in order without them.
struct Strays {
    /// In ascending order.
    places: [usize; MOST],
    count: usize,
}

/// Where they belong.
struct Homes {
    /// The number of the first of them, of the second, and so on: each of them once.
    order: [usize; MOST],
    /// So many that have not strayed come before the first of them, the second, and so on: in ascending order.
    before: [usize; MOST],
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
        few::sort(&mut strays.places[..strays.count], &|a, b| a < b);
        Some(strays)
    }

    /// Where the element is that `rank` others come before which have not strayed, as it has not.
    fn place(&self, rank: usize) -> usize {
        let strays = first_that_not(0..self.count, |number| self.places[number] - number <= rank);
        rank + strays
    }

    /// Finds out where they belong in `v`.
    fn homes<T>(&self, v: &[T], compare: &impl Fn(&T, &T) -> Ordering) -> Homes {
        let mut homes = Homes {
            order: std::array::from_fn(|number| number),
            before: [0; MOST],
        };
        let order = &mut homes.order[..self.count];
        few::sort(order, &|a, b| {
            let (one, other) = (&v[self.places[a]], &v[self.places[b]]);
            compare(one, other).then(a.cmp(&b)).is_lt()
        });
        let mut end = v.len() - self.count;
        for (before, &number) in homes.before.iter_mut().zip(&*order).rev() {
            let place = self.places[number];
            let is_first = |rank: usize| {
                let order = compare(&v[self.place(rank)], &v[place]);
                order.then(rank.cmp(&(place - number))).is_lt()
            };
            end = first_that_not(0..end, is_first);
            *before = end;
        }
        homes
    }

    /// Moves each element of `v` to where it belongs.
    fn bring_home<T>(&self, v: &mut [T], homes: &Homes) {
        let size = size_of::<T>();
        let bytes = |place: usize| place * size..(place + 1) * size;
        let kept = v.len() - self.count;
        let (mut near, mut far) = ([const { MaybeUninit::uninit() }; NEAR], Vec::new());
        let strays = match self.count * size {
            all @ ..=NEAR => &mut near[..all],
            all => {
                far.reserve_exact(all);
                &mut far.spare_capacity_mut()[..all]
            }
        };
        // SAFETY: the same memory, as bytes that may be anything. They are the same elements in the end, for those that have not strayed
        // move to places that differ, and the strays to what is left between them. Nothing panics meanwhile.
        let v: &mut [MaybeUninit<u8>] =
            unsafe { slice::from_raw_parts_mut(v.as_mut_ptr().cast(), size_of_val(v)) };
        for (stray, &number) in strays.chunks_exact_mut(size).zip(&homes.order) {
            stray.copy_from_slice(&v[bytes(self.places[number])]);
        }
        let mut others = Others {
            elements: v,
            size,
            count: kept,
            strays: &self.places[..self.count],
            homes: &homes.before[..self.count],
        };
        others.shift(0, 0, 0);
        for (number, stray) in strays.chunks_exact(size).enumerate() {
            v[bytes(homes.before[number] + number)].copy_from_slice(stray);
        }
    }
}

/// Those that have not strayed.
struct Others<'v> {
    /// With the strays.
    elements: &'v mut [MaybeUninit<u8>],
    /// Of an element, in bytes.
    size: usize,
    count: usize,
    /// Where strays were, and how many others come before each in the end.
    strays: &'v [usize],
    homes: &'v [usize],
}

impl Others<'_> {
    /// Moves all but the first `done`, which come after `lay` strays before this, and after `will` in the end.
    #[inline]
    fn shift(&mut self, done: usize, lay: usize, will: usize) {
        let next_stray = self.strays.get(lay).map(|place| place - lay);
        let next_home = self.homes.get(will).copied();
        let end = next_stray
            .unwrap_or(self.count)
            .min(next_home.unwrap_or(self.count));
        let part = |others: &mut Self| {
            let from = (done + lay) * others.size..(end + lay) * others.size;
            let to = (done + will) * others.size;
            others.elements.copy_within(from, to);
        };
        // What comes to lie further left covers what has left already, but nothing of what comes to lie further right.
        if will < lay {
            part(self);
        }
        if next_stray == Some(end) {
            self.shift(end, lay + 1, will);
        } else if next_home == Some(end) {
            self.shift(end, lay, will + 1);
        }
        if will > lay {
            part(self);
        }
    }
}

/// Whether more than [`FIRST`] must have strayed at the start of `v`: taking one away makes one neighbour less that is out of order.
fn are_many<T>(v: &[T], compare: &impl Fn(&T, &T) -> Ordering) -> bool {
    let start = &v[..LOOK];
    let falls = |i: usize| compare(&start[i], &start[i - 1]).is_lt();
    (1..LOOK).map(|i| usize::from(falls(i))).sum::<usize>() > FIRST
}
