//! Parallel sorting.
//!
//! | file | holds |
//! |---|---|
//! | `run`, `turn`, `strays`, `teeth`, `aside`, `appended`, `order`, `few`, `find` | inputs that need no sorting, or little |
//! | `leaf` | what is too short to share: std's sorts |
//! | `merge` | two sorted pieces into one, by any number of threads |
//! | `stable` | merge sort over one buffer |
//! | `partition`, `blocks`, `three_way`, `crowd`, `quick` | quicksort in place: partitions by one thread, by several, and the whole |
//! | `radix` | sorting by digits of keys |
//! | `route` | who is sorted by digits unasked |
//! | `bytes` | elements of one byte |
//! | `text` | how texts and bytes are compared |
//! | `kinds` | texts of few values |
//! | `repeats`, `tally` | inputs of few values, and of frequent ones |
//! | `thirds`, `halves` | places of large elements, which may be equal, or hardly ever are |
//! | `sample` | which elements tell what a slice is like |
//! | `room` | elements that are elsewhere for a time |
//! | `keyed` | sorting by keys that lie in a slice of their own |
//! | `permute` | moving elements to where their sorted keys are, by one thread |
//!
//! Invariant: whatever the comparison returns, and wherever it panics, the slice holds each of its elements once afterwards.
//! An element is `Send` but perhaps not `Sync`: of all threads at most one compares it at any time.

mod appended;
mod aside;
mod blocks;
mod bytes;
mod crowd;
mod few;
mod find;
mod halves;
mod keyed;
mod kinds;
mod leaf;
mod merge;
mod order;
pub(super) mod partition;
mod permute;
mod quick;
mod radix;
mod repeats;
mod room;
mod route;
mod run;
mod sample;
mod stable;
mod strays;
mod tally;
mod teeth;
mod text;
mod thirds;
mod three_way;
mod turn;

use crate::fork_join::ForkJoin;
use std::cmp::Ordering;
use std::mem;
use text::Way;

pub use keyed::by_keys;
#[cfg(feature = "full")]
pub use merge::rank;
pub use radix::RadixKey;

/// From this length on digits are worth a buffer.
const SHORT: usize = if cfg!(test) { 70 } else { 512 };
/// Slices shorter than this are sorted by the caller alone.
const MEDIUM: usize = if cfg!(test) { 90 } else { 2048 };
/// What needs little sorting is sorted by one thread of so many; each of more threads does it with a part.
const FEW_THREADS: usize = 4;

/// Sorts so that equal elements keep their order. Allocates room for the slice once more.
pub fn stable<T, C>(on: impl ForkJoin, v: &mut [T], compare: C)
where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    // A gate.
    let sort: fn(_, _, _) = by_merging;
    sort(on, v, compare);
}

fn by_merging<T, C>(on: impl ForkJoin, v: &mut [T], compare: C)
where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    if is_settled(v, &compare) {
        return;
    }
    // A constant first, so that for most types only one of the two is compiled.
    if const { text::may_be::<T, C>() } {
        let way = text::way(v, &compare);
        merge_by(on, v, &compare, way, &text::order(way, &compare));
    } else {
        merge_by(on, v, &compare, Way::Asked, &compare);
    }
}

/// `order` is as `compare`; one thread alone asks it only if that compares by words. Nor does a look whether `v` is in order: what comes
/// out is guessed right then, and a call costs less than two words of each text.
#[inline(always)]
fn merge_by<T, C, O>(on: impl ForkJoin, v: &mut [T], compare: &C, way: Way, order: &O)
where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
    O: Fn(&T, &T) -> Ordering + Sync,
{
    let alone = |v: &mut [T]| {
        if way != Way::Asked {
            text::fetch_few(v);
        }
        match way {
            Way::Words => leaf::stable(v, order),
            _ => leaf::stable(v, compare),
        }
    };
    match length_of(v) {
        Length::Nothing => {}
        Length::Short
            if route::by_counts(on, v, compare) || route::by_std::<true, _, _>(v, compare) => {}
        Length::Medium
            if route::by_counts(on, v, compare)
                || !run::is_long(v, compare) && route::by_digits(on, v, compare, 1)
                || route::by_std::<true, _, _>(v, compare) => {}
        Length::Short | Length::Medium => alone(v),
        Length::Long => on.enter(|| match on.threads() {
            _ if run::settle(on, v, compare) => {}
            _ if route::by_counts(on, v, compare) => {}
            threads if appended::settle(on, v, order, threads) => {}
            ..=FEW_THREADS if aside::settle(v, order) => {}
            threads if route::by_digits(on, v, compare, threads) => {}
            ..=FEW_THREADS if teeth::settle(v, order) => {}
            // A constant first, as above.
            threads
                if const { text::may_be::<T, C>() }
                    && way != Way::Asked
                    && kinds::settle(on, v, order, threads) => {}
            1 if route::by_std::<true, _, _>(v, compare) => {}
            1 => alone(v),
            threads if repeats::are_quick_with_room(on, v, order, threads) => alone(v),
            _ if stable::is_brief(on, v, order, &stable::TO_SORT) => alone(v),
            threads => {
                // A gate.
                let share: fn(_, _, _, _) = stable::share::<true, _, _>;
                share(on, v, order, threads);
            }
        }),
    }
}

/// From so many elements on it may pay to sort them before std does what it does with sorted ones.
const AHEAD: usize = if cfg!(test) { 70 } else { 4096 };
/// The same for keys of up to so many bytes and nothing to drop, which are mostly compared in no time: there the look whether it pays
/// is all that is gained below.
const SMALL_KEY: usize = 8;
const AHEAD_SMALL: usize = if cfg!(test) { 100 } else { 16_384 };

/// Sorts stably what std will sort again in any case, where digits, several threads, or a look at what is out of order, are quicker than
/// std.
#[inline]
pub fn ahead_of_std<T, K, F>(on: impl ForkJoin, v: &mut [T], key: F)
where
    T: Send,
    K: Ord,
    F: Fn(&T) -> &K + Sync,
{
    let is_small = const { size_of::<K>() <= SMALL_KEY && !mem::needs_drop::<K>() };
    let by_digits = is_small && route::is_integer::<K>();
    let long = match is_small {
        _ if by_digits => SHORT,
        true => AHEAD_SMALL,
        false => AHEAD,
    };
    if v.len() >= long {
        // One comparison for all, so that each loop is compiled once.
        let compare = &|a: &T, b: &T| key(a).cmp(key(b));
        // Gates, of which it is known when they are compiled that one is shut.
        if by_digits {
            let sort: fn(_, _, _, _) = deal_ahead;
            sort(on, v, &key, compare);
        } else {
            let sort: fn(_, _, _) = look_ahead::<T, K, _>;
            sort(on, v, compare);
        }
    }
}

/// [`ahead_of_std`] by the digits of integers.
fn deal_ahead<T, K, F, C>(on: impl ForkJoin, v: &mut [T], key: &F, compare: &C)
where
    T: Send,
    F: Fn(&T) -> &K + Sync,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    if !(v.len() >= AHEAD && is_quick(v, compare) || run::is_likely(v, compare)) {
        let word = |element: &T| route::word(key(element));
        on.enter(|| radix::stable(on, v, &word, compare, on.threads()));
    }
}

/// Whether a slice has so few kinds of elements that std is quick with it.
fn is_quick<T>(v: &[T], compare: &impl Fn(&T, &T) -> Ordering) -> bool {
    v.len() < stable::BRIEF && repeats::kinds(v, compare).is_some()
}

/// [`ahead_of_std`] by comparisons.
fn look_ahead<T, K, C>(on: impl ForkJoin, v: &mut [T], compare: &C)
where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    on.enter(|| match on.threads() {
        _ if run::is_run::<false, _, _>(on, v, compare) => {}
        // std turns it round.
        _ if run::length::<true, _>(v, compare) == v.len() => {}
        ..=FEW_THREADS if settle_large::<T, K>(v, compare) => {}
        1 => {}
        _ if stable::is_brief(on, v, compare, &stable::AHEAD) => {}
        _ if is_quick(v, compare) => {}
        threads => stable::share::<false, _, _>(on, v, compare, threads),
    })
}

/// Small keys are mostly sorted by digits: it is not worth compiling for the others.
fn settle_large<T, K>(v: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) -> bool {
    // A constant first, as above.
    if const { size_of::<K>() <= SMALL_KEY } {
        false
    } else {
        aside::settle(v, compare)
    }
}

/// Sorts by keys of digits, so that elements with equal keys keep their order. Allocates room for the slice once more.
pub fn by_radix_key<T, K, F>(on: impl ForkJoin, v: &mut [T], key: F)
where
    T: Send,
    K: RadixKey,
    F: Fn(&T) -> K + Sync,
{
    // A gate.
    let sort: fn(_, _, _) = by_digits;
    sort(on, v, key);
}

fn by_digits<T, K, F>(on: impl ForkJoin, v: &mut [T], key: F)
where
    T: Send,
    K: RadixKey,
    F: Fn(&T) -> K + Sync,
{
    let compare = |a: &T, b: &T| radix::compare(&key(a), &key(b));
    match length_of(v) {
        Length::Nothing => {}
        Length::Short | Length::Medium if is_settled(v, &compare) => {}
        Length::Short => leaf::stable(v, &compare),
        Length::Medium | Length::Long if is_for_std(v, &compare) => leaf::stable(v, &compare),
        Length::Medium => radix::stable(on, v, &key, &compare, 1),
        Length::Long => on.enter(|| match on.threads() {
            _ if run::settle(on, v, &compare) => {}
            threads => radix::stable(on, v, &key, &compare, threads),
        }),
    }
}

/// Whether std's merging is quicker than digits: `v` begins with a long run, or has few values, and not much is gained by several threads.
fn is_for_std<T>(v: &[T], compare: &impl Fn(&T, &T) -> Ordering) -> bool {
    v.len() < AHEAD_SMALL && (run::is_long(v, compare) || repeats::kinds(v, compare).is_some())
}

/// Sorts in place; equal elements may change their order.
pub fn unstable<T, C>(on: impl ForkJoin, v: &mut [T], compare: C)
where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    // A gate.
    let sort: fn(_, _, _) = in_place;
    sort(on, v, compare);
}

fn in_place<T, C>(on: impl ForkJoin, v: &mut [T], compare: C)
where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    if is_settled(v, &compare) {
        return;
    }
    // A constant first, as above.
    if const { text::may_be::<T, C>() } {
        let way = text::way(v, &compare);
        quick_by(on, v, &compare, way, &text::order(way, &compare));
    } else {
        quick_by(on, v, &compare, Way::Asked, &compare);
    }
}

/// As [`merge_by`], in place.
#[inline(always)]
fn quick_by<T, C, O>(on: impl ForkJoin, v: &mut [T], compare: &C, way: Way, order: &O)
where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
    O: Fn(&T, &T) -> Ordering + Sync,
{
    let alone = |v: &mut [T]| {
        if way != Way::Asked {
            text::fetch_few(v);
        }
        match way {
            Way::Words => leaf::unstable(v, order),
            _ => leaf::unstable(v, compare),
        }
    };
    match length_of(v) {
        Length::Nothing => {}
        Length::Short
            if route::by_counts(on, v, compare) || route::by_std::<false, _, _>(v, compare) => {}
        Length::Medium
            if route::by_counts(on, v, compare)
                || route::by_digits(on, v, compare, 1)
                || route::by_std::<false, _, _>(v, compare) => {}
        Length::Short | Length::Medium => alone(v),
        Length::Long => on.enter(|| match on.threads() {
            _ if run::settle(on, v, compare) => {}
            _ if route::by_counts(on, v, compare) => {}
            threads if route::by_digits(on, v, compare, threads) => {}
            1 if route::by_std::<false, _, _>(v, compare) => {}
            1 => alone(v),
            threads if repeats::are_quick_in_place(on, v, order, threads) => alone(v),
            threads => {
                // A gate.
                let sort: fn(_, _, _, _) = quick::sort;
                sort(on, v, order, threads);
            }
        }),
    }
}

/// Sorts `v` if it is not long and needs little sorting. Tells whether it is sorted now; if not, nothing has changed.
///
/// Before anything else: a slice of texts may be in order in the time it takes to find out how they are compared best.
#[inline(always)]
fn is_settled<T>(v: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) -> bool {
    match length_of(v) {
        Length::Nothing => true,
        Length::Short | Length::Medium => strays::settle(v, compare) || teeth::settle(v, compare),
        Length::Long => false,
    }
}

enum Length {
    /// Sorted whatever the comparison says.
    Nothing,
    /// For std.
    Short,
    /// For the caller alone, by digits if there are any.
    Medium,
    Long,
}

fn length_of<T>(v: &[T]) -> Length {
    match v.len() {
        0 | 1 => Length::Nothing,
        _ if size_of::<T>() == 0 => Length::Nothing,
        0..SHORT => Length::Short,
        SHORT..MEDIUM => Length::Medium,
        _ => Length::Long,
    }
}

#[cfg(all(test, not(tine_tsan)))]
mod tests;
