//! How threads wait: [`parker`], one binary semaphore per thread, and [`latch`], a one-word event. And how they take over from
//! one who waits: [`handover`].
//!
//! Invariant: neither knows of queues or pools.

pub(crate) mod handover;
pub(crate) mod latch;
#[cfg(all(test, loom))]
mod model;
pub(crate) mod parker;
mod placement;
