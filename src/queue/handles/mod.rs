//! The queues as users get them: safe handles for the owner and for thieves.
//!
//! Invariant: there is one worker's handle for each queue, it cannot be cloned, nor shared between threads. So whoever calls
//! its methods is the owner.

pub(crate) mod bounded;
pub(crate) mod growable;
pub(crate) mod ring;
pub(crate) mod stealer;
