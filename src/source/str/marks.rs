//! Where a text has what is looked for, found for 64 places at a time: no place takes a jump of its own, so that none is guessed wrong.
//!
//! Invariant: what is found is what std's search finds.

use super::eight::{ONES, TOPS, eight};
use super::tops::{MANY, gathered, tops};
use std::ops::Range;

/// What can be looked for in many places at a time.
pub(super) trait Sought {
    /// A bit for each of 64 places from `from` on where it starts, the lowest for the first one.
    fn starts(&self, text: &str, from: usize) -> u64;

    /// How many bytes it has where it starts at `start`.
    fn len(&self, text: &str, start: usize) -> usize;
}

/// An iterator over what is found, from left to right, of which nothing overlaps with what is before it.
pub(super) struct Marks<'t, S> {
    text: &'t str,
    sought: S,
    /// Those of the places before `next` that are still to come; the highest is the last place.
    starts: u64,
    /// No place from here on has been looked at.
    next: usize,
    /// Where the last one ends.
    end: usize,
}

impl<'t, S> Marks<'t, S> {
    #[inline]
    pub(super) fn new(text: &'t str, sought: S) -> Self {
        Marks {
            text,
            sought,
            starts: 0,
            next: 0,
            end: 0,
        }
    }
}

impl<S: Sought> Iterator for Marks<'_, S> {
    type Item = Range<usize>;

    // Left to itself the compiler makes it a call for each item, now and then, which costs more than all the rest.
    #[inline(always)]
    fn next(&mut self) -> Option<Range<usize>> {
        loop {
            while self.starts == 0 {
                if self.next >= self.text.len() {
                    return None;
                }
                self.starts = self.sought.starts(self.text, self.next);
                self.next += MANY;
            }
            let start = self.next - MANY + self.starts.trailing_zeros() as usize;
            self.starts &= self.starts - 1;
            if start >= self.end {
                self.end = start + self.sought.len(self.text, start);
                return Some(start..self.end);
            }
        }
    }
}

/// A text of one to eight bytes.
#[derive(Clone, Copy)]
pub(super) struct Short {
    len: usize,
    /// Its bytes, the first one lowest, and zeros.
    word: u64,
}

impl Short {
    /// None if it has more bytes, or none at all.
    #[inline]
    pub(super) fn new(text: &str) -> Option<Self> {
        let len = text.len();
        (1..=8).contains(&len).then(|| Short {
            len,
            word: eight(text.as_bytes(), 0),
        })
    }

    #[inline]
    pub(super) fn of_char(sign: char) -> Self {
        let mut bytes = [0; 8];
        let len = sign.encode_utf8(&mut bytes).len();
        let word = u64::from_le_bytes(bytes);
        Short { len, word }
    }

    #[inline]
    fn byte(&self, index: usize) -> u8 {
        self.word.to_le_bytes()[index]
    }

    /// Those of `starts` where it is with all of its bytes.
    #[inline]
    fn verified(&self, bytes: &[u8], from: usize, starts: u64) -> u64 {
        let others = 64 - 8 * self.len as u32;
        let (mut verified, mut rest) = (0, starts);
        while rest != 0 {
            let place = rest.trailing_zeros();
            let differing = eight(bytes, from + place as usize) ^ self.word;
            verified |= u64::from(differing << others == 0) << place;
            rest &= rest - 1;
        }
        verified
    }
}

impl Sought for Short {
    #[inline]
    fn starts(&self, text: &str, from: usize) -> u64 {
        let bytes = text.as_bytes();
        let first = equal(bytes, from, self.byte(0));
        if self.len == 1 {
            return first;
        }
        let last = self.len - 1;
        let both = first & equal(bytes, from + last, self.byte(last));
        if last == 1 || both == 0 {
            return both;
        }
        self.verified(bytes, from, both)
    }

    #[inline]
    fn len(&self, _: &str, _: usize) -> usize {
        self.len
    }
}

/// Which of 64 places have that byte; none behind the end.
#[inline(always)]
fn equal(bytes: &[u8], from: usize, byte: u8) -> u64 {
    let in_many = |many: &[u8; MANY]| tops(&many.map(|other| if other == byte { !0 } else { 0 }));
    let rest = bytes.get(from..).unwrap_or(&[]);
    if let Some(many) = rest.first_chunk() {
        return in_many(many);
    }
    match bytes.last_chunk() {
        // The last places of all; those before `from` are left out.
        Some(many) if !rest.is_empty() => in_many(many) >> (MANY - rest.len()),
        _ => in_few(rest, byte),
    }
}

/// The same for fewer places, eight at a time.
#[inline]
fn in_few(rest: &[u8], byte: u8) -> u64 {
    let mut all = 0;
    for from in (0..rest.len()).step_by(8) {
        let differing = eight(rest, from) ^ (ONES * u64::from(byte));
        // Without their top bits no sum of two bytes carries into the next one.
        let others = ((differing & !TOPS) + !TOPS) | differing;
        all |= gathered(!others) << from;
    }
    // Behind the end there seem to be zeros.
    all & !(!0 << rest.len())
}

/// Any of some characters.
#[derive(Clone, Copy)]
pub(super) struct AnyOf<'p>(pub(super) &'p [char]);

impl Sought for AnyOf<'_> {
    #[inline]
    fn starts(&self, text: &str, from: usize) -> u64 {
        let each = self.0.iter();
        each.fold(0, |any, &sign| {
            any | Short::of_char(sign).starts(text, from)
        })
    }

    #[inline]
    fn len(&self, text: &str, start: usize) -> usize {
        width(text.as_bytes()[start])
    }
}

/// Characters of which something is true.
#[derive(Clone, Copy)]
pub(super) struct Like<F>(pub(super) F);

/// A byte with which no character starts.
const INNER: u8 = 0x80;

impl<F: Fn(char) -> bool> Sought for Like<F> {
    #[inline]
    fn starts(&self, text: &str, from: usize) -> u64 {
        let rest = &text.as_bytes()[from..];
        let mut few = [INNER; MANY];
        let many = rest.first_chunk().unwrap_or_else(|| {
            few[..rest.len()].copy_from_slice(rest);
            &few
        });
        // Where the question takes no jumps, neither does this; nothing is asked of what is no character.
        let is_liked = |byte: u8| byte < INNER && (self.0)(char::from(byte));
        let mut starts = tops(&many.map(|byte| if is_liked(byte) { !0 } else { 0 }));
        // Characters of several bytes start with two bits.
        let mut wide = tops(&many.map(|byte| byte & byte << 1));
        while wide != 0 {
            let place = wide.trailing_zeros() as usize;
            let sign = text[from + place..].chars().next();
            starts |= u64::from(sign.is_some_and(&self.0)) << place;
            wide &= wide - 1;
        }
        starts
    }

    #[inline]
    fn len(&self, text: &str, start: usize) -> usize {
        width(text.as_bytes()[start])
    }
}

/// How many bytes a character has that begins with that one.
#[inline(always)]
fn width(first: u8) -> usize {
    match first {
        ..0x80 => 1,
        0x80..0xE0 => 2,
        0xE0..0xF0 => 3,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::{AnyOf, Like, MANY, Marks, Short};

    fn texts() -> impl Iterator<Item = String> {
        let signs = [
            "a", "b", "ab", "ö", "\0", "\u{7F}", "\u{80}", "𝄞", "aaaa", "€",
        ];
        let places = [0, 1, 7, 8, 9, 62, 63, 64, 65, 127, 128, 200];
        signs.into_iter().flat_map(move |one| {
            signs.into_iter().flat_map(move |other| {
                places.into_iter().flat_map(move |before| {
                    [0, 1, 63, 64]
                        .map(|after| "c".repeat(before) + one + other + &"a".repeat(after) + one)
                })
            })
        })
    }

    #[test]
    fn short_texts_are_found_as_by_std() {
        let needles = [
            "a", "c", "\0", "ö", "€", "𝄞", "aa", "ab", "aaa", "aab", "ca", "aaaaaaaa", "cccccccc",
            "bö",
        ];
        for text in texts() {
            for needle in needles {
                let found = Marks::new(&text, Short::new(needle).unwrap());
                let expected = text.match_indices(needle);
                let expected = expected.map(|(start, part)| start..start + part.len());
                assert!(found.eq(expected), "{needle:?} in {text:?}");
            }
        }
        assert!(Short::new("").is_none() && Short::new("aaaaaaaaa").is_none());
    }

    #[test]
    fn characters_are_found_as_by_std() {
        let questions: [fn(char) -> bool; 5] = [
            |sign| sign == 'a',
            |sign| sign != 'a',
            |sign| !sign.is_ascii(),
            |sign| sign == '\0' || sign == '€',
            |_| true,
        ];
        for text in texts() {
            for question in questions {
                let found = Marks::new(&text, Like(question));
                let expected = text.match_indices(question);
                let expected = expected.map(|(start, part)| start..start + part.len());
                assert!(found.eq(expected), "{text:?}");
            }
            for signs in [&['a', 'ö'][..], &['€', '\0', 'c', '𝄞'], &[]] {
                let found = Marks::new(&text, AnyOf(signs));
                let expected = text.match_indices(signs);
                let expected = expected.map(|(start, part)| start..start + part.len());
                assert!(found.eq(expected), "{signs:?} in {text:?}");
            }
            for sign in ['a', 'ö', '€', '𝄞', '\0'] {
                let found = Marks::new(&text, Short::of_char(sign));
                let expected = text.match_indices(sign);
                let expected = expected.map(|(start, part)| start..start + part.len());
                assert!(found.eq(expected), "{sign:?} in {text:?}");
            }
        }
    }

    #[test]
    fn nothing_is_asked_but_characters_of_the_text() {
        let text = "aö".repeat(MANY);
        let is_end = |sign| {
            assert!(sign == 'a' || sign == 'ö', "{sign:?}");
            false
        };
        for end in (0..=text.len()).filter(|&end| text.is_char_boundary(end)) {
            assert_eq!(Marks::new(&text[..end], Like(is_end)).next(), None);
        }
    }
}
