//! The matches of a pattern as seams between the parts of a string.

use super::pattern::Pattern;
use crate::source::parts::Seams;
use std::ops::Range;

/// What lies between matches; they end the part before them if `KEPT`.
pub(super) struct Matches<'p, P, const KEPT: bool>(pub(super) &'p P);

impl<P: Pattern, const KEPT: bool> Seams<str> for Matches<'_, P, KEPT> {
    const KEPT: bool = KEPT;
    const EMPTY_END: bool = !KEPT;

    fn first(&self, text: &str, range: Range<usize>) -> Option<Range<usize>> {
        let end = range.end.min(text.len());
        let found = self.0.first_match(&text[range.start..end])?;
        Some(range.start + found.start..range.start + found.end)
    }

    fn early(&self, text: &str, range: Range<usize>) -> Option<Range<usize>> {
        self.0.is_single().then(|| self.first(text, range))?
    }

    fn late(&self, text: &str, range: Range<usize>) -> Option<Range<usize>> {
        let found = self.0.late_match(&text[range.clone()])?;
        Some(range.start + found.start..range.start + found.end)
    }
}
