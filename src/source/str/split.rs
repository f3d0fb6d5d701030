//! The parts of a string between matches of a pattern.

use super::cut::walk_parts;
use super::pattern::Pattern;
use crate::iter::ParallelIterator;
use crate::plumbing::UnindexedConsumer;
use std::fmt;

/// A parallel iterator over the parts between matches of a string; see [`par_split`](super::ParallelString::par_split).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let iter: tine::str::Split<'_, char> = "a,b,".par_split(',');
/// assert!(iter.count() >= 2);
/// ```
#[derive(Clone)]
pub struct Split<'ch, P: Pattern> {
    text: &'ch str,
    pattern: P,
}

impl<'ch, P: Pattern> Split<'ch, P> {
    pub(super) fn new(text: &'ch str, pattern: P) -> Self {
        Split { text, pattern }
    }
}

impl<P: Pattern> fmt::Debug for Split<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Split")
            .field("text", &self.text)
            .finish_non_exhaustive()
    }
}

impl<'ch, P: Pattern> ParallelIterator for Split<'ch, P> {
    type Item = &'ch str;
    const HAS_LEN: Option<bool> = Some(false);

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<&'ch str>,
    {
        let pattern = &self.pattern;
        let walk = |text| pattern.split(text);
        walk_parts::<_, _, _, _, false>(self.text, pattern, walk, consumer)
    }
}

/// A parallel iterator over the parts that end with a match of a string; see [`par_split_inclusive`](super::ParallelString::par_split_inclusive).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let iter: tine::str::SplitInclusive<'_, char> = "a,b,".par_split_inclusive(',');
/// assert!(iter.count() >= 2);
/// ```
#[derive(Clone)]
pub struct SplitInclusive<'ch, P: Pattern> {
    text: &'ch str,
    pattern: P,
}

impl<'ch, P: Pattern> SplitInclusive<'ch, P> {
    pub(super) fn new(text: &'ch str, pattern: P) -> Self {
        SplitInclusive { text, pattern }
    }
}

impl<P: Pattern> fmt::Debug for SplitInclusive<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SplitInclusive")
            .field("text", &self.text)
            .finish_non_exhaustive()
    }
}

impl<'ch, P: Pattern> ParallelIterator for SplitInclusive<'ch, P> {
    type Item = &'ch str;
    const HAS_LEN: Option<bool> = Some(false);

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<&'ch str>,
    {
        let pattern = &self.pattern;
        let walk = |text| pattern.split_inclusive(text);
        walk_parts::<_, _, _, _, true>(self.text, pattern, walk, consumer)
    }
}

/// A parallel iterator over the parts before matches of a string; see [`par_split_terminator`](super::ParallelString::par_split_terminator).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let iter: tine::str::SplitTerminator<'_, char> = "a,b,".par_split_terminator(',');
/// assert!(iter.count() >= 2);
/// ```
#[derive(Clone)]
pub struct SplitTerminator<'ch, P: Pattern> {
    text: &'ch str,
    pattern: P,
}

impl<'ch, P: Pattern> SplitTerminator<'ch, P> {
    pub(super) fn new(text: &'ch str, pattern: P) -> Self {
        SplitTerminator { text, pattern }
    }
}

impl<P: Pattern> fmt::Debug for SplitTerminator<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SplitTerminator")
            .field("text", &self.text)
            .finish_non_exhaustive()
    }
}

impl<'ch, P: Pattern> ParallelIterator for SplitTerminator<'ch, P> {
    type Item = &'ch str;
    const HAS_LEN: Option<bool> = Some(false);

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<&'ch str>,
    {
        let pattern = &self.pattern;
        let walk = |text| {
            let parts = pattern.split_inclusive(text);
            parts.map(|part| pattern.without_match(part))
        };
        walk_parts::<_, _, _, _, true>(self.text, pattern, walk, consumer)
    }
}
