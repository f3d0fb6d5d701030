//! The element of a given rank in its place, smaller ones before it and larger ones behind.
//!
//! A sorted sample tells two bounds between which the element very likely lies; what is outside of them is put aside by a shared
//! partition, and std looks among the few that are left (Floyd and Rivest, "Expected Time Bounds for Selection", 1975). No
//! element may be compared by two threads at a time, so each stripe has bounds of its own, which are neighbours in the sample.
//!
//! Invariant: elements only ever swap places, so the slice holds each of them once, whatever panics.

use crate::fork_join::ForkJoin;
use crate::partition::partition_by;
use crate::sort;
use std::cmp::Ordering;
use std::ops::Range;

/// Shorter slices are left to std.
const SHORT: usize = if cfg!(test) { 60 } else { 200_000 };
/// How many stripes a thread gets.
const STRIPES_PER_THREAD: usize = 4;

/// Brings the element that belongs at `index` there, and those that belong on either side of it to that side. Returns what lies
/// before it, the element, and what lies behind.
///
/// # Panics
/// If `index` is not less than the length.
#[track_caller]
pub fn select<T, C>(
    on: impl ForkJoin,
    v: &mut [T],
    index: usize,
    compare: C,
) -> (&mut [T], &mut T, &mut [T])
where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    assert!(
        index < v.len(),
        "selection of number {index} of {} elements",
        v.len()
    );
    let threads = match v.len() {
        SHORT.. if size_of::<T>() > 0 => on.threads(),
        _ => 1,
    };
    if threads == 1 {
        return alone(v, index, compare);
    }
    let selection = Select {
        on,
        compare,
        threads,
    };
    // A gate.
    let select: fn(&_, &mut _, _) = Select::by_sample;
    on.enter(|| select(&selection, v, index));
    let (less, rest) = v.split_at_mut(index);
    let (found, greater) = rest.split_at_mut(1);
    (less, &mut found[0], greater)
}

/// Selects by std.
fn alone<T, C>(v: &mut [T], index: usize, compare: C) -> (&mut [T], &mut T, &mut [T])
where
    C: Fn(&T, &T) -> Ordering,
{
    // A gate.
    let select: fn(_, _, _) -> _ = <[T]>::select_nth_unstable_by;
    select(v, index, compare)
}

/// What all levels share.
struct Select<E, C> {
    on: E,
    compare: C,
    threads: usize,
}

impl<E: ForkJoin, C> Select<E, C> {
    /// Selects in any case; quickly if the sample was a good one.
    fn by_sample<T>(&self, v: &mut [T], index: usize)
    where
        T: Send,
        C: Fn(&T, &T) -> Ordering + Sync,
    {
        if v.len() < SHORT || !self.between_bounds(v, index) {
            alone(v, index, &self.compare);
        }
    }

    /// Selects, or leaves the elements in any order and returns false.
    fn between_bounds<T>(&self, v: &mut [T], index: usize) -> bool
    where
        T: Send,
        C: Fn(&T, &T) -> Ordering + Sync,
    {
        let less = |a: &T, b: &T| (self.compare)(a, b).is_lt();
        let sample = sample(v);
        sort::unstable(self.on, &mut v[..sample], &self.compare);
        let (below, above) = self.bounds(sample, index as f64 / v.len() as f64);
        // The bounds go to the front. Those below are there first, so that they cannot be moved by the others.
        let (lows, highs) = (below.len(), above.len());
        for (place, bound) in below.chain(above).enumerate() {
            v.swap(place, bound);
        }
        let (low, rest) = v.split_at_mut(lows);
        let (high, rest) = rest.split_at_mut(highs);
        // What part of the sample is below all bounds, and what part is not above them.
        let sample = &rest[..sample - lows - highs];
        let part = |count: usize| count as f64 / sample.len() as f64;
        let below = low
            .first()
            .map_or(0, |low| sample.partition_point(|n| less(n, low)));
        let within = high.last().map_or(sample.len(), |high| {
            sample.partition_point(|n| !less(high, n))
        });
        let (below, within) = (part(below), part(within));

        let beyond_low = |low: &&mut T, element: &T| less(element, low);
        let within_high = |high: &&mut T, element: &T| !less(high, element);
        let (left, middle);
        if within < 1.0 - below {
            let all = divide(self.on, rest, high, within, within_high).unwrap_or(rest.len());
            left = divide(self.on, &mut rest[..all], low, below / within, beyond_low).unwrap_or(0);
            middle = all - left;
        } else {
            left = divide(self.on, rest, low, below, beyond_low).unwrap_or(0);
            let (rest, share) = (&mut rest[left..], (within - below) / (1.0 - below));
            middle = divide(self.on, rest, high, share, within_high).unwrap_or(rest.len());
        }
        let all_equal = match (low.first(), high.last()) {
            (Some(low), Some(high)) => !less(low, high),
            _ => false,
        };
        // Now there are: those bounds, these bounds, what is left of them all, the middle, what is right of them all.
        move_behind(&mut v[lows..], highs, left);
        move_behind(&mut v[lows + left..], highs, middle);
        let start = lows + left;
        let (left, rest) = v.split_at_mut(start);
        let (middle, right) = rest.split_at_mut(middle);
        let Some(index) = index.checked_sub(start).filter(|&i| i < middle.len()) else {
            return false;
        };
        if all_equal {
            return true;
        }
        if middle.len() < (start + right.len()) / 2 {
            self.by_sample(middle, index);
        } else {
            alone(middle, index, &self.compare);
        }
        let found = &middle[index];
        let (low, high) = (&left[..lows], &right[..highs]);
        !low.iter().any(|low| less(found, low)) && !high.iter().any(|high| less(high, found))
    }

    /// Where in a sorted sample of `size` elements the bounds are, for an element that a part of `share` lies before. None if the
    /// sample ends before there are enough of them.
    fn bounds(&self, size: usize, share: f64) -> (Range<usize>, Range<usize>) {
        let count = (STRIPES_PER_THREAD * self.threads).min(size / 8);
        let rank = (share * size as f64) as usize;
        // The rank in the sample is binomially distributed: three to six times its deviation.
        let margin = ((size as f64).sqrt() * 1.5) as usize + 1;
        let below = match rank.checked_sub(margin + count) {
            Some(start) => start..start + count,
            None => 0..0,
        };
        let above = match rank + margin + count {
            end if end <= size => end - count..end,
            _ => size..size,
        };
        (below, above)
    }
}

/// Partitions by as many stripes as there are bounds, if there are any. The share of the elements that go left is about `share`.
fn divide<T, F>(
    on: impl ForkJoin,
    v: &mut [T],
    bounds: &mut [T],
    share: f64,
    goes_left: F,
) -> Option<usize>
where
    T: Send,
    F: Fn(&&mut T, &T) -> bool + Sync,
{
    let mut bounds: Vec<_> = bounds.iter_mut().collect();
    match bounds.len() {
        0 => None,
        _ => Some(partition_by(on, v, &mut bounds, share, goes_left)),
    }
}

/// Brings the first `first` elements of `v` behind the next `second`, in any order.
fn move_behind<T>(v: &mut [T], first: usize, second: usize) {
    let v = &mut v[..first + second];
    let few = first.min(second);
    let (front, back) = v.split_at_mut(v.len() - few);
    front[..few].swap_with_slice(back);
}

/// Brings a sample to the front and returns its size.
fn sample<T>(v: &mut [T]) -> usize {
    let size = ((v.len() as f64).powf(2.0 / 3.0) / 2.0) as usize;
    let step = v.len() / size.max(1);
    // Another place in each step, so that no rhythm of the input is met.
    let mut noise = v.len() as u64;
    for i in 0..size {
        noise = noise.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        v.swap(i, i * step + ((noise >> 33) as usize) % step);
    }
    size
}
