//! How threads wait: [`parker`], one binary semaphore per thread, and [`latch`], a one-word event. And how they take over from
//! one who waits: [`handover`]. And how they hear that something is no longer wanted: [`lineage`], a flag in a tree.
//! [`tally`] counts what is under way.
//!
//! Invariant: none knows of queues or pools.

pub mod handover;
pub(crate) mod latch;
pub(crate) mod lineage;
#[cfg(all(test, loom))]
mod model;
pub(crate) mod parker;
pub(crate) mod placement;
pub(crate) mod tally;
