//! Strings against std.

use super::ParallelString;
use crate::iter::ParallelIterator;

fn texts() -> Vec<String> {
    let base = "fork, jöin\r\n\n steal𝄞,, \tquit\r";
    let mut texts = vec![
        String::new(),
        ",".into(),
        "\n".into(),
        "ää".into(),
        "aaaaa".into(),
    ];
    texts.extend([1, 2, 100].map(|n| base.repeat(n)));
    texts
}

macro_rules! same {
    ($text:ident: $($par:ident $seq:ident ($($pattern:expr)?);)*) => {$(
        let (ours, theirs) = ($text.$par($($pattern)?).collect::<Vec<_>>(), $text.$seq($($pattern)?).collect::<Vec<_>>());
        assert_eq!(ours, theirs, "{} of {:?} by {}", stringify!($par), $text, stringify!($($pattern)?));
    )*};
}

#[test]
fn everything_is_that_of_std() {
    for text in texts() {
        same! { text:
            par_chars chars();
            par_char_indices char_indices();
            par_bytes bytes();
            par_encode_utf16 encode_utf16();
            par_lines lines();
            par_split_whitespace split_whitespace();
            par_split_ascii_whitespace split_ascii_whitespace();
        }
        macro_rules! patterns {
            ($($pattern:expr),*) => {$(
                same! { text:
                    par_split split($pattern);
                    par_split_inclusive split_inclusive($pattern);
                    par_split_terminator split_terminator($pattern);
                    par_matches matches($pattern);
                    par_match_indices match_indices($pattern);
                }
            )*};
        }
        patterns!(
            ',',
            'ö',
            ['a', 'i'],
            &['a', '\n'],
            &[' ', ','][..],
            |c: char| !c.is_ascii()
        );
        patterns!("aa", "", ",, ", "\n", &String::from("steal"));
    }
}
