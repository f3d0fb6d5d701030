//! Lines, found by a look at many bytes at a time.
//!
//! Invariant: the lines are those of std's iterator.

use super::eight::{ONES, TOPS, eight, first};
use std::ops::Range;

/// So many bytes are looked at for any line break at all.
const MANY: usize = 32;

/// An iterator over lines, without `\n` or `\r\n` at their ends.
pub(super) struct Breaks<'ch> {
    rest: &'ch str,
    /// Of so many last bytes none is a line break, but for the very last one.
    searched: usize,
}

impl<'ch> Breaks<'ch> {
    /// From the byte at `searched` on there is no line break, but perhaps the last byte.
    #[inline]
    pub(super) fn new(text: &'ch str, searched: usize) -> Self {
        let searched = text.len() - searched;
        Breaks {
            rest: text,
            searched,
        }
    }
}

/// Where the first line break is, as a range.
#[inline]
pub(super) fn first_break(text: &str) -> Option<Range<usize>> {
    let start = line_break(text.as_bytes())?;
    Some(start..start + 1)
}

/// Where the first line break is.
#[inline(always)]
fn line_break(bytes: &[u8]) -> Option<usize> {
    let mut from = 0;
    for many in bytes.chunks_exact(MANY) {
        // No early end: this becomes a few operations.
        if many.iter().fold(false, |any, &byte| any | (byte == b'\n')) {
            break;
        }
        from += MANY;
    }
    while from < bytes.len() {
        let differences = eight(bytes, from) ^ (ONES * u64::from(b'\n'));
        // Right for the lowest zero, and for bytes below it; zeros behind the end differ.
        let breaks = differences.wrapping_sub(ONES) & !differences & TOPS;
        if breaks != 0 {
            return Some(from + first(breaks));
        }
        from += 8;
    }
    None
}

impl<'ch> Iterator for Breaks<'ch> {
    type Item = &'ch str;

    #[inline]
    fn next(&mut self) -> Option<&'ch str> {
        let text = self.rest;
        if text.is_empty() {
            return None;
        }
        let bytes = text.as_bytes();
        let unknown = &bytes[..bytes.len().saturating_sub(self.searched)];
        let (line, rest) = match line_break(unknown) {
            Some(end) => (&text[..end], &text[end + 1..]),
            None => match text.strip_suffix('\n') {
                Some(line) => (line, ""),
                None => {
                    self.rest = "";
                    return Some(text);
                }
            },
        };
        self.rest = rest;
        Some(line.strip_suffix('\r').unwrap_or(line))
    }
}

#[cfg(test)]
mod tests {
    use super::Breaks;

    #[test]
    fn the_lines_are_those_of_std() {
        let parts = [
            "", "\r", "\n", "\r\n", "\r\r\n", "\x0B", "\u{8A}", "ö", "\n\n",
        ];
        for one in parts {
            for other in parts {
                for before in 0..70 {
                    for after in [0, 1, 7, 8, 9, 31, 32, 33, 100] {
                        let text = "b".repeat(before) + one + &"a".repeat(after) + other;
                        let found = Breaks::new(&text, text.len());
                        assert!(found.eq(text.lines()), "{text:?}");
                    }
                }
            }
        }
    }
}
