//! What a string can be searched for: a character, any of several, whatever a closure likes, or another string.

use super::marks::{AnyOf, Like, Marks, Short};
use super::needle::{free_place, inner_boundary};
use std::ops::Range;
use tine_core::engine::Either;

/// A pattern. Sealed: it covers `char`, slices and arrays of `char`, closures on `char`, and `&str`, `&&str`, `String`
/// and `&String`.
pub trait Pattern: Sized + Sync + Send {
    /// Where the first match is.
    #[doc(hidden)]
    #[inline]
    fn first_match(&self, text: &str) -> Option<Range<usize>> {
        self.matches(text).next()
    }

    /// Where all matches are, from left to right, of which none overlaps with the one before it.
    #[doc(hidden)]
    fn matches(&self, text: &str) -> impl Iterator<Item = Range<usize>>;

    /// Where a text can be cut without tearing a match, at `index` or near it; not at its ends.
    #[doc(hidden)]
    fn place(&self, text: &str, index: usize) -> Option<usize>;
}

macro_rules! single_patterns {
    ($([$($generics:tt)*] $type:ty: |$pattern:ident| $sought:expr;)*) => {$(
        impl<$($generics)*> Pattern for $type {
            #[inline]
            fn matches(&self, text: &str) -> impl Iterator<Item = Range<usize>> {
                let $pattern = self;
                Marks::new(text, $sought)
            }

            #[inline]
            fn place(&self, text: &str, index: usize) -> Option<usize> {
                inner_boundary(text, index)
            }
        }
    )*};
}

single_patterns! {
    [] char: |pattern| Short::of_char(*pattern);
    [] &[char]: |pattern| AnyOf(pattern);
    [const N: usize] [char; N]: |pattern| AnyOf(pattern);
    [const N: usize] &[char; N]: |pattern| AnyOf(*pattern);
    [F: Fn(char) -> bool + Sync + Send] F: |pattern| Like(pattern);
}

macro_rules! text_patterns {
    ($($type:ty),*) => {$(
        impl Pattern for $type {
            #[inline]
            fn matches(&self, text: &str) -> impl Iterator<Item = Range<usize>> {
                matches_of(text, self)
            }

            #[inline]
            fn place(&self, text: &str, index: usize) -> Option<usize> {
                free_place(text, self, index)
            }
        }
    )*};
}

text_patterns! { &str, &&str, String, &String }

#[inline]
fn matches_of(text: &str, needle: &str) -> impl Iterator<Item = Range<usize>> {
    match Short::new(needle) {
        Some(short) => Either::Left(Marks::new(text, short)),
        None => {
            let found = text.match_indices(needle);
            Either::Right(found.map(|(start, part)| start..start + part.len()))
        }
    }
}
