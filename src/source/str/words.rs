//! The lines and the words of a string.

use super::cut::{Piece, Walk, iterators};
use super::marks::{Like, Marks, Short};
use super::needle::inner_boundary;
use super::parts::{Parts, cut_behind};
use super::split::LIKELY_PART;
use std::ops::Range;

iterators! {
    <'ch> Lines<'ch> => &'ch str;
    <'ch> SplitWhitespace<'ch> => &'ch str;
    <'ch> SplitAsciiWhitespace<'ch> => &'ch str;
}

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

    #[inline]
    fn text(&self) -> &str {
        self.text
    }

    #[inline]
    fn cut(&self, piece: Piece, index: usize) -> (Piece, Option<Piece>) {
        // By std, of whose search nothing is compiled anew.
        cut_behind(self.text, piece, index, inner_boundary, |text: &str| {
            text.find('\n').map(|start| start..start + 1)
        })
    }

    #[inline]
    fn walk(&self, piece: Piece) -> impl Iterator<Item = &'ch str> {
        Parts::<_, true>::new::<false>(self.text, &piece, breaks).map(without_break)
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

    #[inline]
    fn text(&self) -> &str {
        self.text
    }

    #[inline]
    fn cut(&self, piece: Piece, index: usize) -> (Piece, Option<Piece>) {
        cut_behind(self.text, piece, index, inner_boundary, |text| {
            first_space(text, is_space)
        })
    }

    #[inline]
    fn walk(&self, piece: Piece) -> impl Iterator<Item = &'ch str> {
        words(self.text, piece, is_space)
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

    #[inline]
    fn text(&self) -> &str {
        self.text
    }

    #[inline]
    fn cut(&self, piece: Piece, index: usize) -> (Piece, Option<Piece>) {
        cut_behind(self.text, piece, index, inner_boundary, |text| {
            first_space(text, is_ascii_space)
        })
    }

    #[inline]
    fn walk(&self, piece: Piece) -> impl Iterator<Item = &'ch str> {
        words(self.text, piece, is_ascii_space)
    }
}

/// Where the line breaks are.
#[inline]
fn breaks(text: &str) -> Marks<'_, Short> {
    Marks::new(text, Short::of_char('\n'))
}

/// The line, which ends with `\n` or `\r\n` or does not.
#[inline]
fn without_break(line: &str) -> &str {
    match line.strip_suffix('\n') {
        Some(line) => line.strip_suffix('\r').unwrap_or(line),
        None => line,
    }
}

/// The parts that are not empty.
#[inline]
fn words(text: &str, piece: Piece, is_space: impl Fn(char) -> bool) -> impl Iterator<Item = &str> {
    let parts =
        Parts::<_, false>::new::<false>(text, &piece, |text| Marks::new(text, Like(is_space)));
    parts.filter(|part| !part.is_empty())
}

/// Where the first whitespace is.
#[inline]
fn first_space(text: &str, is_space: impl Fn(char) -> bool) -> Option<Range<usize>> {
    Marks::new(text, Like(is_space)).next()
}

#[inline]
fn is_space(sign: char) -> bool {
    sign.is_whitespace()
}

#[inline]
fn is_ascii_space(sign: char) -> bool {
    sign.is_ascii_whitespace()
}
