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
    // One thread has no race.
    let widths: &[usize] = if cfg!(tine_tsan) {
        &[3]
    } else {
        &[1, 2, 3, 16]
    };
    for &threads in widths {
        let pool = ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| {
            by!(same!(text): 'a', |c: char| c > 'a', "", "aa", "aba", "abab", "aab", "öä", "b,", &*text);
        });
    }
}

/// With a folder for each block.
#[test]
fn what_is_looked_for_in_long_texts_is_found() {
    let text = [
        "ab ".repeat(5000),
        "c ö".into(),
        "ab ".repeat(5000),
        "c".into(),
    ]
    .concat();
    for threads in [1, 2, 3, 16] {
        let pool = ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| {
            let is_c = |(_, sign): &(usize, char)| *sign == 'c';
            let all: Vec<_> = text.char_indices().filter(is_c).collect();
            assert_eq!(text.par_char_indices().find_first(is_c), Some(all[0]));
            assert_eq!(text.par_char_indices().find_last(is_c), Some(all[1]));
            let any = text.par_char_indices().find_any(is_c);
            assert!(all.contains(&any.unwrap()));
            assert_eq!(text.par_lines().find_any(|line| line.is_empty()), None);
            let is_short = |part: &&str| part.len() == 1;
            assert_eq!(text.par_split(' ').find_first(is_short), Some("c"));
            assert!(!text.par_split_whitespace().any(str::is_empty));
            assert_eq!(
                text.par_match_indices("c").find_last(|_| true),
                text.rmatch_indices("c").next()
            );
        });
    }
}

#[test]
fn line_breaks_are_those_of_std() {
    let parts = [
        "", "\r", "\n", "\r\n", "\r\r\n", "\x0B", "\u{8A}", "ö", "\n\n",
    ];
    for one in parts {
        for other in parts {
            for before in [0, 1, 7, 8, 61, 62, 63, 64, 65] {
                for after in [0, 1, 7, 62, 63, 64, 100] {
                    let text = "b".repeat(before) + one + &"a".repeat(after) + other;
                    let lines: Vec<&str> = text.par_lines().collect();
                    assert!(text.lines().eq(lines), "{text:?}");
                }
            }
        }
    }
}

/// The gap is long, so that it is searched to find where to cut.
#[test]
fn gaps_without_end_and_ends_with_a_match() {
    let gap = "ä".repeat(5000);
    for text in [
        gap.clone(),
        gap.clone() + ",",
        format!(",{gap}"),
        format!("a,b,,{gap},"),
        format!("{gap},,{gap}"),
    ] {
        let lines = text.replace(',', "\r\n");
        for threads in [1, 2] {
            let pool = ThreadPoolBuilder::new().num_threads(threads);
            pool.build().unwrap().install(|| {
                by!(same!(text): ',', |c: char| c == ',', ",", ",,", &*gap);
                plain!(same!(lines));
            });
        }
    }
}

#[test]
fn nothing_is_searched_twice_to_be_cut() {
    use std::sync::Mutex;
    for text in [
        "a".repeat(10_000) + ",",
        "b,".to_string() + &"a".repeat(10_000),
    ] {
        let asked = Mutex::new(0);
        let is_comma = |sign: char| {
            *asked.lock().unwrap() += 1;
            sign == ','
        };
        let parts = text.split(',').count();
        assert_eq!(text.par_split(is_comma).count(), parts);
        // Besides what is searched, little is asked about more than once: to see how wide a match is, and blocks that end the search.
        assert!(*asked.lock().unwrap() < 11_000);
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
