//! tine under the name of rayon 1.12: the same paths, another engine. See the README beside this package.
//!
//! Invariant: every item is tine's own, so a type named through this package, through `rayon_core` or through `tine` is one
//! type. Only names that rayon has are here; what tine has beyond them is under `tine`.

pub use tine::{
    BroadcastContext, FnContext, Scope, ScopeFifo, ThreadBuilder, ThreadPool, ThreadPoolBuildError,
    ThreadPoolBuilder, Yield, array, broadcast, collections, current_num_threads,
    current_thread_index, in_place_scope, in_place_scope_fifo, iter, join, join_context,
    max_num_threads, option, range, range_inclusive, result, scope, scope_fifo, slice, spawn,
    spawn_broadcast, spawn_fifo, str, string, vec, yield_local, yield_now,
};

pub mod prelude {
    //! The traits that carry rayon's methods.
    pub use tine::iter::{
        FromParallelIterator, IndexedParallelIterator, IntoParallelIterator,
        IntoParallelRefIterator, IntoParallelRefMutIterator, ParallelBridge, ParallelDrainFull,
        ParallelDrainRange, ParallelExtend, ParallelIterator,
    };
    pub use tine::slice::{ParallelSlice, ParallelSliceMut};
    pub use tine::str::ParallelString;
}
