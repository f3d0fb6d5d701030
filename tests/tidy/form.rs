//! The form of a file: it belongs to the crate, says what it is, and stays small.

use super::source::{File, tokens_of};
use std::collections::BTreeSet;

/// Most lines of code in one file.
const LONGEST: usize = 400;

/// Most lines of code in the file in the middle of the list.
const MEDIAN: usize = 130;

/// Files that may be longer, each with its reason.
const MAY_BE_LONG: &[(&str, &str)] = &[
    (
        "src/iter/parallel.rs",
        "a trait of 60 methods, nearly all words",
    ),
    (
        "src/iter/indexed.rs",
        "a trait of 34 methods, nearly all words",
    ),
];

/// Files that no `mod` leads to from the top of a crate.
pub(crate) fn dead_files(files: &[File]) -> Vec<String> {
    let mut reached = BTreeSet::new();
    let tops = files
        .iter()
        .filter(|file| file.path.ends_with("src/lib.rs"));
    let mut waiting: Vec<String> = tops.map(|file| file.path.clone()).collect();
    while let Some(path) = waiting.pop() {
        let Some(file) = files.iter().find(|file| file.path == path) else {
            continue;
        };
        if !reached.insert(path.clone()) {
            continue;
        }
        let folder = match path
            .strip_suffix("/lib.rs")
            .or(path.strip_suffix("/mod.rs"))
        {
            Some(folder) => folder.to_string(),
            None => path.trim_end_matches(".rs").to_string(),
        };
        let tokens = file.tokens();
        for names in tokens.windows(3) {
            if names[0] == "mod" && names[2] == ";" {
                waiting.push(format!("{folder}/{}.rs", names[1]));
                waiting.push(format!("{folder}/{}/mod.rs", names[1]));
            }
        }
        for attribute in file.text.split("#[path = \"").skip(1) {
            let name = attribute.split('"').next().unwrap_or("");
            let beside = path.rsplit_once('/').map_or("", |(beside, _)| beside);
            waiting.push(format!("{beside}/{name}"));
        }
    }
    let rust = files.iter().filter(|file| file.path.ends_with(".rs"));
    let dead = rust.filter(|file| !reached.contains(&file.path));
    dead.map(|file| format!("{}: no module leads here", file.path))
        .collect()
}

/// Files that do not begin by saying what they are.
pub(crate) fn without_module_doc(files: &[File]) -> Vec<String> {
    let rust = files.iter().filter(|file| file.path.ends_with(".rs"));
    let silent = rust.filter(|file| {
        let first = file.lines.first().map_or("", |line| line.comment.trim());
        let words = first.trim_start_matches("//!").trim();
        let is_doc = first.starts_with("//!") && !words.is_empty();
        !is_doc && !file.text.starts_with("#![doc = include_str!(")
    });
    silent
        .map(|file| format!("{}: begins without a module doc", file.path))
        .collect()
}

/// Files with too much code, and a median that is too high.
pub(crate) fn sizes(files: &[File]) -> Vec<String> {
    let rust = files
        .iter()
        .filter(|file| file.path.ends_with(".rs") && !file.is_test());
    let mut counts = Vec::new();
    let mut faults = Vec::new();
    for file in rust {
        let count = file.code_lines();
        counts.push(count);
        let excused = MAY_BE_LONG.iter().any(|(path, _)| *path == file.path);
        if count > LONGEST && !excused {
            faults.push(format!("{}: {count} lines of code", file.path));
        }
    }
    counts.sort_unstable();
    let median = counts.get(counts.len() / 2).copied().unwrap_or(0);
    let longest = counts.last().copied().unwrap_or(0);
    println!(
        "{} files, lines of code: median {median}, longest {longest}",
        counts.len()
    );
    if median > MEDIAN {
        faults.push(format!("the median file has {median} lines of code"));
    }
    faults
}

/// READMEs that the documentation of their room does not carry.
pub(crate) fn lone_readmes(files: &[File]) -> Vec<String> {
    let readmes = files.iter().filter(|file| file.path.ends_with("README.md"));
    let lone = readmes.filter(|readme| {
        let folder = readme.path.trim_end_matches("/README.md");
        let names = ["{}/mod.rs", "{}.rs", "{}/lib.rs"];
        let heads = names.map(|name| name.replace("{}", folder));
        let mut heads = files.iter().filter(|file| heads.contains(&file.path));
        !heads.any(|file| file.text.contains("include_str!(\"README.md\")"))
    });
    lone.map(|file| format!("{}: no mod.rs includes it", file.path))
        .collect()
}

/// Imports of the prelude inside the library, in any spelling.
pub(crate) fn prelude_inside(files: &[File]) -> Vec<String> {
    let users = files.iter().filter(|file| {
        let code: String = file.lines.iter().map(|line| line.code.as_str()).collect();
        !file.is_test() && tokens_of(&code).concat().contains("crate::prelude")
    });
    users
        .map(|file| format!("{}: uses the prelude", file.path))
        .collect()
}

/// A changelog without a section for what is not released yet.
pub(crate) fn changelog(text: &str) -> Vec<String> {
    let found = text.lines().any(|line| line.trim() == "## [Unreleased]");
    match found {
        true => Vec::new(),
        false => vec!["CHANGELOG.md: no section [Unreleased]".to_string()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dead_file_is_found() {
        let lib = || File::new("src/lib.rs", "mod a;");
        let a = || File::new("src/a/mod.rs", "#[cfg(test)]\nmod tests; // mod b;");
        let test = || File::new("src/a/tests.rs", "");
        assert_eq!(dead_files(&[lib(), a(), test()]), [""; 0]);
        let model = File::new("src/a/mod.rs", "#[path = \"b.rs\"]\nmod c;");
        let other = File::new("src/a/b.rs", "");
        assert_eq!(dead_files(&[lib(), model, other]), [""; 0]);
        let dead = File::new("src/a/b.rs", "");
        assert_eq!(dead_files(&[lib(), a(), test(), dead]).len(), 1);
    }

    #[test]
    fn a_silent_file_is_found() {
        let faults = |text| without_module_doc(&[File::new("src/a.rs", text)]).len();
        assert_eq!(faults("//! Words."), 0);
        assert_eq!(faults("// Words."), 1);
        assert_eq!(faults("use a;\n//! Words."), 1);
        assert_eq!(faults("//!"), 1);
        assert_eq!(faults("#![doc = include_str!(\"README.md\")]"), 0);
    }

    #[test]
    fn a_long_file_and_a_high_median_are_found() {
        let long = "let a = 1;\n".repeat(401);
        let words = "// words\n".repeat(401);
        let short = || File::new("src/b.rs", "");
        let faults = |text: &str| sizes(&[short(), short(), File::new("src/a.rs", text)]).len();
        assert_eq!(faults(&long), 1);
        assert_eq!(faults(&words), 0);
        let middling = File::new("src/a.rs", &"let a = 1;\n".repeat(131));
        assert_eq!(sizes(&[middling]).len(), 1);
    }

    #[test]
    fn a_lone_readme_is_found() {
        let readme = || File::new("src/a/README.md", "words");
        let with = File::new("src/a/mod.rs", "#![doc = include_str!(\"README.md\")]");
        let without = File::new("src/a/mod.rs", "//! Words.");
        assert_eq!(lone_readmes(&[readme(), with]), [""; 0]);
        assert_eq!(lone_readmes(&[readme(), without]).len(), 1);
    }

    #[test]
    fn the_prelude_and_a_closed_changelog_are_found() {
        let uses = File::new("src/a.rs", "use crate::prelude::*;");
        let shows = File::new("src/a.rs", "//! use crate::prelude::*;");
        assert_eq!(prelude_inside(&[uses]).len(), 1);
        assert_eq!(prelude_inside(&[shows]), [""; 0]);
        assert_eq!(changelog("# Changelog\n\n## [0.1.0]\n").len(), 1);
        assert_eq!(changelog("# Changelog\n\n## [Unreleased]\n"), [""; 0]);
    }
}
