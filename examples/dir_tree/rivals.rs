//! The same walk by other crates. They count and build no tree, so they do less.

use super::tree::Totals;
use super::walk::identity;
use std::fs::{FileType, Metadata};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// What to walk, and how.
#[derive(Clone)]
pub(crate) struct Task {
    pub(crate) root: PathBuf,
    pub(crate) sizes: bool,
    pub(crate) one_file_system: bool,
    pub(crate) threads: usize,
}

impl Task {
    /// What one entry adds. `metadata` is called for files only, and only where sizes are asked for.
    fn entry(&self, kind: Option<FileType>, metadata: impl FnOnce() -> Option<Metadata>) -> Totals {
        let mut totals = Totals::default();
        match kind {
            Some(kind) if kind.is_dir() => totals.directories = 1,
            Some(kind) if kind.is_symlink() => totals.links = 1,
            Some(kind) if kind.is_file() => {
                totals.files = 1;
                if self.sizes {
                    totals.bytes = metadata().map_or(0, |metadata| metadata.len());
                }
            }
            _ => totals.others = 1,
        }
        totals
    }
}

/// One thread.
pub(crate) fn with_walkdir(task: &Task) -> Totals {
    walkdir::WalkDir::new(&task.root)
        .same_file_system(task.one_file_system)
        .into_iter()
        .filter_map(Result::ok)
        .map(|entry| task.entry(Some(entry.file_type()), || entry.metadata().ok()))
        .sum()
}

/// Its threads read directories and, through its hook, the sizes; the caller counts.
pub(crate) fn with_jwalk(task: &Task, pool: &Arc<rayon::ThreadPool>) -> Totals {
    let device = |path: &Path| {
        let metadata = path.symlink_metadata().ok()?;
        Some(identity(&metadata)?.device)
    };
    let (sizes, home) = (task.sizes, device(&task.root));
    let one_file_system = task.one_file_system;
    jwalk::WalkDirGeneric::<((), u64)>::new(&task.root)
        .skip_hidden(false)
        .parallelism(jwalk::Parallelism::RayonExistingPool {
            pool: pool.clone(),
            busy_timeout: None,
        })
        .process_read_dir(move |_, _, _, children| {
            for child in children.iter_mut().flatten() {
                if sizes && child.file_type.is_file() {
                    child.client_state = child.metadata().map_or(0, |metadata| metadata.len());
                }
                if one_file_system && child.file_type.is_dir() && device(&child.path()) != home {
                    child.read_children_path = None;
                }
            }
        })
        .into_iter()
        .filter_map(Result::ok)
        .map(|entry| {
            let counted = task.entry(Some(entry.file_type), || None);
            let bytes = entry.client_state;
            Totals { bytes, ..counted }
        })
        .sum()
}

/// Its threads count, each for itself, and add up when they end.
pub(crate) fn with_ignore(task: &Task) -> Totals {
    struct Count<'a> {
        own: Totals,
        all: &'a Mutex<Totals>,
    }
    impl Count<'_> {
        fn add(&mut self, entry: Totals) {
            self.own = self.own + entry;
        }
    }
    impl Drop for Count<'_> {
        fn drop(&mut self) {
            let mut all = self.all.lock().unwrap_or_else(|held| held.into_inner());
            *all = *all + self.own;
        }
    }
    let all = Mutex::new(Totals::default());
    let walk = ignore::WalkBuilder::new(&task.root)
        .standard_filters(false)
        .same_file_system(task.one_file_system)
        .threads(task.threads)
        .build_parallel();
    walk.run(|| {
        let mut count = Count {
            own: Totals::default(),
            all: &all,
        };
        Box::new(move |entry| {
            if let Ok(entry) = entry {
                count.add(task.entry(entry.file_type(), || entry.metadata().ok()));
            }
            ignore::WalkState::Continue
        })
    });
    all.into_inner().unwrap_or_else(|held| held.into_inner())
}
