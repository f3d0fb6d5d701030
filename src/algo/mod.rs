//! Kernels on slices: they know closures and slices, and make no iterators for others.
//!
//! Invariant: whatever a user's closure returns, and wherever it panics, each element is there once afterwards, or was dropped
//! once.

mod blocks;
pub(crate) mod dedup;
pub(crate) mod group;
pub(crate) mod histogram;
pub(crate) mod merge;
mod pack;
pub(crate) mod partition;
pub(crate) mod partition_stable;
pub(crate) mod retain;
pub(crate) mod reverse;
pub(crate) mod rotate;
pub(crate) mod scan;
pub(crate) mod search;
pub(crate) mod select;
pub(crate) mod sets;
mod share;
pub(crate) mod shuffle;
pub(crate) mod sort;
pub(crate) mod sorted;
pub(crate) mod top;

#[cfg(all(test, not(tine_tsan)))]
mod tests;
