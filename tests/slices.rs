//! The algorithms that read slices give what the same words in sequential code give, on any number of threads; and what
//! contradicts itself, or panics, loses nothing.

mod common;
#[path = "slices/fragile.rs"]
mod fragile;
#[path = "slices/groups.rs"]
mod groups;
#[path = "slices/hostile.rs"]
mod hostile;
#[path = "slices/inputs.rs"]
mod inputs;
#[path = "slices/merges.rs"]
mod merges;
#[path = "slices/order.rs"]
mod order;
