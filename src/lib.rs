//! Data parallelism on a work-stealing pool.
// Under loom only the models use the engine, and none uses all of it.
#![cfg_attr(loom, allow(dead_code, unused_imports))]

#[cfg(not(loom))]
mod algo;
mod base;
mod job;
mod pool;
mod queue;
mod sync;

#[cfg(not(loom))]
pub mod iter;
#[cfg(not(loom))]
mod plumbing;
#[cfg(not(loom))]
pub mod prelude;
#[cfg(not(loom))]
mod source;
#[cfg(not(loom))]
mod task;

#[cfg(not(loom))]
pub use public::*;

#[cfg(not(loom))]
mod public {
    //! rayon's names at the root.
    pub use crate::pool::config::ThreadPoolBuilder;
    pub use crate::pool::error::ThreadPoolBuildError;
    pub use crate::pool::handle::{
        ThreadPool, current_num_threads, current_thread_has_pending_tasks, current_thread_index,
        max_num_threads,
    };
    #[doc(hidden)]
    #[allow(deprecated)]
    pub use crate::pool::legacy::{Configuration, initialize};
    pub use crate::pool::threads::ThreadBuilder;
    pub use crate::task::broadcast::{BroadcastContext, broadcast, spawn_broadcast};
    pub use crate::task::join::{FnContext, join, join_context};
    pub use crate::task::scope::{Scope, in_place_scope, scope};
    pub use crate::task::scope_fifo::{ScopeFifo, in_place_scope_fifo, scope_fifo};
    pub use crate::task::spawn::{spawn, spawn_fifo};
    pub use crate::task::yielding::{Yield, yield_local, yield_now};
}

#[cfg(not(loom))]
pub mod array {
    //! Parallel iterators over arrays.
    pub use crate::source::array::IntoIter;
}
#[cfg(not(loom))]
pub mod slice {
    //! Parallel iterators over slices.
    pub use crate::source::slice::*;
}
#[cfg(not(loom))]
pub mod vec {
    //! Parallel iterators over vectors.
    pub use crate::source::vec::{Drain, IntoIter};
}
#[cfg(not(loom))]
pub mod range_inclusive {
    //! Parallel iterators over ranges that include their end.
    pub use crate::source::range_inclusive::Iter;
}
#[cfg(not(loom))]
pub mod range {
    //! Parallel iterators over ranges.
    pub use crate::source::range::Iter;
}
