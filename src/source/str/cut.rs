//! Strings that can be cut between any two characters, or where nothing is torn that is searched for. What is cut is walked by
//! iterators like std's.

use super::needle::{boundary, inner_boundary};
use super::pattern::Pattern;
use crate::plumbing::{Folder, Supply, UnindexedProducer};
use std::ops::Range;

/// A text that can be walked piece by piece.
pub(super) trait Walk: Sync {
    /// What is met on the way.
    type Item: Send;

    /// A guess at how many bytes belong to an item.
    const LIKELY_BYTES: usize = 1;

    /// All of it.
    fn text(&self) -> &str;

    /// Where a piece can be cut, at `index` or near it; not at its ends.
    #[inline]
    fn place(&self, piece: &str, index: usize) -> Option<usize> {
        inner_boundary(piece, index)
    }

    /// The items that belong to a piece, if there are any. Those of pieces that follow each other are those of all of it.
    fn walk(&self, piece: Range<usize>) -> Option<impl Iterator<Item = Self::Item>>;
}

/// Supplies the items of a piece of a text.
pub(super) struct TextProducer<'w, W> {
    text: &'w W,
    /// Starts and ends where [`Walk::place`] allows it.
    piece: Range<usize>,
}

impl<'w, W: Walk> TextProducer<'w, W> {
    pub(super) fn new(text: &'w W) -> Self {
        let piece = 0..text.text().len();
        TextProducer { text, piece }
    }
}

impl<W: Walk> UnindexedProducer for TextProducer<'_, W> {
    type Item = W::Item;

    fn split(self) -> (Self, Option<Self>) {
        let middle = self.piece.len().div_ceil(2);
        self.cut(middle)
    }

    fn fold_with<G>(self, folder: G) -> G
    where
        G: Folder<W::Item>,
    {
        match self.text.walk(self.piece) {
            Some(items) => folder.consume_iter(items),
            None => folder,
        }
    }
}

impl<W: Walk> Supply for TextProducer<'_, W> {
    type Item = W::Item;

    fn len(&self) -> usize {
        self.piece.len()
    }

    fn likely_items(&self) -> usize {
        self.piece.len() / W::LIKELY_BYTES
    }

    fn cut(mut self, index: usize) -> (Self, Option<Self>) {
        let piece = &self.text.text()[self.piece.clone()];
        let place = self.text.place(piece, index);
        let right = place.map(|place| {
            let place = self.piece.start + place;
            let right = TextProducer {
                text: self.text,
                piece: place..self.piece.end,
            };
            self.piece.end = place;
            right
        });
        (self, right)
    }

    #[inline(never)]
    fn fold_with<G>(self, folder: G) -> G
    where
        G: Folder<W::Item>,
    {
        UnindexedProducer::fold_with(self, folder)
    }
}

/// How far a match is looked for to cut there: then the part before it, and the match, are not searched once more than they must.
const NEAR: usize = 256;

/// Where a piece can be cut for parts between matches: where a match starts, if there is one near.
#[inline]
pub(super) fn seam<P: Pattern>(piece: &str, pattern: &P, index: usize) -> Option<usize> {
    let place = pattern.place(piece, index)?;
    let near = &piece[place..boundary(piece, place + NEAR)];
    // No other match crosses it: that one would start before, and be the first.
    let start = pattern.first_match(near).map_or(0, |found| found.start);
    Some(place + start)
}

/// The parts that belong to a piece, if there are any, with the match behind the last one if `KEPT`. A part belongs where the match
/// before it starts.
#[inline]
pub(super) fn parts<'ch, P, const KEPT: bool>(
    text: &'ch str,
    pattern: &P,
    piece: Range<usize>,
) -> Option<&'ch str>
where
    P: Pattern,
{
    let start = match piece.start {
        0 => 0,
        start => start + pattern.first_match(&text[piece.clone()])?.end,
    };
    let behind = &text[piece.end..];
    if behind.is_empty() {
        return Some(&text[start..]);
    }
    let more = match pattern.first_match(behind) {
        Some(found) if KEPT => found.end,
        Some(found) => found.start,
        None => behind.len(),
    };
    Some(&text[start..piece.end + more])
}
