#![doc = include_str!("README.md")]
//!
//! Invariant: an item leaves exactly once: by the owner's pop while its index is above `top` and not offered, or by winning the
//! exchange of `top`. A seat is touched by the owner while its turn has come, else by the one thief that won its item.

mod buffer;
#[cfg(test)]
pub(crate) mod hand;
#[cfg(all(test, loom))]
mod model;
mod owner;
#[cfg(all(test, not(loom)))]
mod tests;
mod thief;
mod top;

use crate::base::padded::CachePadded;
use crate::base::prim::{AtomicU64, Ordering};
use crate::queue::drain::drop_each;
use buffer::{AtomicBuffer, Buffer, Buffers};
use std::cell::Cell;
use std::fmt;
use top::{Top, ahead};

/// How many of the newest items the owner does not offer, at most, when it moves the limit: so many pops or pushes later it does
/// so again.
#[cfg(not(loom))]
const KEPT: u64 = 32;
#[cfg(loom)]
const KEPT: u64 = 1;

/// The same while thieves take about as much as there is.
#[cfg(not(loom))]
const KEPT_FROM_THIEVES: u64 = 2;
#[cfg(loom)]
const KEPT_FROM_THIEVES: u64 = 1;

/// A deque of anything that is open to thieves: one owner at its bottom, any number of thieves at its top.
///
/// The owner's methods are unsafe: whoever calls them must be the owner at that time. Ownership may pass from thread to
/// thread if the passing itself orders the two (a lock, say).
pub(crate) struct OpenDeque<T> {
    own: CachePadded<Own<T>>,
    shared: CachePadded<Shared<T>>,
}

/// Written by the owner only.
struct Own<T> {
    /// One past the newest item.
    bottom: AtomicU64,
    /// The end of what is offered, as the owner has set it last, to be touched by the owner only.
    limit: Cell<u64>,
    /// A push that brings `bottom` here offers more. Always above `bottom`; to be touched by the owner only.
    offer_at: Cell<u64>,
    /// How many of the newest items are not offered next time, to be touched by the owner only.
    kept: Cell<u64>,
    /// The index of `top` when the owner last offered, to be touched by the owner only.
    top_seen: Cell<u64>,
    /// The end of the seats, from `bottom` on, that were found free, unless it is behind `bottom`. They stay so: see `room`. To
    /// be touched by the owner only.
    free_until: Cell<u64>,
    /// The current buffer, to be touched by the owner only.
    buffer: Cell<Buffer<T>>,
    /// Every buffer there was, to be touched by the owner only.
    buffers: Buffers<T>,
}

/// Written by thieves; the buffer by the owner, when it grows.
struct Shared<T> {
    /// A [`Top`].
    top: AtomicU64,
    /// The buffer that holds every item, or a smaller one that `top` still names.
    buffer: AtomicBuffer<T>,
}

// SAFETY: the seats are touched by one thread at a time, see the invariant above, and items pass from thread to thread, hence
// `Send`. The cells in `own` are touched by the owner only, which its unsafe methods demand.
unsafe impl<T: Send> Sync for OpenDeque<T> {}
// SAFETY: items and buffers are the deque's own.
unsafe impl<T: Send> Send for OpenDeque<T> {}

impl<T> OpenDeque<T> {
    /// An empty deque with `1 << log` seats.
    pub(crate) fn new(log: u32) -> Self {
        Self::starting_at(0, log)
    }

    /// An empty deque whose first item will have this index.
    fn starting_at(index: u64, log: u32) -> Self {
        let buffers = Buffers::new(log, index);
        let first = buffers.newest();
        OpenDeque {
            own: CachePadded::new(Own {
                bottom: AtomicU64::new(index),
                limit: Cell::new(index),
                offer_at: Cell::new(top::after(index, 2 * KEPT)),
                kept: Cell::new(KEPT),
                top_seen: Cell::new(index),
                free_until: Cell::new(index),
                buffer: Cell::new(first),
                buffers,
            }),
            shared: CachePadded::new(Shared {
                top: AtomicU64::new(Top::at(index, log).0),
                buffer: AtomicBuffer::new(first),
            }),
        }
    }

    /// How many items there are. An estimate while others are at work.
    pub(crate) fn len(&self) -> usize {
        // Relaxed: an estimate; whoever acts on it goes through `pop` or `steal`.
        let top = Top(self.shared.top.load(Ordering::Relaxed)).index();
        // Relaxed: as above.
        let bottom = self.own.bottom.load(Ordering::Relaxed);
        ahead(bottom, top).max(0) as usize
    }

    /// Whether there is nothing. As [`len`](Self::len).
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<T> Drop for OpenDeque<T> {
    fn drop(&mut self) {
        // SAFETY: whoever drops the deque is its owner.
        drop_each(&mut || unsafe { self.pop() });
    }
}

impl<T> fmt::Debug for OpenDeque<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenDeque")
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}
