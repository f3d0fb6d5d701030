//! The parts between seams: what lies between separators, or between neighbours that do not belong together.
//!
//! Invariant: cutting a sequence at a seam leaves the seams on either side what they were, so that the parts are the same
//! wherever it is cut.

use super::sequence::Sequence;
use crate::plumbing::{Folder, Supply};
use std::ops::Range;

/// A rule that says where the seams are.
pub(crate) trait Seams<W: ?Sized>: Sync {
    /// Whether a part ends behind its seam; otherwise seams belong to no part.
    const KEPT: bool;

    /// Whether there is a part behind a seam that is the end of everything.
    const EMPTY_END: bool;

    /// The first seam that starts within `range`.
    fn first(&self, whole: &W, range: Range<usize>) -> Option<Range<usize>>;

    /// The last seam that starts within `range`.
    fn last(&self, whole: &W, range: Range<usize>) -> Option<Range<usize>>;

    /// Feeds the parts to `folder`, none of whose seams start at `until` or behind.
    #[inline]
    fn walk<S, F>(&self, sequence: S, until: usize, folder: F) -> F
    where
        Self: Sized,
        S: Sequence<Whole = W>,
        F: Folder<S>,
    {
        folder.consume_iter(Parts {
            until,
            rest: Some(sequence),
            from: 0,
            seams: self,
        })
    }
}

/// Cuts around a seam.
fn cut<S: Sequence, M: Seams<S::Whole>>(sequence: S, seam: Range<usize>) -> (S, S) {
    if M::KEPT {
        sequence.split_at(seam.end)
    } else {
        sequence.cut_out(seam)
    }
}

/// A guess at how long a part is, seam included.
const LIKELY_PART: usize = 32;

/// Supplies the parts of a sequence.
pub(crate) struct PartsProducer<'m, S, M> {
    sequence: S,
    seams: &'m M,
    /// It is known that no seam starts here or behind, so that no place is looked at twice.
    searched: usize,
}

impl<'m, S: Sequence, M> PartsProducer<'m, S, M> {
    pub(crate) fn new(sequence: S, seams: &'m M) -> Self {
        PartsProducer {
            searched: sequence.len(),
            sequence,
            seams,
        }
    }
}

impl<S: Sequence, M: Seams<S::Whole>> Supply for PartsProducer<'_, S, M> {
    type Item = S;

    #[inline]
    fn len(&self) -> usize {
        self.sequence.len()
    }

    #[inline]
    fn likely_items(&self) -> usize {
        self.sequence.len() / LIKELY_PART
    }

    /// Cuts at the first seam from `index` on, or at the last one before it.
    fn cut(mut self, index: usize) -> (Self, Option<Self>) {
        let index = index.min(self.searched);
        let (seams, whole) = (self.seams, self.sequence.whole());
        let (seam, searched_left, searched) = match seams.first(whole, index..self.searched) {
            Some(seam) => (seam, index, self.searched),
            None => match seams.last(whole, 0..index) {
                Some(seam) => (seam.clone(), seam.start, seam.end),
                None => {
                    self.searched = 0;
                    return (self, None);
                }
            },
        };
        let searched_right = searched.saturating_sub(seam.end);
        let (left, right) = cut::<S, M>(self.sequence, seam);
        let right = PartsProducer {
            sequence: right,
            seams,
            searched: searched_right,
        };
        self.sequence = left;
        self.searched = searched_left;
        // What is on the left ends with a seam that was cut out or kept; either way it is a sequence of its own.
        (self, Some(right))
    }

    fn fold_with<F>(self, folder: F) -> F
    where
        F: Folder<S>,
    {
        self.seams.walk(self.sequence, self.searched, folder)
    }
}

/// The sequential iterator over the parts of a sequence.
struct Parts<'m, S, M> {
    rest: Option<S>,
    /// Where in `rest` the next seam may start: behind the first item if there has just been a seam of no width.
    from: usize,
    /// In `rest`, no seam starts here or behind.
    until: usize,
    seams: &'m M,
}

impl<S: Sequence, M: Seams<S::Whole>> Iterator for Parts<'_, S, M> {
    type Item = S;

    fn next(&mut self) -> Option<S> {
        let rest = self.rest.take()?;
        let seam = match self.from < self.until {
            true => self.seams.first(rest.whole(), self.from..self.until),
            false => None,
        };
        match seam {
            Some(seam) => {
                self.from = usize::from(seam.is_empty());
                self.until -= seam.end.min(self.until);
                let (part, rest) = cut::<S, M>(rest, seam);
                self.rest = Some(rest);
                Some(part)
            }
            None if rest.len() == 0 && !M::EMPTY_END => None,
            None => Some(rest),
        }
    }
}
