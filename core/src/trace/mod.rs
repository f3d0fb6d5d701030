//! Who did what when: the last moments of a pool, as data, as a file for [Perfetto](https://ui.perfetto.dev), as a picture.
//!
//! With the feature `trace` each worker notes what it does: when it begins and ends a job, a task, a search or its sleep, what it
//! steals from whom, and how often it forks. It writes into a ring of its own, without waiting for anybody, and overwrites
//! the oldest of its last 65,536 events. [`snapshot`] and [`ThreadPool::trace`](crate::ThreadPool::trace) read what is there, at any
//! time, and disturb nobody.
//!
//! ```
//! use std::time::Duration;
//!
//! fn fib(n: u32) -> u64 {
//!     if n < 2 {
//!         return n.into();
//!     }
//!     let (a, b) = tine::join(|| fib(n - 1), || fib(n - 2));
//!     a + b
//! }
//!
//! let pool = tine::ThreadPoolBuilder::new().num_threads(2).build()?;
//! pool.install(|| fib(20));
//! let trace = pool.trace().titled("fib(20)");
//! assert_eq!(trace.workers.len(), 2);
//!
//! let mut file = Vec::new();
//! trace.write_chrome(&mut file)?; // to be opened by Perfetto or chrome://tracing
//! trace.write_svg(&mut file)?;
//! trace.write_png(&mut file)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Cost
//!
//! A mebibyte of memory for each worker, and some nanoseconds for each event: `fib(32)`, which does nothing but fork, takes 60 ms
//! with the feature and 33 ms without on one thread of a processor of 2.5 GHz, 8 ns for each of its 3.5 million forks.
//! `cargo bench --bench fork --features trace -- fib` tells what it is elsewhere. Without the feature no code is made of it.
//!
//! `examples/timeline.rs` draws a sort and a picture of the Mandelbrot set.

mod chrome;
mod data;
mod picture;
mod png;
mod replay;
mod svg;

pub use crate::pool::recorder::Activity;
pub use data::{Event, EventKind, Span, Timeline, Trace};

use crate::pool::global;
use crate::pool::handle::ThreadPool;

/// What the calling thread's pool did last, or else the global one. See the [module](self).
///
/// It comes from all workers, and they go on meanwhile. Costs time and memory in proportion to the events that
/// are there.
///
/// ```
/// tine::join(|| (), || ());
/// let trace = tine::trace::snapshot();
/// assert_eq!(trace.workers.len(), tine::current_num_threads());
/// assert!(trace.workers.iter().any(|worker| !worker.spans.is_empty()));
/// ```
pub fn snapshot() -> Trace {
    global::with_current(replay::trace)
}

impl ThreadPool {
    /// [`snapshot`] of this pool. Exists with the feature `trace`.
    ///
    /// ```
    /// use tine::trace::Activity;
    ///
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    /// pool.spawn(|| ());
    /// pool.wait_all();
    /// let spans = &pool.trace().workers[0].spans;
    /// assert!(spans.iter().any(|span| span.activity == Activity::Task));
    /// ```
    pub fn trace(&self) -> Trace {
        replay::trace(self.registry())
    }
}
