//! The kernels of [tine](https://docs.rs/tine)'s algorithms: sorts, scans, partitions, groups and so on, on slices.
//!
//! Use `tine`, whose methods of slices and vectors call them. A kernel knows closures and slices, but neither iterators nor the
//! engine: who runs the halves of its work is a parameter, a [`ForkJoin`](fork_join::ForkJoin). So this package depends on no other one
//! of tine's, and compilers work on it and on the engine at once.
//!
//! Invariant: whatever a user's closure returns, and wherever it panics, each element is there once afterwards, or was dropped
//! once. Nothing here is public but for `tine`: it changes without notice.
// What is of use to algorithms alone lies scattered among the sorts, and is little.
#![cfg_attr(not(feature = "full"), allow(dead_code, unreachable_pub))]

#[doc(hidden)]
pub mod base;
#[cfg(feature = "full")]
#[doc(hidden)]
pub mod dedup;
#[doc(hidden)]
pub mod fork_join;
#[cfg(feature = "full")]
#[doc(hidden)]
pub mod group;
#[cfg(feature = "full")]
mod pack;
#[cfg(feature = "full")]
#[doc(hidden)]
pub mod partition;
#[cfg(feature = "full")]
#[doc(hidden)]
pub mod partition_stable;
#[cfg(feature = "full")]
#[doc(hidden)]
pub mod retain;
#[cfg(feature = "full")]
#[doc(hidden)]
pub mod reverse;
#[cfg(feature = "full")]
#[doc(hidden)]
pub mod rotate;
#[cfg(feature = "full")]
#[doc(hidden)]
pub mod scan;
#[cfg(feature = "full")]
#[doc(hidden)]
pub mod search;
#[cfg(feature = "full")]
#[doc(hidden)]
pub mod select;
#[doc(hidden)]
pub mod share;
#[cfg(feature = "full")]
#[doc(hidden)]
pub mod shuffle;
#[doc(hidden)]
pub mod sort;

// What `tine` has for an engine names this package.
#[cfg(test)]
extern crate self as tine_kernels;
#[cfg(all(test, not(tine_tsan)))]
mod tests;
