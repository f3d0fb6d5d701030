//! Sorted slices as sets in which an element can be several times: union, intersection, difference, symmetric difference.
//!
//! Equal elements of the two slices are paired off, first with first. So the slices can be cut between any two pairs, and the
//! pieces be worked on by themselves, even if all elements are equal.

use super::blocks::blocks;
use super::engine::Engine;
use super::merge::together;
use crate::iter::ParallelIterator;
use std::cmp::Ordering;
use tine_core::current_num_threads;
use tine_kernels::base::pages;
use tine_kernels::share::concat;
use tine_kernels::sort::rank;

/// Parts are equal, and have about so many elements of both slices at least: some microseconds of work.
const SHORTEST_PART: usize = 2048;
/// So many parts a thread are put together in the end: the fewer, the larger are the pages that they lie in.
const PARTS_PER_THREAD: usize = 4;
/// So many elements are found before they are cloned.
const BATCH: usize = 64;

/// Which elements stay.
#[derive(Clone, Copy)]
pub(crate) struct Keep {
    /// Those of the left slice that have no partner in the right one.
    left: bool,
    /// Those of the left slice that have one.
    pairs: bool,
    /// Those of the right slice that have none in the left one.
    right: bool,
}

impl Keep {
    pub(crate) const UNION: Keep = Keep::of([true, true, true]);
    pub(crate) const INTERSECTION: Keep = Keep::of([false, true, false]);
    pub(crate) const DIFFERENCE: Keep = Keep::of([true, false, false]);
    pub(crate) const SYMMETRIC_DIFFERENCE: Keep = Keep::of([true, false, true]);

    #[inline]
    const fn of([left, pairs, right]: [bool; 3]) -> Keep {
        Keep { left, pairs, right }
    }

    /// How many elements between two cuts can stay at most.
    fn most(self, start: Cut, end: Cut) -> usize {
        let (left, right) = (end.left - start.left, end.right - start.right);
        match self {
            Keep { right: false, .. } => left,
            Keep { left: false, .. } => right,
            _ => left + right,
        }
    }
}

/// Clones of the elements of two sorted slices that are to stay, sorted.
pub(crate) fn combine<T, C>(left: &[T], right: &[T], keep: Keep, compare: C) -> Vec<T>
where
    T: Clone + Send + Sync,
    C: Fn(&T, &T) -> Ordering + Sync + Send,
{
    let compare = &compare;
    let len = together(left, right);
    let most = current_num_threads().saturating_mul(PARTS_PER_THREAD);
    let parts = (len / SHORTEST_PART).clamp(1, most);
    if parts == 1 {
        let most = keep.most(Cut::START, Cut::of(left, right));
        let pairing = Pairing {
            left,
            right,
            keep,
            compare,
        };
        return trimmed(pairing.add_to(Vec::with_capacity(most)));
    }
    let mut cuts: Vec<Cut> = blocks(len, len.div_ceil(parts).max(1))
        .map(|part| cut(left, right, part.start, compare))
        .collect();
    cuts.push(Cut::of(left, right));
    // In order they are already, unless the comparison contradicts itself.
    for i in 1..cuts.len() {
        cuts[i].left = cuts[i].left.max(cuts[i - 1].left);
        cuts[i].right = cuts[i].right.max(cuts[i - 1].right);
    }
    let all = keep.most(cuts[0], cuts[cuts.len() - 1]);
    let kept = blocks(cuts.len() - 1, 1).map(|part| {
        let (start, end) = (cuts[part.start], cuts[part.end]);
        let most = keep.most(start, end);
        // In the end the first one holds all of them.
        let mut kept = Vec::with_capacity(if part.start == 0 { all } else { most });
        pages::will_fill(&mut kept.spare_capacity_mut()[..most]);
        let pairing = Pairing {
            left: &left[start.left..end.left],
            right: &right[start.right..end.right],
            keep,
            compare,
        };
        pairing.add_to(kept)
    });
    trimmed(concat(Engine, kept.collect()))
}

/// Without the memory of what did not stay, if that was most.
fn trimmed<T>(mut all: Vec<T>) -> Vec<T> {
    if all.capacity() / 2 > all.len() {
        all.shrink_to_fit();
    }
    all
}

/// A place where both slices are cut.
#[derive(Clone, Copy)]
struct Cut {
    left: usize,
    right: usize,
}

impl Cut {
    const START: Cut = Cut { left: 0, right: 0 };

    /// Behind all.
    fn of<T>(left: &[T], right: &[T]) -> Cut {
        Cut {
            left: left.len(),
            right: right.len(),
        }
    }
}

/// Cuts `place` elements off both slices together, or one less, so that no pair is divided.
fn cut<T>(left: &[T], right: &[T], place: usize, compare: &impl Fn(&T, &T) -> Ordering) -> Cut {
    let before = rank(left, right, place, compare);
    let next = match (left.get(before), right.get(place - before)) {
        (Some(left), Some(right)) if compare(right, left).is_lt() => right,
        (Some(next), _) | (None, Some(next)) => next,
        (None, None) => return Cut::of(left, right),
    };
    // All that equal `next`, some of which belong before the cut.
    let run = |v: &[T]| {
        let start = v.partition_point(|element| compare(element, next).is_lt());
        let len = v[start..].partition_point(|element| compare(element, next).is_le());
        (start, len)
    };
    let ((left_start, left_len), (right_start, right_len)) = (run(left), run(right));
    let wanted = place.saturating_sub(left_start + right_start);
    let pairs = (wanted / 2).min(left_len).min(right_len);
    // What has no partner comes behind the pairs.
    let alone = if pairs == left_len.min(right_len) {
        wanted - 2 * pairs
    } else {
        0
    };
    Cut {
        left: left_start + (pairs + alone).min(left_len),
        right: right_start + (pairs + alone).min(right_len),
    }
}

/// A walk through both slices.
struct Pairing<'p, T, C> {
    left: &'p [T],
    right: &'p [T],
    keep: Keep,
    compare: &'p C,
}

impl<T, C> Pairing<'_, T, C>
where
    T: Clone,
    C: Fn(&T, &T) -> Ordering,
{
    /// Adds clones of those that stay.
    fn add_to(self, mut kept: Vec<T>) -> Vec<T> {
        let (mut left, mut right) = (self.left, self.right);
        let keeps = [self.keep.left, self.keep.pairs, self.keep.right].map(usize::from);
        while let ([first, ..], [_, ..]) = (left, right) {
            let mut found = [first; BATCH];
            let (mut count, mut from_left, mut from_right) = (0, 0, 0);
            // Neither slice ends within so many steps.
            for _ in 0..left.len().min(right.len()).min(BATCH) {
                let (one, other) = (&left[from_left], &right[from_right]);
                let order = (self.compare)(one, other);
                // Without a branch: which one comes first, and whether it is kept, is a matter of chance.
                found[count] = if order.is_gt() { other } else { one };
                count += keeps[(order as i8 + 1) as usize];
                from_left += usize::from(order.is_le());
                from_right += usize::from(order.is_ge());
            }
            kept.extend(found[..count].iter().map(|&element| element.clone()));
            (left, right) = (&left[from_left..], &right[from_right..]);
        }
        if self.keep.left {
            kept.extend_from_slice(left);
        }
        if self.keep.right {
            kept.extend_from_slice(right);
        }
        kept
    }
}
