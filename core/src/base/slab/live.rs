//! How many blocks of a slab are in use, in one word that tells who is to put the slab away.

use crate::base::prim::{AtomicU32, Ordering};

/// What a slab counts while blocks are cut from it: more than it has.
const OPEN: u32 = 1 << 31;

/// While blocks are cut: `OPEN` less those freed. Afterwards: those cut less those freed.
#[derive(Debug)]
pub(super) struct Live(AtomicU32);

impl Live {
    /// Of a slab from which nothing was cut yet.
    pub(super) fn open() -> Self {
        Live(AtomicU32::new(OPEN))
    }

    /// No more than these `cut` blocks are cut. True if all of them are free again: then the slab is the caller's.
    #[must_use]
    pub(super) fn close(&self, cut: u32) -> bool {
        self.less(OPEN - cut)
    }

    /// One of the blocks is free. True if it was the last: then the slab is the caller's.
    #[must_use]
    pub(super) fn free(&self) -> bool {
        self.less(1)
    }

    fn less(&self, count: u32) -> bool {
        // Release: what was done to the slab and its blocks. Acquire: the last one sees what all did. With itself.
        self.0.fetch_sub(count, Ordering::AcqRel) == count
    }
}
