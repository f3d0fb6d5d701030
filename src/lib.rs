//! Data parallelism with rayon's names, on an engine of its own.
//!
//! Three ways to use it. *Parallel iterators* look like those of std and run on all processors:
//!
//! ```
//! use tine::prelude::*;
//!
//! let words = ["prong", "of", "a", "fork"];
//! let letters: usize = words.par_iter().map(|word| word.len()).sum();
//! assert_eq!(letters, 12);
//! ```
//!
//! *Fork-join*: [`join`] runs two closures, [`scope`] any number that may borrow from the caller, [`spawn`] one that
//! runs on its own.
//!
//! ```
//! let mut values = [5, 1, 4];
//! let (left, right) = values.split_at_mut(1);
//! tine::join(|| left.sort(), || right.sort());
//! assert_eq!(values, [5, 1, 4]);
//! ```
//!
//! And *tasks*: [`submit`] hands a closure to the pool, [`spawn_future`] a future, and gives a [`Task`], which can be joined,
//! awaited in any runtime, cancelled, and continued. [`TaskGraph`] runs named pieces of work in the order of what needs what, and
//! a [`CancelToken`] calls off tasks, scopes and iterators.
//!
//! ```
//! let width = tine::submit(|| 6);
//! let height = tine::submit(|| 7);
//! let area = tine::when_all((width, height)).then(|(width, height)| width * height);
//! assert_eq!(area.join().unwrap(), 42);
//! ```
//!
//! All of it runs on the global pool, which starts when it is first used, or on a [`ThreadPool`] of one's own. [`stats()`] tells
//! what its workers have done. The queues underneath are in [`deque`].
//!
//! # Coming from rayon
//!
//! Change `use rayon::` to `use tine::`. Names, signatures and documented behaviour are rayon's. What differs:
//!
//! - A thread outside the pool that calls [`join`], [`scope`] or a parallel iterator takes part in the work as a guest,
//!   instead of handing it over and blocking. So its thread-locals are seen, and its stack is used. It borrows the place
//!   and the [index](current_thread_index) of a sleeping pool thread meanwhile. Pools with threads of a special kind (names,
//!   handlers, stack sizes) take no guests.
//! - A thread that waits for a stolen part works on related parts first. If there are none it takes whatever there is, as
//!   rayon does: do not hold a lock over a call which other work may want too.
//! - Iterators measure what their items cost and share no more than pays. `with_min_len` and `with_max_len` are obeyed, and
//!   seldom needed.
//! - Which thread runs what, and where a range is split, is unspecified in both; the order of results is as documented.
//!
//! As with rayon, a process that a program makes by `fork` without `exec` has none of the pool's threads: there, tasks and spawned
//! jobs wait for ever, and other calls may. Make the child first, or let it use a pool of its own.
//!
//! # Environment
//!
//! `TINE_NUM_THREADS` is the number of threads of the global pool, and of pools that do not say. Without it
//! `RAYON_NUM_THREADS` and `RAYON_RS_NUM_CPUS` are asked, then the number of processors that the process may use (quotas
//! included). A value of 0 means the latter.
//!
//! # Features
//!
//! - `full`, on by default: most of what rayon has no name for. That is tasks with a handle, [`TaskGraph`], [`scope_with`], [`deque`],
//!   [`SliceAlgorithms`](prelude::SliceAlgorithms) and its kin, `par_map_in_order`, and of the iterators' methods `cancellable`,
//!   `deterministic`, `in_order`, `min_max` and the scans. Without it (`default-features = false`) a program builds faster.
//! - `trace`, off by default: workers note what they do, and the module `tine::trace` gives it as data, as a file for Perfetto,
//!   and as a picture; `examples/timeline.rs` shows how.
//!
#![doc = include_str!("README.md")]
// What is of use to algorithms alone lies scattered in `plumbing` and `iter`, and is little.
#![cfg_attr(not(feature = "full"), allow(dead_code, unreachable_pub))]

mod algo;
#[cfg(doctest)]
mod compile_fail;

pub mod iter;
mod plumbing;
pub mod prelude;
mod source;

#[doc(inline)]
pub use tine_core::{
    BroadcastContext, CancelToken, Cancelled, FnContext, PoolStats, Scope, ScopeFifo,
    ThreadBuilder, ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder, Unfinished, WorkerStats,
    Yield, broadcast, current_num_threads, current_thread_has_pending_tasks, current_thread_index,
    in_place_scope, in_place_scope_fifo, join, join_context, max_num_threads, scope, scope_fifo,
    spawn, spawn_broadcast, spawn_fifo, stats, wait_all, yield_local, yield_now,
};
#[doc(hidden)]
#[allow(deprecated)]
pub use tine_core::{Configuration, initialize};
#[cfg(feature = "full")]
#[doc(inline)]
pub use tine_core::{
    First, Priority, Task, TaskGraph, TaskGraphBuilder, TaskOptions, TaskSet, deque, graph,
    scope_with, spawn_future, submit, submit_with, when_all, when_any,
};

#[cfg(feature = "trace")]
#[doc(inline)]
pub use tine_core::trace;
pub mod array {
    //! Parallel iterators over arrays.
    pub use crate::source::array::IntoIter;
}
pub mod slice {
    //! Parallel iterators over slices.
    pub use crate::source::slice::*;
}
pub mod vec {
    //! Parallel iterators over vectors.
    #[cfg(feature = "full")]
    pub use crate::source::vec::VecAlgorithms;
    pub use crate::source::vec::{Drain, IntoIter};
}
pub mod range_inclusive {
    //! Parallel iterators over ranges that include their end.
    pub use crate::source::range_inclusive::Iter;
}
pub mod range {
    //! Parallel iterators over ranges.
    pub use crate::source::range::Iter;
}
pub mod option {
    //! Parallel iterators over options.
    pub use crate::source::option::{IntoIter, Iter, IterMut};
}
pub mod result {
    //! Parallel iterators over results.
    pub use crate::source::result::{IntoIter, Iter, IterMut};
}
pub use crate::source::collections;
pub mod str {
    //! Parallel iterators over strings.
    pub use crate::source::str::{
        Bytes, CharIndices, Chars, EncodeUtf16, Lines, MatchIndices, Matches, ParallelString,
        Split, SplitAsciiWhitespace, SplitInclusive, SplitTerminator, SplitWhitespace,
    };
}
pub mod string {
    //! A parallel iterator that drains strings.
    pub use crate::source::string::Drain;
}
