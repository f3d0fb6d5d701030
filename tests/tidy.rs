//! The house rules as tests: who imports whom, what a file looks like, which words stand beside the code.
//!
//! Each rule is a function from the files to the list of faults; beside it stand small files with a planted fault.

#[path = "tidy/form.rs"]
mod form;
#[path = "tidy/rooms.rs"]
mod rooms;
#[path = "tidy/source.rs"]
mod source;
#[path = "tidy/words.rs"]
mod words;

use source::{File, read_all};
use std::path::Path;

fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn library() -> Vec<File> {
    let crates = ["core/src", "kernels/src", "src"].map(|folder| read_all(top(), folder));
    assert!(crates.iter().all(|files| !files.is_empty()), "no sources");
    crates.into_iter().flatten().collect()
}

fn everything() -> Vec<File> {
    let folders = [
        "core", "kernels", "src", "tests", "benches", "examples", "compat",
    ];
    let files = folders.map(|folder| read_all(top(), folder));
    files.into_iter().flatten().collect()
}

#[track_caller]
fn none(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn imports_go_one_way() {
    none(rooms::directions(&library()));
}

#[test]
fn no_room_imports_in_a_circle() {
    none(rooms::circles(&library()));
}

#[test]
fn atomics_come_from_the_facade() {
    none(rooms::facade(&library()));
}

#[test]
fn every_file_is_reached() {
    none(form::dead_files(&library()));
}

#[test]
fn every_file_says_what_it_is() {
    none(form::without_module_doc(&everything()));
}

#[test]
fn files_stay_small() {
    none(form::sizes(&library()));
}

#[test]
fn every_readme_is_compiled_into_the_documentation() {
    none(form::lone_readmes(&library()));
}

#[test]
fn the_prelude_is_for_users() {
    none(form::prelude_inside(&library()));
}

#[test]
fn the_changelog_is_open() {
    let path = top().join("CHANGELOG.md");
    let text = std::fs::read_to_string(path).expect("a changelog");
    none(form::changelog(&text));
}

#[test]
fn every_ordering_says_why() {
    none(words::silent_orderings(&library()));
}

#[test]
fn safety_comments_speak_of_this_file() {
    none(words::unknown_names(&everything()));
}

#[test]
fn nothing_is_left_undone() {
    none(words::unfinished(&everything()));
}
