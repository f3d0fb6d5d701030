#![doc = include_str!("README.md")]
//!
//! Invariant: an item leaves exactly once: by the owner's pop while its index is above `top`, or by winning the exchange
//! of `top`. A seat is touched by the owner while its turn has come, else by the one thief that won its item.

mod buffer;
#[cfg(test)]
pub(crate) mod hand;
#[cfg(all(test, loom))]
mod model;
mod owner;
#[cfg(all(test, not(loom)))]
mod tests;
mod thief;

use crate::base::prim::{AtomicU64, Ordering};
use crate::queue::drain::drop_each;
use buffer::{AtomicBuffer, Buffer, Buffers};
use crossbeam_utils::CachePadded;
use std::cell::Cell;
use std::fmt;

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

/// The word of the thieves as a value: the index of the oldest item, and which buffer it is to be read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Top(u64);

impl Top {
    /// Bits for the logarithm of a buffer's capacity.
    const BITS: u32 = 6;

    /// The oldest item is `index`, in the buffer of `1 << log` seats.
    const fn at(index: u64, log: u32) -> Self {
        Top(index << Self::BITS | log as u64)
    }

    const fn index(self) -> u64 {
        self.0 >> Self::BITS
    }

    const fn log(self) -> u32 {
        self.0 as u32 % (1 << Self::BITS)
    }

    /// One item further on.
    const fn next(self) -> Self {
        Top(self.0 + (1 << Self::BITS))
    }
}

/// The first index. Not zero, so that the owner may step one below an empty deque.
const FIRST: u64 = 1;

impl<T> OpenDeque<T> {
    /// An empty deque with `1 << log` seats.
    pub(crate) fn new(log: u32) -> Self {
        let buffers = Buffers::new(log, FIRST);
        let first = buffers.newest();
        OpenDeque {
            own: CachePadded::new(Own {
                bottom: AtomicU64::new(FIRST),
                buffer: Cell::new(first),
                buffers,
            }),
            shared: CachePadded::new(Shared {
                top: AtomicU64::new(Top::at(FIRST, log).0),
                buffer: AtomicBuffer::new(first),
            }),
        }
    }

    /// How many items there are. An estimate while others are at work.
    pub(crate) fn len(&self) -> usize {
        // Relaxed: an estimate; whoever acts on it goes through `pop` or `steal`.
        let top = Top(self.shared.top.load(Ordering::Relaxed)).index();
        // Relaxed: as above.
        self.own.bottom.load(Ordering::Relaxed).saturating_sub(top) as usize
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
