//! The lines and the words of a string.

use super::breaks::Breaks;
use super::cut::walk_parts;
use super::spaces::Words;
use crate::iter::ParallelIterator;
use crate::plumbing::UnindexedConsumer;

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

impl<'ch> ParallelIterator for Lines<'ch> {
    type Item = &'ch str;
    const HAS_LEN: Option<bool> = Some(false);

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<&'ch str>,
    {
        walk_parts::<_, _, _, _, true>(self.text, &'\n', Breaks::new, consumer)
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

impl<'ch> ParallelIterator for SplitWhitespace<'ch> {
    type Item = &'ch str;
    const HAS_LEN: Option<bool> = Some(false);

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<&'ch str>,
    {
        let walk = Words::<true>::new;
        walk_parts::<_, _, _, _, false>(self.text, &char::is_whitespace, walk, consumer)
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

impl<'ch> ParallelIterator for SplitAsciiWhitespace<'ch> {
    type Item = &'ch str;
    const HAS_LEN: Option<bool> = Some(false);

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<&'ch str>,
    {
        let is_space = |sign: char| sign.is_ascii_whitespace();
        let walk = Words::<false>::new;
        walk_parts::<_, _, _, _, false>(self.text, &is_space, walk, consumer)
    }
}
