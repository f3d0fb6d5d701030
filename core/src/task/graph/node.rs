//! Handles of nodes.

use crate::base::prim::{AtomicU64, Ordering};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// A node of a [`TaskGraph`](crate::TaskGraph) whose value is a `T`.
///
/// [`TaskGraphBuilder::node`](crate::TaskGraphBuilder::node) and its kin make it. It stands for the value: in other nodes'
/// inputs while the graph is built, and in [`GraphValues`](super::GraphValues) after a run.
///
/// ```
/// use tine::graph::Node;
/// let mut builder = tine::TaskGraphBuilder::new();
/// let answer: Node<i32> = builder.node("answer", || 42);
/// let values = builder.build().unwrap().run();
/// assert_eq!(values[answer], 42);
/// ```
pub struct Node<T> {
    key: Key,
    // Invariant in `T`: a value is both made and read as just that type.
    marker: PhantomData<fn(T) -> T>,
}

/// Which node of which graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    pub(super) graph: GraphId,
    pub(super) index: usize,
}

/// No two builders have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct GraphId(u64);

impl GraphId {
    #[inline]
    pub(super) fn fresh() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        // Relaxed: a ticket; nothing else is published by it.
        GraphId(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl<T> Node<T> {
    pub(super) fn new(graph: GraphId, index: usize) -> Self {
        Node {
            key: Key { graph, index },
            marker: PhantomData,
        }
    }

    pub(super) fn key(self) -> Key {
        self.key
    }
}

impl<T> Clone for Node<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Node<T> {}

impl<T> PartialEq for Node<T> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl<T> Eq for Node<T> {}

impl<T> Hash for Node<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl<T> fmt::Debug for Node<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Node").field(&self.key.index).finish()
    }
}
