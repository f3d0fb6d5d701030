//! The fork-join deque: a split Chase-Lev deque whose owner pays for sharing only when asked.
//!
//! `[top, split)` is shared, `[split, bottom)` is the owner's own. The protocol, its hazards and
//! the reason for each ordering are in the room's README; the comments here name the partners.
//!
//! Invariant: an item leaves exactly once: by the owner's pop while its index is at or above
//! `split` and no exposure of it is announced, or by winning the exchange of `top`.

mod buffer;
#[cfg(test)]
pub(crate) mod hand;
#[cfg(all(test, loom))]
mod model;
mod owner;
#[cfg(all(test, not(loom)))]
mod tests;
mod thief;

use crate::base::padded::CachePadded;
use crate::base::prim::{AtomicBool, AtomicU64, Ordering};
use buffer::{Buffer, Buffers};
use std::cell::Cell;
use std::fmt;

/// Slots of a new deque: deeper than any recursion that halves a range, small enough for a page.
#[cfg(not(loom))]
const INITIAL_SLOTS: u64 = 256;
#[cfg(loom)]
const INITIAL_SLOTS: u64 = 2;

/// From one index to the next. An index is such that a job's latch keeps it as it is, and that it is the offset of its slot but
/// for the tag: the owner, who needs latch, slot and neighbour at each fork, has nothing to shift.
pub(crate) const STEP: u64 = 8;

/// What each index has below [`STEP`]. Even, since the lowest bit is [`Split`]'s.
pub(crate) const INDEX_TAG: u64 = 4;

/// The first index. A step above the lowest, so that the owner may step one below an empty deque.
const FIRST: u64 = STEP + INDEX_TAG;

/// A deque of one-word handles: one owner at its bottom, any number of thieves at its top.
///
/// The owner's methods are unsafe: whoever calls them must be the owner at that time. Ownership
/// may pass from thread to thread if the passing itself orders the two (a lock, say).
pub(crate) struct ForkDeque {
    own: CachePadded<Own>,
    border: CachePadded<Border>,
    shared: CachePadded<Shared>,
}

/// Written by the owner only.
struct Own {
    /// One past the newest item. Thieves read it to see whether the owner hides something.
    bottom: AtomicU64,
    /// A copy of the current buffer's address, to be touched by the owner only.
    slots: Cell<Buffer>,
    /// A lower bound of `top`, to be touched by the owner only.
    top_seen: Cell<u64>,
    /// Every buffer there was, to be touched by the owner only.
    buffers: Buffers,
}

/// Read by the owner at each push and pop, written rarely, by owner and thieves.
struct Border {
    /// `split | announced`; see [`Split`].
    split: AtomicU64,
    /// A push that brings `bottom` here must look up. Zero: somebody is hungry.
    push_limit: AtomicU64,
}

/// Written by thieves.
struct Shared {
    /// The oldest item.
    top: AtomicU64,
    /// Held by the one thief that may announce an exposure.
    exposing: AtomicBool,
    /// The buffer that holds every index below the published `split`.
    buffer: buffer::AtomicBuffer,
}

// SAFETY: all that several threads touch is atomic; the cells in `own` are touched by the owner
// only, which its unsafe methods demand.
unsafe impl Sync for ForkDeque {}
// SAFETY: the handles are plain words, and the buffers belong to the deque.
unsafe impl Send for ForkDeque {}

/// The border word as a value: where sharing ends, and whether the next item is being exposed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Split(u64);

impl Split {
    /// Sharing ends before `index`, no exposure announced.
    const fn at(index: u64) -> Self {
        Split(index)
    }

    /// The first index that is not shared.
    const fn index(self) -> u64 {
        self.0 & !1
    }

    /// A thief has announced that it wants the item at [`index`](Self::index) exposed.
    const fn announced(self) -> bool {
        self.0 & 1 != 0
    }

    const fn announce(self) -> Self {
        Split(self.0 | 1)
    }

    /// The owner may take the item at `index` without asking: it is not shared nor announced.
    /// In one comparison: `index >= split`, or `index > split` if announced, as indices are even.
    #[inline(always)]
    const fn owns(self, index: u64) -> bool {
        index >= self.0
    }
}

/// What the owner should do after a push.
#[must_use]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pushed {
    /// Nothing.
    Quiet,
    /// Call [`ForkDeque::make_room`], then publish if somebody is hungry, else
    /// [`ForkDeque::calm`]; before the next push.
    LookUp,
}

/// What there is for thieves after [`ForkDeque::publish`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Published {
    /// No item at all.
    Nothing,
    /// Items that were shared before.
    Before,
    /// Items that have just been shared.
    Now,
}

impl ForkDeque {
    /// An empty deque. With `hungry`, its pushes ask to look up from the first on.
    #[inline]
    pub(crate) fn new(hungry: bool) -> Self {
        let buffers = Buffers::new(INITIAL_SLOTS);
        let first = buffers.newest();
        let push_limit = if hungry { 0 } else { FIRST + first.span() };
        ForkDeque {
            own: CachePadded::new(Own {
                bottom: AtomicU64::new(FIRST),
                slots: Cell::new(first),
                top_seen: Cell::new(FIRST),
                buffers,
            }),
            border: CachePadded::new(Border {
                split: AtomicU64::new(Split::at(FIRST).0),
                push_limit: AtomicU64::new(push_limit),
            }),
            shared: CachePadded::new(Shared {
                top: AtomicU64::new(FIRST),
                exposing: AtomicBool::new(false),
                buffer: buffer::AtomicBuffer::new(first),
            }),
        }
    }

    /// Whether there is something to steal right now. A hint.
    #[inline]
    pub(crate) fn has_shared(&self) -> bool {
        // Relaxed: a hint; whoever acts on it goes through `steal`.
        let top = self.shared.top.load(Ordering::Relaxed);
        // Relaxed: as above.
        top < Split(self.border.split.load(Ordering::Relaxed)).index()
    }

    /// Whether the owner holds items that no thief can reach. A hint, exact after a process-wide
    /// barrier for what was pushed before it.
    #[inline]
    pub(crate) fn has_hidden(&self) -> bool {
        // Relaxed: a hint; whoever acts on it goes through `expose`.
        let split = Split(self.border.split.load(Ordering::Relaxed));
        // Relaxed: as above.
        self.own.bottom.load(Ordering::Relaxed) > split.index()
    }

    /// A number that differs between two looks, unless nothing was pushed, popped or stolen in
    /// between (or all of it cancelled out).
    pub(crate) fn activity(&self) -> u64 {
        // Relaxed: an estimate.
        let top = self.shared.top.load(Ordering::Relaxed);
        // Relaxed: as above.
        let bottom = self.own.bottom.load(Ordering::Relaxed);
        top.wrapping_mul(31).wrapping_add(bottom)
    }

    /// An estimate of how many items there are.
    pub(crate) fn len(&self) -> usize {
        // Relaxed: an estimate for people.
        let top = self.shared.top.load(Ordering::Relaxed);
        // Relaxed: as above.
        let bottom = self.own.bottom.load(Ordering::Relaxed);
        (bottom.saturating_sub(top) / STEP) as usize
    }
}

impl fmt::Debug for ForkDeque {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ForkDeque")
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}
