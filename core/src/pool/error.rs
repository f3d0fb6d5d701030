//! Why a pool could not be built.

use std::error::Error;
use std::{fmt, io};

/// The error of [`ThreadPoolBuilder::build`](crate::ThreadPoolBuilder::build) and its kin.
///
/// There are three kinds: the global pool exists already; the calling thread belongs to a pool
/// already (with [`use_current_thread`](crate::ThreadPoolBuilder::use_current_thread)); the
/// operating system refused a thread, in which case [`source`](Error::source) is its error.
///
/// ```
/// // The first use of the global pool builds it: too late for a configuration.
/// tine::join(|| (), || ());
/// let error = tine::ThreadPoolBuilder::new().build_global().unwrap_err();
/// assert_eq!(error.to_string(), "The global thread pool has already been initialized.");
/// ```
pub struct ThreadPoolBuildError {
    kind: ErrorKind,
}

#[derive(Debug)]
pub(crate) enum ErrorKind {
    GlobalPoolAlreadyInitialized,
    CurrentThreadAlreadyInPool,
    IOError(io::Error),
}

impl ThreadPoolBuildError {
    #[inline]
    pub(crate) fn new(kind: ErrorKind) -> Self {
        ThreadPoolBuildError { kind }
    }

    /// Whether the platform has no threads at all.
    #[inline]
    pub(crate) fn is_unsupported(&self) -> bool {
        matches!(&self.kind, ErrorKind::IOError(e) if e.kind() == io::ErrorKind::Unsupported)
    }
}

impl fmt::Display for ThreadPoolBuildError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ErrorKind::GlobalPoolAlreadyInitialized => {
                f.write_str("The global thread pool has already been initialized.")
            }
            ErrorKind::CurrentThreadAlreadyInPool => {
                f.write_str("The current thread is already part of another thread pool.")
            }
            ErrorKind::IOError(error) => error.fmt(f),
        }
    }
}

impl fmt::Debug for ThreadPoolBuildError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ThreadPoolBuildError")
            .field("kind", &self.kind)
            .finish()
    }
}

impl Error for ThreadPoolBuildError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            ErrorKind::IOError(error) => Some(error),
            _ => None,
        }
    }
}
