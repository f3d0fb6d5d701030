//! The parts of a text between matches, and where it is cut for them.
//!
//! Invariant: a text is cut behind a match, so that no part lies in two pieces. What was searched for a place to cut it is not searched
//! again by who walks the piece, nor by who cuts it once more.

use super::cut::Piece;
use std::ops::Range;

/// An iterator over parts, each with the match behind it if `KEPT`.
pub(super) struct Parts<'t, M, const KEPT: bool> {
    /// Ends where the last part does.
    text: &'t str,
    matches: M,
    /// Where the next part starts.
    start: usize,
    /// There may be a part behind all matches.
    last: Last,
}

/// Whether there is a part behind the last match that is found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// One, and be it empty.
    One,
    /// One, unless it is empty.
    Some,
    /// None, or it has been.
    None,
}

impl<'t, M, const KEPT: bool> Parts<'t, M, KEPT> {
    /// The parts of a piece. Behind all matches of the text there is one more part if `ENDED`, and one unless it is empty otherwise.
    #[inline]
    pub(super) fn new<const ENDED: bool>(
        text: &'t str,
        piece: &Piece,
        matches: impl FnOnce(&'t str) -> M,
    ) -> Self {
        let gap = if KEPT { 0 } else { piece.gap };
        let text = &text[piece.start..piece.end - gap];
        let matches = matches(&text[..piece.searched - piece.start]);
        let last = if ENDED || piece.gap > 0 {
            Last::One
        } else {
            Last::Some
        };
        Parts {
            text,
            matches,
            start: 0,
            last,
        }
    }
}

impl<'t, M, const KEPT: bool> Iterator for Parts<'t, M, KEPT>
where
    M: Iterator<Item = Range<usize>>,
{
    type Item = &'t str;

    #[inline]
    fn next(&mut self) -> Option<&'t str> {
        if let Some(found) = self.matches.next() {
            let end = if KEPT { found.end } else { found.start };
            let part = &self.text[self.start..end];
            self.start = found.end;
            return Some(part);
        }
        let part = &self.text[self.start..];
        let last = std::mem::replace(&mut self.last, Last::None);
        (last == Last::One || last == Last::Some && !part.is_empty()).then_some(part)
    }
}

/// So many times a place is looked for in the half before.
const TRIES: usize = 32;

/// Cuts a piece behind the first match from `index` on; where there is none, behind the first one in the half before, and so on.
/// `place` says where the text can be cut at all, `first_match` where the first match is.
#[inline]
pub(super) fn cut_behind(
    text: &str,
    mut piece: Piece,
    mut index: usize,
    place: impl Fn(&str, usize) -> Option<usize>,
    first_match: impl Fn(&str) -> Option<Range<usize>>,
) -> (Piece, Option<Piece>) {
    for _ in 0..TRIES {
        let unknown = &text[piece.start..piece.searched];
        if index >= unknown.len() {
            index = unknown.len() / 2;
        }
        let Some(place) = place(unknown, index) else {
            break;
        };
        let searched = piece.start + place;
        if let Some(found) = first_match(&unknown[place..]) {
            let middle = searched + found.end;
            let right = Piece {
                start: middle,
                ..piece
            };
            let left = Piece {
                start: piece.start,
                searched,
                gap: found.len(),
                end: middle,
            };
            return (left, Some(right));
        }
        piece.searched = searched;
        index = place / 2;
    }
    (piece, None)
}
