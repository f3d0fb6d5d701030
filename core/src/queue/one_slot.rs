//! A slot for one word, beside a queue: for the newest task, so that it runs next.
//!
//! Invariant: a word put in comes out once, to whoever swaps it out. Words are put in by one thread at a time, the owner, so
//! that a slot which it has seen empty stays so until it puts one in.

#[cfg(all(test, loom))]
mod model;
#[cfg(all(test, not(loom)))]
mod tests;

use crate::base::prim::{AtomicPtr, Ordering};
use crate::queue::Word;
use std::ptr::{self, NonNull};

/// At most one word. Any thread may take; who should is up to the user.
#[derive(Debug)]
pub(crate) struct OneSlot {
    /// Null: empty.
    word: AtomicPtr<()>,
}

impl OneSlot {
    /// An empty slot.
    pub(crate) fn new() -> Self {
        OneSlot {
            word: AtomicPtr::new(ptr::null_mut()),
        }
    }

    /// Puts `word` in and gives back the one that was there, if any.
    ///
    /// # Safety
    /// 1. The caller is the owner: all calls are ordered one after the other.
    #[inline]
    #[must_use = "the word that was in the slot has to go somewhere"]
    pub(crate) unsafe fn put(&self, word: Word) -> Option<Word> {
        if self.is_empty() {
            // Nobody else puts one in (obligation 1).
            // Release: publishes what `word` stands for; pairs with the Acquire in `take` and below.
            self.word.store(word.as_ptr(), Ordering::Release);
            return None;
        }
        // Release: publishes what `word` stands for; pairs with the Acquire in `take` and here.
        // Acquire: of what the old word stands for; pairs with the Release here and above.
        NonNull::new(self.word.swap(word.as_ptr(), Ordering::AcqRel))
    }

    /// Takes the word out. Looks first, so that an empty slot costs one load.
    #[inline]
    pub(crate) fn take(&self) -> Option<Word> {
        if self.is_empty() {
            return None;
        }
        // Acquire: of what the word stands for; pairs with the Release in `put`.
        NonNull::new(self.word.swap(ptr::null_mut(), Ordering::Acquire))
    }

    /// Whether there is nothing. A hint unless the caller has fenced against `put`.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        // Relaxed: whoever acts on it goes through `take`.
        self.word.load(Ordering::Relaxed).is_null()
    }
}
