//! Large elements in reverse: compared and swapped on one way from both ends, so that the memory is read once.
//!
//! Invariant: elements only ever change places, so the slice holds each of them once, whatever panics. If it was not in reverse,
//! all are where they were.

use super::run;
use crate::fork_join::ForkJoin;
use std::cmp::Ordering;
use std::mem;

/// From this size on: smaller ones are reversed faster by a loop that does nothing else.
const LARGE: usize = 64;
/// So many elements are swapped before other threads are asked to help.
const GLANCE: usize = if cfg!(test) { 5 } else { 500 };

/// Whether elements are large enough for this.
pub(super) const fn pays<T>() -> bool {
    size_of::<T>() >= LARGE
}

/// True if each element of `v` was less than the one before it, in which case it is reversed now.
pub(super) fn settle<T, C>(on: impl ForkJoin, v: &mut [T], compare: &C) -> bool
where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    let Some(mut ends) = Ends::of(v, compare) else {
        return false;
    };
    let glance = ends.left.len().min(GLANCE);
    if !ends.fall_at(glance, compare) {
        return false;
    }
    let (mut outer, mut inner) = ends.cut(glance);
    let begin = on.ticks();
    if !outer.turn(compare) {
        return false;
    }
    let piece = run::piece(on, inner.left.len(), glance, begin, run::TO_FOLLOW);
    let turned = inner.share(on, piece, compare);
    if !turned {
        outer.swap();
    }
    turned
}

/// The same, by one thread.
pub(super) fn by_one<T>(v: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) -> bool {
    Ends::of(v, compare).is_some_and(|mut ends| ends.turn(compare))
}

/// What is to change places: the first of `left` with the last of `right`, which is as long, and so on.
struct Ends<'v, T> {
    left: &'v mut [T],
    right: &'v mut [T],
}

impl<'v, T> Ends<'v, T> {
    /// The halves. None if they do not fall in the middle.
    fn of(v: &'v mut [T], compare: &impl Fn(&T, &T) -> Ordering) -> Option<Self> {
        let half = v.len() / 2;
        let middle = half.saturating_sub(1)..v.len().min(v.len() - half + 1);
        if !fall(&v[middle], compare) {
            return None;
        }
        let (left, rest) = v.split_at_mut(half);
        let right = rest.len() - half;
        let right = &mut rest[right..];
        Some(Ends { left, right })
    }

    /// Whether they fall from the first `outer` ones of either end to the others.
    fn fall_at(&self, outer: usize, compare: &impl Fn(&T, &T) -> Ordering) -> bool {
        let fall_at = |v: &[T], cut: usize| {
            let is_inside = 0 < cut && cut < v.len();
            !is_inside || fall(&v[cut - 1..=cut], compare)
        };
        let inner = self.left.len() - outer;
        fall_at(self.left, outer) && fall_at(self.right, inner)
    }

    /// The first `outer` ones of either end, and the others.
    fn cut(&mut self, outer: usize) -> (Ends<'_, T>, Ends<'_, T>) {
        let inner = self.left.len() - outer;
        let (left, inner_left) = self.left.split_at_mut(outer);
        let (inner_right, right) = self.right.split_at_mut(inner);
        let inner = Ends {
            left: inner_left,
            right: inner_right,
        };
        (Ends { left, right }, inner)
    }

    /// Swaps them if both ends fall, else none. Tells whether they do.
    fn turn(&mut self, compare: &impl Fn(&T, &T) -> Ordering) -> bool {
        let len = self.left.len();
        let right = &mut self.right[..len];
        for i in 0..len {
            // Neither this one nor those further in have been swapped.
            let last = len - 1 - i;
            if i + 1 < len {
                let falls = fall(&self.left[i..i + 2], compare);
                if !falls || !fall(&right[last - 1..=last], compare) {
                    self.cut(i).0.swap();
                    return false;
                }
            }
            swap(&mut self.left[i], &mut right[last]);
        }
        true
    }

    /// The same, by several threads if there are more than `piece`. Exclusive, because they compare.
    fn share<C>(&mut self, on: impl ForkJoin, piece: usize, compare: &C) -> bool
    where
        T: Send,
        C: Fn(&T, &T) -> Ordering + Sync,
    {
        let middle = self.left.len() / 2;
        if self.left.len() <= piece {
            return self.turn(compare);
        }
        if !self.fall_at(middle, compare) {
            return false;
        }
        let (mut outer, mut inner) = self.cut(middle);
        let turned = on.join(
            || outer.share(on, piece, compare),
            || inner.share(on, piece, compare),
        );
        match turned {
            (true, false) => outer.swap(),
            (false, true) => inner.swap(),
            _ => {}
        }
        turned == (true, true)
    }

    /// Swaps them, or swaps them back.
    fn swap(&mut self) {
        let pairs = self.left.iter_mut().zip(self.right.iter_mut().rev());
        pairs.for_each(|(one, other)| mem::swap(one, other));
    }
}

/// As that of std, but apart: beside a comparison that looks at parts of them, elements are swapped part by part.
#[inline(never)]
fn swap<T>(one: &mut T, other: &mut T) {
    mem::swap(one, other);
}

/// True if each element is less than the one before it.
fn fall<T>(v: &[T], compare: &impl Fn(&T, &T) -> Ordering) -> bool {
    let mut pairs = v.iter().zip(v.iter().skip(1));
    pairs.all(|(one, next)| compare(next, one).is_lt())
}
