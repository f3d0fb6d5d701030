//! Who may import whom: the rooms of the house, and no circles inside a room.

use super::source::File;
use std::collections::{BTreeMap, BTreeSet};

/// The rooms with their numbers. A file names only rooms with a smaller number, and its own.
const ROOMS: &[(&str, u32)] = &[
    ("kernels", 0),
    ("base", 0),
    ("sync", 1),
    ("queue", 1),
    ("job", 2),
    ("pool", 3),
    ("grain", 4),
    ("task", 4),
    ("trace", 4),
    ("plumbing", 5),
    ("iter", 6),
    ("algo", 7),
    ("source", 7),
];

/// Rooms with a declared circle: a trait's provided methods name the adaptor types, which implement the trait.
const KNOTS: &[&str] = &["iter"];

/// Modules of one room that may name each other, each group with its reason.
const TIED: &[(&str, &[&str], &str)] = &[(
    "pool",
    &[
        "registry", "slot", "search", "threads", "worker", "config", "handle", "global",
    ],
    "a registry owns its slots and starts its threads, and a slot points back to its registry",
)];

/// True if the two modules of `room` are declared as tied.
fn tied(room: &str, one: &str, other: &str) -> bool {
    let mut groups = TIED.iter().filter(|(place, ..)| *place == room);
    groups.any(|(_, modules, _)| modules.contains(&one) && modules.contains(&other))
}

/// Imports that go against the numbers, each with its reason.
const PERMITTED: &[(&str, &str, &str)] = &[(
    "source",
    "algo",
    "the methods of a slice are words over algorithms",
)];

/// The number of a room, if there is a room of that name.
fn number(room: &str) -> Option<u32> {
    let found = ROOMS.iter().find(|(name, _)| *name == room);
    found.map(|&(_, number)| number)
}

/// A package that is one room.
const ROOM_APART: &str = "kernels";

/// Module path of a file: `core/src/pool/sleep/mod.rs` is `["pool", "sleep"]`, and `kernels/src/sort/mod.rs` is `["kernels", "sort"]`.
fn module_of(path: &str) -> Vec<String> {
    let path = path.trim_start_matches("core/").replace("/src/", "/");
    let inner = path.trim_start_matches("src/");
    let inner = inner.trim_end_matches(".rs");
    let inner = inner.trim_end_matches("/mod");
    inner.split('/').map(str::to_string).collect()
}

/// Every path that the code of `file` names from the root of a crate: `crate` itself, std, core or loom.
fn named_paths(file: &File) -> Vec<Vec<String>> {
    let tokens = file.tokens();
    let is_apart = module_of(&file.path)[0] == ROOM_APART;
    let mut paths = Vec::new();
    for i in 0..tokens.len() {
        let token = tokens[i].as_str();
        let starts = i == 0 || (tokens[i - 1] != "::" && tokens[i - 1] != "$");
        let is_path = tokens.get(i + 1).is_some_and(|next| next == "::");
        if !starts || !is_path {
            continue;
        }
        let mut base = vec!["crate".to_string()];
        match token {
            "crate" if is_apart => base.push(ROOM_APART.to_string()),
            "crate" => {}
            "self" | "super" => {
                base.extend(module_of(&file.path));
                if token == "super" {
                    base.pop();
                }
            }
            "std" | "core" | "loom" => base = vec![token.to_string()],
            _ => continue,
        }
        read_tree(&tokens, &mut (i + 2), base, &mut paths);
    }
    paths
}

/// The same, for paths of this crate alone, without the word `crate`.
fn own_paths(file: &File) -> Vec<Vec<String>> {
    let paths = named_paths(file).into_iter();
    let own = paths.filter(|path| path[0] == "crate");
    own.map(|path| path[1..].to_vec()).collect()
}

/// Reads what follows a `::`, groups in braces included, and adds each full path to `paths`.
fn read_tree(
    tokens: &[String],
    i: &mut usize,
    mut base: Vec<String>,
    paths: &mut Vec<Vec<String>>,
) {
    loop {
        let token = tokens.get(*i).map_or("", String::as_str);
        if token == "{" {
            *i += 1;
            while tokens.get(*i).is_some_and(|token| token != "}") {
                if tokens[*i] == "," {
                    *i += 1;
                } else {
                    read_tree(tokens, i, base.clone(), paths);
                }
            }
            *i += 1;
            return;
        }
        *i += 1;
        match token {
            "super" => {
                base.pop();
            }
            "self" => {}
            _ => base.push(token.to_string()),
        }
        let goes_on = tokens.get(*i).is_some_and(|next| next == "::");
        if !goes_on {
            break;
        }
        *i += 1;
    }
    let is_renamed = tokens.get(*i).is_some_and(|next| next == "as");
    if is_renamed {
        *i += 2;
    }
    paths.push(base);
}

/// Faults of direction: a name from a room below, or from the crate's front. A unit test may use the whole house.
pub(crate) fn directions(files: &[File]) -> Vec<String> {
    let mut faults = Vec::new();
    for file in files.iter().filter(|file| !file.is_test()) {
        let module = module_of(&file.path);
        let Some(own_number) = number(&module[0]) else {
            continue;
        };
        let own = module[0].as_str();
        for path in own_paths(file) {
            let target = path.first().map_or("", String::as_str);
            let may = target == own
                || number(target).is_some_and(|number| number < own_number)
                || PERMITTED
                    .iter()
                    .any(|&(from, to, _)| (from, to) == (own, target));
            if !may {
                faults.push(format!(
                    "{}: room `{own}` may not name `crate::{}`",
                    file.path,
                    path.join("::")
                ));
            }
        }
    }
    faults
}

/// Faults of order inside a room: modules of one room that import each other in a circle.
pub(crate) fn circles(files: &[File]) -> Vec<String> {
    let mut edges: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for file in files.iter().filter(|file| !file.is_test()) {
        let module = module_of(&file.path);
        if module.len() < 2 || number(&module[0]).is_none() || KNOTS.contains(&module[0].as_str()) {
            continue;
        }
        let from = (module[0].clone(), module[1].clone());
        for path in own_paths(file) {
            let inside = path.len() > 2 && path[0] == module[0] && path[1] != module[1];
            if inside && !tied(&module[0], &module[1], &path[1]) {
                edges
                    .entry(from.clone())
                    .or_default()
                    .insert(path[1].clone());
            }
        }
    }
    let mut faults = Vec::new();
    for (room, start) in edges.keys() {
        let mut seen = BTreeSet::new();
        let mut waiting: Vec<&String> = edges[&(room.clone(), start.clone())].iter().collect();
        while let Some(module) = waiting.pop() {
            if seen.insert(module) {
                let next = edges.get(&(room.clone(), module.clone()));
                waiting.extend(next.into_iter().flatten());
            }
        }
        if seen.contains(start) {
            faults.push(format!(
                "room `{room}`: module `{start}` imports itself in a circle (reaches {seen:?})"
            ));
        }
    }
    faults
}

/// Faults of the facade: std's or loom's atomics named outside `base/prim`, threads of std named by a protocol.
pub(crate) fn facade(files: &[File]) -> Vec<String> {
    let mut faults = Vec::new();
    let protocols = ["sync", "queue", "job"];
    for file in files {
        let module = module_of(&file.path);
        let is_facade = module.starts_with(&["base".to_string(), "prim".to_string()]);
        if is_facade || file.is_test() {
            continue;
        }
        let mut forbidden = vec!["std::sync::atomic", "core::sync::atomic", "loom"];
        if protocols.contains(&module[0].as_str()) {
            forbidden.push("std::thread");
        }
        for path in named_paths(file) {
            let path = path.join("::");
            let is_forbidden =
                |name: &&str| path == **name || path.starts_with(&format!("{name}::"));
            if forbidden.iter().any(is_forbidden) {
                faults.push(format!(
                    "{}: names `{path}`; use `crate::base::prim`",
                    file.path
                ));
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::{circles, directions, facade};
    use crate::source::File;

    #[test]
    fn a_name_from_below_is_found() {
        let good = File::new(
            "src/sync/latch.rs",
            "use crate::base::prim::Cell; use super::parker::Parker;",
        );
        assert_eq!(directions(&[good]), [""; 0]);
        for text in [
            "use crate::pool::registry::Registry;",
            "use crate::{base::prim, queue::fork_deque::Deque};",
            "fn f() { crate::job::run() }",
            "use super::super::task::join;",
            "use crate::prelude::*;",
            "use crate::join;",
        ] {
            let bad = File::new("src/sync/latch.rs", text);
            assert_eq!(directions(&[bad]).len(), 1, "{text}");
        }
    }

    #[test]
    fn a_package_that_is_a_room_names_itself() {
        let path = "kernels/src/sort/leaf.rs";
        let text = "use crate::fork_join::ForkJoin; use super::run; use super::super::base::pages;";
        assert_eq!(directions(&[File::new(path, text)]), [""; 0]);
        let a = File::new("kernels/src/sort/mod.rs", "use crate::group::by_key;");
        let b = File::new("kernels/src/group/mod.rs", "use crate::sort::rank;");
        assert_eq!(circles(&[a, b]).len(), 2);
    }

    #[test]
    fn a_path_in_a_comment_or_text_is_no_import() {
        let text = "//! See [`crate::pool`].\nconst A: &str = \"crate::pool::x\";";
        assert_eq!(directions(&[File::new("src/sync/latch.rs", text)]), [""; 0]);
    }

    #[test]
    fn a_circle_in_a_room_is_found() {
        let files = || {
            let a = File::new("src/queue/a.rs", "use super::b::B;");
            let b = File::new("src/queue/b.rs", "use crate::queue::c::C;");
            let c = File::new("src/queue/c/mod.rs", "use crate::queue::{Steal, a::A};");
            (a, b, c)
        };
        let (a, b, c) = files();
        assert_eq!(circles(&[a, b]), [""; 0]);
        let (a, b, _) = files();
        assert_eq!(circles(&[a, b, c]).len(), 3);
    }

    #[test]
    fn atomics_outside_the_facade_are_found() {
        for text in [
            "use std::sync::atomic::AtomicBool;",
            "use std::sync::{Arc, atomic::AtomicBool};",
            "use std::{mem, sync::{Arc, atomic::{AtomicBool as Flag}}};",
            "fn f() { core::sync::atomic::fence(x) }",
            "use loom::cell::UnsafeCell;",
        ] {
            assert_eq!(
                facade(&[File::new("src/iter/a.rs", text)]).len(),
                1,
                "{text}"
            );
            assert_eq!(facade(&[File::new("src/base/prim.rs", text)]), [""; 0]);
        }
        let harmless = File::new("src/iter/a.rs", "use std::{mem, sync::Arc};");
        assert_eq!(facade(&[harmless]), [""; 0]);
        let spawns = File::new("src/sync/a.rs", "fn f() { std::thread::yield_now() }");
        assert_eq!(facade(&[spawns]).len(), 1);
    }
}
