//! Strings: their characters, their bytes, and their parts. No character is ever cut in two.

mod chars;
mod cut;
mod eight;
mod marks;
mod matches;
mod needle;
mod parts;
mod pattern;
mod split;
mod tops;
mod words;

pub use chars::{Bytes, CharIndices, Chars, EncodeUtf16};
pub use matches::{MatchIndices, Matches};
use pattern::Pattern;
pub use split::{Split, SplitInclusive, SplitTerminator};
pub use words::{Lines, SplitAsciiWhitespace, SplitWhitespace};

/// Ways to walk a string in parallel. The items are those of std's method of the same name, in the same order. Patterns are
/// characters, slices and arrays of them, closures on them, and strings.
///
/// # Cost
///
/// A text is searched by all threads, whatever the pattern. It is cut between two characters where that tears no match, which takes
/// a look at a few bytes; by [`par_split`](Self::par_split) and the like, whose item it is, the gap between two matches where a cut lies is
/// searched by one thread.
///
/// One thread searches 64 places at a time, and takes one to nine tenths of std's time. So closures are asked about up to 63 characters more
/// than those that were needed; no character is asked about twice but where the text is cut. Strings of more than eight bytes are std's to find.
///
/// One thread searches for the empty string, and where a string overlaps with itself without end, as `"aa"` in `"aaaa"`.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// assert_eq!("fork join".par_chars().filter(|sign| *sign == 'o').count(), 2);
/// ```
pub trait ParallelString {
    /// The string itself; all other methods start from it.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!("fork".as_parallel_string().len(), 4);
    /// ```
    fn as_parallel_string(&self) -> &str;

    /// The characters.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!("fork".par_chars().max(), Some('r'));
    /// ```
    #[inline]
    fn par_chars(&self) -> Chars<'_> {
        Chars::new(self.as_parallel_string())
    }

    /// The characters, each with the byte position where it starts.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!("äb".par_char_indices().collect::<Vec<_>>(), [(0, 'ä'), (2, 'b')]);
    /// ```
    #[inline]
    fn par_char_indices(&self) -> CharIndices<'_> {
        CharIndices::new(self.as_parallel_string())
    }

    /// The bytes. Where their number matters, walk `as_bytes()` instead, which is indexed.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!("ab".par_bytes().max(), Some(b'b'));
    /// ```
    #[inline]
    fn par_bytes(&self) -> Bytes<'_> {
        Bytes::new(self.as_parallel_string())
    }

    /// The code units in UTF-16; the two of a surrogate pair stay together.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!("a𝄞".par_encode_utf16().count(), 3);
    /// ```
    #[inline]
    fn par_encode_utf16(&self) -> EncodeUtf16<'_> {
        EncodeUtf16::new(self.as_parallel_string())
    }

    /// The parts between matches of a pattern, from left to right, as [`str::split`] gives them.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!("a,b,".par_split(',').collect::<Vec<_>>(), ["a", "b", ""]);
    /// assert_eq!("a, b,c".par_split(", ").collect::<Vec<_>>(), ["a", "b,c"]);
    /// ```
    #[inline]
    fn par_split<P>(&self, pattern: P) -> Split<'_, P>
    where
        P: Pattern,
    {
        Split::new(self.as_parallel_string(), pattern)
    }

    /// The parts that end with a match of a pattern, and what is left if it is not empty, as [`str::split_inclusive`] gives them.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!("a,b,".par_split_inclusive(',').collect::<Vec<_>>(), ["a,", "b,"]);
    /// assert_eq!("a, b,c".par_split_inclusive(", ").collect::<Vec<_>>(), ["a, ", "b,c"]);
    /// ```
    #[inline]
    fn par_split_inclusive<P>(&self, pattern: P) -> SplitInclusive<'_, P>
    where
        P: Pattern,
    {
        SplitInclusive::new(self.as_parallel_string(), pattern)
    }

    /// The parts before matches of a pattern, and what is left if it is not empty, as [`str::split_terminator`] gives them.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!("a,b,".par_split_terminator(',').collect::<Vec<_>>(), ["a", "b"]);
    /// assert_eq!("a--b--".par_split_terminator("--").collect::<Vec<_>>(), ["a", "b"]);
    /// ```
    #[inline]
    fn par_split_terminator<P>(&self, pattern: P) -> SplitTerminator<'_, P>
    where
        P: Pattern,
    {
        SplitTerminator::new(self.as_parallel_string(), pattern)
    }

    /// The lines, without `\n` or `\r\n` at their ends. As in std, a `\r` at the end of the text stays, since no `\n` follows;
    /// rayon takes it away.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!("a\nb\r\n".par_lines().collect::<Vec<_>>(), ["a", "b"]);
    /// ```
    #[inline]
    fn par_lines(&self) -> Lines<'_> {
        Lines::new(self.as_parallel_string())
    }

    /// The words between whitespace; none is empty.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!(" a  b ".par_split_whitespace().collect::<Vec<_>>(), ["a", "b"]);
    /// ```
    #[inline]
    fn par_split_whitespace(&self) -> SplitWhitespace<'_> {
        SplitWhitespace::new(self.as_parallel_string())
    }

    /// The words between ASCII whitespace; none is empty.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!(" a  b ".par_split_ascii_whitespace().collect::<Vec<_>>(), ["a", "b"]);
    /// ```
    #[inline]
    fn par_split_ascii_whitespace(&self) -> SplitAsciiWhitespace<'_> {
        SplitAsciiWhitespace::new(self.as_parallel_string())
    }

    /// The matches of a pattern, from left to right, of which none overlaps with the one before it, as [`str::matches`] gives them.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!("a1b2".par_matches(char::is_numeric).collect::<Vec<_>>(), ["1", "2"]);
    /// assert_eq!("fork, join, fork".par_matches("fork").count(), 2);
    /// ```
    #[inline]
    fn par_matches<P>(&self, pattern: P) -> Matches<'_, P>
    where
        P: Pattern,
    {
        Matches::new(self.as_parallel_string(), pattern)
    }

    /// The matches of a pattern, each with the byte position where it starts, as [`str::match_indices`] gives them.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!("aba".par_match_indices('a').collect::<Vec<_>>(), [(0, "a"), (2, "a")]);
    /// assert_eq!("aaaaa".par_match_indices("aa").collect::<Vec<_>>(), [(0, "aa"), (2, "aa")]);
    /// ```
    #[inline]
    fn par_match_indices<P>(&self, pattern: P) -> MatchIndices<'_, P>
    where
        P: Pattern,
    {
        MatchIndices::new(self.as_parallel_string(), pattern)
    }
}

impl ParallelString for str {
    #[inline]
    fn as_parallel_string(&self) -> &str {
        self
    }
}

#[cfg(test)]
mod tests;
