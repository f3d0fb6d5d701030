//! The tree in memory: what a walk found, and what can be read off it without touching the disk again.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io;
use std::iter::Sum;
use std::ops::Add;
use std::path::{Path, PathBuf};

/// A directory and everything below it.
pub(crate) struct Directory {
    pub(crate) name: OsString,
    /// What is not a directory, in the order in which the file system lists it.
    pub(crate) leaves: Vec<Leaf>,
    pub(crate) directories: Vec<Directory>,
    /// What could not be read: this directory itself, or single entries of it.
    pub(crate) troubles: Vec<Trouble>,
    /// Why nothing was read, if that was on purpose.
    pub(crate) closed: Option<Closed>,
    /// Whether another file system begins here.
    pub(crate) mount: bool,
    /// The sums over this directory, itself included, and everything below.
    pub(crate) totals: Totals,
}

/// A file, a symbolic link, or what else has a name.
pub(crate) struct Leaf {
    pub(crate) name: OsString,
    pub(crate) kind: Kind,
    /// The file's length; 0 for others and where sizes were not asked for.
    pub(crate) bytes: u64,
    /// What the file occupies on the disk, where the system tells.
    pub(crate) occupied: u64,
    /// Set where the file has several names.
    pub(crate) shared: Option<Box<Identity>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Link,
    /// A device, a socket, a pipe.
    Other,
}

/// What tells one file or directory from all others of a running system.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Identity {
    pub(crate) device: u64,
    pub(crate) number: u64,
}

/// Why a directory was not entered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Closed {
    /// It is one of the directories that it lies in.
    Loop,
    /// It is on another file system.
    OtherFileSystem,
}

pub(crate) struct Trouble {
    pub(crate) path: PathBuf,
    pub(crate) error: io::Error,
}

/// Counts of entries, and bytes of files with each name counted.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Totals {
    pub(crate) directories: u64,
    pub(crate) files: u64,
    pub(crate) links: u64,
    pub(crate) others: u64,
    pub(crate) bytes: u64,
    pub(crate) occupied: u64,
}

impl Totals {
    pub(crate) fn entries(&self) -> u64 {
        self.directories + self.files + self.links + self.others
    }
}

impl Add for Totals {
    type Output = Totals;

    fn add(self, other: Totals) -> Totals {
        Totals {
            directories: self.directories + other.directories,
            files: self.files + other.files,
            links: self.links + other.links,
            others: self.others + other.others,
            bytes: self.bytes + other.bytes,
            occupied: self.occupied + other.occupied,
        }
    }
}

impl Sum for Totals {
    fn sum<I: Iterator<Item = Totals>>(totals: I) -> Totals {
        totals.fold(Totals::default(), Totals::add)
    }
}

impl Leaf {
    fn totals(&self) -> Totals {
        let (bytes, occupied) = (self.bytes, self.occupied);
        let mut totals = Totals {
            bytes,
            occupied,
            ..Totals::default()
        };
        match self.kind {
            Kind::File => totals.files = 1,
            Kind::Link => totals.links = 1,
            Kind::Other => totals.others = 1,
        }
        totals
    }
}

impl Directory {
    /// One that was not entered, or not yet.
    pub(crate) fn new(name: OsString) -> Directory {
        Directory {
            name,
            leaves: Vec::new(),
            directories: Vec::new(),
            troubles: Vec::new(),
            closed: None,
            mount: false,
            totals: Totals {
                directories: 1,
                ..Totals::default()
            },
        }
    }

    /// The sums over the leaves of this directory alone.
    pub(crate) fn own(&self) -> Totals {
        self.leaves.iter().map(Leaf::totals).sum()
    }

    /// Computes the sums; those of the directories below must stand.
    pub(crate) fn add_up(&mut self) {
        let below: Totals = self.directories.iter().map(|below| below.totals).sum();
        self.totals = self.totals + self.own() + below;
    }

    /// Calls `visit` for this directory and each below it, with its path. It keeps a list instead of calling itself, so
    /// that no tree is too deep.
    pub(crate) fn each<'a>(&'a self, path: &Path, mut visit: impl FnMut(&Path, &'a Directory)) {
        let mut waiting = vec![(path.to_path_buf(), self)];
        while let Some((path, directory)) = waiting.pop() {
            visit(&path, directory);
            let below = directory.directories.iter().rev();
            waiting.extend(below.map(|below| (path.join(&below.name), below)));
        }
    }

    /// How many names belong to files that were met before under another name, and the bytes counted once too often.
    pub(crate) fn repeated(&self) -> Totals {
        let mut met = HashSet::new();
        let mut repeated = Totals::default();
        self.each(Path::new(""), |_, directory| {
            for leaf in &directory.leaves {
                if leaf
                    .shared
                    .as_deref()
                    .is_some_and(|file| !met.insert(*file))
                {
                    repeated = repeated + leaf.totals();
                }
            }
        });
        repeated
    }
}
