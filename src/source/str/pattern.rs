//! What a string can be searched for: a character, any of several, whatever a closure likes, or another string.

use super::needle::{free_place, inner_boundary};
use std::ops::Range;

/// A pattern. Sealed: it covers `char`, slices and arrays of `char`, closures on `char`, and `&str`, `&&str`, `String`
/// and `&String`.
pub trait Pattern: Sized + Sync + Send {
    #[doc(hidden)]
    fn first_match(&self, text: &str) -> Option<Range<usize>>;

    /// What std's method of that name gives.
    #[doc(hidden)]
    fn split<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str>;

    /// What std's method of that name gives.
    #[doc(hidden)]
    fn split_inclusive<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str>;

    /// What std's method of that name gives.
    #[doc(hidden)]
    fn split_terminator<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str>;

    /// What std's method of that name gives.
    #[doc(hidden)]
    fn match_indices<'t>(&self, text: &'t str) -> impl Iterator<Item = (usize, &'t str)>;

    /// Where a text can be cut without tearing a match, at `index` or near it; not at its ends.
    #[doc(hidden)]
    fn place(&self, text: &str, index: usize) -> Option<usize>;
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

            fn split<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
                let $pattern = self;
                text.split($found)
            }

            fn split_inclusive<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
                let $pattern = self;
                text.split_inclusive($found)
            }

            fn split_terminator<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
                let $pattern = self;
                text.split_terminator($found)
            }

            fn match_indices<'t>(&self, text: &'t str) -> impl Iterator<Item = (usize, &'t str)> {
                let $pattern = self;
                text.match_indices($found)
            }

            #[inline]
            fn place(&self, text: &str, index: usize) -> Option<usize> {
                inner_boundary(text, index)
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
        impl Pattern for $type {
            #[inline]
            fn first_match(&self, text: &str) -> Option<Range<usize>> {
                let needle: &str = self;
                let start = text.find(needle)?;
                Some(start..start + needle.len())
            }

            fn split<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
                let needle: &str = self;
                text.split(needle)
            }

            fn split_inclusive<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
                let needle: &str = self;
                text.split_inclusive(needle)
            }

            fn split_terminator<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
                let needle: &str = self;
                text.split_terminator(needle)
            }

            fn match_indices<'t>(&self, text: &'t str) -> impl Iterator<Item = (usize, &'t str)> {
                let needle: &str = self;
                text.match_indices(needle)
            }

            #[inline]
            fn place(&self, text: &str, index: usize) -> Option<usize> {
                free_place(text, self, index)
            }
        }
    )*};
}

text_patterns! { &str, &&str, String, &String }
