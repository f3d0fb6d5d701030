//! What kernels need from the machine: hints about memory, and room in it.
//!
//! Invariant: nothing here changes what a program computes.

pub(crate) mod kind;
pub mod pages;
pub(crate) mod prefetch;
pub mod room;
