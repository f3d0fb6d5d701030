//! Strings that can be cut between any two characters, or where nothing is torn that is searched for. What is cut is walked by
//! iterators like std's.

use super::needle::inner_boundary;
use crate::plumbing::{Folder, Supply};

/// A piece of a text, and what is known of it.
pub(super) struct Piece {
    pub(super) start: usize,
    pub(super) end: usize,
    /// No match starts from here on, but for the one that ends the piece. Where nothing is known, this is the end.
    pub(super) searched: usize,
    /// How many bytes the match has that ends the piece; 0 if it is not known to end with one.
    pub(super) gap: usize,
}

impl Piece {
    fn cut_at(self, place: usize) -> (Self, Self) {
        let middle = self.start + place;
        let left = Piece {
            start: self.start,
            end: middle,
            searched: middle,
            gap: 0,
        };
        let right = Piece {
            start: middle,
            ..self
        };
        (left, right)
    }
}

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

    /// Cuts a piece at `index` or near it, if it can be cut.
    #[inline]
    fn cut(&self, piece: Piece, index: usize) -> (Piece, Option<Piece>) {
        match self.place(&self.text()[piece.start..piece.end], index) {
            Some(place) => {
                let (left, right) = piece.cut_at(place);
                (left, Some(right))
            }
            None => (piece, None),
        }
    }

    /// The items that belong to a piece. Those of pieces that follow each other are those of all of it.
    fn walk(&self, piece: Piece) -> impl Iterator<Item = Self::Item>;
}

/// Supplies the items of a piece of a text.
pub(super) struct TextProducer<'w, W> {
    text: &'w W,
    /// Starts and ends where [`Walk::cut`] has cut.
    piece: Piece,
}

impl<'w, W: Walk> TextProducer<'w, W> {
    pub(super) fn new(text: &'w W) -> Self {
        let len = text.text().len();
        let piece = Piece {
            start: 0,
            end: len,
            searched: len,
            gap: 0,
        };
        TextProducer { text, piece }
    }
}

impl<W: Walk> Supply for TextProducer<'_, W> {
    type Item = W::Item;

    #[inline]
    fn len(&self) -> usize {
        self.piece.end - self.piece.start
    }

    #[inline]
    fn likely_items(&self) -> usize {
        self.len() / W::LIKELY_BYTES
    }

    fn cut(self, index: usize) -> (Self, Option<Self>) {
        let text = self.text;
        let (piece, right) = text.cut(self.piece, index);
        let right = right.map(|piece| TextProducer { text, piece });
        (TextProducer { text, piece }, right)
    }

    #[inline(never)]
    fn fold_with<G>(self, folder: G) -> G
    where
        G: Folder<W::Item>,
    {
        folder.consume_iter(self.text.walk(self.piece))
    }
}

/// Makes a text that can be walked a parallel iterator over what is met on the way.
macro_rules! iterators {
    ($(<$ch:lifetime $(, $pattern:ident: $bound:path)?> $text:ty => $item:ty;)*) => {$(
        impl<$ch $(, $pattern: $bound)?> crate::iter::ParallelIterator for $text {
            type Item = $item;
            const HAS_LEN: Option<bool> = Some(false);

            #[inline]
            fn drive_unindexed<C>(self, consumer: C) -> C::Result
            where
                C: crate::plumbing::UnindexedConsumer<$item>,
            {
                crate::plumbing::stream_supply($crate::source::str::cut::TextProducer::new(&self), consumer)
            }
        }
    )*};
}
pub(super) use iterators;
