//! Strings against std.

use super::ParallelString;
use super::cut::{TextProducer, Walk};
use crate::ThreadPoolBuilder;
use crate::iter::ParallelIterator;
use crate::plumbing::{Folder, Supply};
use std::fmt::Debug;

fn texts() -> Vec<String> {
    let base = "fork, jöin\r\n\n steal𝄞,, \tquit\r";
    let mut texts = vec![
        String::new(),
        ",".into(),
        "\n".into(),
        "ää".into(),
        "aaaaa".into(),
        "aabaaabaababababaab".into(),
        "öäöäöaäöäöö".into(),
    ];
    texts.extend([1, 2, 100].map(|n| base.repeat(n)));
    texts
}

/// All of a text, as ours and std's give it.
macro_rules! same {
    ($text:ident: $($par:ident $seq:ident ($($pattern:expr)?);)*) => {$({
        let ours: Vec<_> = $text.$par($($pattern)?).collect();
        let theirs: Vec<_> = $text.$seq($($pattern)?).collect();
        assert_eq!(ours, theirs, "{} of {:?} by {}", stringify!($par), $text, stringify!($($pattern)?));
    })*};
}

/// All of a text that is cut at any two places.
macro_rules! same_cut {
    ($text:ident: $($par:ident $seq:ident ($($pattern:expr)?);)*) => {$({
        let theirs: Vec<_> = $text.$seq($($pattern)?).collect();
        cut_anywhere(&$text.$par($($pattern)?), &theirs);
    })*};
}

/// What takes no pattern.
macro_rules! plain {
    ($same:ident!($text:ident)) => {
        $same! { $text:
            par_chars chars();
            par_char_indices char_indices();
            par_bytes bytes();
            par_encode_utf16 encode_utf16();
            par_lines lines();
            par_split_whitespace split_whitespace();
            par_split_ascii_whitespace split_ascii_whitespace();
        }
    };
}

/// What takes a pattern.
macro_rules! by {
    ($same:ident!($text:ident): $($pattern:expr),*) => {$(
        $same! { $text:
            par_split split($pattern);
            par_split_inclusive split_inclusive($pattern);
            par_split_terminator split_terminator($pattern);
            par_matches matches($pattern);
            par_match_indices match_indices($pattern);
        }
    )*};
}

/// Patterns of all types, and texts that overlap with themselves, that are longer than the whole, and that are empty.
macro_rules! by_all {
    ($same:ident!($text:ident)) => {
        by!($same!($text): ',', 'ö', ['a', 'i'], &['a', '\n'], &[' ', ','][..], |c: char| !c.is_ascii());
        by!($same!($text): "", "a", "aa", "aba", "abab", "aab", "ö", "öä", "öäö", ",, ", "\n", "\r\n\n steal𝄞");
        by!($same!($text): &"aa", &String::from("steal"));
    };
}

#[test]
fn everything_is_that_of_std() {
    for text in texts() {
        plain!(same!(text));
        by_all!(same!(text));
    }
}

/// Enough for several threads, and long stretches that cannot be cut.
#[test]
fn long_texts_are_those_of_std() {
    let text = ["aabaab, öäö", &"ab".repeat(300), "a", &"aa".repeat(300)].concat();
    let text = text.repeat(16);
    for threads in [1, 2, 3, 16] {
        let pool = ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| {
            by!(same!(text): 'a', |c: char| c > 'a', "", "aa", "aba", "abab", "aab", "öä", "b,", &*text);
        });
    }
}

/// All that it is given.
struct List<T>(Vec<T>);

impl<T> Folder<T> for List<T> {
    type Result = Vec<T>;

    fn consume(mut self, item: T) -> Self {
        self.0.push(item);
        self
    }

    fn complete(self) -> Vec<T> {
        self.0
    }

    fn full(&self) -> bool {
        false
    }
}

/// Cuts at `i`, and then either part at `j`.
fn cut<W: Walk>(text: &W, i: usize, j: usize) -> Vec<W::Item> {
    let mut list = List(Vec::new());
    for part in cut_at(TextProducer::new(text), i) {
        for part in cut_at(part, j) {
            list = Supply::fold_with(part, list);
        }
    }
    list.complete()
}

fn cut_at<W: Walk>(
    part: TextProducer<'_, W>,
    index: usize,
) -> impl Iterator<Item = TextProducer<'_, W>> {
    let (left, right) = match index < part.len() {
        true => part.cut(index),
        false => (part, None),
    };
    [Some(left), right].into_iter().flatten()
}

/// Cut at any two places, the parts give what std gives.
#[track_caller]
fn cut_anywhere<W>(text: &W, expected: &[W::Item])
where
    W: Walk<Item: PartialEq + Debug>,
{
    let len = text.text().len();
    for i in 0..len {
        for j in 0..len {
            let found = cut(text, i, j);
            assert_eq!(found, expected, "{:?} cut at {i} and {j}", text.text());
        }
    }
}

#[test]
fn cut_anywhere_everything_is_that_of_std() {
    for text in texts().iter().filter(|text| text.len() < 100) {
        plain!(same_cut!(text));
        by_all!(same_cut!(text));
    }
}

#[test]
fn a_text_is_searched_by_many() {
    let text = "ab".repeat(1000);
    let iter = text.par_matches("ba");
    assert_eq!(iter.clone().count(), 999);
    let (left, right) = TextProducer::new(&iter).cut(1000);
    assert_eq!(
        (left.len(), right.map(|right| right.len())),
        (1001, Some(999))
    );
}

#[cfg(not(tine_lean))]
mod random {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn random_texts_are_cut_anywhere(text in "[abä]{0,24}", needle in "[abä]{0,5}") {
            let (text, needle) = (&text, needle.as_str());
            by!(same_cut!(text): needle, needle.chars().next().unwrap_or('b'));
        }
    }
}
