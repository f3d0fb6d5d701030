//! `scope_with`: a scope whose jobs a token can call off.

use crate::pool::global;
use crate::pool::handle::ThreadPool;
use crate::task::cancel::CancelToken;
use crate::task::scope::Scope;

/// As [`scope`](crate::scope()), but once `token` is cancelled, jobs of the scope that have not begun are dropped instead of run.
///
/// `op` and jobs that have begun go on to their end; they may ask [`Scope::is_cancelled`]. Then the scope returns as usual, with
/// what `op` returned; ask the token whether all jobs were run. What a job has captured is dropped in any case before the scope
/// ends.
///
/// # Panics
/// As [`scope`](crate::scope()), and if dropping what an unrun job has captured does.
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering};
/// let (token, tried) = (tine::CancelToken::new(), AtomicU32::new(0));
/// tine::scope_with(&token, |s| {
///     for guess in 0..1_000_000 {
///         if s.is_cancelled() {
///             break;
///         }
///         let (token, tried) = (&token, &tried);
///         s.spawn(move |_| {
///             tried.fetch_add(1, Ordering::Relaxed);
///             if guess % 1000 == 777 {
///                 token.cancel(); // found
///             }
///         });
///     }
/// });
/// assert!(token.is_cancelled() && tried.into_inner() > 0);
/// ```
pub fn scope_with<'scope, OP, R>(token: &CancelToken, op: OP) -> R
where
    OP: FnOnce(&Scope<'scope>) -> R + Send,
    R: Send,
{
    global::in_pool(|_| Scope::run_with(token, op))
}

impl ThreadPool {
    /// [`scope_with`] on one of the pool's own threads.
    ///
    /// # Panics
    /// As [`scope_with`].
    ///
    /// ```
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    /// let token = tine::CancelToken::new();
    /// token.cancel();
    /// pool.scope_with(&token, |s| s.spawn(|_| unreachable!()));
    /// ```
    pub fn scope_with<'scope, OP, R>(&self, token: &CancelToken, op: OP) -> R
    where
        OP: FnOnce(&Scope<'scope>) -> R + Send,
        R: Send,
    {
        self.install(|| scope_with(token, op))
    }
}
