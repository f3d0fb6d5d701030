//! Memory for the tasks that wait: blocks cut from slabs one after the other, by a thread for itself, to be freed by any.
//!
//! An allocator has to be ready for anything. When one thread asks for small pieces in great numbers and another one gives
//! them back, the two disturb each other at every piece, and after some time neighbours in time lie far apart in
//! memory. Here a block costs its thread a few instructions, and giving it back costs an exchange in its slab,
//! which as a rule nobody else uses then. Tasks are begun about in the order of their coming, so that they are also read in
//! the order in which they lie.
//!
//! A slab whose blocks are all free goes to a shelf, where every thread takes it from; what finds no room there is freed.
//! One block that stays keeps its slab.
//!
//! Models, and checkers that look at each allocation (`tine_plain`), get a box for each block instead.
//!
//! Invariant: a slab is on the shelf, or cut from by one thread, or has blocks that are in use, and never two of these but the
//! last. Its counter `Live` says when it passes from one to the other.

#[cfg(not(any(loom, tine_plain)))]
mod knife;
#[cfg(any(all(test, loom), not(any(loom, tine_plain))))]
mod live;
#[cfg(all(test, loom))]
mod model;
mod plain;
#[cfg(all(test, not(any(loom, tine_plain))))]
mod tests;

#[cfg(not(any(loom, tine_plain)))]
pub(crate) use knife::{allocate, free};
#[cfg(any(loom, tine_plain))]
pub(crate) use plain::{allocate, free};
