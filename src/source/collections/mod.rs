//! The collections of the standard library: walked by value and by reference, drained, and collected into.

mod appended;
pub mod binary_heap;
pub mod btree_map;
pub mod btree_set;
mod extend;
pub mod hash_map;
pub mod hash_set;
mod hashed;
pub mod linked_list;
mod places;
pub mod vec_deque;

#[cfg(test)]
mod tests;
