//! Inputs that are sorted already, or in reverse.

use super::{sample, turn};
use crate::base::prefetch;
use crate::fork_join::ForkJoin;
use std::cmp::Ordering;
use std::mem;

/// So many elements are looked at before other threads are asked to help.
const GLANCE: usize = if cfg!(test) { 10 } else { 1000 };
/// So many elements are compared in one step of a loop: to step costs as much as to compare.
const BLOCK: usize = 8;
/// Or so many large ones: of all their parts in one step that would be more code than the processor decodes in time.
const SHORT: usize = 4;

/// What is likely to be a run begins with one of so many elements, and goes on in so many places.
const LIKELY: usize = if cfg!(test) { 10 } else { 256 };
const PLACES: usize = 64;

/// Elements of so many bytes in slices of so many are fetched so many ahead, as the processor does not see through what a block reads of
/// them. But not if they are equal: comparing them takes longer than to wait for them.
const LARGE: usize = 64;
const FAR: usize = if cfg!(test) { 8192 } else { 512 << 10 };
const AHEAD: usize = 4 * BLOCK;
/// From so many bytes on several pages of memory are waited for, which the processor foresees one by one: a line of each quarter is asked
/// for at once.
const PAGES: usize = 8 << 10;

/// How long a run must take to be followed by several threads.
#[derive(Clone, Copy)]
pub(super) struct Worth {
    /// So many microseconds,
    micros: u64,
    /// and so many times as long as others need to come: they would find little of it left.
    wakes: u64,
}

/// What is followed, and no more.
pub(super) const TO_FOLLOW: Worth = Worth {
    micros: 200,
    wakes: 3,
};
/// What is reversed afterwards by one thread, which then has to fetch what others have looked at.
const TO_REVERSE: Worth = Worth {
    micros: 400,
    wakes: 6,
};
/// What one thread looks at should take so long, in microseconds.
const PIECE_US: u64 = 50;
/// A long run is at least this part of all.
const LONG_PART: usize = 4;
/// So many bytes are reversed by one thread: no other one could make the memory faster.
const REVERSED: usize = if cfg!(test) { 16_384 } else { 16 << 20 };

/// True if `v` was one run, in which case it is in order now. Costs few comparisons more than the run that `v` begins with, if
/// that is short, and those of a thread's share otherwise.
pub(super) fn settle<T, C>(on: impl ForkJoin, v: &mut [T], compare: &C) -> bool
where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    let [first, second, ..] = v else { return true };
    if !compare(second, first).is_lt() {
        return is_run::<false, _, _>(on, v, compare);
    }
    if const { turn::pays::<T>() } {
        return turn::settle(on, v, compare);
    }
    let falling = is_run::<true, _, _>(on, v, compare);
    if falling {
        // No two are equal, so this is stable.
        reverse(on, v);
    }
    falling
}

/// True if each element is less than the one before it, or, unless `FALLING`, if none is.
pub(super) fn is_run<const FALLING: bool, T, C>(on: impl ForkJoin, v: &mut [T], compare: &C) -> bool
where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    let glance = v.len().min(GLANCE);
    let begin = on.ticks();
    if !goes_on::<FALLING, _>(&v[..glance], compare) {
        return false;
    }
    let rest = &mut v[glance - 1..];
    let worth = if FALLING { TO_REVERSE } else { TO_FOLLOW };
    let piece = piece(on, rest.len(), glance, begin, worth);
    share::<FALLING, _, _>(on, rest, piece, compare)
}

/// What one thread should look at of `len` elements, where it took until now, from `begin` on, to look at `seen` ones.
pub(super) fn piece(on: impl ForkJoin, len: usize, seen: usize, begin: u64, worth: Worth) -> usize {
    let each = on.since(begin).max(1) as f64 / seen as f64;
    let trifle = on.micros(worth.micros).max(worth.wakes * on.help_in());
    let piece = match len as f64 * each {
        ticks if ticks < trifle as f64 && !cfg!(test) => len,
        _ => (on.micros(PIECE_US) as f64 / each) as usize,
    };
    piece.max(GLANCE)
}

/// The same, by several threads if there are more than `piece` elements. Exclusive, because they compare.
fn share<const FALLING: bool, T, C>(
    on: impl ForkJoin,
    v: &mut [T],
    piece: usize,
    compare: &C,
) -> bool
where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    if v.len() <= piece {
        return goes_on::<FALLING, _>(v, compare);
    }
    let middle = v.len() / 2;
    if !goes_on::<FALLING, _>(&v[middle - 1..=middle], compare) {
        return false;
    }
    let (left, right) = v.split_at_mut(middle);
    let (left, right) = on.join(
        || share::<FALLING, _, _>(on, left, piece, compare),
        || share::<FALLING, _, _>(on, right, piece, compare),
    );
    left && right
}

/// Whether `v` is likely to be one run, by a look at where it begins and at some places of the rest.
pub(super) fn is_likely<T>(v: &[T], compare: &impl Fn(&T, &T) -> Ordering) -> bool {
    is_likely_so::<false, _>(v, compare) || is_likely_so::<true, _>(v, compare)
}

fn is_likely_so<const FALLING: bool, T>(v: &[T], compare: &impl Fn(&T, &T) -> Ordering) -> bool {
    let fits = |one: &T, next: &T| compare(next, one).is_lt() == FALLING;
    let glance = &v[..v.len().min(LIKELY)];
    let step = (v.len() / PLACES).max(1);
    let mut places = sample::places(v.len(), step).take_while(|place| place + 1 < v.len());
    let mut last = None;
    goes_on::<FALLING, _>(glance, compare)
        && places.all(|place| {
            let before = last.replace(place + 1);
            fits(&v[place], &v[place + 1])
                && before.is_none_or(|before| before >= place || fits(&v[before], &v[place]))
        })
}

/// True if `v` is one run; by one thread.
fn goes_on<const FALLING: bool, T>(v: &[T], compare: &impl Fn(&T, &T) -> Ordering) -> bool {
    length::<FALLING, _>(v, compare) == v.len()
}

/// Whether the run that `v` begins with is long enough for std to make much of it.
pub(super) fn is_long<T>(v: &[T], compare: &impl Fn(&T, &T) -> Ordering) -> bool {
    let long = v.len() / LONG_PART;
    length::<false, _>(v, compare) >= long || length::<true, _>(v, compare) >= long
}

/// How long the run is that `v` begins with.
#[inline]
pub(super) fn length<const FALLING: bool, T>(
    v: &[T],
    compare: &impl Fn(&T, &T) -> Ordering,
) -> usize {
    let fits = |one: &T, next: &T| compare(next, one).is_lt() == FALLING;
    let differ = |one: &T, next: &T| compare(one, next).is_ne();
    // Constants first, so that of the two loops one is compiled.
    let rest = match const { size_of::<T>() >= LARGE } {
        true => behind_blocks::<{ SHORT + 1 }, _>(v, fits, differ),
        false => behind_blocks::<{ BLOCK + 1 }, _>(v, fits, differ),
    };
    let next = rest.iter().skip(1);
    let end = rest
        .iter()
        .zip(next)
        .position(|(one, next)| !fits(one, next));
    end.map_or(v.len(), |place| v.len() - rest.len() + place + 1)
}

/// What of `v` lies behind the blocks it begins with in which all neighbours fit, with the last element of these. Compares `N` elements in
/// one step, one of them also in the next.
#[inline(always)]
fn behind_blocks<const N: usize, T>(
    mut v: &[T],
    fits: impl Fn(&T, &T) -> bool,
    differ: impl Fn(&T, &T) -> bool,
) -> &[T] {
    if const { size_of::<T>() >= LARGE } && size_of_val(v) >= PAGES {
        let quarters = v.chunks(v.len().div_ceil(4)).skip(1);
        quarters.for_each(|quarter| prefetch::line(quarter.as_ptr()));
    }
    let is_far = match v {
        [first, second, ..] if const { size_of::<T>() >= LARGE } && size_of_val(v) >= FAR => {
            differ(first, second)
        }
        _ => false,
    };
    while let Some(block) = v.first_chunk::<N>() {
        if is_far && let Some(ahead) = v.get(AHEAD..AHEAD + N - 1) {
            ahead.iter().for_each(|element| prefetch::line(element));
        }
        if !(1..N).all(|i| fits(&block[i - 1], &block[i])) {
            break;
        }
        v = &v[N - 1..];
    }
    v
}

/// As that of std, by all threads.
fn reverse<T: Send>(on: impl ForkJoin, v: &mut [T]) {
    if size_of_val(v) <= REVERSED {
        return v.reverse();
    }
    let (left, right) = v.split_at_mut(v.len() / 2);
    let odd = right.len() - left.len();
    swap_mirrored(on, left, &mut right[odd..]);
}

/// Swaps the first element of one half with the last of the other, and so on.
fn swap_mirrored<T: Send>(on: impl ForkJoin, left: &mut [T], right: &mut [T]) {
    if size_of_val(left) <= REVERSED / 8 {
        let pairs = left.iter_mut().zip(right.iter_mut().rev());
        return pairs.for_each(|(one, other)| mem::swap(one, other));
    }
    let (outer_left, inner_left) = left.split_at_mut(left.len() / 2);
    let (inner_right, outer_right) = right.split_at_mut(inner_left.len());
    on.join(
        || swap_mirrored(on, outer_left, outer_right),
        || swap_mirrored(on, inner_left, inner_right),
    );
}
