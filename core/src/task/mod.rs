//! The verbs, one a file, each with its `impl ThreadPool`.
//!
//! Invariant: no verb returns while a thread may still touch what it was given to borrow.

pub(crate) mod broadcast;
pub(crate) mod cancel;
pub(crate) mod fork;
#[cfg(feature = "full")]
pub(crate) mod future;
#[cfg(feature = "full")]
pub(crate) mod graph;
#[cfg(feature = "full")]
pub(crate) mod handle;
#[cfg(feature = "full")]
mod home;
pub(crate) mod join;
#[cfg(feature = "full")]
pub(crate) mod options;
pub(crate) mod scope;
pub(crate) mod scope_fifo;
#[cfg(feature = "full")]
pub(crate) mod scope_with;
pub(crate) mod shutdown;
pub(crate) mod spawn;
#[cfg(feature = "full")]
pub(crate) mod submit;
#[cfg(feature = "full")]
mod then;
#[cfg(feature = "full")]
mod trigger;
pub(crate) mod wait_all;
#[cfg(feature = "full")]
pub(crate) mod when;
pub(crate) mod yielding;
