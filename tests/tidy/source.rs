//! A Rust file split into what is code and what is comment, line by line.
//!
//! Strings and character literals are blanked out of the code, so no check trips over a word that is only text.

use std::path::{Path, PathBuf};

/// One line of a file: its code without comments, and its comments without code.
#[derive(Debug, Default)]
pub(crate) struct Line {
    /// The code of this line; literals keep their quotes and lose their content.
    pub(crate) code: String,
    /// The comment of this line, slashes included; empty where there is none.
    pub(crate) comment: String,
}

impl Line {
    /// True if the line holds code.
    pub(crate) fn has_code(&self) -> bool {
        !self.code.trim().is_empty()
    }

    /// The comment without its slashes and the spaces around it.
    pub(crate) fn comment_text(&self) -> &str {
        let text = self.comment.trim();
        text.trim_start_matches(['/', '*', '!']).trim()
    }
}

/// A file of the repository, ready to be checked.
#[derive(Debug)]
pub(crate) struct File {
    /// Path from the top of the repository, with `/` between the parts.
    pub(crate) path: String,
    /// The text as it is.
    pub(crate) text: String,
    /// The same text, lexed; empty if the file is not Rust.
    pub(crate) lines: Vec<Line>,
}

impl File {
    /// Lexes `text`, which stands at `path`.
    pub(crate) fn new(path: &str, text: &str) -> File {
        let is_rust = path.ends_with(".rs");
        let lines = if is_rust { lex(text) } else { Vec::new() };
        File {
            path: path.to_string(),
            text: text.to_string(),
            lines,
        }
    }

    /// True for unit tests and models, which stand in files of their own beside the code.
    pub(crate) fn is_test(&self) -> bool {
        let ends = ["/tests.rs", "/model.rs"];
        ends.iter().any(|end| self.path.ends_with(end)) || self.path.contains("/tests/")
    }

    /// How many lines hold code.
    pub(crate) fn code_lines(&self) -> usize {
        self.lines.iter().filter(|line| line.has_code()).count()
    }

    /// The code of the whole file, cut into identifiers (lifetimes without their quote) and single signs.
    pub(crate) fn tokens(&self) -> Vec<String> {
        let mut tokens = Vec::new();
        for line in &self.lines {
            tokens.extend(tokens_of(&line.code));
        }
        tokens
    }
}

/// Cuts code into identifiers and single signs; `::` stays one piece.
pub(crate) fn tokens_of(code: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = code.chars().peekable();
    while let Some(sign) = rest.next() {
        if sign.is_alphanumeric() || sign == '_' {
            let mut word = String::from(sign);
            while let Some(&next) = rest.peek() {
                if !(next.is_alphanumeric() || next == '_') {
                    break;
                }
                word.push(next);
                rest.next();
            }
            tokens.push(word);
        } else if sign == ':' && rest.peek() == Some(&':') {
            rest.next();
            tokens.push("::".to_string());
        } else if !sign.is_whitespace() {
            tokens.push(sign.to_string());
        }
    }
    tokens
}

/// Every file below `folder` of the repository at `top`, in the order of the paths.
pub(crate) fn read_all(top: &Path, folder: &str) -> Vec<File> {
    let mut waiting = vec![top.join(folder)];
    let mut paths: Vec<PathBuf> = Vec::new();
    while let Some(folder) = waiting.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                waiting.push(path);
            } else {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let wanted = |path: &&PathBuf| {
        path.extension()
            .is_some_and(|end| end == "rs" || end == "md")
    };
    let read = |path: &PathBuf| {
        let name = path
            .strip_prefix(top)
            .expect("a path below the top")
            .to_string_lossy()
            .replace('\\', "/");
        let text = std::fs::read_to_string(path).expect("a readable text");
        File::new(&name, &text)
    };
    paths.iter().filter(wanted).map(read).collect()
}

/// What the lexer is in the middle of.
enum State {
    Code,
    LineComment,
    BlockComment(usize),
    Text { raw_signs: Option<usize> },
}

/// Splits a whole file into lines of code and comment.
fn lex(text: &str) -> Vec<Line> {
    let signs: Vec<char> = text.chars().collect();
    let at = |i: usize| signs.get(i).copied().unwrap_or('\0');
    let mut lines = vec![Line::default()];
    let mut state = State::Code;
    let mut i = 0;
    while i < signs.len() {
        let sign = at(i);
        if sign == '\n' {
            if matches!(state, State::LineComment) {
                state = State::Code;
            }
            lines.push(Line::default());
            i += 1;
            continue;
        }
        let line = lines.last_mut().expect("there is always a line");
        match state {
            State::LineComment => line.comment.push(sign),
            State::BlockComment(depth) => {
                line.comment.push(sign);
                if sign == '*' && at(i + 1) == '/' {
                    line.comment.push('/');
                    i += 1;
                    state = match depth {
                        1 => State::Code,
                        _ => State::BlockComment(depth - 1),
                    };
                } else if sign == '/' && at(i + 1) == '*' {
                    line.comment.push('*');
                    i += 1;
                    state = State::BlockComment(depth + 1);
                }
            }
            State::Text { raw_signs: None } => {
                if sign == '\\' && at(i + 1) != '\n' {
                    i += 1;
                } else if sign == '"' {
                    line.code.push('"');
                    state = State::Code;
                }
            }
            State::Text {
                raw_signs: Some(count),
            } => {
                if sign == '"' && (1..=count).all(|k| at(i + k) == '#') {
                    line.code.push('"');
                    i += count;
                    state = State::Code;
                }
            }
            State::Code if sign == '/' && at(i + 1) == '/' => {
                line.comment.push_str("//");
                i += 1;
                state = State::LineComment;
            }
            State::Code if sign == '/' && at(i + 1) == '*' => {
                line.comment.push_str("/*");
                i += 1;
                state = State::BlockComment(1);
            }
            State::Code if sign == '"' => {
                line.code.push('"');
                state = State::Text {
                    raw_signs: raw_signs_before(&signs, i),
                };
            }
            State::Code if sign == '\'' => {
                line.code.push('\'');
                i += char_literal_rest(&signs, i);
            }
            State::Code => line.code.push(sign),
        }
        i += 1;
    }
    lines
}

/// How many `#` stand between an `r` and the quote at `quote`; `None` if the string is not raw.
fn raw_signs_before(signs: &[char], quote: usize) -> Option<usize> {
    let count = signs[..quote]
        .iter()
        .rev()
        .take_while(|&&sign| sign == '#')
        .count();
    let start = quote - count;
    let is_raw = start > 0 && signs[start - 1] == 'r';
    is_raw.then_some(count)
}

/// How many signs behind the quote at `quote` belong to a character literal; 0 if it begins a lifetime.
fn char_literal_rest(signs: &[char], quote: usize) -> usize {
    let at = |i: usize| signs.get(quote + i).copied().unwrap_or('\0');
    if at(1) == '\\' {
        let closing = (3..14).find(|&i| at(i) == '\'');
        return closing.unwrap_or(0);
    }
    if at(2) == '\'' { 2 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::File;

    #[test]
    fn code_comment_and_text_are_told_apart() {
        let text = "let a = \"// no\"; // yes\nlet b = r#\"\" /* no */\"#; /* in\nhere */ let c = '\"'; let d: &'a u8;";
        let file = File::new("src/a.rs", text);
        let code: Vec<&str> = file.lines.iter().map(|line| line.code.trim()).collect();
        assert_eq!(
            code,
            [
                "let a = \"\";",
                "let b = r#\"\";",
                "let c = '; let d: &'a u8;"
            ]
        );
        assert_eq!(file.lines[0].comment_text(), "yes");
        assert!(file.lines[1].comment.contains("in"));
        assert!(file.lines[2].comment.contains("here"));
        assert_eq!(file.code_lines(), 3);
    }
}
