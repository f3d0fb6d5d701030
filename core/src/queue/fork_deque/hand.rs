//! The owner's end in the hand of a test: the same methods, safe to call.

use super::{ForkDeque, Published, Pushed};
use crate::queue::Word;
use std::marker::PhantomData;

/// The one owner of a deque.
pub(crate) struct Hand<'a> {
    deque: &'a ForkDeque,
    // !Send + !Sync: ownership stays on the thread that claimed it.
    marker: PhantomData<*mut ()>,
}

impl<'a> Hand<'a> {
    /// The owner's hand. A test makes one at a time per deque, or passes the deque on in order.
    pub(crate) fn of(deque: &'a ForkDeque) -> Self {
        Hand {
            deque,
            marker: PhantomData,
        }
    }

    /// Pushes; the caller answers.
    pub(crate) fn push(&self, word: Word) -> Pushed {
        let bottom = self.mark();
        // SAFETY: there is one `Hand`; the test answers a `LookUp`; `bottom` is fresh.
        unsafe { self.deque.push_at(bottom, word) }
    }

    /// Pushes, and makes room if asked to look up.
    pub(crate) fn push_with_room(&self, word: Word) {
        if self.push(word) == Pushed::LookUp {
            self.make_room();
        }
    }

    pub(crate) fn pop(&self) -> Option<Word> {
        // SAFETY: there is one `Hand`.
        unsafe { self.deque.pop() }
    }

    pub(crate) fn pop_above(&self, mark: u64) -> Option<Word> {
        // SAFETY: there is one `Hand`.
        unsafe { self.deque.pop_above(mark) }
    }

    pub(crate) fn mark(&self) -> u64 {
        // SAFETY: there is one `Hand`.
        unsafe { self.deque.mark() }
    }

    pub(crate) fn publish(&self) -> Published {
        // SAFETY: there is one `Hand`.
        unsafe { self.deque.publish() }
    }

    pub(crate) fn publish_all(&self) {
        // SAFETY: there is one `Hand`.
        unsafe { self.deque.publish_all() }
    }

    pub(crate) fn make_room(&self) {
        // SAFETY: there is one `Hand`.
        unsafe { self.deque.make_room() }
    }

    pub(crate) fn calm(&self) {
        // SAFETY: there is one `Hand`.
        unsafe { self.deque.calm() }
    }
}
