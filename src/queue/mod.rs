#![doc = include_str!("README.md")]
//!
//! Invariant: queues move items and know nothing of what they stand for.

pub(crate) mod fork_deque;
pub(crate) mod injector;
pub(crate) mod one_slot;
pub(crate) mod task_ring;

use std::ptr::NonNull;

/// What a queue moves: one word that its user can turn back into a job.
pub(crate) type Word = NonNull<()>;

/// What an attempt to steal met.
#[must_use]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Steal<T> {
    /// Nothing to steal now.
    Empty,
    /// Another thread was faster: look again, or elsewhere.
    Retry,
    /// The thief owns the item.
    Item(T),
}
