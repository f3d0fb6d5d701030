//! Half-open ranges of integers and characters.
//!
//! A range is indexed if the length of every range of its type fits a `usize` on all platforms. The others state their length
//! where it fits, and are driven by index then.

use super::integer::Integer;
use super::numbered::numbered;
use crate::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator, stream};
use crate::plumbing::{
    Folder, Producer, ProducerCallback, UnindexedConsumer, UnindexedProducer, bridge_unindexed,
};
use std::ops::Range;

/// A parallel iterator over the values of a half-open range.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let iter: tine::range::Iter<u64> = (0..10u64).into_par_iter();
/// assert_eq!(iter.sum::<u64>(), 45);
/// assert!(('a'..'d').into_par_iter().collect::<Vec<_>>() == ['a', 'b', 'c']);
/// ```
#[derive(Debug, Clone)]
pub struct Iter<T> {
    range: Range<T>,
}

/// A type whose ranges can be walked. It exists so that one implementation covers them all, which lets the compiler conclude
/// the type of the range from that of the items.
pub trait RangeInteger: Sized + Send {
    #[doc(hidden)]
    const HAS_LEN: Option<bool>;
    #[doc(hidden)]
    fn drive_unindexed<C: UnindexedConsumer<Self>>(range: Range<Self>, consumer: C) -> C::Result;
    #[doc(hidden)]
    fn opt_len(range: &Range<Self>) -> Option<usize>;
    #[doc(hidden)]
    fn fold_with<F: Folder<Self>>(range: Range<Self>, folder: F) -> F;
}

/// A type whose ranges always have a length that fits.
pub trait IndexedRangeInteger: RangeInteger {
    #[doc(hidden)]
    fn len(range: &Range<Self>) -> usize;
    #[doc(hidden)]
    fn with_producer<CB: ProducerCallback<Self>>(range: Range<Self>, callback: CB) -> CB::Output;
}

impl<T: RangeInteger> IntoParallelIterator for Range<T> {
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
        T::with_producer(self.range, callback)
    }
}

struct RangeProducer<T> {
    range: Range<T>,
}

impl<T: Integer> Producer for RangeProducer<T>
where
    Range<T>: DoubleEndedIterator<Item = T> + ExactSizeIterator,
{
    type Item = T;
    type IntoIter = Range<T>;
    const EXACT: bool = true;
    const NUMBERS: bool = true;

    #[inline]
    fn into_iter(self) -> Range<T> {
        self.range
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        let Range { start, end } = self.range;
        let len = (start..end).len();
        assert!(index <= len, "split at {index} of {len} values");
        let mid = start.plus(index as u128);
        (
            RangeProducer { range: start..mid },
            RangeProducer { range: mid..end },
        )
    }
}

impl<T: Integer> UnindexedProducer for RangeProducer<T>
where
    Range<T>: Iterator<Item = T>,
{
    type Item = T;

    #[inline]
    fn split(self) -> (Self, Option<Self>) {
        let Range { start, end } = self.range;
        if start >= end || start.middle(end) == start {
            return (self, None);
        }
        let mid = start.middle(end);
        (
            RangeProducer { range: start..mid },
            Some(RangeProducer { range: mid..end }),
        )
    }

    #[inline]
    fn fold_with<F: Folder<T>>(self, folder: F) -> F {
        folder.consume_iter(self.range)
    }
}

macro_rules! indexed_range {
    ($($int:ty),*) => {$(
        impl RangeInteger for $int {
            const HAS_LEN: Option<bool> = Some(true);

            #[inline]
            fn drive_unindexed<C: UnindexedConsumer<Self>>(range: Range<Self>, consumer: C) -> C::Result {
                stream(Iter { range }, consumer)
            }

            #[inline]
            fn opt_len(range: &Range<Self>) -> Option<usize> {
                Some(range.len())
            }

            #[inline]
            fn fold_with<F: Folder<Self>>(range: Range<Self>, folder: F) -> F {
                folder.consume_exact(range)
            }
        }

        impl IndexedRangeInteger for $int {
            #[inline]
            fn len(range: &Range<Self>) -> usize {
                range.len()
            }

            #[inline]
            fn with_producer<CB: ProducerCallback<Self>>(range: Range<Self>, callback: CB) -> CB::Output {
                callback.callback(RangeProducer { range })
            }
        }
    )*};
}

indexed_range! { u8, u16, u32, usize, i8, i16, i32, isize }

/// By index, if the length fits.
fn drive_long<T, C>(range: Range<T>, consumer: C) -> C::Result
where
    T: Integer + RangeInteger,
    Range<T>: Iterator<Item = T>,
    C: UnindexedConsumer<T>,
{
    let start = range.start;
    match T::opt_len(&range) {
        Some(len) => numbered(len, move |i| start.plus(i as u128)).drive_unindexed(consumer),
        None if const { matches!(T::HAS_LEN, Some(true)) } => unreachable!("its length fits"),
        None => bridge_unindexed(RangeProducer { range }, consumer),
    }
}

macro_rules! long_range {
    ($($int:ty),*) => {$(
        impl RangeInteger for $int {
            const HAS_LEN: Option<bool> = if size_of::<Self>() <= size_of::<usize>() { Some(true) } else { None };

            #[inline]
            fn drive_unindexed<C: UnindexedConsumer<Self>>(range: Range<Self>, consumer: C) -> C::Result {
                drive_long(range, consumer)
            }

            #[inline]
            fn opt_len(range: &Range<Self>) -> Option<usize> {
                if range.is_empty() {
                    return Some(0);
                }
                usize::try_from(range.start.steps_to(range.end)).ok()
            }

            #[inline]
            fn fold_with<F: Folder<Self>>(range: Range<Self>, folder: F) -> F {
                folder.consume_exact(range)
            }
        }
    )*};
}

long_range! { u64, i64, u128, i128 }

/// The code points that are no characters lie from here up to [`AFTER_SURROGATES`].
const SURROGATES: u32 = 0xD800;
const AFTER_SURROGATES: u32 = 0xE000;

/// The number of characters below `code`, which is one or ends the range.
#[inline]
pub(super) fn char_rank(code: u32) -> u32 {
    if code < SURROGATES {
        code
    } else {
        code - (AFTER_SURROGATES - SURROGATES)
    }
}

/// The character that has `rank` others below it.
#[inline]
pub(super) fn nth_char(rank: u32) -> char {
    let code = if rank < SURROGATES {
        rank
    } else {
        rank + (AFTER_SURROGATES - SURROGATES)
    };
    debug_assert!(char::from_u32(code).is_some(), "{rank} characters");
    // It is one. Without a panic in it, a loop can be made of vectors.
    char::from_u32(code).unwrap_or(char::MAX)
}

/// The ranks of the characters of a range.
#[inline]
fn char_ranks(range: &Range<char>) -> Range<u32> {
    char_rank(range.start.into())..char_rank(range.end.into())
}

impl RangeInteger for char {
    const HAS_LEN: Option<bool> = Some(true);

    #[inline]
    fn drive_unindexed<C: UnindexedConsumer<Self>>(range: Range<Self>, consumer: C) -> C::Result {
        char_ranks(&range)
            .into_par_iter()
            .map(nth_char)
            .drive_unindexed(consumer)
    }

    #[inline]
    fn opt_len(range: &Range<Self>) -> Option<usize> {
        Some(Self::len(range))
    }

    #[inline]
    fn fold_with<F: Folder<Self>>(range: Range<Self>, folder: F) -> F {
        folder.consume_iter(range)
    }
}

impl IndexedRangeInteger for char {
    #[inline]
    fn len(range: &Range<Self>) -> usize {
        char_ranks(range).len()
    }

    #[inline]
    fn with_producer<CB: ProducerCallback<Self>>(range: Range<Self>, callback: CB) -> CB::Output {
        char_ranks(&range)
            .into_par_iter()
            .map(nth_char)
            .with_producer(callback)
    }
}

#[cfg(test)]
mod tests;
