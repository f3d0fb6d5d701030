//! Algorithms on slices: those that are iterators inside; and the engine as the kernels know it, which make up the others.

#[cfg(feature = "full")]
mod blocks;
mod engine;
#[cfg(feature = "full")]
pub(crate) mod histogram;
#[cfg(feature = "full")]
pub(crate) mod merge;
#[cfg(feature = "full")]
pub(crate) mod sets;
#[cfg(feature = "full")]
pub(crate) mod sorted;
#[cfg(feature = "full")]
pub(crate) mod top;

pub(crate) use engine::Engine;

#[cfg(all(test, not(tine_tsan), feature = "full"))]
mod tests;
