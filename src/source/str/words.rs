//! The lines and the words of a string.

use super::breaks::Breaks;
use super::cut::{TextProducer, Walk, parts, seam};
use super::spaces::Words;
use super::split::LIKELY_PART;
use crate::iter::ParallelIterator;
use crate::plumbing::{UnindexedConsumer, stream_supply};
use std::ops::Range;

/// A parallel iterator over the lines of a string; see [`par_lines`](super::ParallelString::par_lines).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let iter: tine::str::Lines<'_> = "fork\njoin".par_lines();
/// assert_eq!(iter.count(), 2);
/// ```
#[derive(Debug, Clone)]
pub struct Lines<'ch> {
    text: &'ch str,
}

impl<'ch> Lines<'ch> {
    #[inline]
    pub(super) fn new(text: &'ch str) -> Self {
        Lines { text }
    }
}

impl<'ch> Walk for Lines<'ch> {
    type Item = &'ch str;
    const LIKELY_BYTES: usize = LIKELY_PART;

    fn text(&self) -> &str {
        self.text
    }

    fn place(&self, piece: &str, index: usize) -> Option<usize> {
        seam(piece, &'\n', index)
    }

    fn walk(&self, piece: Range<usize>) -> Option<impl Iterator<Item = &'ch str>> {
        parts::<_, true>(self.text, &'\n', piece).map(Breaks::new)
    }
}

impl<'ch> ParallelIterator for Lines<'ch> {
    type Item = &'ch str;
    const HAS_LEN: Option<bool> = Some(false);

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<&'ch str>,
    {
        stream_supply(TextProducer::new(&self), consumer)
    }
}

/// A parallel iterator over the words of a string; see [`par_split_whitespace`](super::ParallelString::par_split_whitespace).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let iter: tine::str::SplitWhitespace<'_> = "fork\njoin".par_split_whitespace();
/// assert_eq!(iter.count(), 2);
/// ```
#[derive(Debug, Clone)]
pub struct SplitWhitespace<'ch> {
    text: &'ch str,
}

impl<'ch> SplitWhitespace<'ch> {
    #[inline]
    pub(super) fn new(text: &'ch str) -> Self {
        SplitWhitespace { text }
    }
}

impl<'ch> Walk for SplitWhitespace<'ch> {
    type Item = &'ch str;
    const LIKELY_BYTES: usize = LIKELY_PART;

    fn text(&self) -> &str {
        self.text
    }

    fn place(&self, piece: &str, index: usize) -> Option<usize> {
        seam(piece, &char::is_whitespace, index)
    }

    fn walk(&self, piece: Range<usize>) -> Option<impl Iterator<Item = &'ch str>> {
        parts::<_, false>(self.text, &char::is_whitespace, piece).map(Words::<true>::new)
    }
}

impl<'ch> ParallelIterator for SplitWhitespace<'ch> {
    type Item = &'ch str;
    const HAS_LEN: Option<bool> = Some(false);

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<&'ch str>,
    {
        stream_supply(TextProducer::new(&self), consumer)
    }
}

/// A parallel iterator over the words between ASCII whitespace of a string; see [`par_split_ascii_whitespace`](super::ParallelString::par_split_ascii_whitespace).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let iter: tine::str::SplitAsciiWhitespace<'_> = "fork\njoin".par_split_ascii_whitespace();
/// assert_eq!(iter.count(), 2);
/// ```
#[derive(Debug, Clone)]
pub struct SplitAsciiWhitespace<'ch> {
    text: &'ch str,
}

impl<'ch> SplitAsciiWhitespace<'ch> {
    #[inline]
    pub(super) fn new(text: &'ch str) -> Self {
        SplitAsciiWhitespace { text }
    }
}

impl<'ch> Walk for SplitAsciiWhitespace<'ch> {
    type Item = &'ch str;
    const LIKELY_BYTES: usize = LIKELY_PART;

    fn text(&self) -> &str {
        self.text
    }

    fn place(&self, piece: &str, index: usize) -> Option<usize> {
        seam(piece, &is_ascii_space, index)
    }

    fn walk(&self, piece: Range<usize>) -> Option<impl Iterator<Item = &'ch str>> {
        parts::<_, false>(self.text, &is_ascii_space, piece).map(Words::<false>::new)
    }
}

impl<'ch> ParallelIterator for SplitAsciiWhitespace<'ch> {
    type Item = &'ch str;
    const HAS_LEN: Option<bool> = Some(false);

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<&'ch str>,
    {
        stream_supply(TextProducer::new(&self), consumer)
    }
}

fn is_ascii_space(sign: char) -> bool {
    sign.is_ascii_whitespace()
}
