#![doc = include_str!("README.md")]
//!
//! Invariant: queues move items and know nothing of what they stand for.

mod drain;
pub(crate) mod fork_deque;
#[cfg(not(loom))]
#[cfg(feature = "full")]
pub(crate) mod handles;
pub(crate) mod injector;
pub(crate) mod one_slot;
#[cfg(feature = "full")]
pub(crate) mod open_deque;
mod steal;
pub(crate) mod task_ring;

pub use steal::Steal;

use std::ptr::NonNull;

/// What a queue moves: one word that its user can turn back into a job.
pub(crate) type Word = NonNull<()>;
