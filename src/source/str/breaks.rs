//! Lines, found by a look at many bytes at a time.
//!
//! Invariant: the lines are those of std's iterator.

use super::eight::{ONES, TOPS, eight, first};

/// So many bytes are looked at for any line break at all.
const MANY: usize = 32;

/// An iterator over lines, without `\n` or `\r\n` at their ends.
pub(super) struct Breaks<'ch> {
    rest: &'ch str,
}

impl<'ch> Breaks<'ch> {
    #[inline]
    pub(super) fn new(text: &'ch str) -> Self {
        Breaks { rest: text }
    }
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
        let Some(end) = line_break(text.as_bytes()) else {
            self.rest = "";
            return Some(text);
        };
        self.rest = &text[end + 1..];
        let before = text.as_bytes()[..end].last();
        Some(&text[..end - usize::from(before == Some(&b'\r'))])
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
                        assert!(Breaks::new(&text).eq(text.lines()), "{text:?}");
                    }
                }
            }
        }
    }
}
