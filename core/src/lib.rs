//! The engine of [tine](https://docs.rs/tine): a pool of workers that steal from each other, and the verbs that put it to work.
//!
//! Use `tine`, which has everything that is here under the same names, and parallel iterators and algorithms beside it. This package
//! is apart so that compilers can work on both at once: while this one's machine code is made, the iterators are read.
//!
//! ```
//! let (six, seven) = tine_core::join(|| 1 + 5, || 3 + 4);
//! assert_eq!(six * seven, 42);
//! ```
//!
//! Invariant: what is named here is public, and documented, under `tine` too, but for [`engine`], which is for `tine` alone: it
//! changes without notice.
// Under loom only the models use the engine, and none uses all of it.
#![cfg_attr(loom, allow(dead_code, unused_imports))]
// What is of use to tasks alone lies scattered in the pool, and is little.
#![cfg_attr(not(feature = "full"), allow(dead_code, unreachable_pub))]

mod base;
#[cfg(not(loom))]
mod grain;
mod job;
mod pool;
mod queue;
mod sync;
#[cfg(not(loom))]
mod task;
#[cfg(all(feature = "trace", not(loom)))]
pub mod trace;

#[cfg(not(loom))]
pub use public::*;

#[cfg(not(loom))]
#[doc(hidden)]
pub mod engine {
    //! What the rooms of `tine` use of the engine, and nobody else should: all of it, in one list.
    pub use crate::base::{clock, prim, rng, unwind};
    #[cfg(feature = "full")]
    pub use crate::pool::global::as_guest;
    pub use crate::pool::global::{help_in, in_pool};
    pub use crate::pool::hunger::{Notice, keep_shared};
    pub use crate::pool::search::has_forks;
    pub use crate::sync::handover;
    pub use crate::task::fork::{Forked, fork};
    pub use crate::task::join::join_by_calls;
    pub use either::Either;

    pub mod grain {
        //! The room of that name.
        pub use crate::grain::*;
    }
}

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
#[cfg(all(feature = "full", not(loom)))]
pub mod graph {
    //! Work in the order of what depends on what: [`TaskGraph`] and what belongs to it.
    pub use crate::task::graph::*;
}
