//! Iterators that need no container: nothing, one value, repeated values, what a closure splits, trees, and the bridge from a
//! sequential iterator. They stand in this room, not among the sources, since `iter` is their public path.

mod empty;
mod iter_bridge;
mod once;
mod repeat;
mod repeat_n;
mod splitter;
mod walk_postfix;
mod walk_prefix;

pub use empty::{Empty, empty};
pub use iter_bridge::{IterBridge, ParallelBridge};
pub use once::{Once, once};
pub use repeat::{Repeat, repeat};
pub use repeat_n::{RepeatN, repeat_n};
pub use splitter::{Split, split};
pub use walk_postfix::{WalkTreePostfix, walk_tree_postfix};
pub use walk_prefix::{WalkTree, WalkTreePrefix, walk_tree, walk_tree_prefix};

#[cfg(test)]
mod tests;
