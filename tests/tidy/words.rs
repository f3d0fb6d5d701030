//! The words beside the code: each ordering says why, each safety comment speaks of what is there, nothing is left undone.

use super::source::{File, Line, tokens_of};
use std::collections::HashSet;

/// The orderings of an atomic access.
const ORDERINGS: &[&str] = &["Relaxed", "Acquire", "Release", "AcqRel", "SeqCst"];

/// Words that a safety comment may put in backticks without the file containing them.
const KNOWN: &[&str] = &[
    "Send", "Sync", "Drop", "FnOnce", "unsafe", "static", "u8", "u64", "usize", "self",
];

/// Orderings that are used without a sentence beginning with their word, on the line or above the statement.
pub(crate) fn silent_orderings(files: &[File]) -> Vec<String> {
    let mut faults = Vec::new();
    for file in files.iter().filter(|file| !file.is_test()) {
        let mut in_use = false;
        for (i, line) in file.lines.iter().enumerate() {
            let tokens = tokens_of(&line.code);
            in_use |= tokens.iter().take(3).any(|token| token == "use");
            let orderings = tokens
                .iter()
                .filter(|token| !in_use && ORDERINGS.contains(&token.as_str()));
            for ordering in orderings {
                let said = explains(&comments_of_statement(&file.lines, i), ordering);
                if !said {
                    let number = i + 1;
                    faults.push(format!(
                        "{}:{number}: no comment says `{ordering}: ...`",
                        file.path
                    ));
                }
            }
            in_use &= !line.code.contains(';');
        }
    }
    faults
}

/// True if one of the comments has a sentence that begins with the word; that of `AcqRel` may come in its two halves.
fn explains(comments: &[&str], ordering: &str) -> bool {
    let says = |word: &str| {
        let begins = format!("{word}:");
        let within = [format!(". {begins}"), format!("; {begins}")];
        let has = |text: &&str| {
            text.starts_with(&begins) || within.iter().any(|part| text.contains(part))
        };
        comments.iter().any(has)
    };
    says(ordering) || (ordering == "AcqRel" && says("Acquire") && says("Release"))
}

/// The comments on line `i`, inside its statement, and directly above that.
fn comments_of_statement(lines: &[Line], i: usize) -> Vec<&str> {
    let mut texts = vec![lines[i].comment_text()];
    for line in lines[..i].iter().rev() {
        let code = line.code.trim();
        let ends = |signs: &[char]| code.ends_with(signs);
        let is_blank = !line.has_code() && line.comment.is_empty();
        if is_blank || ends(&[';', '{', '}']) {
            break;
        }
        texts.push(line.comment_text());
    }
    texts
}

/// Safety comments that name in backticks what the code of their file does not contain.
pub(crate) fn unknown_names(files: &[File]) -> Vec<String> {
    let mut faults = Vec::new();
    for file in files {
        let known: HashSet<String> = file.tokens().into_iter().collect();
        let mut in_comment = false;
        let mut words = String::new();
        for (i, line) in file.lines.iter().enumerate() {
            let text = line.comment_text();
            if text.starts_with("SAFETY:") {
                in_comment = true;
            } else if line.comment.is_empty() || line.comment.starts_with("///") {
                in_comment = false;
            }
            if in_comment {
                words.push_str(text);
                words.push(' ');
            }
            let last = file
                .lines
                .get(i + 1)
                .is_none_or(|next| next.comment.is_empty() || next.has_code());
            if in_comment && last {
                for name in backticked(&words) {
                    let is_known = known.contains(&name) || KNOWN.contains(&name.as_str());
                    if !is_known {
                        let number = i + 1;
                        faults.push(format!(
                            "{}:{number}: SAFETY names `{name}`, which is not here",
                            file.path
                        ));
                    }
                }
                words.clear();
                in_comment = false;
            }
        }
    }
    faults
}

/// The identifiers between backticks.
fn backticked(text: &str) -> Vec<String> {
    let spans = text.split('`').skip(1).step_by(2);
    let names = spans.flat_map(tokens_of);
    let is_name =
        |name: &String| name.starts_with(|sign: char| sign.is_alphabetic() || sign == '_');
    names.filter(is_name).collect()
}

/// Marks of what is not finished, in comments and in macros.
pub(crate) fn unfinished(files: &[File]) -> Vec<String> {
    // Put together here, so that the list does not find itself.
    let marks = [["TO", "DO"], ["FIX", "ME"], ["XX", "X"]].map(|parts| parts.concat());
    let macros = [["to", "do"], ["unimple", "mented"]].map(|parts| parts.concat());
    let mut faults = Vec::new();
    for file in files {
        for (i, line) in file.lines.iter().enumerate() {
            let comment = tokens_of(&line.comment);
            let code = tokens_of(&line.code);
            let in_comment = comment.iter().any(|word| marks.contains(word));
            let in_code = code
                .windows(2)
                .any(|pair| macros.contains(&pair[0]) && pair[1] == "!");
            if in_comment || in_code {
                faults.push(format!("{}:{}: an unfinished mark", file.path, i + 1));
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn orderings(text: &str) -> usize {
        silent_orderings(&[File::new("src/a.rs", text)]).len()
    }

    #[test]
    fn an_ordering_without_its_word_is_found() {
        assert_eq!(orderings("a.load(Acquire); // Acquire: sees it."), 0);
        assert_eq!(orderings("// Acquire: sees\n// it.\na.load(Acquire);"), 0);
        assert_eq!(
            orderings(
                "// AcqRel: wins.\n// Relaxed: loses.\na.swap(\n    b,\n    AcqRel,\n    Relaxed,\n);"
            ),
            0
        );
        assert_eq!(orderings("use a::{\n    Acquire,\n    Relaxed,\n};"), 0);
        assert_eq!(orderings("a.load(Acquire);"), 1);
        assert_eq!(
            orderings("// Release: gives; Acquire: takes.\na.swap(b, AcqRel);"),
            0
        );
        assert_eq!(orderings("// Release: gives.\na.swap(b, AcqRel);"), 1);
        assert_eq!(
            orderings("// This is no Acquire: at all.\na.load(Acquire);"),
            1
        );
        assert_eq!(orderings("// Release: wrong word.\na.load(Acquire);"), 1);
        assert_eq!(orderings("// Acquire: too far.\n\na.load(Acquire);"), 1);
        assert_eq!(
            orderings("// Acquire: of another.\na.load(Acquire);\na.load(Acquire);"),
            1
        );
        assert_eq!(
            orderings("// AcqRel: wins.\na.swap(b, AcqRel, Relaxed);"),
            1
        );
    }

    #[test]
    fn a_safety_comment_about_something_else_is_found() {
        let faults = |text| unknown_names(&[File::new("src/a.rs", text)]).len();
        assert_eq!(faults("// SAFETY: `done` is set.\nunsafe { f(done) };"), 0);
        assert_eq!(
            faults("// SAFETY: `done` is set,\n// and `gone` too.\nunsafe { f(done) };"),
            1
        );
        assert_eq!(faults("// SAFETY: `x.done()` holds.\nunsafe { f(x) };"), 1);
        assert_eq!(faults("// Not safety: `gone`.\nf(x);"), 0);
    }

    #[test]
    fn an_unfinished_mark_is_found() {
        let mark = ["TO", "DO"].concat();
        let faults = |text: &str| unfinished(&[File::new("src/a.rs", text)]).len();
        assert_eq!(faults(&format!("// {mark}: later")), 1);
        assert_eq!(faults(&format!("{}!()", mark.to_lowercase())), 1);
        assert_eq!(faults(&format!("let a = \"{mark}\";")), 0);
    }
}
