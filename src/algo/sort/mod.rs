//! Parallel sorting.
//!
//! | file | holds |
//! |---|---|
//! | `run` | inputs that need no sorting |
//! | `leaf` | what is too short to share: std's sorts |
//! | `merge` | two sorted pieces into one, by any number of threads |
//! | `stable` | merge sort over one buffer |
//! | `partition`, `crowd`, `quick` | quicksort in place: a partition by one thread, by several, and the whole |
//! | `permute` | moving elements to where their sorted keys are |
//!
//! Invariant: whatever the comparison returns, and wherever it panics, the slice holds each of its elements once afterwards.
//! An element is `Send` but perhaps not `Sync`: of all threads at most one compares it at any time.

mod crowd;
mod leaf;
mod merge;
mod partition;
mod permute;
mod quick;
mod run;
mod stable;

use crate::task::join::{current_num_threads, in_pool};
use std::cmp::Ordering;

pub(crate) use merge::rank;
pub(crate) use permute::permute;

/// Slices shorter than this are sorted by the caller alone.
const SHORT: usize = 2048;

/// Sorts so that equal elements keep their order. Allocates room for the slice once more.
pub(crate) fn stable<T, C>(v: &mut [T], compare: C)
where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    match threads_for(v) {
        0 => {}
        1 => leaf::stable(v, &compare),
        _ if run::settle(v, &compare) => {}
        threads => in_pool(|_| stable::sort(v, &compare, threads)),
    }
}

/// Sorts in place; equal elements may change their order.
pub(crate) fn unstable<T, C>(v: &mut [T], compare: C)
where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    match threads_for(v) {
        0 => {}
        1 => leaf::unstable(v, &compare),
        _ if run::settle(v, &compare) => {}
        threads => in_pool(|_| quick::sort(v, &compare, threads)),
    }
}

/// How many threads are to sort `v`; zero if it is sorted whatever the comparison says.
fn threads_for<T>(v: &[T]) -> usize {
    match v.len() {
        0 | 1 => 0,
        _ if size_of::<T>() == 0 => 0,
        short if short < SHORT => 1,
        _ => current_num_threads(),
    }
}

#[cfg(test)]
mod tests;
