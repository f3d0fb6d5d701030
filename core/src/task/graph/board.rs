//! Where the values of one run are put, and read by other nodes of the same run.

use super::node::{GraphId, Node};
use crate::base::unwind;
use std::fmt;
use std::sync::OnceLock;

/// Any value that nodes may share. What it is only the node's handles know.
trait Erased: Send + Sync {}

impl<T: Send + Sync> Erased for T {}

/// The values of one run, by the number of the node.
pub struct Board<'env> {
    graph: GraphId,
    /// Slot `i` holds a value that was made as the type of each `Node` of this graph with index `i`, once that node has run.
    slots: Vec<OnceLock<Box<dyn Erased + 'env>>>,
}

impl<'env> Board<'env> {
    /// For a graph of `len` nodes, none of which has run.
    #[inline]
    pub(super) fn new(graph: GraphId, len: usize) -> Self {
        Board {
            graph,
            slots: (0..len).map(|_| OnceLock::new()).collect(),
        }
    }

    /// Puts up the value of a node. Nodes run once, so there is none yet.
    pub(super) fn put<T: Send + Sync + 'env>(&self, node: Node<T>, value: T) {
        let slot = &self.slots[self.index(node)];
        let first = slot.set(Box::new(value)).is_ok();
        debug_assert!(first, "a node has run twice");
    }

    /// The value of a node, if it has run.
    pub(super) fn get<T>(&self, node: Node<T>) -> Option<&T> {
        let value: *const (dyn Erased + 'env) = &**self.slots[self.index(node)].get()?;
        // SAFETY: by the invariant of `slots` the value was made as the type of this `node`; it is borrowed like `self`.
        Some(unsafe { &*value.cast::<T>() })
    }

    /// Takes the value of a node out, if it has run.
    pub(super) fn take<T>(&mut self, node: Node<T>) -> Option<T> {
        let index = self.index(node);
        let value = Box::into_raw(self.slots[index].take()?);
        // SAFETY: by the invariant of `slots` the value was made as the type of this `node`; `into_raw` has just given it up.
        let value = unsafe { Box::from_raw(value.cast::<T>()) };
        Some(*value)
    }

    /// Drops all values, which is user code, one by one; panics of that have nobody to go to.
    #[inline]
    pub(super) fn discard(self) {
        self.slots.into_iter().for_each(unwind::discard);
    }

    /// Whether the node of a number has run.
    #[inline]
    pub(super) fn has(&self, index: usize) -> bool {
        self.slots[index].get().is_some()
    }

    /// The number of a node, which must be of this graph.
    #[track_caller]
    fn index<T>(&self, node: Node<T>) -> usize {
        let key = node.key();
        assert!(key.graph == self.graph, "the node belongs to another graph");
        key.index
    }
}

impl fmt::Debug for Board<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let there = (0..self.slots.len()).filter(|&index| self.has(index));
        f.debug_set().entries(there).finish()
    }
}
