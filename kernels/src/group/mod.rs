//! Items with equal keys put together, by hashing.
//!
//! To gather items, the slice is cut into stretches, and these into blocks that have no more groups than a table of the cache's size holds. Each
//! block finds its own groups; the groups of all blocks are dealt out by hash into parts, and each part unites its groups in a table
//! of its own, block after block. So nothing is ever looked up in a table that is larger than a cache, however many
//! groups there are, and a few large groups are shared by all threads, since they are united block-wise (compare Leis et al., "Morsel-Driven Parallelism", SIGMOD 2014).
//!
//! | file | holds |
//! |---|---|
//! | `hash`, `table` | what a block looks its groups up in |
//! | `local` | the groups of the blocks |
//! | `deal` | blocks ordered by part, without groups of their own where nothing repeats |
//! | `members` | which group or listed entry each item belongs to |
//! | `narrow` | the numbers of groups, in few bytes |
//! | `number` | the groups of a part |
//! | `rank` | all groups in the order of their first items |
//! | `keys`, `slots` | how keys and items get to their places |
//! | `gather` | the items, group by group: all of the above, one after the other |
//! | `trial` | how many groups there will be, and what is done then |
//! | `spread`, `totals`, `reduce` | a value for each group |
//! | `distinct` | how many groups there are |
//!
//! Where nearly every item has a key of its own, a table gains nothing: after a trial such blocks are only listed, each item as
//! a group, and the parts do what there is to do. To gather items, listed blocks are dealt out while they are in the cache. So
//! a key is moved once there and once more if it is its group's first, and of the item nothing is moved but its index.
//!
//! Invariant: the items of a block belong to its groups one by one, and each group of a block to one group of the whole,
//! whatever hashes and comparisons say. Groups are in the order of their first items.

mod deal;
mod distinct;
mod gather;
mod hash;
mod keys;
mod local;
mod members;
mod narrow;
mod number;
mod rank;
mod reduce;
mod slots;
mod spread;
mod table;
mod totals;
mod trial;

pub use distinct::{count_distinct, count_distinct_by_key};
pub use gather::{Grouped, by_key};
pub use reduce::reduce_by_key;
