//! The matches of a pattern in a string.

use super::cut::TextProducer;
use super::pattern::Pattern;
use crate::iter::ParallelIterator;
use crate::plumbing::{UnindexedConsumer, stream_supply};
use std::fmt;

/// A parallel iterator over the matches of a pattern of a string; see [`par_matches`](super::ParallelString::par_matches).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let iter: tine::str::Matches<'_, char> = "a,b,".par_matches(',');
/// assert!(iter.count() >= 2);
/// ```
#[derive(Clone)]
pub struct Matches<'ch, P: Pattern> {
    text: &'ch str,
    pattern: P,
}

impl<'ch, P: Pattern> Matches<'ch, P> {
    pub(super) fn new(text: &'ch str, pattern: P) -> Self {
        Matches { text, pattern }
    }
}

impl<P: Pattern> fmt::Debug for Matches<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Matches")
            .field("text", &self.text)
            .finish_non_exhaustive()
    }
}

impl<'ch, P: Pattern> ParallelIterator for Matches<'ch, P> {
    type Item = &'ch str;
    const HAS_LEN: Option<bool> = Some(false);

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<&'ch str>,
    {
        let walk = |text: &'ch str, _| {
            let found = self.pattern.match_indices(text);
            found.map(|(_, part)| part)
        };
        let producer = TextProducer {
            text: self.text,
            offset: 0,
            divisible: self.pattern.is_single(),
            walk: &walk,
        };
        stream_supply(producer, consumer)
    }
}

/// A parallel iterator over the matches of a pattern and their byte positions of a string; see [`par_match_indices`](super::ParallelString::par_match_indices).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let iter: tine::str::MatchIndices<'_, char> = "a,b,".par_match_indices(',');
/// assert!(iter.count() >= 2);
/// ```
#[derive(Clone)]
pub struct MatchIndices<'ch, P: Pattern> {
    text: &'ch str,
    pattern: P,
}

impl<'ch, P: Pattern> MatchIndices<'ch, P> {
    pub(super) fn new(text: &'ch str, pattern: P) -> Self {
        MatchIndices { text, pattern }
    }
}

impl<P: Pattern> fmt::Debug for MatchIndices<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MatchIndices")
            .field("text", &self.text)
            .finish_non_exhaustive()
    }
}

impl<'ch, P: Pattern> ParallelIterator for MatchIndices<'ch, P> {
    type Item = (usize, &'ch str);
    const HAS_LEN: Option<bool> = Some(false);

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<(usize, &'ch str)>,
    {
        let walk = |text: &'ch str, offset| {
            let found = self.pattern.match_indices(text);
            found.map(move |(place, part)| (offset + place, part))
        };
        let producer = TextProducer {
            text: self.text,
            offset: 0,
            divisible: self.pattern.is_single(),
            walk: &walk,
        };
        stream_supply(producer, consumer)
    }
}
