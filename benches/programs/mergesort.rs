//! Mergesort by forking: both the halves and the merging of them are divided.

use super::both::Both;
use crate::alone;

/// So few numbers are sorted, or merged, by one thread.
const LEAF: usize = 4096;

/// Sorts; `W` tells whether the halves are sorted and merged in turn or in parallel.
pub(crate) fn sort<W: Both>(v: &mut [u32]) {
    sort_within::<W>(v, &mut v.to_vec());
}

/// Sorts `v`; `space` is as long, and what it holds does not matter.
fn sort_within<W: Both>(v: &mut [u32], space: &mut [u32]) {
    if v.len() <= LEAF {
        return alone::sort(v);
    }
    let mid = v.len() / 2;
    let (left, right) = v.split_at_mut(mid);
    let (left_space, right_space) = space.split_at_mut(mid);
    W::both(
        || sort_into::<W>(left, left_space),
        || sort_into::<W>(right, right_space),
    );
    merge::<W>(left_space, right_space, v);
}

/// Sorts `from` into `to`, and loses what `from` held.
fn sort_into<W: Both>(from: &mut [u32], to: &mut [u32]) {
    if from.len() <= LEAF {
        to.copy_from_slice(from);
        return alone::sort(to);
    }
    let mid = from.len() / 2;
    let (left, right) = from.split_at_mut(mid);
    let (left_space, right_space) = to.split_at_mut(mid);
    W::both(
        || sort_within::<W>(left, left_space),
        || sort_within::<W>(right, right_space),
    );
    merge::<W>(left, right, to);
}

/// Merges two sorted runs: what is below the median of the longer one goes left, the rest goes right.
fn merge<W: Both>(a: &[u32], b: &[u32], to: &mut [u32]) {
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    if to.len() <= LEAF {
        return alone::merge(long, short, to);
    }
    let (long_low, long_high) = long.split_at(long.len() / 2);
    let (short_low, short_high) = short.split_at(alone::rank(long_high[0], short));
    let (low, high) = to.split_at_mut(long_low.len() + short_low.len());
    W::both(
        || merge::<W>(long_low, short_low, low),
        || merge::<W>(long_high, short_high, high),
    );
}
