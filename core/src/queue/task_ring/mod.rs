#![doc = include_str!("README.md")]
//!
//! Invariant: of the places only `[steal, tail)` may hold items; those in `[steal, real)` are the one copying thief's, those
//! in `[real, tail)` leave by whoever moves `real` past them.

#[cfg(test)]
pub(crate) mod hand;
mod heads;
#[cfg(all(test, loom))]
mod model;
mod owner;
mod run;
#[cfg(all(test, not(loom)))]
mod tests;
mod thief;

use crate::base::padded::CachePadded;
use crate::base::place::Place;
use crate::base::prim::{AtomicU32, AtomicU64, Ordering};
use crate::queue::drain::drop_each;
use heads::Heads;
use std::cell::Cell;
use std::fmt;

/// How many items fit. A power of two, far below the range of an index.
#[cfg(not(loom))]
pub(crate) const SLOTS: u32 = 256;
#[cfg(loom)]
pub(crate) const SLOTS: u32 = 4;

/// A ring of items, first in, first out: one owner pushes and pops, any number of thieves take half at a time.
///
/// The owner's methods are unsafe: whoever calls them must be the owner at that time. Ownership may pass from thread to
/// thread if the passing itself orders the two (a lock, say).
pub(crate) struct TaskRing<T> {
    /// A [`Heads`], exchanged by the owner and by thieves.
    heads: CachePadded<AtomicU64>,
    own: CachePadded<Own>,
    places: Box<[Place<T>; SLOTS as usize]>,
}

/// Written by the owner only.
struct Own {
    /// One past the newest item.
    tail: AtomicU32,
    /// Heads that there were, acquired, to be touched by the owner only. Places before their `steal` may be written.
    heads_seen: Cell<Heads>,
}

// SAFETY: of the places each is touched by one thread at a time, see the invariant above; items pass from thread to thread,
// hence `Send`. The cell `heads_seen` is touched by the owner only, which its unsafe methods demand.
unsafe impl<T: Send> Sync for TaskRing<T> {}
// SAFETY: the items are the ring's own.
unsafe impl<T: Send> Send for TaskRing<T> {}

impl<T> TaskRing<T> {
    /// An empty ring.
    pub(crate) fn new() -> Self {
        Self::starting_at(0)
    }

    /// An empty ring whose first item will have this index.
    fn starting_at(index: u32) -> Self {
        let places: Box<[Place<T>]> = (0..SLOTS).map(|_| Place::empty()).collect();
        let places = places.try_into().unwrap_or_else(|_| unreachable!());
        TaskRing {
            heads: CachePadded::new(AtomicU64::new(Heads::both(index).pack())),
            own: CachePadded::new(Own {
                tail: AtomicU32::new(index),
                heads_seen: Cell::new(Heads::both(index)),
            }),
            places,
        }
    }

    /// How many items there are to be had. An estimate while others are at work.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        // Relaxed: an estimate; whoever acts on it goes through `pop` or `steal_into`.
        let heads = Heads::unpack(self.heads.load(Ordering::Relaxed));
        // Relaxed: as above.
        let tail = self.own.tail.load(Ordering::Relaxed);
        // Of different moments, so the difference may be anything.
        let len = tail.wrapping_sub(heads.real);
        if len > u32::MAX / 2 {
            0
        } else {
            len.min(SLOTS) as usize
        }
    }

    /// Whether there is nothing to be had. As [`len`](Self::len); exact after a fence for what was pushed before one.
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline(always)]
    fn place(&self, index: u32) -> &Place<T> {
        &self.places[(index % SLOTS) as usize]
    }
}

impl<T> Drop for TaskRing<T> {
    #[inline(never)]
    fn drop(&mut self) {
        // SAFETY: whoever drops the ring is its owner.
        drop_each(&mut || unsafe { self.pop() });
    }
}

impl<T> fmt::Debug for TaskRing<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TaskRing")
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}
