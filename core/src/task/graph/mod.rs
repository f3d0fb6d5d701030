//! `TaskGraph`: pieces of work with names, each run once what it depends on has ended; run as often as one likes.
//!
//! Invariant: a node's value has the type that its handles say. Handles are made by the builder alone, together with the
//! closure that makes the value, so no type is ever looked up.

mod board;
mod build;
mod error;
mod inputs;
mod node;
mod plan;
mod run;
mod values;

pub use build::TaskGraphBuilder;
pub use error::{GraphError, GraphFailure, NodePanic};
pub use inputs::{Inputs, InputsAt};
pub use node::Node;
pub use plan::TaskGraph;
pub use values::GraphValues;

#[cfg(test)]
mod tests;
