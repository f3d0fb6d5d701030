//! Where a string can be cut so that no occurrence of another one is torn.
//!
//! Invariant: a search from left to right that goes on behind what it has found, as std's does, finds in the pieces what it finds in the
//! whole. For let no occurrence start before a place and end behind it. Then what the search finds before the place ends there at
//! the latest, so the search comes to the place, having skipped nothing behind it; and from there it finds what one that begins
//! there finds.

/// The first boundary of a character from `index` on, or the end.
#[inline]
pub(super) fn boundary(text: &str, index: usize) -> usize {
    let len = text.len();
    let mut places = index..len;
    places
        .find(|&place| text.is_char_boundary(place))
        .unwrap_or(len)
}

/// The same, unless it is one of the ends.
#[inline]
pub(super) fn inner_boundary(text: &str, index: usize) -> Option<usize> {
    let place = boundary(text, index);
    (0 < place && place < text.len()).then_some(place)
}

/// A place that no occurrence of `needle` in `text` crosses: the first one from `index` on and no nearer to the start than the
/// needle is long; if there is none, the last one before; none at the ends. The empty needle, which is found between all characters,
/// would be found in both pieces: there is no place for it.
///
/// Mostly it takes a look at what lies around `index`, as far as the needle reaches. Where occurrences overlap, place after place
/// is looked at, which takes several times as long as to search; so it gives up if that goes on [for long](far).
#[inline] // compiled where it is used: most programs search for no texts
pub(super) fn free_place(text: &str, needle: &str, index: usize) -> Option<usize> {
    let from = boundary(text, index.max(needle.len()));
    if needle.is_empty() || from == text.len() {
        return None;
    }
    later(text, needle, from).or_else(|| earlier(text, needle, from))
}

/// How far from where it begins a place is looked for: as far as it may be in short texts, and a small part of long ones.
#[inline]
fn far(text: &str) -> usize {
    (text.len() / 32).max(4096)
}

/// The first such place from `place` on.
#[inline]
fn later(text: &str, needle: &str, mut place: usize) -> Option<usize> {
    let until = text.len().min(place + far(text));
    while place < until {
        let (start, near) = around(text, needle, place);
        let last = match needle.len() {
            ..=SHORT => starts(near, needle).rposition(|is_start| is_start),
            _ => near.rfind(needle),
        };
        match last {
            None => return Some(place),
            Some(last) => place = start + last + needle.len(),
        }
    }
    None
}

/// The last such place up to `place`.
#[inline]
fn earlier(text: &str, needle: &str, mut place: usize) -> Option<usize> {
    let until = place.saturating_sub(far(text));
    while place > until {
        let (start, near) = around(text, needle, place);
        let first = match needle.len() {
            ..=SHORT => starts(near, needle).position(|is_start| is_start),
            _ => near.find(needle),
        };
        match first {
            None => return Some(place),
            Some(first) => place = start + first,
        }
    }
    None
}

/// Needles of so many bytes are compared with every place, which takes less time than to prepare std's search.
const SHORT: usize = 16;

/// Whether the needle starts there, for each place.
#[inline]
fn starts(near: &str, needle: &str) -> impl DoubleEndedIterator<Item = bool> + ExactSizeIterator {
    let places = near.as_bytes().windows(needle.len());
    places.map(|place| place == needle.as_bytes())
}

/// Where the text starts, and the text, in which all occurrences lie that cross `place`, and no others.
#[inline]
fn around<'t>(text: &'t str, needle: &str, place: usize) -> (usize, &'t str) {
    let reach = needle.len() - 1;
    let start = boundary(text, place.saturating_sub(reach));
    let end = (place + reach).min(text.len());
    let end = (place..=end).rfind(|&end| text.is_char_boundary(end));
    (start, &text[start..end.unwrap_or(place)])
}

#[cfg(test)]
mod tests {
    use super::{SHORT, free_place};

    /// By definition.
    fn is_free(text: &str, needle: &str, place: usize) -> bool {
        let mut crossing = (place + 1).saturating_sub(needle.len())..place;
        !crossing.any(|start| text.as_bytes()[start..].starts_with(needle.as_bytes()))
    }

    /// For all texts of eight letters out of two.
    fn check(needle: &str, letters: [&str; 2]) {
        for number in 0..1usize << 8 {
            let letter = |bit: usize| letters[number >> bit & 1];
            let text: String = (0..8).map(letter).collect();
            let boundaries = (1..text.len()).filter(|&place| text.is_char_boundary(place));
            let boundaries: Vec<usize> = boundaries.collect();
            let last = boundaries[boundaries.len() - 1];
            let mut free = boundaries;
            free.retain(|&place| is_free(&text, needle, place));
            for index in 0..=text.len() {
                let from = index.max(needle.len());
                let later = free.iter().find(|&&place| place >= from);
                // Nothing is cut off that is shorter than the last character.
                let earlier = free.iter().rfind(|&&place| place < from && from <= last);
                let found = free_place(&text, needle, index);
                assert_eq!(found.as_ref(), later.or(earlier), "{text} {needle} {index}");
            }
        }
    }

    #[test]
    fn it_is_the_next_place_or_the_last_one_before() {
        for needle in ["a", "aa", "ab", "aba", "abab", "aab", "aaaaaaaaa"] {
            check(needle, ["a", "b"]);
            check(&needle.replace('a', "ä"), ["ä", "b"]);
            let (a, b) = ("a".repeat(SHORT), "ä".repeat(SHORT));
            let long = needle.replace('b', &b).replace('a', &a);
            check(&long, [&a, &b]);
        }
    }

    #[test]
    fn it_gives_up_amid_long_overlaps() {
        let text = "a".repeat(20_000) + "b";
        assert_eq!(free_place(&text, "aa", 10_000), None);
        assert_eq!(free_place(&text, "aa", 16_000), Some(20_000));
    }

    #[test]
    fn nothing_is_found_between_all_characters() {
        assert_eq!(free_place("aaa", "", 1), None);
    }

    #[test]
    fn a_needle_is_no_nearer_to_a_cut_than_it_is_long() {
        assert_eq!(free_place("bbbbbbb", "aaa", 1), Some(3));
        assert_eq!(free_place("bbb", "aaa", 1), None);
    }
}
