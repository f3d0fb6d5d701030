//! The owner's end in the hand of a test: the same methods, safe to call.

use super::TaskRing;
use crate::queue::Steal;
use std::marker::PhantomData;

/// The one owner of a ring.
pub(crate) struct Hand<'a, T> {
    ring: &'a TaskRing<T>,
    // !Send + !Sync: ownership stays on the thread that claimed it.
    marker: PhantomData<*mut ()>,
}

impl<'a, T> Hand<'a, T> {
    /// The owner's hand. A test makes one at a time per ring, or passes the ring on in order.
    pub(crate) fn of(ring: &'a TaskRing<T>) -> Self {
        Hand {
            ring,
            marker: PhantomData,
        }
    }

    /// Pushes, and gives what the ring spills.
    pub(crate) fn push(&self, item: T) -> Vec<T> {
        // SAFETY: there is one `Hand`; an overflow is used up here.
        let pushed = unsafe { self.ring.push(item) };
        pushed.err().map_or_else(Vec::new, Iterator::collect)
    }

    pub(crate) fn pop(&self) -> Option<T> {
        // SAFETY: there is one `Hand`.
        unsafe { self.ring.pop() }
    }

    #[cfg(loom)]
    pub(crate) fn room(&self) -> u32 {
        // SAFETY: there is one `Hand`.
        unsafe { self.ring.room() }
    }

    /// Steals half of what `victim` has into this ring.
    pub(crate) fn steal_from(&self, victim: &TaskRing<T>) -> Steal<T> {
        // SAFETY: there is one `Hand`; an overflow is used up in `push`.
        unsafe { victim.steal_into(self.ring) }
    }
}
