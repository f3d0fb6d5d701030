//! Inputs that are sorted already, or in reverse.

use crate::task::join::join;
use std::cmp::Ordering;

/// So many elements are looked at before other threads are asked to help.
const GLANCE: usize = if cfg!(test) { 10 } else { 1000 };
/// So many elements are looked at by one thread.
const PIECE: usize = if cfg!(test) { 4000 } else { 100_000 };

/// True if `v` was one run, in which case it is in order now. Costs few comparisons more than the run that `v` begins with, if
/// that is short, and those of a thread's share otherwise.
pub(super) fn settle<T, C>(v: &mut [T], compare: &C) -> bool
where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    let [first, second, ..] = v else { return true };
    let falling = compare(second, first).is_lt();
    let glance = v.len().min(GLANCE);
    if !is_run(&mut v[..glance], falling, compare) || !is_run(v, falling, compare) {
        return false;
    }
    if falling {
        // No two are equal, so this is stable.
        reverse(v);
    }
    true
}

/// True if each element is less than the one before it, or if none is. Exclusive, because several threads compare.
fn is_run<T, C>(v: &mut [T], falling: bool, compare: &C) -> bool
where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    let goes_on = |pair: &[T]| compare(&pair[1], &pair[0]).is_lt() == falling;
    if v.len() <= PIECE {
        return v.windows(2).all(goes_on);
    }
    let middle = v.len() / 2;
    if !goes_on(&v[middle - 1..=middle]) {
        return false;
    }
    let (left, right) = v.split_at_mut(middle);
    let (left, right) = join(
        || is_run(left, falling, compare),
        || is_run(right, falling, compare),
    );
    left && right
}

/// As that of std, by all threads.
fn reverse<T: Send>(v: &mut [T]) {
    let (left, right) = v.split_at_mut(v.len() / 2);
    let odd = right.len() - left.len();
    swap_mirrored(left, &mut right[odd..]);
}

/// Swaps the first element of one half with the last of the other, and so on.
fn swap_mirrored<T: Send>(left: &mut [T], right: &mut [T]) {
    if left.len() <= PIECE {
        let pairs = left.iter_mut().zip(right.iter_mut().rev());
        return pairs.for_each(|(one, other)| std::mem::swap(one, other));
    }
    let (outer_left, inner_left) = left.split_at_mut(left.len() / 2);
    let (inner_right, outer_right) = right.split_at_mut(inner_left.len());
    join(
        || swap_mirrored(outer_left, outer_right),
        || swap_mirrored(inner_left, inner_right),
    );
}
