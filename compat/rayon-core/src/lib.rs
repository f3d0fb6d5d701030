//! tine under the name of rayon-core 1.13: the same paths, another engine. See the README beside this package.
//!
//! Invariant: every item is tine's own, so a type named through this package, through `rayon` or through `tine` is one type.

pub use tine::{
    BroadcastContext, FnContext, Scope, ScopeFifo, ThreadBuilder, ThreadPool, ThreadPoolBuildError,
    ThreadPoolBuilder, Yield, broadcast, current_num_threads, current_thread_has_pending_tasks,
    current_thread_index, in_place_scope, in_place_scope_fifo, join, join_context, max_num_threads,
    scope, scope_fifo, spawn, spawn_broadcast, spawn_fifo, yield_local, yield_now,
};
#[allow(deprecated, reason = "rayon-core still carries them")]
pub use tine::{Configuration, initialize};
