//! What kernels need from the machine: hints about memory, and room in it; and from types, who is who.
//!
//! Invariant: nothing here changes what a program computes.

pub mod heap;
pub mod kind;
pub mod pages;
pub(crate) mod prefetch;
pub mod room;
