//! The parts of a string between matches of a pattern.

use super::cut::{Piece, Walk, iterators};
use super::parts::{Parts, cut_behind};
use super::pattern::Pattern;
use std::fmt;

/// A guess at how many bytes a part has, with what parts it from the next.
pub(super) const LIKELY_PART: usize = 32;

/// The iterators that cut a string up: whether a match belongs to the part before it, and whether there is always a part behind all
/// matches.
macro_rules! splits {
    ($($(#[$doc:meta])* $name:ident: keeps $kept:literal, ends $ended:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name<'ch, P: Pattern> {
            text: &'ch str,
            pattern: P,
        }

        impl<'ch, P: Pattern> $name<'ch, P> {
            pub(super) fn new(text: &'ch str, pattern: P) -> Self {
                $name { text, pattern }
            }
        }

        impl<P: Pattern> fmt::Debug for $name<'_, P> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("text", &self.text)
                    .finish_non_exhaustive()
            }
        }

        impl<'ch, P: Pattern> Walk for $name<'ch, P> {
            type Item = &'ch str;
            const LIKELY_BYTES: usize = LIKELY_PART;

            #[inline]
            fn text(&self) -> &str {
                self.text
            }

            #[inline]
            fn cut(&self, piece: Piece, index: usize) -> (Piece, Option<Piece>) {
                let place = |text: &str, index| self.pattern.place(text, index);
                cut_behind(self.text, piece, index, place, |text| self.pattern.first_match(text))
            }

            #[inline]
            fn walk(&self, piece: Piece) -> impl Iterator<Item = &'ch str> {
                let matches = |text| self.pattern.matches(text);
                Parts::<_, $kept>::new::<$ended>(self.text, &piece, matches)
            }
        }

        iterators! { <'ch, P: Pattern> $name<'ch, P> => &'ch str; }
    )*};
}

splits! {
    /// A parallel iterator over the parts between matches of a string; see [`par_split`](super::ParallelString::par_split).
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let iter: tine::str::Split<'_, char> = "a,b,".par_split(',');
    /// assert!(iter.count() >= 2);
    /// ```
    Split: keeps false, ends true;

    /// A parallel iterator over the parts that end with a match of a string; see [`par_split_inclusive`](super::ParallelString::par_split_inclusive).
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let iter: tine::str::SplitInclusive<'_, char> = "a,b,".par_split_inclusive(',');
    /// assert!(iter.count() >= 2);
    /// ```
    SplitInclusive: keeps true, ends false;

    /// A parallel iterator over the parts before matches of a string; see [`par_split_terminator`](super::ParallelString::par_split_terminator).
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let iter: tine::str::SplitTerminator<'_, char> = "a,b,".par_split_terminator(',');
    /// assert!(iter.count() >= 2);
    /// ```
    SplitTerminator: keeps false, ends false;
}
