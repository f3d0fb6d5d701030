//! Ranges that include their end.
//!
//! A range is indexed if the length of every range of its type fits a `usize` on all platforms. The others state their length
//! where it fits, and are driven by index then.

use super::integer::Integer;
use super::numbered::numbered;
use super::range::{char_rank, nth_char};
use crate::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator, stream};
use crate::plumbing::{
    Folder, ProducerCallback, UnindexedConsumer, UnindexedProducer, bridge_unindexed,
};
use std::ops::RangeInclusive;

/// A parallel iterator over the values of a range that includes its end.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let iter: tine::range_inclusive::Iter<u8> = (0..=255u8).into_par_iter();
/// assert_eq!(iter.len(), 256);
/// assert_eq!((1..=100).into_par_iter().sum::<i32>(), 5050);
/// ```
#[derive(Debug, Clone)]
pub struct Iter<T> {
    range: RangeInclusive<T>,
}

/// A type whose ranges can be walked. It exists so that one implementation covers them all, which lets the compiler conclude
/// the type of the range from that of the items.
pub trait RangeInteger: Sized + Send {
    #[doc(hidden)]
    const HAS_LEN: Option<bool>;
    #[doc(hidden)]
    fn drive_unindexed<C: UnindexedConsumer<Self>>(
        range: RangeInclusive<Self>,
        consumer: C,
    ) -> C::Result;
    #[doc(hidden)]
    fn opt_len(range: &RangeInclusive<Self>) -> Option<usize>;
    #[doc(hidden)]
    fn fold_with<F: Folder<Self>>(range: RangeInclusive<Self>, folder: F) -> F;
}

/// A type whose ranges always have a length that fits.
pub trait IndexedRangeInteger: RangeInteger + Copy {
    #[doc(hidden)]
    fn len(range: &RangeInclusive<Self>) -> usize;
    /// The value number `index` of a range that begins with `start` and has it.
    #[doc(hidden)]
    fn nth(start: Self, index: usize) -> Self;
}

impl<T: RangeInteger> IntoParallelIterator for RangeInclusive<T> {
    type Iter = Iter<T>;
    type Item = T;

    #[inline]
    fn into_par_iter(self) -> Iter<T> {
        Iter { range: self }
    }
}

impl<T: RangeInteger> ParallelIterator for Iter<T> {
    type Item = T;
    const HAS_LEN: Option<bool> = T::HAS_LEN;

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<T>,
    {
        T::drive_unindexed(self.range, consumer)
    }

    #[inline]
    fn opt_len(&self) -> Option<usize> {
        T::opt_len(&self.range)
    }

    #[inline]
    fn is_brief(&self, most: usize) -> bool {
        self.opt_len().is_some_and(|len| len <= most)
    }

    #[inline]
    fn walk_brief<W>(self, folder: W) -> W
    where
        W: Folder<T>,
    {
        T::fold_with(self.range, folder)
    }
}

impl<T: IndexedRangeInteger> IndexedParallelIterator for Iter<T> {
    #[inline]
    fn len(&self) -> usize {
        T::len(&self.range)
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<T>,
    {
        let len = T::len(&self.range);
        let start = self.range.into_inner().0;
        numbered(len, move |i| T::nth(start, i)).with_producer(callback)
    }
}

/// Values from the first to the last, of which there is at least one.
struct RangeInclusiveProducer<T> {
    first: T,
    last: T,
}

impl<T: Integer> UnindexedProducer for RangeInclusiveProducer<T>
where
    RangeInclusive<T>: Iterator<Item = T>,
{
    type Item = T;

    #[inline]
    fn split(self) -> (Self, Option<Self>) {
        let RangeInclusiveProducer { first, last } = self;
        if first == last {
            return (self, None);
        }
        let mid = first.middle(last);
        let right = RangeInclusiveProducer {
            first: mid.plus(1),
            last,
        };
        (RangeInclusiveProducer { first, last: mid }, Some(right))
    }

    #[inline]
    fn fold_with<F: Folder<T>>(self, folder: F) -> F {
        folder.consume_iter(self.first..=self.last)
    }
}

/// By index, if the length fits.
fn drive<T, C>(range: RangeInclusive<T>, consumer: C) -> C::Result
where
    T: Integer + RangeInteger,
    RangeInclusive<T>: Iterator<Item = T>,
    C: UnindexedConsumer<T>,
{
    let (first, last) = (*range.start(), *range.end());
    match T::opt_len(&range) {
        Some(len) => numbered(len, move |i| first.plus(i as u128)).drive_unindexed(consumer),
        None if const { matches!(T::HAS_LEN, Some(true)) } => unreachable!("its length fits"),
        None => bridge_unindexed(RangeInclusiveProducer { first, last }, consumer),
    }
}

macro_rules! inclusive_range {
    ($($int:ty),*) => {$(
        impl RangeInteger for $int {
            // The whole range of a word has one value too many.
            const HAS_LEN: Option<bool> = if size_of::<Self>() < size_of::<usize>() { Some(true) } else { None };

            fn drive_unindexed<C: UnindexedConsumer<Self>>(range: RangeInclusive<Self>, consumer: C) -> C::Result {
                drive(range, consumer)
            }

            #[inline]
            fn opt_len(range: &RangeInclusive<Self>) -> Option<usize> {
                // Also asks whether the range has been used up by walking it.
                if range.is_empty() {
                    return Some(0);
                }
                usize::try_from(range.start().steps_to(*range.end())).ok()?.checked_add(1)
            }

            fn fold_with<F: Folder<Self>>(range: RangeInclusive<Self>, folder: F) -> F {
                folder.consume_iter(range)
            }
        }
    )*};
}

inclusive_range! { u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize }

macro_rules! indexed_inclusive_range {
    ($($int:ty),*) => {$(
        impl IndexedRangeInteger for $int {
            #[inline]
            fn len(range: &RangeInclusive<Self>) -> usize {
                range.len()
            }

            #[inline]
            fn nth(start: Self, index: usize) -> Self {
                start.plus(index as u128)
            }
        }
    )*};
}

indexed_inclusive_range! { u8, u16, i8, i16 }

impl RangeInteger for char {
    const HAS_LEN: Option<bool> = Some(true);

    fn drive_unindexed<C: UnindexedConsumer<Self>>(
        range: RangeInclusive<Self>,
        consumer: C,
    ) -> C::Result {
        stream(Iter { range }, consumer)
    }

    #[inline]
    fn opt_len(range: &RangeInclusive<Self>) -> Option<usize> {
        Some(Self::len(range))
    }

    fn fold_with<F: Folder<Self>>(range: RangeInclusive<Self>, folder: F) -> F {
        folder.consume_iter(range)
    }
}

impl IndexedRangeInteger for char {
    #[inline]
    fn len(range: &RangeInclusive<Self>) -> usize {
        if range.is_empty() {
            return 0;
        }
        (char_rank(*range.start() as u32)..char_rank(*range.end() as u32) + 1).len()
    }

    #[inline]
    fn nth(start: Self, index: usize) -> Self {
        nth_char(char_rank(start as u32) + index as u32)
    }
}

#[cfg(test)]
mod tests;
