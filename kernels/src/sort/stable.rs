//! Merge sort: runs that std sorts, merged in pairs from the slice into the buffer and from there back.

use super::merge::merge;
use super::room::{Restore, as_filled, as_room};
use super::{aside, leaf, run, text};
use crate::base::pages;
use crate::fork_join::ForkJoin;
use std::cmp::Ordering;
use std::mem::MaybeUninit;

/// Runs up to this length are not worth splitting for the sake of more threads.
const SHORT_RUN: usize = if cfg!(test) { 16 } else { 512 };
/// std takes longer ones that are in order for runs, and then does without what few values would spare it. So pieces as long are sorted to see
/// how much work the whole is.
const SHORT_PIECE: usize = 48;
/// That takes more than its share of the whole: long slices take so much of it.
const PIECE_SHARE: f64 = 2.0 / 3.0;
/// Of short ones it takes one element in so many, but at least so many.
const SAMPLED: usize = 128;
const LEAST_SAMPLE: usize = 2 * SHORT_PIECE;
/// Slices shorter than this may be sorted before others have come to help.
pub(super) const BRIEF: usize = 50_000;
/// They are worth a wake if sorting them takes so many times as long as that.
pub(super) const WAKES: u64 = 4;
/// Of so many large elements not even what a comparison looks at would stay in a near cache while their places are sorted.
const FAR: usize = if cfg!(test) { 700 } else { 30_000 };
/// It is cheaper then to move them at more levels, up to this size.
const MOVED: usize = 128;
/// But not if there are about so few runs in a leaf, which need few comparisons.
const FEW_RUNS: usize = 32;

/// When a slice is worth sharing, and how it is found out.
pub(super) struct Worth {
    /// If sorting it takes so many times as long as a wake,
    wakes: u64,
    /// and so many microseconds, also if nobody needs to be woken.
    micros: u64,
    /// By sorting so many of its elements.
    sample: usize,
}

/// What is to be sorted.
pub(super) const TO_SORT: Worth = Worth {
    wakes: WAKES,
    micros: 0,
    sample: SHORT_RUN,
};
/// What std will look at again: half of it would lie in another processor's caches then, and what is found out is lost on std.
pub(super) const AHEAD: Worth = Worth {
    wakes: WAKES * 4,
    micros: 250,
    sample: SHORT_PIECE,
};

/// Sorts `v` in the pool.
pub(super) fn sort<T, C>(on: impl ForkJoin, v: &mut [T], compare: &C, threads: usize)
where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    match is_brief(on, v, compare, &TO_SORT) {
        true => leaf::stable(v, compare),
        false => share::<true, _, _>(on, v, compare, threads),
    }
}

/// The same whatever it costs. If `ASIDE`, what is a run but for few elements is sorted as such.
pub(super) fn share<const ASIDE: bool, T, C>(
    on: impl ForkJoin,
    v: &mut [T],
    compare: &C,
    threads: usize,
) where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    // Each round of two merges quarters the length. At least two runs a thread: one of them may be slower than the other.
    let mut runs = 4;
    while runs < threads.saturating_mul(2) {
        runs *= 4;
    }
    let longest = v.len().div_ceil(runs).max(SHORT_RUN);
    let mut buffer = Vec::with_capacity(v.len());
    let buffer = &mut buffer.spare_capacity_mut()[..v.len()];
    pages::will_fill(buffer);
    MergeSort::<_, _, ASIDE> {
        on,
        compare,
        longest,
    }
    .in_place(v, buffer);
}

/// Whether one thread would have sorted `v` before it is worth sharing. Sorts some of it to find out.
pub(super) fn is_brief<T, C>(on: impl ForkJoin, v: &mut [T], compare: &C, worth: &Worth) -> bool
where
    C: Fn(&T, &T) -> Ordering,
{
    let len = v.len();
    let least = (on.help_in() * worth.wakes).max(on.micros(worth.micros));
    if cfg!(test) || len >= BRIEF || least == 0 {
        return false;
    }
    let (piece, share) = match size_of::<T>() < leaf::LARGE {
        true => (SHORT_PIECE, PIECE_SHARE),
        false => (worth.sample, 1.0),
    };
    let shortest = worth.sample.min(LEAST_SAMPLE).max(piece);
    let part = (len / SAMPLED).clamp(shortest, worth.sample) / piece * piece;
    let begin = on.ticks();
    for piece in v[..part].chunks_mut(piece) {
        text::fetch_few(piece);
        leaf::stable(piece, compare);
    }
    let taken = on.since(begin) as f64 * share;
    let work = |len: usize, all: usize| all as f64 * (len as f64).log2();
    taken / work(piece, part) * work(len, len) < least as f64
}

/// Whether a slice that might be a leaf is sorted sooner if it is split once more.
fn is_far<T>(v: &[T], compare: &impl Fn(&T, &T) -> Ordering) -> bool {
    // A constant first, as most elements are small.
    if const { size_of::<T>() < leaf::LARGE || size_of::<T>() > MOVED } || v.len() <= FAR {
        return false;
    }
    run::length::<false, _>(v, compare) < v.len() / FEW_RUNS
}

/// What all levels share.
struct MergeSort<'a, E, C, const ASIDE: bool> {
    on: E,
    compare: &'a C,
    /// The longest slice that is one run.
    longest: usize,
}

impl<E: ForkJoin, C, const ASIDE: bool> MergeSort<'_, E, C, ASIDE> {
    /// Sorts `v` by way of `buffer`, which is as long. `v` holds its elements however this ends.
    fn in_place<T>(&self, v: &mut [T], buffer: &mut [MaybeUninit<T>])
    where
        T: Send,
        C: Fn(&T, &T) -> Ordering + Sync,
    {
        if v.len() <= self.longest && !is_far(v, self.compare) {
            if !(ASIDE && aside::settle(v, self.compare)) {
                text::fetch_few(v);
                leaf::stable(v, self.compare);
            }
            return;
        }
        let middle = v.len() / 2;
        let (left, right) = v.split_at_mut(middle);
        let (left_buffer, right_buffer) = buffer.split_at_mut(middle);
        self.on.join(
            || self.fill(left, left_buffer),
            || self.fill(right, right_buffer),
        );
        // SAFETY: (1) `fill` has filled all of `buffer`.
        let source = unsafe { as_filled(buffer) };
        // SAFETY: (1) it is filled before anyone reads it: by the merge, or by `restore` if that panics.
        let dest = unsafe { as_room(v) };
        let mut restore = Restore::new(source, dest);
        let (source, dest) = restore.both();
        let (left, right) = source.split_at_mut(middle);
        merge(self.on, left, right, dest, self.compare);
        restore.cancel();
    }

    /// Fills `buffer`, which is as long as `v`, with the sorted elements. `v` still holds them, sorted in halves: of each two
    /// copies only one may be used from now on. If this panics, those of `v` are the ones.
    fn fill<T>(&self, v: &mut [T], buffer: &mut [MaybeUninit<T>])
    where
        T: Send,
        C: Fn(&T, &T) -> Ordering + Sync,
    {
        let middle = v.len() / 2;
        let (left, right) = v.split_at_mut(middle);
        let (left_buffer, right_buffer) = buffer.split_at_mut(middle);
        self.on.join(
            || self.in_place(left, left_buffer),
            || self.in_place(right, right_buffer),
        );
        merge(self.on, left, right, buffer, self.compare);
    }
}
