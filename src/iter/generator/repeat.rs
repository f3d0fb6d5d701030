//! `repeat`: clones of one value without end.

use super::repeat_n::{RepeatN, repeat_n};
use crate::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator, Zip};
use crate::plumbing::{Folder, UnindexedConsumer, UnindexedProducer, bridge_unindexed};

/// Makes an iterator over clones of `element` without end.
///
/// Terminals that need all items never return. [`Repeat::take`] and [`Repeat::zip`] make something finite of it, and so does
/// whatever ends a drive early.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let v: Vec<_> = tine::iter::repeat('x').zip([1, 2, 3].par_iter()).collect();
/// assert_eq!(v, [('x', &1), ('x', &2), ('x', &3)]);
/// ```
pub fn repeat<T: Clone + Send>(element: T) -> Repeat<T> {
    Repeat { element }
}

/// An iterator over clones of one value without end; see [`repeat`].
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let endless: tine::iter::Repeat<u8> = tine::iter::repeat(1);
/// assert_eq!(endless.find_any(|&n| n == 1), Some(1));
/// ```
#[derive(Debug, Clone)]
pub struct Repeat<T> {
    element: T,
}

impl<T: Clone + Send> Repeat<T> {
    /// Repeats the value `n` times.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!(tine::iter::repeat(2).take(5).sum::<i32>(), 10);
    /// ```
    pub fn take(self, n: usize) -> RepeatN<T> {
        repeat_n(self.element, n)
    }

    /// Pairs the value with each item of an indexed iterator.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert!(tine::iter::repeat(0).zip(1..100).all(|(zero, n)| zero < n));
    /// ```
    pub fn zip<Z>(self, zip_op: Z) -> Zip<RepeatN<T>, Z::Iter>
    where
        Z: IntoParallelIterator,
        Z::Iter: IndexedParallelIterator,
    {
        let other = zip_op.into_par_iter();
        Zip::new(self.take(other.len()), other)
    }
}

impl<T: Clone + Send> ParallelIterator for Repeat<T> {
    type Item = T;
    const HAS_LEN: Option<bool> = Some(false);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<T>,
    {
        bridge_unindexed(
            RepeatProducer {
                element: self.element,
            },
            consumer,
        )
    }
}

struct RepeatProducer<T> {
    element: T,
}

impl<T: Clone + Send> UnindexedProducer for RepeatProducer<T> {
    type Item = T;

    fn split(self) -> (Self, Option<Self>) {
        let left = RepeatProducer {
            element: self.element.clone(),
        };
        (left, Some(self))
    }

    fn fold_with<F>(self, folder: F) -> F
    where
        F: Folder<T>,
    {
        folder.consume_iter(std::iter::repeat(self.element))
    }
}
