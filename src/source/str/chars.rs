//! The characters of a string, its bytes, and its code units in UTF-16. No character is cut in two.

use super::cut::{Piece, Walk, iterators};

iterators! {
    <'ch> Chars<'ch> => char;
    <'ch> CharIndices<'ch> => (usize, char);
    <'ch> Bytes<'ch> => u8;
    <'ch> EncodeUtf16<'ch> => u16;
}

/// A parallel iterator over the characters of a string; see [`par_chars`](super::ParallelString::par_chars).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let iter: tine::str::Chars<'_> = "fork".par_chars();
/// assert_eq!(iter.count(), 4);
/// ```
#[derive(Debug, Clone)]
pub struct Chars<'ch> {
    text: &'ch str,
}

impl<'ch> Chars<'ch> {
    #[inline]
    pub(super) fn new(text: &'ch str) -> Self {
        Chars { text }
    }
}

impl Walk for Chars<'_> {
    type Item = char;

    #[inline]
    fn text(&self) -> &str {
        self.text
    }

    #[inline]
    fn walk(&self, piece: Piece) -> impl Iterator<Item = char> {
        self.text[piece.start..piece.end].chars()
    }
}

/// A parallel iterator over the characters and their byte positions of a string; see [`par_char_indices`](super::ParallelString::par_char_indices).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let iter: tine::str::CharIndices<'_> = "fork".par_char_indices();
/// assert_eq!(iter.count(), 4);
/// ```
#[derive(Debug, Clone)]
pub struct CharIndices<'ch> {
    text: &'ch str,
}

impl<'ch> CharIndices<'ch> {
    #[inline]
    pub(super) fn new(text: &'ch str) -> Self {
        CharIndices { text }
    }
}

impl Walk for CharIndices<'_> {
    type Item = (usize, char);

    #[inline]
    fn text(&self) -> &str {
        self.text
    }

    #[inline]
    fn walk(&self, piece: Piece) -> impl Iterator<Item = (usize, char)> {
        let signs = self.text[piece.start..piece.end].char_indices();
        signs.map(move |(i, c)| (piece.start + i, c))
    }
}

/// A parallel iterator over the bytes of a string; see [`par_bytes`](super::ParallelString::par_bytes).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let iter: tine::str::Bytes<'_> = "fork".par_bytes();
/// assert_eq!(iter.count(), 4);
/// ```
#[derive(Debug, Clone)]
pub struct Bytes<'ch> {
    text: &'ch str,
}

impl<'ch> Bytes<'ch> {
    #[inline]
    pub(super) fn new(text: &'ch str) -> Self {
        Bytes { text }
    }
}

impl Walk for Bytes<'_> {
    type Item = u8;

    #[inline]
    fn text(&self) -> &str {
        self.text
    }

    #[inline]
    fn walk(&self, piece: Piece) -> impl Iterator<Item = u8> {
        self.text[piece.start..piece.end].bytes()
    }
}

/// A parallel iterator over the code units in UTF-16 of a string; see [`par_encode_utf16`](super::ParallelString::par_encode_utf16).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let iter: tine::str::EncodeUtf16<'_> = "fork".par_encode_utf16();
/// assert_eq!(iter.count(), 4);
/// ```
#[derive(Debug, Clone)]
pub struct EncodeUtf16<'ch> {
    text: &'ch str,
}

impl<'ch> EncodeUtf16<'ch> {
    #[inline]
    pub(super) fn new(text: &'ch str) -> Self {
        EncodeUtf16 { text }
    }
}

impl Walk for EncodeUtf16<'_> {
    type Item = u16;

    #[inline]
    fn text(&self) -> &str {
        self.text
    }

    #[inline]
    fn walk(&self, piece: Piece) -> impl Iterator<Item = u16> {
        self.text[piece.start..piece.end].encode_utf16()
    }
}
