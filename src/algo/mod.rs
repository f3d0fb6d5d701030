//! Kernels on slices: they know closures and slices, and make no iterators for others.
//!
//! Invariant: whatever a user's closure returns, and wherever it panics, each element is there once afterwards, or was dropped
//! once.

#[cfg(feature = "full")]
mod blocks;
#[cfg(feature = "full")]
pub(crate) mod dedup;
#[cfg(feature = "full")]
pub(crate) mod group;
#[cfg(feature = "full")]
pub(crate) mod histogram;
#[cfg(feature = "full")]
pub(crate) mod merge;
#[cfg(feature = "full")]
mod pack;
#[cfg(feature = "full")]
pub(crate) mod partition;
#[cfg(feature = "full")]
pub(crate) mod partition_stable;
#[cfg(feature = "full")]
pub(crate) mod retain;
#[cfg(feature = "full")]
pub(crate) mod reverse;
#[cfg(feature = "full")]
pub(crate) mod rotate;
#[cfg(feature = "full")]
pub(crate) mod scan;
#[cfg(feature = "full")]
pub(crate) mod search;
#[cfg(feature = "full")]
pub(crate) mod select;
#[cfg(feature = "full")]
pub(crate) mod sets;
mod share;
#[cfg(feature = "full")]
pub(crate) mod shuffle;
pub(crate) mod sort;
#[cfg(feature = "full")]
pub(crate) mod sorted;
#[cfg(feature = "full")]
pub(crate) mod top;

#[cfg(all(test, not(tine_tsan)))]
mod tests;
