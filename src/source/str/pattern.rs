//! What a string can be searched for: a character, any of several, whatever a closure likes, or another string.

use std::ops::Range;

/// A pattern. Sealed: it covers `char`, slices and arrays of `char`, closures on `char`, and `&str`, `String` and `&String`.
pub trait Pattern: Sized + Sync + Send {
    #[doc(hidden)]
    fn first_match(&self, text: &str) -> Option<Range<usize>>;

    /// A match on whose end a text can be cut without changing the others, as late as may be.
    #[doc(hidden)]
    fn late_match(&self, text: &str) -> Option<Range<usize>>;

    /// What std's method of that name gives.
    #[doc(hidden)]
    fn split<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str>;

    /// What std's method of that name gives.
    #[doc(hidden)]
    fn split_inclusive<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str>;

    /// What std's method of that name gives.
    #[doc(hidden)]
    fn match_indices<'t>(&self, text: &'t str) -> impl Iterator<Item = (usize, &'t str)>;

    /// A part of `split_inclusive` without the match at its end.
    #[doc(hidden)]
    fn without_match<'t>(&self, part: &'t str) -> &'t str;

    /// Whether a match always is a single character, so that a text may be cut anywhere.
    #[doc(hidden)]
    fn is_single(&self) -> bool {
        true
    }
}

/// The range of the character that starts at `start`.
#[inline]
fn one_char(text: &str, start: usize) -> Range<usize> {
    let width = text[start..].chars().next().map_or(0, char::len_utf8);
    start..start + width
}

macro_rules! single_patterns {
    ($([$($generics:tt)*] $type:ty: |$pattern:ident| $found:expr;)*) => {$(
        impl<$($generics)*> Pattern for $type {
            #[inline]
            fn first_match(&self, text: &str) -> Option<Range<usize>> {
                let $pattern = self;
                Some(one_char(text, text.find($found)?))
            }

            #[inline]
            fn late_match(&self, text: &str) -> Option<Range<usize>> {
                let $pattern = self;
                Some(one_char(text, text.rfind($found)?))
            }

            fn split<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
                let $pattern = self;
                text.split($found)
            }

            fn split_inclusive<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
                let $pattern = self;
                text.split_inclusive($found)
            }

            fn match_indices<'t>(&self, text: &'t str) -> impl Iterator<Item = (usize, &'t str)> {
                let $pattern = self;
                text.match_indices($found)
            }

            fn without_match<'t>(&self, part: &'t str) -> &'t str {
                let $pattern = self;
                part.strip_suffix($found).unwrap_or(part)
            }
        }
    )*};
}

single_patterns! {
    [] char: |pattern| *pattern;
    [] &[char]: |pattern| *pattern;
    [const N: usize] [char; N]: |pattern| &pattern[..];
    [const N: usize] &[char; N]: |pattern| &pattern[..];
    [F: Fn(char) -> bool + Sync + Send] F: |pattern| pattern;
}

macro_rules! text_patterns {
    ($($type:ty),*) => {$(
        /// Texts of several parts that match are walked by one thread, since where one match lies may depend on another.
        impl Pattern for $type {
            #[inline]
            fn first_match(&self, text: &str) -> Option<Range<usize>> {
                let needle: &str = self;
                let start = text.find(needle)?;
                Some(start..start + needle.len())
            }

            #[inline]
            fn late_match(&self, _text: &str) -> Option<Range<usize>> {
                None
            }

            fn split<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
                let needle: &str = self;
                text.split(needle)
            }

            fn split_inclusive<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
                let needle: &str = self;
                text.split_inclusive(needle)
            }

            fn match_indices<'t>(&self, text: &'t str) -> impl Iterator<Item = (usize, &'t str)> {
                let needle: &str = self;
                text.match_indices(needle)
            }

            fn without_match<'t>(&self, part: &'t str) -> &'t str {
                let needle: &str = self;
                part.strip_suffix(needle).unwrap_or(part)
            }

            #[inline]
            fn is_single(&self) -> bool {
                false
            }
        }
    )*};
}

text_patterns! { &str, String, &String }
