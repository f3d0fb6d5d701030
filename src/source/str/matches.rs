//! The matches of a pattern in a string.

use super::cut::{TextProducer, Walk};
use super::pattern::Pattern;
use crate::iter::ParallelIterator;
use crate::plumbing::{UnindexedConsumer, stream_supply};
use std::fmt;
use std::ops::Range;

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

impl<'ch, P: Pattern> Walk for Matches<'ch, P> {
    type Item = &'ch str;

    fn text(&self) -> &str {
        self.text
    }

    fn place(&self, piece: &str, index: usize) -> Option<usize> {
        self.pattern.place(piece, index)
    }

    fn walk(&self, piece: Range<usize>) -> Option<impl Iterator<Item = &'ch str>> {
        let found = self.pattern.match_indices(&self.text[piece]);
        Some(found.map(|(_, part)| part))
    }
}

impl<'ch, P: Pattern> ParallelIterator for Matches<'ch, P> {
    type Item = &'ch str;
    const HAS_LEN: Option<bool> = Some(false);

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<&'ch str>,
    {
        stream_supply(TextProducer::new(&self), consumer)
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

impl<'ch, P: Pattern> Walk for MatchIndices<'ch, P> {
    type Item = (usize, &'ch str);

    fn text(&self) -> &str {
        self.text
    }

    fn place(&self, piece: &str, index: usize) -> Option<usize> {
        self.pattern.place(piece, index)
    }

    fn walk(&self, piece: Range<usize>) -> Option<impl Iterator<Item = (usize, &'ch str)>> {
        let start = piece.start;
        let found = self.pattern.match_indices(&self.text[piece]);
        Some(found.map(move |(place, part)| (start + place, part)))
    }
}

impl<'ch, P: Pattern> ParallelIterator for MatchIndices<'ch, P> {
    type Item = (usize, &'ch str);
    const HAS_LEN: Option<bool> = Some(false);

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<(usize, &'ch str)>,
    {
        stream_supply(TextProducer::new(&self), consumer)
    }
}
