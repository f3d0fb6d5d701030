//! The verbs, one a file, each with its `impl ThreadPool`.
//!
//! Invariant: no verb returns while a thread may still touch what it was given to borrow.

pub(crate) mod broadcast;
pub(crate) mod cancel;
pub(crate) mod fork;
pub(crate) mod future;
pub(crate) mod graph;
pub(crate) mod handle;
mod home;
pub(crate) mod join;
pub(crate) mod options;
pub(crate) mod scope;
pub(crate) mod scope_fifo;
pub(crate) mod scope_with;
pub(crate) mod shutdown;
pub(crate) mod spawn;
pub(crate) mod submit;
mod then;
mod trigger;
pub(crate) mod wait_all;
pub(crate) mod when;
pub(crate) mod yielding;
