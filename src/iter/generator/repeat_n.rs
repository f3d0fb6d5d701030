//! `repeat_n`: clones of one value, so and so many.
//!
//! Invariant: as many items as asked for come out of one clone less, for the value itself is the last.

use crate::iter::{IndexedParallelIterator, ParallelIterator, stream};
use crate::plumbing::{Producer, ProducerCallback, UnindexedConsumer};

/// Makes an iterator over `n` times the same value.
///
/// It is cloned one time less than there are items; with 0 items it is dropped.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let v: Vec<_> = tine::iter::repeat_n("na", 3).collect();
/// assert_eq!(v.concat(), "nanana");
/// ```
pub fn repeat_n<T: Clone + Send>(element: T, n: usize) -> RepeatN<T> {
    RepeatN {
        repeats: Repeats::new(element, n),
    }
}

/// An iterator over so many times the same value; see [`repeat_n`].
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let ones: tine::iter::RepeatN<u8> = tine::iter::repeat_n(1, 100);
/// assert_eq!(ones.sum::<u8>(), 100);
/// ```
#[derive(Debug, Clone)]
pub struct RepeatN<T> {
    repeats: Repeats<T>,
}

impl<T> ParallelIterator for RepeatN<T>
where
    T: Clone + Send,
{
    type Item = T;
    const HAS_LEN: Option<bool> = Some(true);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        stream(self, consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.len())
    }
}

impl<T> IndexedParallelIterator for RepeatN<T>
where
    T: Clone + Send,
{
    fn len(&self) -> usize {
        self.repeats.len()
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        callback.callback(self.repeats)
    }
}

/// Producer and sequential iterator in one.
#[derive(Debug, Clone)]
struct Repeats<T> {
    /// What is left; `None` rather than a count of 0, so that no value outlives its last use.
    left: Option<(T, usize)>,
}

impl<T> Repeats<T> {
    fn new(element: T, n: usize) -> Self {
        Repeats {
            left: (n > 0).then_some((element, n)),
        }
    }

    fn len(&self) -> usize {
        self.left.as_ref().map_or(0, |(_, n)| *n)
    }
}

impl<T: Clone + Send> Producer for Repeats<T> {
    type Item = T;
    type IntoIter = Self;

    fn into_iter(self) -> Self {
        self
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        assert!(
            index <= self.len(),
            "split at {index} of {} items",
            self.len()
        );
        match self.left {
            Some((element, n)) if 0 < index && index < n => (
                Repeats::new(element.clone(), index),
                Repeats::new(element, n - index),
            ),
            left if index == 0 => (Repeats { left: None }, Repeats { left }),
            left => (Repeats { left }, Repeats { left: None }),
        }
    }
}

impl<T: Clone> Iterator for Repeats<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        match &mut self.left {
            Some((element, n)) if *n > 1 => {
                *n -= 1;
                Some(element.clone())
            }
            left => left.take().map(|(element, _)| element),
        }
    }

    /// What is skipped is not cloned.
    fn nth(&mut self, skipped: usize) -> Option<T> {
        match &mut self.left {
            Some((_, n)) if *n > skipped => *n -= skipped,
            left => *left = None,
        }
        self.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl<T: Clone> DoubleEndedIterator for Repeats<T> {
    fn next_back(&mut self) -> Option<T> {
        self.next()
    }

    fn nth_back(&mut self, skipped: usize) -> Option<T> {
        self.nth(skipped)
    }
}

impl<T: Clone> ExactSizeIterator for Repeats<T> {}
