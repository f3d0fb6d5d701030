//! The parallel walk, which is what this example is about.
//!
//! A directory is read by one thread, and closed before anything below it is opened, so the walk never holds many open.
//! Then a parallel iterator maps the names of the directories below to trees, calling the walk itself. Nothing is shared:
//! a tree is the return value of whoever read it. What a directory lies in is a chain of frames on the stack, which the
//! closures borrow.

use super::tree::{Closed, Directory, Identity, Kind, Leaf, Trouble};
use std::ffi::OsString;
use std::fs::{self, DirEntry, Metadata};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tine::prelude::*;

/// From how many entries on one directory is shared among threads.
const LARGE: usize = 512;

/// How to walk.
pub(crate) struct Walk {
    /// Ask for the length of each file, which costs a call to the system; names and kinds come with the listing.
    pub(crate) sizes: bool,
    pub(crate) one_file_system: bool,
    /// The entries met so far, for whoever wants to watch.
    pub(crate) met: Arc<AtomicU64>,
}

/// A directory that is being walked, and those that it lies in.
struct Place<'a> {
    identity: Option<Identity>,
    above: Option<&'a Place<'a>>,
}

/// A directory that has been listed but not read.
struct Found {
    name: OsString,
    identity: Option<Identity>,
}

enum Entry {
    Directory(Found),
    /// The trouble is that of asking for the length.
    Leaf(Leaf, Option<Trouble>),
    Trouble(Trouble),
}

impl Walk {
    /// Reads everything below `root`.
    pub(crate) fn tree(&self, root: &Path) -> Directory {
        let identity = fs::metadata(root).ok().as_ref().and_then(identity);
        let name = root.as_os_str().into();
        self.directory(root, Found { name, identity }, None)
    }

    fn directory(&self, path: &Path, found: Found, above: Option<&Place>) -> Directory {
        let place = Place {
            identity: found.identity,
            above,
        };
        let mut directory = Directory::new(found.name);
        directory.mount = place.is_mount();
        directory.closed = self.closed(&place);
        if directory.closed.is_some() {
            return directory;
        }
        let below = match self.list(path, &mut directory) {
            Ok(below) => below,
            Err(error) => {
                directory.troubles.push(Trouble {
                    path: path.into(),
                    error,
                });
                return directory;
            }
        };
        directory.directories = below
            .into_par_iter()
            .map(|found| self.directory(&path.join(&found.name), found, Some(&place)))
            .collect();
        directory.add_up();
        directory
    }

    fn closed(&self, place: &Place) -> Option<Closed> {
        if place.is_loop() {
            Some(Closed::Loop)
        } else if self.one_file_system && place.is_mount() {
            Some(Closed::OtherFileSystem)
        } else {
            None
        }
    }

    /// Reads one directory: what it holds goes into `directory`, the directories below it are returned.
    fn list(&self, path: &Path, directory: &mut Directory) -> io::Result<Vec<Found>> {
        let listed: Vec<_> = fs::read_dir(path)?.collect();
        // Relaxed: a count for the eye.
        self.met.fetch_add(listed.len() as u64, Ordering::Relaxed);
        let look = |entry| self.look(path, entry);
        let entries: Vec<Entry> = if listed.len() < LARGE {
            listed.into_iter().map(look).collect()
        } else {
            listed.into_par_iter().map(look).collect()
        };
        let mut below = Vec::new();
        for entry in entries {
            match entry {
                Entry::Directory(found) => below.push(found),
                Entry::Leaf(leaf, trouble) => {
                    directory.leaves.push(leaf);
                    directory.troubles.extend(trouble);
                }
                Entry::Trouble(trouble) => directory.troubles.push(trouble),
            }
        }
        Ok(below)
    }

    /// A symbolic link is a leaf whatever it points to, so following names alone never goes in circles.
    fn look(&self, path: &Path, entry: io::Result<DirEntry>) -> Entry {
        let (entry, kind) = match entry.and_then(|entry| Ok((entry.file_type()?, entry))) {
            Ok((kind, entry)) => (entry, kind),
            Err(error) => {
                let path = path.into();
                return Entry::Trouble(Trouble { path, error });
            }
        };
        let name = entry.file_name();
        if kind.is_dir() {
            // One that tells nothing of itself will not let itself be read either, and is reported then.
            let identity = entry.metadata().ok().as_ref().and_then(identity);
            return Entry::Directory(Found { name, identity });
        }
        let kind = match kind {
            kind if kind.is_symlink() => Kind::Link,
            kind if kind.is_file() => Kind::File,
            _ => Kind::Other,
        };
        let mut leaf = Leaf {
            name,
            kind,
            bytes: 0,
            occupied: 0,
            shared: None,
        };
        let measured = if self.sizes && kind == Kind::File {
            measure(&mut leaf, &entry)
        } else {
            Ok(())
        };
        let trouble = measured.err().map(|error| {
            let path = entry.path();
            Trouble { path, error }
        });
        Entry::Leaf(leaf, trouble)
    }
}

fn measure(leaf: &mut Leaf, entry: &DirEntry) -> io::Result<()> {
    let metadata = entry.metadata()?;
    leaf.bytes = metadata.len();
    leaf.occupied = occupied(&metadata);
    leaf.shared = shared(&metadata).map(Box::new);
    Ok(())
}

impl Place<'_> {
    /// Whether a file system begins here.
    fn is_mount(&self) -> bool {
        let above = self.above.and_then(|above| above.identity);
        let pair = self.identity.zip(above);
        pair.is_some_and(|(here, above)| here.device != above.device)
    }

    /// Whether this directory lies in itself, as a file system that is mounted inside itself can make it.
    fn is_loop(&self) -> bool {
        let mut above = std::iter::successors(self.above, |place| place.above);
        self.identity.is_some() && above.any(|place| place.identity == self.identity)
    }
}

#[cfg(unix)]
mod system {
    use super::{Identity, Metadata};
    use std::os::unix::fs::MetadataExt as _;

    pub(crate) fn identity(metadata: &Metadata) -> Option<Identity> {
        Some(Identity {
            device: metadata.dev(),
            number: metadata.ino(),
        })
    }

    pub(crate) fn shared(metadata: &Metadata) -> Option<Identity> {
        identity(metadata).filter(|_| metadata.nlink() > 1)
    }

    pub(crate) fn occupied(metadata: &Metadata) -> u64 {
        metadata.blocks() * 512
    }
}

/// Elsewhere std does not tell file systems and names of one file apart.
#[cfg(not(unix))]
mod system {
    use super::{Identity, Metadata};

    pub(crate) fn identity(_: &Metadata) -> Option<Identity> {
        None
    }

    pub(crate) fn shared(_: &Metadata) -> Option<Identity> {
        None
    }

    pub(crate) fn occupied(_: &Metadata) -> u64 {
        0
    }
}

pub(crate) use system::identity;
use system::{occupied, shared};
