//! Kernels on slices. They know closures and slices, and no iterators.

pub(crate) mod sort;
