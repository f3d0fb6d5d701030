//! One run of a graph: counters, and a scope whose jobs are nodes.
//!
//! Invariant: a node begins once, by whoever ends the last of those that it waits for; so all their values are on the board.

use super::board::Board;
use super::error::{GraphFailure, NodePanic};
use super::plan::TaskGraph;
use super::values::GraphValues;
use crate::base::prim::{AtomicBool, AtomicUsize, Mutex, Ordering, lock};
use crate::base::unwind::{self, Payload};
use crate::task::cancel::CancelToken;
use crate::task::scope::{Scope, scope};
use std::sync::PoisonError;

impl<'env> TaskGraph<'env> {
    /// Runs every node, and returns their values.
    ///
    /// # Panics
    /// If a node does, with a text that has its name and its message; after all nodes have run that do not depend on it. Use
    /// [`try_run`](Self::try_run) for what the node panicked with.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU32, Ordering};
    /// let input = AtomicU32::new(3);
    /// let mut builder = tine::TaskGraphBuilder::new();
    /// let read = builder.node("read", || input.load(Ordering::Relaxed));
    /// let square = builder.node_with("square", read, |n| n * n);
    /// let graph = builder.build().unwrap();
    /// assert_eq!(graph.run()[square], 9);
    /// input.store(4, Ordering::Relaxed);
    /// assert_eq!(graph.run()[square], 16);
    /// ```
    #[track_caller]
    #[inline]
    pub fn run(&self) -> GraphValues<'env> {
        let (values, outcome) = self.run_nodes(None);
        match outcome {
            Ok(()) => values,
            Err(failure) => {
                let text = failure.to_string();
                // Dropping values and payloads is user code; a panic of it gives way to the node's.
                values.discard();
                failure.discard();
                panic!("{text}");
            }
        }
    }

    /// Runs every node, and returns their values, or which nodes panicked.
    ///
    /// # Errors
    /// If a node panicked. All nodes that do not depend on it have run; see [`try_run_partly`](Self::try_run_partly) for their
    /// values.
    ///
    /// ```
    /// let mut builder = tine::TaskGraphBuilder::new();
    /// let good = builder.node("good", || 1);
    /// let graph = builder.build().unwrap();
    /// assert_eq!(graph.try_run()?[good], 1);
    /// # Ok::<(), tine::graph::GraphFailure>(())
    /// ```
    #[inline]
    pub fn try_run(&self) -> Result<GraphValues<'env>, GraphFailure> {
        let (values, outcome) = self.run_nodes(None);
        all_or_none(values, outcome)
    }

    /// As [`try_run`](Self::try_run), and begins no further node once `token` is cancelled.
    ///
    /// # Errors
    /// If a node panicked, or was not run because of the token.
    ///
    /// ```
    /// use std::time::Duration;
    /// let mut builder = tine::TaskGraphBuilder::new();
    /// let good = builder.node("good", || 1);
    /// let graph = builder.build().unwrap();
    /// let token = tine::CancelToken::with_timeout(Duration::from_secs(60));
    /// assert_eq!(graph.try_run_with(&token)?[good], 1);
    /// # Ok::<(), tine::graph::GraphFailure>(())
    /// ```
    #[inline]
    pub fn try_run_with(&self, token: &CancelToken) -> Result<GraphValues<'env>, GraphFailure> {
        let (values, outcome) = self.run_nodes(Some(token));
        all_or_none(values, outcome)
    }

    /// As [`try_run_with`](Self::try_run_with), and returns the values of those nodes that were run in any case.
    ///
    /// # Errors
    /// The second value is an error if a node panicked, or was not run because of the token.
    ///
    /// ```
    /// let mut builder = tine::TaskGraphBuilder::new();
    /// let good = builder.node("good", || 1);
    /// let bad = builder.node("bad", || -> u32 { panic!("as planned") });
    /// let graph = builder.build().unwrap();
    /// let (values, outcome) = graph.try_run_partly(&tine::CancelToken::new());
    /// assert_eq!((values.get(good), values.get(bad)), (Some(&1), None));
    /// assert_eq!(outcome.unwrap_err().panics()[0].name(), "bad");
    /// ```
    #[inline]
    pub fn try_run_partly(
        &self,
        token: &CancelToken,
    ) -> (GraphValues<'env>, Result<(), GraphFailure>) {
        self.run_nodes(Some(token))
    }

    #[inline]
    fn run_nodes(
        &self,
        token: Option<&CancelToken>,
    ) -> (GraphValues<'env>, Result<(), GraphFailure>) {
        let run = Run {
            graph: self,
            board: Board::new(self.id, self.len()),
            marks: self
                .steps
                .iter()
                .map(|step| Mark::new(step.waits_for))
                .collect(),
            panics: Mutex::default(),
            token,
            cancelled: AtomicBool::new(false),
        };
        let roots = self
            .order
            .iter()
            .filter(|&&index| self.steps[index].waits_for == 0);
        scope(|s| roots.for_each(|&root| run.spawn(s, root)));
        run.end()
    }
}

/// The values, unless some are missing: then why. Dropping those that are there is user code, whose panics give way.
#[inline]
fn all_or_none<'env>(
    values: GraphValues<'env>,
    outcome: Result<(), GraphFailure>,
) -> Result<GraphValues<'env>, GraphFailure> {
    match outcome {
        Ok(()) => Ok(values),
        Err(failure) => {
            values.discard();
            Err(failure)
        }
    }
}

/// A run under way.
struct Run<'r, 'env> {
    graph: &'r TaskGraph<'env>,
    board: Board<'env>,
    /// By number.
    marks: Vec<Mark>,
    panics: Mutex<Vec<(usize, Payload)>>,
    token: Option<&'r CancelToken>,
    /// The token kept a node from being run.
    cancelled: AtomicBool,
}

/// What a run knows of a node that has not begun.
struct Mark {
    /// How many ends are still missing.
    missing: AtomicUsize,
    /// Something that it waits for has no value and never will.
    lost: AtomicBool,
}

impl Mark {
    #[inline]
    fn new(missing: usize) -> Self {
        Mark {
            missing: AtomicUsize::new(missing),
            lost: AtomicBool::new(false),
        }
    }
}

impl<'r, 'env> Run<'r, 'env> {
    /// Makes a node a job of its own. Nothing that it waits for is missing.
    #[inline]
    fn spawn<'s>(&'s self, s: &Scope<'s>, index: usize) {
        s.spawn(move |s| self.go_on_from(s, index));
    }

    /// Runs a node that misses nothing, and what comes of that: one node after the other here, the others as jobs.
    #[inline]
    fn go_on_from<'s>(&'s self, s: &Scope<'s>, start: usize) {
        let mut here = Some(start);
        let mut ready = Vec::new();
        while let Some(index) = here {
            let done = self.run_node(index);
            for &next in &self.graph.steps[index].wanted_by {
                if self.one_less(next, done) {
                    ready.push(next);
                }
            }
            // The one that was added first goes on here.
            here = (!ready.is_empty()).then(|| ready.remove(0));
            ready.drain(..).for_each(|next| self.spawn(s, next));
        }
    }

    /// Runs a node unless it has lost an input or is unwanted; tells whether there is a value now.
    #[inline]
    fn run_node(&self, index: usize) -> bool {
        // Relaxed: written before the countdown of `missing`, whose end this thread has seen.
        if self.marks[index].lost.load(Ordering::Relaxed) {
            return false;
        }
        if self.token.is_some_and(CancelToken::is_cancelled) {
            // Relaxed: read after the scope has ended.
            self.cancelled.store(true, Ordering::Relaxed);
            return false;
        }
        match unwind::halt(|| (self.graph.steps[index].work)(&self.board)) {
            Ok(()) => true,
            Err(payload) => {
                lock(&self.panics).push((index, payload));
                false
            }
        }
    }

    /// Something that a node waits for has ended, `done` or not; tells whether it was the last.
    #[inline]
    fn one_less(&self, index: usize, done: bool) -> bool {
        let mark = &self.marks[index];
        if !done {
            // Relaxed: the countdown below publishes it.
            mark.lost.store(true, Ordering::Relaxed);
        }
        // AcqRel: what was done and lost before; each countdown pairs with the last one, here.
        mark.missing.fetch_sub(1, Ordering::AcqRel) == 1
    }

    /// All has ended.
    #[inline]
    fn end(self) -> (GraphValues<'env>, Result<(), GraphFailure>) {
        let panics = self.panics.into_inner();
        let mut panics = panics.unwrap_or_else(PoisonError::into_inner);
        panics.sort_by_key(|(index, _)| *index);
        let names = &self.graph.names;
        let unrun = (0..names.len()).filter(|&index| {
            let panicked = panics.binary_search_by_key(&index, |(index, _)| *index);
            !self.board.has(index) && panicked.is_err()
        });
        let skipped: Vec<String> = unrun.map(|index| names[index].clone()).collect();
        let outcome = if panics.is_empty() && skipped.is_empty() {
            Ok(())
        } else {
            let panics = panics.into_iter();
            let panics =
                panics.map(|(index, payload)| NodePanic::new(names[index].clone(), payload));
            let cancelled = self.cancelled.into_inner();
            Err(GraphFailure::new(panics.collect(), skipped, cancelled))
        };
        (GraphValues::new(self.board, names.clone()), outcome)
    }
}
