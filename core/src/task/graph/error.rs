//! What can be wrong with a graph, and what can go wrong in a run.

use crate::base::prim::Mutex;
use crate::base::unwind::{self, Payload};
use std::error::Error;
use std::fmt;
use std::sync::PoisonError;

/// Why [`TaskGraphBuilder::build`](crate::TaskGraphBuilder::build) refuses a graph.
///
/// ```
/// use tine::graph::GraphError;
/// let mut builder = tine::TaskGraphBuilder::new();
/// let roof = builder.node("roof", || ());
/// builder.after(roof, "walls");
/// let error = builder.build().unwrap_err();
/// assert_eq!(error, GraphError::Unknown { name: "walls".into(), wanted_by: "roof".into() });
/// assert_eq!(error.to_string(), "node `roof` is to run after `walls`, which does not exist");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GraphError {
    /// Two nodes have this name, or a node was defined twice.
    Duplicate {
        /// The name.
        name: String,
    },
    /// A node is to run after one that does not exist.
    Unknown {
        /// The name that no node has.
        name: String,
        /// The node that is to run after it.
        wanted_by: String,
    },
    /// A node was declared, and never defined.
    Undefined {
        /// Its name.
        name: String,
    },
    /// Nodes wait for each other.
    Cycle {
        /// Their names, each before one that waits for it; the last is waited for by the first.
        names: Vec<String>,
    },
}

impl fmt::Display for GraphError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GraphError::Duplicate { name } => write!(f, "there are two nodes `{name}`"),
            GraphError::Unknown { name, wanted_by } => write!(
                f,
                "node `{wanted_by}` is to run after `{name}`, which does not exist"
            ),
            GraphError::Undefined { name } => {
                write!(f, "node `{name}` was declared, but never defined")
            }
            GraphError::Cycle { names } => {
                f.write_str("nodes wait for each other: ")?;
                for (i, name) in names.iter().chain(names.first()).enumerate() {
                    write!(f, "{}`{name}`", if i == 0 { "" } else { " -> " })?;
                }
                Ok(())
            }
        }
    }
}

impl Error for GraphError {}

/// Why a run of a [`TaskGraph`](crate::TaskGraph) did not run every node: some panicked, or a token was cancelled.
///
/// ```
/// let mut builder = tine::TaskGraphBuilder::new();
/// let parse = builder.node("parse", || -> u32 { "seven".parse().unwrap() });
/// builder.node_with("print", parse, |number| println!("{number}"));
/// let failure = builder.build().unwrap().try_run().unwrap_err();
/// assert_eq!(failure.panics()[0].name(), "parse");
/// assert_eq!(failure.skipped(), ["print"]);
/// assert!(failure.to_string().starts_with("node `parse` panicked: "));
/// ```
#[derive(Debug)]
pub struct GraphFailure {
    panics: Vec<NodePanic>,
    skipped: Vec<String>,
    cancelled: bool,
}

impl GraphFailure {
    #[inline]
    pub(super) fn new(panics: Vec<NodePanic>, skipped: Vec<String>, cancelled: bool) -> Self {
        GraphFailure {
            panics,
            skipped,
            cancelled,
        }
    }

    /// Drops the payloads, which is user code, one by one; panics of that have nobody to go to.
    #[inline]
    pub(super) fn discard(self) {
        self.panics.into_iter().for_each(unwind::discard);
    }

    /// The nodes that panicked, in the order in which they were added to the graph.
    ///
    /// ```
    /// let mut builder = tine::TaskGraphBuilder::new();
    /// builder.node("bad", || panic!("as planned"));
    /// let failure = builder.build().unwrap().try_run().unwrap_err();
    /// assert_eq!(failure.panics()[0].message(), Some("as planned"));
    /// ```
    #[inline]
    pub fn panics(&self) -> &[NodePanic] {
        &self.panics
    }

    /// As [`panics`](Self::panics), by value, for their payloads.
    ///
    /// ```
    /// let mut builder = tine::TaskGraphBuilder::new();
    /// builder.node("bad", || std::panic::panic_any(7u8));
    /// let failure = builder.build().unwrap().try_run().unwrap_err();
    /// let payload = failure.into_panics().remove(0).into_payload();
    /// assert_eq!(*payload.downcast::<u8>().unwrap(), 7);
    /// ```
    #[inline]
    pub fn into_panics(self) -> Vec<NodePanic> {
        self.panics
    }

    /// The names of the nodes that were not run: they depend on one that panicked, or the token was cancelled first. In the
    /// order in which they were added to the graph.
    ///
    /// ```
    /// let mut builder = tine::TaskGraphBuilder::new();
    /// let bad = builder.node("bad", || -> u32 { panic!() });
    /// builder.node("good", || ());
    /// builder.node_with("worse", bad, |_| ());
    /// let failure = builder.build().unwrap().try_run().unwrap_err();
    /// assert_eq!(failure.skipped(), ["worse"]);
    /// ```
    #[inline]
    pub fn skipped(&self) -> &[String] {
        &self.skipped
    }

    /// Whether a token kept a node from being run.
    ///
    /// ```
    /// let mut builder = tine::TaskGraphBuilder::new();
    /// builder.node("unwanted", || ());
    /// let token = tine::CancelToken::new();
    /// token.cancel();
    /// let failure = builder.build().unwrap().try_run_with(&token).unwrap_err();
    /// assert!(failure.is_cancelled());
    /// ```
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled
    }
}

/// Only so many names are listed in a message.
const LISTED: usize = 8;

impl fmt::Display for GraphFailure {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut between = "";
        if self.cancelled {
            f.write_str("cancelled")?;
            between = "; ";
        }
        for panic in &self.panics {
            write!(f, "{between}{panic}")?;
            between = "; ";
        }
        if self.skipped.is_empty() {
            return Ok(());
        }
        write!(f, "{between}not run: ")?;
        for (i, name) in self.skipped.iter().take(LISTED).enumerate() {
            write!(f, "{}`{name}`", if i == 0 { "" } else { ", " })?;
        }
        match self.skipped.len().saturating_sub(LISTED) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

impl Error for GraphFailure {}

/// A node that panicked, and with what.
///
/// ```
/// let mut builder = tine::TaskGraphBuilder::new();
/// builder.node("bad", || panic!("as planned"));
/// let failure = builder.build().unwrap().try_run().unwrap_err();
/// assert_eq!(failure.panics()[0].to_string(), "node `bad` panicked: as planned");
/// ```
pub struct NodePanic {
    name: String,
    message: Option<String>,
    /// Never locked: it lets the error be `Sync`, although a payload need not be.
    payload: Mutex<Payload>,
}

impl NodePanic {
    #[inline]
    pub(super) fn new(name: String, payload: Payload) -> Self {
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        NodePanic {
            name,
            message: text.map(String::from),
            payload: Mutex::new(payload),
        }
    }

    /// The node's name.
    ///
    /// ```
    /// let mut builder = tine::TaskGraphBuilder::new();
    /// builder.node("bad", || panic!("as planned"));
    /// let failure = builder.build().unwrap().try_run().unwrap_err();
    /// assert_eq!(failure.panics()[0].name(), "bad");
    /// ```
    #[inline]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it panicked with, if that is a text.
    ///
    /// ```
    /// let mut builder = tine::TaskGraphBuilder::new();
    /// builder.node("bad", || panic!("at {}", 7));
    /// let failure = builder.build().unwrap().try_run().unwrap_err();
    /// assert_eq!(failure.panics()[0].message(), Some("at 7"));
    /// ```
    #[inline]
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// What it panicked with, as [`std::panic::catch_unwind`] returns it.
    ///
    /// ```
    /// let mut builder = tine::TaskGraphBuilder::new();
    /// builder.node("bad", || panic!("as planned"));
    /// let failure = builder.build().unwrap().try_run().unwrap_err();
    /// let payload = failure.into_panics().remove(0).into_payload();
    /// assert_eq!(*payload.downcast::<&str>().unwrap(), "as planned");
    /// ```
    #[inline]
    pub fn into_payload(self) -> Box<dyn std::any::Any + Send> {
        self.payload
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Display for NodePanic {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "node `{}` panicked", self.name)?;
        match &self.message {
            Some(message) => write!(f, ": {message}"),
            None => Ok(()),
        }
    }
}

impl Error for NodePanic {}

impl fmt::Debug for NodePanic {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NodePanic")
            .field("name", &self.name)
            .field("message", &self.message)
            .finish_non_exhaustive()
    }
}
