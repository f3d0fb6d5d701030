//! The verbs.
pub(crate) mod join;
