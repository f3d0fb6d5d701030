//! Two sorted slices into one vector.
//!
//! Each split of the result is found by binary search in both slices at once (co-ranking: Siebert and Träff, "Efficient MPI
//! implementation of a parallel, stable merge algorithm", 2012), so the parts are of equal length whatever the input.

use crate::iter::extend_in_place;
use crate::plumbing::{Producer, bridge_producer_consumer};
use std::cmp::Ordering;
use tine_kernels::sort::rank;

/// Clones of all elements of two sorted slices, sorted. Of equal elements those of `left` come first.
pub(crate) fn merge<T, C>(left: &[T], right: &[T], compare: C) -> Vec<T>
where
    T: Clone + Send + Sync,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    let len = together(left, right);
    let mut merged = Vec::new();
    let compare = &compare;
    extend_in_place(&mut merged, len, |slots| {
        let supply = Merge {
            left,
            right,
            compare,
        };
        bridge_producer_consumer(len, supply, slots)
    });
    merged
}

/// How long both are together.
///
/// # Panics
/// If there is no number for it, which elements of no size make possible.
pub(super) fn together<T>(left: &[T], right: &[T]) -> usize {
    let len = left.len().checked_add(right.len());
    len.expect("two slices have more elements than one vector can have")
}

/// What is left of a merge, from both ends: producer and iterator in one.
struct Merge<'m, T, C> {
    left: &'m [T],
    right: &'m [T],
    compare: &'m C,
}

impl<T, C> Producer for Merge<'_, T, C>
where
    T: Clone + Sync,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    type Item = T;
    type IntoIter = Self;

    fn into_iter(self) -> Self {
        self
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        let cut = rank(self.left, self.right, index, self.compare);
        let (left, left_behind) = self.left.split_at(cut);
        let (right, right_behind) = self.right.split_at(index - cut);
        let compare = self.compare;
        (
            Merge {
                left,
                right,
                compare,
            },
            Merge {
                left: left_behind,
                right: right_behind,
                compare,
            },
        )
    }
}

impl<T, C> Iterator for Merge<'_, T, C>
where
    T: Clone,
    C: Fn(&T, &T) -> Ordering,
{
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        let (left, right) = match (self.left, self.right) {
            ([left, ..], [right, ..]) => (left, right),
            ([one, rest @ ..], []) => {
                self.left = rest;
                return Some(one.clone());
            }
            ([], [one, rest @ ..]) => {
                self.right = rest;
                return Some(one.clone());
            }
            ([], []) => return None,
        };
        // No branch on which one it is: it would be guessed wrong every other time.
        let from_right = (self.compare)(right, left).is_lt();
        let next = if from_right { right } else { left };
        self.left = &self.left[usize::from(!from_right)..];
        self.right = &self.right[usize::from(from_right)..];
        Some(next.clone())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.left.len() + self.right.len();
        (len, Some(len))
    }
}

impl<T, C> DoubleEndedIterator for Merge<'_, T, C>
where
    T: Clone,
    C: Fn(&T, &T) -> Ordering,
{
    fn next_back(&mut self) -> Option<T> {
        let from_right = match (self.left, self.right) {
            ([.., left], [.., right]) => (self.compare)(right, left).is_ge(),
            (_, right) => !right.is_empty(),
        };
        let side = if from_right {
            &mut self.right
        } else {
            &mut self.left
        };
        let (last, rest) = side.split_last()?;
        *side = rest;
        Some(last.clone())
    }
}

impl<T, C> ExactSizeIterator for Merge<'_, T, C>
where
    T: Clone,
    C: Fn(&T, &T) -> Ordering,
{
}
