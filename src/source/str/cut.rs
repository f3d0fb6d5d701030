//! Strings that can be cut anywhere between two characters, and the matches of patterns in them.

use super::pattern::Pattern;
use crate::plumbing::{Folder, UnindexedProducer};
use crate::source::sequence::Sequence;
use std::ops::Range;

/// Supplies what a closure makes of a text and of its place in the whole.
pub(super) struct TextProducer<'ch, 'f, F> {
    pub(super) text: &'ch str,
    /// Where `text` starts in the whole.
    pub(super) offset: usize,
    pub(super) divisible: bool,
    pub(super) walk: &'f F,
}

impl<'ch, F, I> UnindexedProducer for TextProducer<'ch, '_, F>
where
    F: Fn(&'ch str, usize) -> I + Sync,
    I: Iterator,
{
    type Item = I::Item;

    fn split(mut self) -> (Self, Option<Self>) {
        let mid = self.text.boundary(self.text.len().div_ceil(2));
        if !self.divisible || mid == self.text.len() {
            return (self, None);
        }
        let (left, right) = self.text.split_at(mid);
        let right = TextProducer {
            text: right,
            offset: self.offset + mid,
            ..self
        };
        self.text = left;
        (self, Some(right))
    }

    fn fold_with<G>(self, folder: G) -> G
    where
        G: Folder<I::Item>,
    {
        folder.consume_iter((self.walk)(self.text, self.offset))
    }
}

/// Where `pattern` matches in `text`, from left to right.
pub(super) fn matches<P: Pattern>(text: &str, pattern: &P) -> impl Iterator<Item = Range<usize>> {
    let mut from = Some(0);
    std::iter::from_fn(move || {
        let start = from?;
        let Some(found) = pattern.first_match(&text[start..]) else {
            from = None;
            return None;
        };
        let found = start + found.start..start + found.end;
        from = match found.is_empty() {
            true if found.end == text.len() => None,
            true => Some(text.boundary(found.end + 1)),
            false => Some(found.end),
        };
        Some(found)
    })
}
