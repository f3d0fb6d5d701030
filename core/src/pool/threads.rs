//! How a pool's threads are made: by std, or by the user.

use crate::pool::registry::Registry;
use crate::pool::worker;
use std::sync::Arc;
use std::{fmt, io, thread};

/// What it takes to become one of a pool's threads; handed to
/// [`ThreadPoolBuilder::spawn_handler`](crate::ThreadPoolBuilder::spawn_handler).
///
/// Dropping it without [`run`](Self::run) leaves the pool without that thread: its share of work is
/// done by the others, but what is meant for it alone (a broadcast) never runs.
///
/// ```
/// let pool = tine::ThreadPoolBuilder::new()
///     .num_threads(2)
///     .spawn_handler(|thread| {
///         assert!(thread.index() < 2);
///         std::thread::Builder::new().spawn(|| thread.run())?;
///         Ok(())
///     })
///     .build()
///     .unwrap();
/// assert_eq!(pool.install(|| 6 * 7), 42);
/// ```
pub struct ThreadBuilder {
    pub(super) name: Option<String>,
    pub(super) stack_size: Option<usize>,
    pub(super) place: Place,
    pub(super) index: usize,
}

impl ThreadBuilder {
    /// The thread's index in the pool, below the pool's number of threads.
    ///
    /// ```
    /// # use tine::ThreadPoolBuilder;
    /// let mut seen = Vec::new();
    /// let _pool = ThreadPoolBuilder::new().num_threads(2).spawn_handler(|thread| {
    ///     seen.push(thread.index());
    ///     std::thread::spawn(|| thread.run());
    ///     Ok(())
    /// }).build().unwrap();
    /// assert_eq!(seen, [0, 1]);
    /// ```
    pub fn index(&self) -> usize {
        self.index
    }

    /// The name that [`thread_name`](crate::ThreadPoolBuilder::thread_name) gave.
    ///
    /// ```
    /// # use tine::ThreadPoolBuilder;
    /// let builder = ThreadPoolBuilder::new().num_threads(1).thread_name(|i| format!("w{i}"));
    /// let _pool = builder.spawn_handler(|thread| {
    ///     assert_eq!(thread.name(), Some("w0"));
    ///     std::thread::spawn(|| thread.run());
    ///     Ok(())
    /// }).build().unwrap();
    /// ```
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The stack size in bytes that [`stack_size`](crate::ThreadPoolBuilder::stack_size) gave.
    ///
    /// ```
    /// # use tine::ThreadPoolBuilder;
    /// let builder = ThreadPoolBuilder::new().num_threads(1).stack_size(1 << 20);
    /// let _pool = builder.spawn_handler(|thread| {
    ///     assert_eq!(thread.stack_size(), Some(1 << 20));
    ///     std::thread::spawn(|| thread.run());
    ///     Ok(())
    /// }).build().unwrap();
    /// ```
    pub fn stack_size(&self) -> Option<usize> {
        self.stack_size
    }

    /// Works for the pool. Returns when the pool is gone and its work is done.
    ///
    /// # Panics
    /// If the calling thread is part of a pool already, be it as a guest. Then this pool has one thread less than it counts on.
    ///
    /// ```
    /// # use tine::ThreadPoolBuilder;
    /// let _pool = ThreadPoolBuilder::new().num_threads(1).spawn_handler(|thread| {
    ///     std::thread::spawn(|| thread.run());
    ///     Ok(())
    /// }).build().unwrap();
    /// ```
    #[track_caller]
    pub fn run(mut self) {
        worker::live(&mut self.place, self.index);
    }

    /// A std builder with this thread's name and stack size.
    fn std_builder(&self) -> thread::Builder {
        let mut builder = thread::Builder::new();
        if let Some(name) = &self.name {
            builder = builder.name(name.clone());
        }
        if let Some(size) = self.stack_size {
            builder = builder.stack_size(size);
        }
        builder
    }
}

/// The pool that a thread is for. It waits for the thread's start until that has been told, or this is dropped, and for its end
/// until this is dropped.
pub(super) struct Place {
    registry: Arc<Registry>,
    started: bool,
}

impl Place {
    pub(super) fn new(registry: Arc<Registry>) -> Self {
        registry.exits.expect();
        Place {
            registry,
            started: false,
        }
    }

    pub(super) fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The thread is about to work.
    pub(super) fn tell_start(&mut self) {
        self.started = true;
        self.registry.thread_started();
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // Nobody is to wait for a thread that will never start.
        if !self.started {
            self.registry.thread_started();
        }
        self.registry.exits.report();
    }
}

impl fmt::Debug for ThreadBuilder {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ThreadBuilder")
            .field("index", &self.index)
            .field("name", &self.name)
            .field("stack_size", &self.stack_size)
            .finish_non_exhaustive()
    }
}

/// Makes threads. Sealed: users give a closure to `spawn_handler`.
pub trait ThreadSpawn {
    #[doc(hidden)]
    fn spawn(&mut self, thread: ThreadBuilder) -> io::Result<()>;

    /// Whether the threads are ordinary ones, which a guest may stand in for.
    #[doc(hidden)]
    fn ordinary(&self) -> bool;
}

/// Threads from [`std::thread::Builder`]: what a builder uses unless told otherwise.
#[derive(Debug, Default)]
pub struct DefaultSpawn(());

impl ThreadSpawn for DefaultSpawn {
    fn spawn(&mut self, thread: ThreadBuilder) -> io::Result<()> {
        let registry = Arc::clone(&thread.place.registry);
        let handle = thread.std_builder().spawn(|| thread.run())?;
        registry.exits.keep(handle);
        Ok(())
    }

    fn ordinary(&self) -> bool {
        true
    }
}

/// Threads from a closure of the user's.
pub struct CustomSpawn<F>(F);

impl<F> CustomSpawn<F>
where
    F: FnMut(ThreadBuilder) -> io::Result<()>,
{
    pub(super) fn new(spawn: F) -> Self {
        CustomSpawn(spawn)
    }
}

impl<F> ThreadSpawn for CustomSpawn<F>
where
    F: FnMut(ThreadBuilder) -> io::Result<()>,
{
    fn spawn(&mut self, thread: ThreadBuilder) -> io::Result<()> {
        (self.0)(thread)
    }

    fn ordinary(&self) -> bool {
        false
    }
}

impl<F> fmt::Debug for CustomSpawn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CustomSpawn")
    }
}

/// Spawns `thread` in a scope of std's, inside `wrapper`.
pub(super) fn spawn_scoped<'scope, W>(
    scope: &'scope thread::Scope<'scope, '_>,
    thread: ThreadBuilder,
    wrapper: &'scope W,
) -> io::Result<()>
where
    W: Fn(ThreadBuilder) + Sync,
{
    thread
        .std_builder()
        .spawn_scoped(scope, || wrapper(thread))
        .map(drop)
}
