//! rayon-core's first interface, which it still carries, deprecated: a configuration that builds pools.
//!
//! It stands here and not in the package that lends tine rayon-core's name, because [`ThreadPool::new`] is an inherent
//! function, and those cannot be added from outside. Everything is passed on to [`ThreadPoolBuilder`].
#![allow(deprecated)]

use crate::pool::config::ThreadPoolBuilder;
use crate::pool::handle::ThreadPool;
use std::any::Any;
use std::error::Error;

/// The former name of [`ThreadPoolBuilder`], with errors in boxes.
///
/// ```
/// # #![allow(deprecated)]
/// let pool = tine::Configuration::new().num_threads(2).build().unwrap();
/// assert_eq!(pool.current_num_threads(), 2);
/// ```
#[deprecated(note = "use `ThreadPoolBuilder`")]
#[derive(Default, Debug)]
pub struct Configuration {
    builder: ThreadPoolBuilder,
}

impl Configuration {
    /// As [`ThreadPoolBuilder::new`].
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// As [`ThreadPoolBuilder::build`].
    ///
    /// # Errors
    /// As there.
    #[inline]
    pub fn build(self) -> Result<ThreadPool, Box<dyn Error + 'static>> {
        Ok(self.builder.build()?)
    }

    /// As [`ThreadPoolBuilder::thread_name`].
    pub fn thread_name<F>(self, closure: F) -> Self
    where
        F: FnMut(usize) -> String + 'static,
    {
        self.with(|builder| builder.thread_name(closure))
    }

    /// As [`ThreadPoolBuilder::num_threads`].
    #[inline]
    pub fn num_threads(self, num_threads: usize) -> Self {
        self.with(|builder| builder.num_threads(num_threads))
    }

    /// As [`ThreadPoolBuilder::panic_handler`].
    pub fn panic_handler<H>(self, panic_handler: H) -> Self
    where
        H: Fn(Box<dyn Any + Send>) + Send + Sync + 'static,
    {
        self.with(|builder| builder.panic_handler(panic_handler))
    }

    /// As [`ThreadPoolBuilder::stack_size`].
    #[inline]
    pub fn stack_size(self, stack_size: usize) -> Self {
        self.with(|builder| builder.stack_size(stack_size))
    }

    /// As [`ThreadPoolBuilder::breadth_first`].
    #[inline]
    pub fn breadth_first(self) -> Self {
        self.with(ThreadPoolBuilder::breadth_first)
    }

    /// As [`ThreadPoolBuilder::start_handler`].
    pub fn start_handler<H>(self, start_handler: H) -> Self
    where
        H: Fn(usize) + Send + Sync + 'static,
    {
        self.with(|builder| builder.start_handler(start_handler))
    }

    /// As [`ThreadPoolBuilder::exit_handler`].
    pub fn exit_handler<H>(self, exit_handler: H) -> Self
    where
        H: Fn(usize) + Send + Sync + 'static,
    {
        self.with(|builder| builder.exit_handler(exit_handler))
    }

    fn with(self, change: impl FnOnce(ThreadPoolBuilder) -> ThreadPoolBuilder) -> Self {
        Configuration {
            builder: change(self.builder),
        }
    }
}

/// As [`ThreadPoolBuilder::build_global`].
///
/// # Errors
/// As there.
///
/// ```
/// # #![allow(deprecated)]
/// tine::initialize(tine::Configuration::new().num_threads(2)).unwrap();
/// assert_eq!(tine::current_num_threads(), 2);
/// ```
#[deprecated(note = "use `ThreadPoolBuilder::build_global`")]
#[inline]
pub fn initialize(config: Configuration) -> Result<(), Box<dyn Error>> {
    Ok(config.builder.build_global()?)
}

impl ThreadPool {
    /// As [`ThreadPoolBuilder::build`].
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// # #![allow(deprecated)]
    /// let pool = tine::ThreadPool::new(tine::Configuration::new().num_threads(1)).unwrap();
    /// assert_eq!(pool.install(|| 1 + 1), 2);
    /// ```
    #[doc(hidden)]
    #[deprecated(note = "use `ThreadPoolBuilder::build`")]
    #[inline]
    pub fn new(configuration: Configuration) -> Result<ThreadPool, Box<dyn Error>> {
        configuration.build()
    }
}
