//! Strings drained and collected.

use crate::iter::{
    IntoParallelIterator, IntoParallelRefIterator, ParallelDrainRange, ParallelExtend,
    ParallelIterator,
};
use std::borrow::Cow;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[test]
fn draining_removes_whole_characters() {
    let mut text = "förk join".to_string();
    assert_eq!(text.par_drain(1..4).collect::<String>(), "ör");
    drop(text.par_drain(..=0));
    assert_eq!(text, "k join");
    assert!(catch_unwind(|| drop("ö".to_string().par_drain(1..))).is_err());
    assert!(catch_unwind(|| drop("o".to_string().par_drain(..2))).is_err());
}

#[test]
fn text_is_put_together_in_order() {
    let numbers = || (0..2000).into_par_iter().map(|n| n.to_string());
    let expected: String = (0..2000).map(|n| n.to_string()).collect();
    assert_eq!(numbers().collect::<String>(), expected);
    let boxed: Box<str> = numbers().filter(|_| true).collect();
    assert_eq!(*boxed, *expected);
    assert_eq!(
        numbers().map(OsString::from).collect::<OsString>(),
        *expected
    );
    let mut text = "x".to_string();
    text.par_extend(vec!['y', 'z']);
    text.par_extend(&['!']);
    text.par_extend(["fork", ""]);
    assert_eq!(text, "xyz!fork");
    assert_eq!(Vec::<char>::new().into_par_iter().collect::<String>(), "");
}

#[test]
fn pieces_of_every_length_are_copied_whole() {
    let source = "0123456789äöü€€𝄞𝄞abcdefghijklmnopqrstuvwxyz".repeat(2);
    let pieces: Vec<&str> = (0..3000)
        .map(|i| source.get(i % 7..i % 7 + i % 37).unwrap_or("é"))
        .collect();
    let expected = pieces.concat();
    let pieces = || pieces.par_iter().copied();
    assert_eq!(pieces().collect::<String>(), expected);
    assert_eq!(pieces().map(Cow::Borrowed).collect::<String>(), expected);
    let boxed = pieces().map(Box::<str>::from);
    assert_eq!(boxed.collect::<String>(), expected);
    let chars = pieces().flat_map_iter(str::chars);
    assert_eq!(chars.collect::<String>(), expected);
    let chars: Vec<char> = expected.chars().collect();
    assert_eq!(chars.par_iter().collect::<String>(), expected);
}

#[test]
fn a_panic_leaves_whole_characters_behind() {
    for fatal in [0, 1, 7, 8, 9, 500, 999] {
        let mut text = "ä".to_string();
        let items = (0..1000).into_par_iter().map(|i| {
            assert!(i != fatal, "expected");
            if i % 3 == 0 { '€' } else { 'x' }
        });
        let extending = catch_unwind(AssertUnwindSafe(|| text.par_extend(items)));
        assert!(extending.is_err());
        assert!(text.starts_with('ä') && text.chars().all(|c| "ä€x".contains(c)));
        text.push('ß');
        assert!(std::str::from_utf8(text.as_bytes()).is_ok());
    }
}

#[test]
fn every_character_is_encoded() {
    // Races are looked for up to those of four bytes only.
    let last = if cfg!(tine_tsan) {
        '\u{14000}'
    } else {
        char::MAX
    };
    let expected: String = ('\0'..=last).collect();
    let chars = || ('\0'..=last).into_par_iter();
    assert!(chars().collect::<String>() == expected);
    // With hardly any room for each.
    for char in ('\0'..=last).step_by(37) {
        let mut text = String::new();
        text.par_extend([char, 'x', char]);
        assert!(text.chars().eq([char, 'x', char]));
    }
}
