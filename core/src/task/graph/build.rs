//! How a graph is put together, and what is checked at the end.

use super::error::GraphError;
use super::inputs::{Inputs, InputsAt};
use super::node::{GraphId, Key, Node};
use super::plan::{Step, TaskGraph, Work};
use std::collections::HashMap;
use std::fmt;
use std::mem;

/// Makes a [`TaskGraph`].
///
/// [`node`](Self::node) and [`node_with`](Self::node_with) add a node and return its handle, which other nodes name as their
/// input. So a node's inputs come before it, and nothing can be wrong but a name that is there twice. Where nodes come in any
/// order, as in a file that a user writes, [`declare`](Self::declare) all of them first and [`define`](Self::define) them
/// afterwards. [`after`](Self::after) is for nodes that need another one's deeds rather than its value.
///
/// What is wrong is told by [`build`](Self::build).
///
/// ```
/// let mut builder = tine::TaskGraphBuilder::new();
/// let a = builder.node("a", || 1);
/// let b = builder.node("b", || 2);
/// let sum = builder.node_with("sum", (a, b), |(a, b)| a + b);
/// assert_eq!(builder.build().unwrap().run()[sum], 3);
/// ```
pub struct TaskGraphBuilder<'env> {
    id: GraphId,
    drafts: Vec<Draft<'env>>,
    numbers: HashMap<String, usize>,
    /// The first thing that was wrong.
    fault: Option<GraphError>,
}

/// A node of which not everything is known.
struct Draft<'env> {
    name: String,
    work: Option<Work<'env>>,
    inputs: Vec<usize>,
    after: Vec<String>,
}

impl<'env> TaskGraphBuilder<'env> {
    /// A graph without nodes.
    ///
    /// ```
    /// let builder = tine::TaskGraphBuilder::new();
    /// assert!(builder.build().unwrap().is_empty());
    /// ```
    #[inline]
    pub fn new() -> Self {
        TaskGraphBuilder {
            id: GraphId::fresh(),
            drafts: Vec::new(),
            numbers: HashMap::new(),
            fault: None,
        }
    }

    /// Adds a node that is given nothing.
    ///
    /// ```
    /// let mut builder = tine::TaskGraphBuilder::new();
    /// let one = builder.node("one", || 1);
    /// assert_eq!(builder.build().unwrap().run()[one], 1);
    /// ```
    pub fn node<T, F>(&mut self, name: impl Into<String>, f: F) -> Node<T>
    where
        T: Send + Sync + 'env,
        F: Fn() -> T + Send + Sync + 'env,
    {
        self.node_with(name, (), move |()| f())
    }

    /// Adds a node that is given references to the values of others.
    ///
    /// `inputs` is a [`Node`], or a tuple, an array or a vector of such; see [`Inputs`].
    ///
    /// # Panics
    /// If a node of another builder is among them.
    ///
    /// ```
    /// let mut builder = tine::TaskGraphBuilder::new();
    /// let name = builder.node("name", || "tine");
    /// let count = builder.node("count", || 2);
    /// let line = builder.node_with("line", (name, count), |(name, count)| name.repeat(*count));
    /// assert_eq!(builder.build().unwrap().run()[line], "tinetine");
    /// ```
    #[track_caller]
    pub fn node_with<I, T, F>(&mut self, name: impl Into<String>, inputs: I, f: F) -> Node<T>
    where
        I: Inputs + Send + Sync + 'env,
        T: Send + Sync + 'env,
        F: for<'a> Fn(<I as InputsAt<'a>>::Refs) -> T + Send + Sync + 'env,
    {
        let node = self.declare(name);
        self.define(node, inputs, f);
        node
    }

    /// Adds a node of which only the name and the type of the value are known yet.
    ///
    /// ```
    /// let mut builder = tine::TaskGraphBuilder::new();
    /// let late = builder.declare::<u32>("late");
    /// let next = builder.node_with("next", late, |late| late + 1);
    /// builder.define(late, (), |()| 6);
    /// assert_eq!(builder.build().unwrap().run()[next], 7);
    /// ```
    pub fn declare<T>(&mut self, name: impl Into<String>) -> Node<T>
    where
        T: Send + Sync + 'env,
    {
        let (name, index) = (name.into(), self.drafts.len());
        if self.numbers.insert(name.clone(), index).is_some() {
            self.note(GraphError::Duplicate { name: name.clone() });
        }
        self.drafts.push(Draft {
            name,
            work: None,
            inputs: Vec::new(),
            after: Vec::new(),
        });
        Node::new(self.id, index)
    }

    /// Says what a [declared](Self::declare) node does.
    ///
    /// # Panics
    /// If the node or one of the inputs is another builder's.
    ///
    /// ```
    /// // Lines such as a user writes them: a name and what is added up.
    /// let lines = [("all", vec!["left", "right"]), ("left", vec![]), ("right", vec!["left"])];
    /// let mut builder = tine::TaskGraphBuilder::new();
    /// let mut nodes = std::collections::HashMap::new();
    /// for (name, _) in &lines {
    ///     nodes.insert(*name, builder.declare::<u32>(*name));
    /// }
    /// for (name, parts) in &lines {
    ///     let parts: Vec<_> = parts.iter().map(|part| nodes[part]).collect();
    ///     builder.define(nodes[name], parts, |parts| 1 + parts.into_iter().sum::<u32>());
    /// }
    /// assert_eq!(builder.build().unwrap().run()[nodes["all"]], 4);
    /// ```
    #[track_caller]
    pub fn define<I, T, F>(&mut self, node: Node<T>, inputs: I, f: F)
    where
        I: Inputs + Send + Sync + 'env,
        T: Send + Sync + 'env,
        F: for<'a> Fn(<I as InputsAt<'a>>::Refs) -> T + Send + Sync + 'env,
    {
        let index = self.number(node.key());
        let mut numbers = Vec::new();
        inputs.each(&mut |key| numbers.push(self.number(key)));
        let work: Work<'env> = Box::new(move |board| board.put(node, f(inputs.fetch(board))));
        let draft = &mut self.drafts[index];
        if draft.work.is_some() {
            let name = draft.name.clone();
            return self.note(GraphError::Duplicate { name });
        }
        draft.work = Some(work);
        draft.inputs = numbers;
    }

    /// Makes a node run after another one, of which it is given nothing. That one may be added later.
    ///
    /// # Panics
    /// If the node is another builder's.
    ///
    /// ```
    /// use std::sync::Mutex;
    /// let log = Mutex::new(Vec::new());
    /// let mut builder = tine::TaskGraphBuilder::new();
    /// let pour = builder.node("pour", || log.lock().unwrap().push("pour"));
    /// builder.node("heat", || log.lock().unwrap().push("heat"));
    /// builder.after(pour, "heat");
    /// builder.build().unwrap().run();
    /// assert_eq!(*log.lock().unwrap(), ["heat", "pour"]);
    /// ```
    #[track_caller]
    pub fn after<T>(&mut self, node: Node<T>, name: impl Into<String>) {
        let index = self.number(node.key());
        self.drafts[index].after.push(name.into());
    }

    /// Checks the graph.
    ///
    /// # Errors
    /// If two nodes have the same name, if a name given to [`after`](Self::after) is no node's, if a declared node is not
    /// defined, or if nodes wait for each other. If several things are wrong, one of them is told.
    ///
    /// ```
    /// let mut builder = tine::TaskGraphBuilder::new();
    /// let hen = builder.declare::<u32>("hen");
    /// let egg = builder.node_with("egg", hen, |_| 1);
    /// builder.define(hen, egg, |_| 1);
    /// let error = builder.build().unwrap_err();
    /// assert_eq!(error.to_string(), "nodes wait for each other: `hen` -> `egg` -> `hen`");
    /// ```
    #[inline]
    pub fn build(mut self) -> Result<TaskGraph<'env>, GraphError> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let mut waits_for = Vec::with_capacity(self.drafts.len());
        for draft in &mut self.drafts {
            let mut first = mem::take(&mut draft.inputs);
            for name in &draft.after {
                let index = self.numbers.get(name).ok_or_else(|| GraphError::Unknown {
                    name: name.clone(),
                    wanted_by: draft.name.clone(),
                })?;
                first.push(*index);
            }
            waits_for.push(first);
        }
        let mut wanted_by = vec![Vec::new(); waits_for.len()];
        for (index, first) in waits_for.iter().enumerate() {
            first.iter().for_each(|&first| wanted_by[first].push(index));
        }
        let mut names = Vec::with_capacity(waits_for.len());
        let mut steps = Vec::with_capacity(waits_for.len());
        for (index, draft) in self.drafts.into_iter().enumerate() {
            let Some(work) = draft.work else {
                return Err(GraphError::Undefined { name: draft.name });
            };
            names.push(draft.name);
            steps.push(Step {
                work,
                waits_for: waits_for[index].len(),
                wanted_by: mem::take(&mut wanted_by[index]),
            });
        }
        let order = in_order(&steps, &waits_for).map_err(|cycle| GraphError::Cycle {
            names: cycle
                .into_iter()
                .map(|index| names[index].clone())
                .collect(),
        })?;
        Ok(TaskGraph {
            id: self.id,
            names: names.into(),
            steps,
            order,
        })
    }

    /// The number of a node, which must be of this graph.
    #[track_caller]
    #[inline]
    fn number(&self, key: Key) -> usize {
        assert!(key.graph == self.id, "the node belongs to another graph");
        key.index
    }

    #[inline]
    fn note(&mut self, fault: GraphError) {
        self.fault.get_or_insert(fault);
    }
}

/// All numbers, each behind those that it waits for; or numbers that wait for each other in a circle.
#[inline]
fn in_order(steps: &[Step<'_>], waits_for: &[Vec<usize>]) -> Result<Vec<usize>, Vec<usize>> {
    let mut open: Vec<usize> = waits_for.iter().map(Vec::len).collect();
    let mut order: Vec<usize> = (0..steps.len()).filter(|&index| open[index] == 0).collect();
    let mut done = 0;
    while let Some(&index) = order.get(done) {
        done += 1;
        for &next in &steps[index].wanted_by {
            open[next] -= 1;
            if open[next] == 0 {
                order.push(next);
            }
        }
    }
    match open.iter().position(|&open| open > 0) {
        Some(start) => Err(circle(waits_for, &open, start)),
        None => Ok(order),
    }
}

/// A circle among those that never opened. Each of them waits for another one, so a walk from `start` runs into one.
#[inline]
fn circle(waits_for: &[Vec<usize>], open: &[usize], start: usize) -> Vec<usize> {
    let mut path = Vec::new();
    let mut place = vec![None; open.len()];
    let mut here = start;
    while place[here].is_none() {
        place[here] = Some(path.len());
        path.push(here);
        let next = waits_for[here].iter().find(|&&index| open[index] > 0);
        here = *next.expect("who never opens waits for another one");
    }
    let mut circle = path.split_off(place[here].unwrap_or(0));
    // From who is waited for to who waits, beginning with the one that was added first.
    circle.reverse();
    let first = (0..circle.len()).min_by_key(|&i| circle[i]).unwrap_or(0);
    circle.rotate_left(first);
    circle
}

impl Default for TaskGraphBuilder<'_> {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for TaskGraphBuilder<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TaskGraphBuilder ")?;
        let names = self.drafts.iter().map(|draft| &draft.name);
        f.debug_list().entries(names).finish()
    }
}
