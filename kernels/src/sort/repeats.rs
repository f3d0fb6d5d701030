//! Whether a slice is made of few values. std takes the less time for those the fewer they are, which a sort by digits does not, and
//! the parts of such a slice hardly cost less than the whole.

use super::quick::SLOW_NS;
use super::{FEW_THREADS, partition, sample, stable};
use crate::fork_join::ForkJoin;
use std::cmp::Ordering;
use std::hint::black_box;

/// No more values are few.
const MOST: usize = 16;
/// So many elements are looked at.
const COUNT: usize = 32;

/// Slices of few values that are shorter than this are one thread's,
const LONG: usize = if cfg!(test) { 400 } else { 30_000 };
/// or of no more bytes than this, for a sort with a buffer: half of them would have to go to another processor's caches, and back,
const NEAR: usize = if cfg!(test) { 1600 } else { 800 << 10 };
/// or, for one in place, if they are small and have not so many elements times the values they have: few passes sort few values, and the
/// first one is shared late or not at all.
const PASSES: usize = if cfg!(test) { 6400 } else { 3_000_000 };
/// But for those that are slow and will take at least so many microseconds; see [`are_slow`].
const QUICK_US: u64 = 300;

/// Whether several threads would take as long as one to sort `v` with a buffer: it has few values.
pub(super) fn are_quick_with_room<T>(
    on: impl ForkJoin,
    v: &[T],
    compare: &impl Fn(&T, &T) -> Ordering,
    threads: usize,
) -> bool {
    let long = match threads {
        ..=FEW_THREADS => LONG.max(NEAR / size_of::<T>()),
        _ => LONG,
    };
    are_quick(on, v, compare, |_| long)
}

/// The same in place.
pub(super) fn are_quick_in_place<T>(
    on: impl ForkJoin,
    v: &[T],
    compare: &impl Fn(&T, &T) -> Ordering,
    threads: usize,
) -> bool {
    let passes = match threads {
        ..=FEW_THREADS if size_of::<T>() <= partition::SMALL => PASSES,
        _ => LONG * MOST,
    };
    are_quick(on, v, compare, |kinds| passes / kinds)
}

/// The same where slices of so many values are shared from `long` elements on.
fn are_quick<T>(
    on: impl ForkJoin,
    v: &[T],
    compare: &impl Fn(&T, &T) -> Ordering,
    long: impl Fn(usize) -> usize,
) -> bool {
    let are_quick = |kinds| v.len() < long(kinds) && !are_slow(on, v, compare, kinds);
    v.len() < long(1) && kinds(v, compare).is_some_and(are_quick)
}

/// How many values a sample of `v` has, which is longer. None if they are not few. All are compared by the caller.
pub(super) fn kinds<T>(v: &[T], compare: &impl Fn(&T, &T) -> Ordering) -> Option<usize> {
    // One of each kind that was found, in order.
    let mut kinds = [0; MOST];
    let mut found = 0;
    for place in sample::places(v.len(), v.len() / COUNT).take(COUNT) {
        let known = kinds[..found].binary_search_by(|&kind| compare(&v[kind], &v[place]));
        if let Err(rank) = known {
            if found == MOST {
                return None;
            }
            kinds.copy_within(rank..found, rank + 1);
            kinds[rank] = place;
            found += 1;
        }
    }
    // At least one, whatever the comparison says.
    Some(found)
}

/// Whether a slice of so few values takes so long to sort that others come in time to help: its elements are large, or it takes long to
/// compare them.
fn are_slow<T>(
    on: impl ForkJoin,
    v: &[T],
    compare: &impl Fn(&T, &T) -> Ordering,
    kinds: usize,
) -> bool {
    // Beforehand: to find a place takes longer than a quick comparison.
    let mut places = [0; COUNT];
    let spread = sample::places(v.len(), v.len() / COUNT);
    places.iter_mut().zip(spread).for_each(|(to, at)| *to = at);
    let are_equal = |&&place: &&usize| compare(&v[place], &v[0]).is_eq();
    let comparing = least_ticks(on, || places.iter().filter(are_equal).count());
    let count = COUNT as u64;
    let are_dear =
        size_of::<T>() >= partition::LARGE || comparing * 1000 > on.micros(SLOW_NS) * count;
    // In each pass an element is compared once, and moved, 40 bytes in a nanosecond.
    let each = comparing / count + on.micros(size_of::<T>() as u64) / 40 / 1000;
    let passes = u64::from(kinds.ilog2()) + 2;
    let enough = (on.help_in() * stable::WAKES).max(on.micros(QUICK_US));
    are_dear && passes * each * v.len() as u64 > enough
}

/// So often it is measured: neither the way into the caches nor an interruption must count, nor what stands before it and is not done
/// when the clock is read.
const TRIES: usize = 3;

/// How many ticks `work` takes at least.
pub(super) fn least_ticks(on: impl ForkJoin, work: impl Fn() -> usize) -> u64 {
    let ticks = (0..TRIES).map(|_| {
        let begin = on.ticks();
        black_box(work());
        on.since(begin)
    });
    ticks.min().unwrap_or(0)
}
