//! Strings and their parts, a line each, as in `sources`.

use crate::subject::{Law, Plan, subjects};
use tine::prelude::*;

pub(crate) fn all(law: &Law<'_>) {
    signs(law);
    words(law);
    by_character(law);
    by_text(law);
}

/// So many characters, of one to four bytes, with empty lines and several separators in a row.
fn text(plan: &Plan) -> String {
    let signs = "fork, jöin\r\n\n steal𝄞,, \taaab\r".chars();
    signs.cycle().take(plan.len).collect()
}

/// Boundaries of characters at about a quarter and three quarters of it.
fn quarters(text: &str) -> (usize, usize) {
    let boundary = |from| (from..).find(|&at| text.is_char_boundary(at)).unwrap();
    (boundary(text.len() / 4), boundary(text.len() * 3 / 4))
}

fn signs(law: &Law<'_>) {
    subjects!(law, Kept, |plan|
        chars: (let s = text(plan);) [s.par_chars()] == s.chars();
        char_indices: (let s = text(plan);) [s.par_char_indices()] == s.char_indices();
        bytes: (let s = text(plan);) [s.par_bytes()] == s.bytes();
        utf16: (let s = text(plan);) [s.par_encode_utf16()] == s.encode_utf16();
        string_drain: (let mut s = text(plan); let (i, j) = quarters(&s);) [s.par_drain(i..j)] == s.drain(i..j);
        string_drain_all: (let mut s = text(plan);) [s.par_drain(..)] == s.drain(..);
    );
}

fn words(law: &Law<'_>) {
    subjects!(law, Kept, |plan|
        lines: (let s = text(plan);) [s.par_lines()] == s.lines();
        words: (let s = text(plan);) [s.par_split_whitespace()] == s.split_whitespace();
        ascii_words: (let s = text(plan);) [s.par_split_ascii_whitespace()] == s.split_ascii_whitespace();
    );
}

fn by_character(law: &Law<'_>) {
    subjects!(law, Kept, |plan|
        split_char: (let s = text(plan);) [s.par_split(',')] == s.split(',');
        split_slice: (let s = text(plan);) [s.par_split(&['ö', ','][..])] == s.split(&['ö', ','][..]);
        split_array: (let s = text(plan);) [s.par_split(['ö', ','])] == s.split(['ö', ',']);
        split_array_ref: (let s = text(plan);) [s.par_split(&['ö', ','])] == s.split(&['ö', ',']);
        split_closure: (let s = text(plan);) [s.par_split(|c: char| !c.is_ascii())] == s.split(|c: char| !c.is_ascii());
        inclusive_char: (let s = text(plan);) [s.par_split_inclusive('𝄞')] == s.split_inclusive('𝄞');
        terminator_char: (let s = text(plan);) [s.par_split_terminator(',')] == s.split_terminator(',');
        matches_closure: (let s = text(plan);) [s.par_matches(char::is_alphabetic)] == s.matches(char::is_alphabetic);
        match_indices_array: (let s = text(plan);) [s.par_match_indices(['a', '𝄞'])] == s.match_indices(['a', '𝄞']);
    );
}

fn by_text(law: &Law<'_>) {
    subjects!(law, Kept, |plan|
        split_text: (let s = text(plan);) [s.par_split(", ")] == s.split(", ");
        split_nothing: (let s = text(plan);) [s.par_split("")] == s.split("");
        split_string: (let s = text(plan);) [s.par_split(String::from("aa"))] == s.split("aa");
        split_string_ref: (let s = text(plan); let aa = String::from("aa");) [s.par_split(&aa)] == s.split("aa");
        inclusive_text: (let s = text(plan);) [s.par_split_inclusive("aa")] == s.split_inclusive("aa");
        terminator_text: (let s = text(plan);) [s.par_split_terminator("\n")] == s.split_terminator("\n");
        split_longer: (let s = text(plan); let t = text(plan) + "a";) [s.par_split(&t)] == s.split(&t);
        split_all: (let s = text(plan);) [s.par_split(&*text(plan))] == s.split(&*text(plan));
        inclusive_letter: (let s = text(plan);) [s.par_split_inclusive(&"ö")] == s.split_inclusive(&"ö");
        terminator_overlap: (let s = text(plan);) [s.par_split_terminator("\n\n")] == s.split_terminator("\n\n");
        matches_text: (let s = text(plan);) [s.par_matches("aa")] == s.matches("aa");
        match_indices_text: (let s = text(plan);) [s.par_match_indices("aa")] == s.match_indices("aa");
    );
}
