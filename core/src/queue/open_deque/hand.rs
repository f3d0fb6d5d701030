//! The owner's end in the hand of a test: the same methods, safe to call.

use super::OpenDeque;
use crate::queue::Steal;
use std::marker::PhantomData;

/// The one owner of a deque.
pub(crate) struct Hand<'a, T> {
    deque: &'a OpenDeque<T>,
    // !Send + !Sync: ownership stays on the thread that claimed it.
    marker: PhantomData<*mut ()>,
}

impl<'a, T> Hand<'a, T> {
    /// The owner's hand. A test makes one at a time per deque, or passes the deque on in order.
    pub(crate) fn of(deque: &'a OpenDeque<T>) -> Self {
        Hand {
            deque,
            marker: PhantomData,
        }
    }

    pub(crate) fn push(&self, item: T) -> Result<(), T> {
        // SAFETY: there is one `Hand`.
        unsafe { self.deque.push(item) }
    }

    /// Pushes, and grows if there is no room.
    pub(crate) fn push_growing(&self, item: T) {
        if let Err(item) = self.push(item) {
            self.grow();
            assert!(self.push(item).is_ok(), "there is room now");
        }
    }

    pub(crate) fn pop(&self) -> Option<T> {
        // SAFETY: there is one `Hand`.
        unsafe { self.deque.pop() }
    }

    pub(crate) fn grow(&self) {
        // SAFETY: there is one `Hand`.
        unsafe { self.deque.grow() }
    }

    fn room(&self, wanted: u64) -> u64 {
        // SAFETY: there is one `Hand`.
        unsafe { self.deque.room(wanted) }
    }

    /// Steals half of what `victim` has, as long as there is room.
    pub(crate) fn steal_from(&self, victim: &OpenDeque<T>) -> Steal<T> {
        // SAFETY: there is one `Hand`; `room` says how much room there is.
        unsafe { victim.steal_into(self.deque, |wanted| self.room(wanted)) }
    }
}
