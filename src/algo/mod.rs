//! Kernels on slices: they know closures and slices, and make no iterators for others.

mod blocks;
pub(crate) mod group;
pub(crate) mod histogram;
pub(crate) mod search;
pub(crate) mod sort;
pub(crate) mod sorted;
