//! A graph that is ready to be run.

use super::board::Board;
use super::node::GraphId;
use std::fmt;
use std::sync::Arc;

/// Pieces of work with names, each of which runs when those that it depends on have ended.
///
/// A [`TaskGraphBuilder`](crate::TaskGraphBuilder) makes it. [`run`](Self::run) runs every node once, in the calling thread's
/// pool or the global one (in another one by `pool.install(|| graph.run())`), as many at a time as there are threads, and returns
/// their values when all have ended; it may be called any number of times, also at the same time. No thread of the pool
/// blocks: one that has nothing to do in this graph works on something else.
///
/// A node costs a few allocations a run and about as much as a [`spawn`](crate::Scope::spawn); of a chain of nodes one thread
/// runs one after the other, at no more than a few stack frames.
///
/// ```
/// let mut builder = tine::TaskGraphBuilder::new();
/// let flour = builder.node("flour", || 500);
/// let water = builder.node("water", || 300);
/// let dough = builder.node_with("dough", (flour, water), |(flour, water)| flour + water);
/// let bread = builder.node_with("bread", dough, |dough| dough * 9 / 10);
/// let graph = builder.build()?;
///
/// let values = graph.run();
/// assert_eq!((values[dough], values[bread]), (800, 720));
/// # Ok::<(), tine::graph::GraphError>(())
/// ```
///
/// Closures and values may borrow from whatever outlives the graph:
///
/// ```
/// let text = String::from("many words");
/// let mut builder = tine::TaskGraphBuilder::new();
/// let words = builder.node("words", || text.split(' ').collect::<Vec<&str>>());
/// let last = builder.node_with("last", words, |words| words.last().copied());
/// assert_eq!(builder.build().unwrap().run()[last], Some("words"));
/// ```
pub struct TaskGraph<'env> {
    pub(super) id: GraphId,
    pub(super) names: Arc<[String]>,
    /// By number.
    pub(super) steps: Vec<Step<'env>>,
    /// All numbers, each after those that its node waits for.
    pub(super) order: Vec<usize>,
}

/// One node.
pub(super) struct Step<'env> {
    pub(super) work: Work<'env>,
    /// How many ends of others it waits for.
    pub(super) waits_for: usize,
    /// Who waits for it; those that it is given to twice are here twice.
    pub(super) wanted_by: Vec<usize>,
}

/// Reads the inputs of a node from the board, and puts its value there.
pub(super) type Work<'env> = Box<dyn Fn(&Board<'env>) + Send + Sync + 'env>;

impl TaskGraph<'_> {
    /// The number of nodes.
    ///
    /// ```
    /// let mut builder = tine::TaskGraphBuilder::new();
    /// builder.node("one", || 1);
    /// assert_eq!(builder.build().unwrap().len(), 1);
    /// ```
    #[inline]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there is no node.
    ///
    /// ```
    /// assert!(tine::TaskGraphBuilder::new().build().unwrap().is_empty());
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The names of all nodes, in an order in which they might be run one by one.
    ///
    /// ```
    /// let mut builder = tine::TaskGraphBuilder::new();
    /// let roof = builder.node("roof", || ());
    /// builder.node("walls", || ());
    /// builder.after(roof, "walls");
    /// let graph = builder.build().unwrap();
    /// assert_eq!(graph.names().collect::<Vec<_>>(), ["walls", "roof"]);
    /// ```
    #[inline]
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.order.iter().map(|&index| self.names[index].as_str())
    }
}

impl fmt::Debug for TaskGraph<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TaskGraph ")?;
        f.debug_list().entries(self.names()).finish()
    }
}
