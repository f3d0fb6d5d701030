//! The bottom of the house: what the engine needs from the machine and from std.
//!
//! Invariant: nothing here knows of jobs, queues or pools.

#[cfg(not(loom))]
pub(crate) mod barrier;
#[cfg(not(loom))]
pub mod clock;
#[cfg(all(target_os = "linux", not(loom)))]
mod linux;
#[cfg(all(test, loom))]
pub(crate) mod model;
pub(crate) mod padded;
pub(crate) mod place;
pub mod prim;
pub(crate) mod processor;
pub mod rng;
pub(crate) mod slab;
pub(crate) mod small;
pub(crate) mod thunk;
pub mod unwind;

#[cfg(loom)]
#[path = "barrier_model.rs"]
pub(crate) mod barrier;
