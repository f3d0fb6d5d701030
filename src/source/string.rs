//! `String`: removing a range of characters, and collecting text from pieces.

mod collect;
mod fill;
mod rope;

use crate::iter::{ParallelDrainRange, ParallelIterator};
use crate::plumbing::UnindexedConsumer;
use crate::source::bounds::positions;
use crate::source::str::ParallelString;
use std::ops::{Range, RangeBounds};

/// A parallel iterator that removes a range of characters from a string; see
/// [`par_drain`](ParallelDrainRange::par_drain).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut text = "fork join".to_string();
/// let drain: tine::string::Drain<'_> = text.par_drain(..5);
/// assert_eq!(drain.collect::<String>(), "fork ");
/// assert_eq!(text, "join");
/// ```
#[derive(Debug)]
pub struct Drain<'a> {
    string: &'a mut String,
    /// Within the string, on boundaries of characters.
    range: Range<usize>,
}

/// The range must begin and end on boundaries of characters.
impl<'a> ParallelDrainRange<usize> for &'a mut String {
    type Iter = Drain<'a>;
    type Item = char;

    fn par_drain<R>(self, range: R) -> Drain<'a>
    where
        R: RangeBounds<usize>,
    {
        let range = positions(range, self.len());
        assert!(self.is_char_boundary(range.start) && self.is_char_boundary(range.end));
        Drain {
            string: self,
            range,
        }
    }
}

impl ParallelIterator for Drain<'_> {
    type Item = char;
    const HAS_LEN: Option<bool> = Some(false);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<char>,
    {
        let part = &self.string[self.range.clone()];
        part.par_chars().drive_unindexed(consumer)
    }
}

impl Drop for Drain<'_> {
    #[inline]
    fn drop(&mut self) {
        self.string.drain(self.range.clone());
    }
}

#[cfg(test)]
mod tests;
