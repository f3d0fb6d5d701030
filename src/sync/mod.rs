//! How threads wait: [`parker`], one binary semaphore per thread, and [`latch`], a one-word event.
//!
//! Invariant: neither knows of queues or pools.

pub(crate) mod latch;
#[cfg(all(test, loom))]
mod model;
pub(crate) mod parker;
mod placement;
