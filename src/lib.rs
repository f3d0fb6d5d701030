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
// Under loom only the models use the engine, and none uses all of it.
#![cfg_attr(loom, allow(dead_code, unused_imports))]
// What is of use to tasks alone lies scattered in the pool, and is little.
#![cfg_attr(not(feature = "full"), allow(dead_code, unreachable_pub))]

#[cfg(not(loom))]
mod algo;
mod base;
#[cfg(doctest)]
mod compile_fail;
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
#[cfg(all(feature = "trace", not(loom)))]
pub mod trace;

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
    #[cfg(feature = "full")]
    pub use crate::pool::priority::Priority;
    pub use crate::pool::stats::{PoolStats, WorkerStats, stats};
    pub use crate::pool::threads::ThreadBuilder;
    pub use crate::task::broadcast::{BroadcastContext, broadcast, spawn_broadcast};
    pub use crate::task::cancel::{CancelToken, Cancelled};
    #[cfg(feature = "full")]
    pub use crate::task::future::spawn_future;
    #[cfg(feature = "full")]
    pub use crate::task::graph::{TaskGraph, TaskGraphBuilder};
    #[cfg(feature = "full")]
    pub use crate::task::handle::Task;
    pub use crate::task::join::{FnContext, join, join_context};
    #[cfg(feature = "full")]
    pub use crate::task::options::TaskOptions;
    pub use crate::task::scope::{Scope, in_place_scope, scope};
    pub use crate::task::scope_fifo::{ScopeFifo, in_place_scope_fifo, scope_fifo};
    #[cfg(feature = "full")]
    pub use crate::task::scope_with::scope_with;
    pub use crate::task::shutdown::Unfinished;
    pub use crate::task::spawn::{spawn, spawn_fifo};
    #[cfg(feature = "full")]
    pub use crate::task::submit::{submit, submit_with};
    pub use crate::task::wait_all::wait_all;
    #[cfg(feature = "full")]
    pub use crate::task::when::{First, TaskSet, when_all, when_any};
    pub use crate::task::yielding::{Yield, yield_local, yield_now};
}

#[cfg(all(feature = "full", not(loom)))]
pub mod deque {
    //! Queues for schedulers of one's own: one owner, any number of thieves.
    //!
    //! | made by | the owner | thieves | full |
    //! |---|---|---|---|
    //! | [`bounded`] | pushes and pops at the bottom: last in, first out | take the oldest | the item comes back |
    //! | [`growable`] | as above | as above | it grows |
    //! | [`ring`] | first in, first out | take half of the items at once | half comes out |
    //!
    //! An item is open to thieves from the moment it is pushed. It leaves once, to the owner or to one thief, and what was
    //! written before it was pushed is seen by whoever gets it. Nobody ever blocks, and no lock is taken. What is left
    //! when the last handle goes is dropped.
    //!
    //! ```
    //! use std::thread;
    //! use tine::deque::{self, Steal};
    //!
    //! let (mine, open) = deque::growable();
    //! (0..100).for_each(|i| mine.push(i));
    //! let total: i32 = thread::scope(|s| {
    //!     let thief = s.spawn(|| {
    //!         let mut sum = 0;
    //!         loop {
    //!             match open.steal() {
    //!                 Steal::Item(i) => sum += i,
    //!                 Steal::Retry => thread::yield_now(),
    //!                 Steal::Empty => return sum,
    //!             }
    //!         }
    //!     });
    //!     let sum: i32 = std::iter::from_fn(|| mine.pop()).sum();
    //!     sum + thief.join().unwrap()
    //! });
    //! assert_eq!(total, 4950);
    //! ```
    pub use crate::queue::Steal;
    pub use crate::queue::handles::bounded::{BoundedWorker, bounded};
    pub use crate::queue::handles::growable::{GrowableWorker, growable};
    pub use crate::queue::handles::ring::{RingStealer, RingWorker, ring};
    pub use crate::queue::handles::stealer::Stealer;
}
#[cfg(not(loom))]
pub mod array {
    //! Parallel iterators over arrays.
    pub use crate::source::array::IntoIter;
}
#[cfg(all(feature = "full", not(loom)))]
pub mod graph {
    //! Work in the order of what depends on what: [`TaskGraph`] and what belongs to it.
    pub use crate::task::graph::*;
}
#[cfg(not(loom))]
pub mod slice {
    //! Parallel iterators over slices.
    pub use crate::source::slice::*;
}
#[cfg(not(loom))]
pub mod vec {
    //! Parallel iterators over vectors.
    #[cfg(feature = "full")]
    pub use crate::source::vec::VecAlgorithms;
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
#[cfg(not(loom))]
pub mod option {
    //! Parallel iterators over options.
    pub use crate::source::option::{IntoIter, Iter, IterMut};
}
#[cfg(not(loom))]
pub mod result {
    //! Parallel iterators over results.
    pub use crate::source::result::{IntoIter, Iter, IterMut};
}
#[cfg(not(loom))]
pub use crate::source::collections;
#[cfg(not(loom))]
pub mod str {
    //! Parallel iterators over strings.
    pub use crate::source::str::{
        Bytes, CharIndices, Chars, EncodeUtf16, Lines, MatchIndices, Matches, ParallelString,
        Split, SplitAsciiWhitespace, SplitInclusive, SplitTerminator, SplitWhitespace,
    };
}
#[cfg(not(loom))]
pub mod string {
    //! A parallel iterator that drains strings.
    pub use crate::source::string::Drain;
}
