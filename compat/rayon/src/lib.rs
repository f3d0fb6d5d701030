//! tine under the name of rayon 1.12: the same paths, another engine. See the README beside this package.
//!
//! Invariant: every type and trait is tine's own, so one that is named through this package, through `rayon_core` or through `tine` is
//! the same. At the root and in the prelude there are only names that rayon has. The modules are tine's: they may have more, and do so if
//! a package of the tree asks tine for its feature `full`.

pub use tine::{
    BroadcastContext, FnContext, Scope, ScopeFifo, ThreadBuilder, ThreadPool, ThreadPoolBuildError,
    ThreadPoolBuilder, Yield, array, broadcast, collections, current_num_threads,
    current_thread_index, in_place_scope, in_place_scope_fifo, join, join_context, max_num_threads,
    option, range, range_inclusive, result, scope, scope_fifo, slice, spawn, spawn_broadcast,
    spawn_fifo, str, string, vec, yield_local, yield_now,
};

pub mod iter {
    //! tine's parallel iterators, and what only rayon still has.
    pub use tine::iter::*;

    /// The former name of [`repeat_n`].
    #[deprecated(note = "use `repeat_n`")]
    pub fn repeatn<T: Clone + Send>(element: T, n: usize) -> RepeatN<T> {
        repeat_n(element, n)
    }
}

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
