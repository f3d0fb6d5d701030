//! What a run leaves behind.

use super::board::Board;
use super::node::Node;
use std::fmt;
use std::ops::Index;
use std::sync::Arc;

/// The values of one run of a [`TaskGraph`](crate::TaskGraph), by their [`Node`]s.
///
/// ```
/// let mut builder = tine::TaskGraphBuilder::new();
/// let name = builder.node("name", || String::from("tine"));
/// let length = builder.node_with("length", name, |name| name.len());
/// let mut values = builder.build().unwrap().run();
/// assert_eq!(values[length], 4);
/// assert_eq!(values.take(name), Some(String::from("tine")));
/// ```
pub struct GraphValues<'env> {
    board: Board<'env>,
    names: Arc<[String]>,
}

impl<'env> GraphValues<'env> {
    #[inline]
    pub(super) fn new(board: Board<'env>, names: Arc<[String]>) -> Self {
        GraphValues { board, names }
    }

    /// As [`Board::discard`].
    #[inline]
    pub(super) fn discard(self) {
        self.board.discard();
    }

    /// The value of a node; nothing if the node did not run to its end, or the value was [taken](Self::take).
    ///
    /// # Panics
    /// If the node belongs to another graph.
    ///
    /// ```
    /// let mut builder = tine::TaskGraphBuilder::new();
    /// let one = builder.node("one", || 1);
    /// assert_eq!(builder.build().unwrap().run().get(one), Some(&1));
    /// ```
    #[track_caller]
    pub fn get<T>(&self, node: Node<T>) -> Option<&T> {
        self.board.get(node)
    }

    /// Takes the value of a node out; nothing if the node did not run to its end, or the value was taken before.
    ///
    /// # Panics
    /// If the node belongs to another graph.
    ///
    /// ```
    /// let mut builder = tine::TaskGraphBuilder::new();
    /// let list = builder.node("list", || vec![1, 2]);
    /// let mut values = builder.build().unwrap().run();
    /// assert_eq!(values.take(list), Some(vec![1, 2]));
    /// assert_eq!(values.take(list), None);
    /// ```
    #[track_caller]
    pub fn take<T>(&mut self, node: Node<T>) -> Option<T> {
        self.board.take(node)
    }
}

impl<T> Index<Node<T>> for GraphValues<'_> {
    type Output = T;

    /// The value of a node.
    ///
    /// # Panics
    /// If there is none, or if the node belongs to another graph.
    #[track_caller]
    fn index(&self, node: Node<T>) -> &T {
        match self.get(node) {
            Some(value) => value,
            None => panic!("node `{}` has no value", self.names[node.key().index]),
        }
    }
}

impl fmt::Debug for GraphValues<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.names.iter().enumerate();
        let there = names.filter(|(index, _)| self.board.has(*index));
        f.debug_set().entries(there.map(|(_, name)| name)).finish()
    }
}
