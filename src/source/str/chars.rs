//! The characters of a string, its bytes, and its code units in UTF-16. No character is cut in two.

use super::cut::TextProducer;
use crate::iter::ParallelIterator;
use crate::plumbing::{UnindexedConsumer, stream_supply};

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

impl<'ch> ParallelIterator for Chars<'ch> {
    type Item = char;
    const HAS_LEN: Option<bool> = Some(false);

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<char>,
    {
        let producer = TextProducer {
            text: self.text,
            offset: 0,
            divisible: true,
            walk: &|text: &'ch str, _| text.chars(),
        };
        stream_supply(producer, consumer)
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

impl<'ch> ParallelIterator for CharIndices<'ch> {
    type Item = (usize, char);
    const HAS_LEN: Option<bool> = Some(false);

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<(usize, char)>,
    {
        let producer = TextProducer {
            text: self.text,
            offset: 0,
            divisible: true,
            walk: &|text: &'ch str, offset| text.char_indices().map(move |(i, c)| (offset + i, c)),
        };
        stream_supply(producer, consumer)
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

impl<'ch> ParallelIterator for Bytes<'ch> {
    type Item = u8;
    const HAS_LEN: Option<bool> = Some(false);

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<u8>,
    {
        let producer = TextProducer {
            text: self.text,
            offset: 0,
            divisible: true,
            walk: &|text: &'ch str, _| text.bytes(),
        };
        stream_supply(producer, consumer)
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

impl<'ch> ParallelIterator for EncodeUtf16<'ch> {
    type Item = u16;
    const HAS_LEN: Option<bool> = Some(false);

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<u16>,
    {
        let producer = TextProducer {
            text: self.text,
            offset: 0,
            divisible: true,
            walk: &|text: &'ch str, _| text.encode_utf16(),
        };
        stream_supply(producer, consumer)
    }
}
