//! The matches of a pattern in a string.

use super::cut::{Piece, Walk, iterators};
use super::pattern::Pattern;
use std::fmt;

iterators! {
    <'ch, P: Pattern> Matches<'ch, P> => &'ch str;
    <'ch, P: Pattern> MatchIndices<'ch, P> => (usize, &'ch str);
}

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

    #[inline]
    fn text(&self) -> &str {
        self.text
    }

    #[inline]
    fn place(&self, piece: &str, index: usize) -> Option<usize> {
        self.pattern.place(piece, index)
    }

    fn walk(&self, piece: Piece) -> impl Iterator<Item = &'ch str> {
        let text = &self.text[piece.start..piece.end];
        self.pattern.matches(text).map(|found| &text[found])
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

    #[inline]
    fn text(&self) -> &str {
        self.text
    }

    #[inline]
    fn place(&self, piece: &str, index: usize) -> Option<usize> {
        self.pattern.place(piece, index)
    }

    fn walk(&self, piece: Piece) -> impl Iterator<Item = (usize, &'ch str)> {
        let text = &self.text[piece.start..piece.end];
        let matches = self.pattern.matches(text);
        matches.map(move |found| (piece.start + found.start, &text[found]))
    }
}
