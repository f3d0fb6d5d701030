//! The queues as users get them: safe handles for the owner and for thieves.
//!
//! Invariant: there is one worker's handle for each queue, it cannot be cloned, nor shared between threads. So whoever calls
//! its methods is the owner.

pub(crate) mod bounded;
pub(crate) mod growable;
pub(crate) mod ring;
pub(crate) mod stealer;

use std::panic::{RefUnwindSafe, UnwindSafe};

// No user's code runs while a queue is changed, so a panic finds it whole.
impl<T> UnwindSafe for bounded::BoundedWorker<T> {}
impl<T> RefUnwindSafe for bounded::BoundedWorker<T> {}
impl<T> UnwindSafe for growable::GrowableWorker<T> {}
impl<T> RefUnwindSafe for growable::GrowableWorker<T> {}
impl<T> UnwindSafe for ring::RingWorker<T> {}
impl<T> RefUnwindSafe for ring::RingWorker<T> {}
impl<T> UnwindSafe for stealer::Stealer<T> {}
impl<T> RefUnwindSafe for stealer::Stealer<T> {}
impl<T> UnwindSafe for ring::RingStealer<T> {}
impl<T> RefUnwindSafe for ring::RingStealer<T> {}
