//! `TaskOptions`: how a task is to be run. Plain data.

use crate::pool::priority::Priority;
use crate::task::cancel::CancelToken;

/// How [`submit_with`](crate::submit_with) and its like run a task.
///
/// ```
/// use tine::{Priority, TaskOptions};
/// let task = tine::submit_with(TaskOptions::new().priority(Priority::High), || 6 * 7);
/// assert_eq!(task.join().unwrap(), 42);
/// ```
#[derive(Clone, Debug, Default)]
pub struct TaskOptions {
    priority: Priority,
    token: Option<CancelToken>,
}

impl TaskOptions {
    /// What [`submit`](crate::submit()) does: [`Priority::Normal`], and no token.
    ///
    /// ```
    /// let task = tine::submit_with(tine::TaskOptions::new(), || 1);
    /// assert_eq!(task.join().unwrap(), 1);
    /// ```
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// Which tasks go first.
    ///
    /// ```
    /// use tine::{Priority, TaskOptions};
    /// let task = tine::submit_with(TaskOptions::new().priority(Priority::Low), || 1);
    /// assert_eq!(task.join().unwrap(), 1);
    /// ```
    #[must_use]
    #[inline]
    pub fn priority(mut self, priority: Priority) -> Self {
        self.priority = priority;
        self
    }

    /// Who can call the task off: if `token` is cancelled when the task is about to begin, it is dropped instead, as if by
    /// [`Task::cancel`](crate::Task::cancel). Its result is an `Err` that holds [`Cancelled`](crate::Cancelled).
    ///
    /// The task keeps its place in the pool's queue until then. One that has begun goes on; it may ask a clone of the token.
    ///
    /// ```
    /// use tine::{CancelToken, Cancelled, TaskOptions};
    /// let token = CancelToken::new();
    /// let options = TaskOptions::new().token(&token);
    /// assert_eq!(tine::submit_with(options.clone(), || 1).join().unwrap(), 1);
    /// token.cancel();
    /// let task = tine::submit_with(options, || unreachable!());
    /// assert!(task.join().unwrap_err().is::<Cancelled>());
    /// ```
    #[must_use]
    #[inline]
    pub fn token(mut self, token: &CancelToken) -> Self {
        self.token = Some(token.clone());
        self
    }

    #[inline]
    pub(super) fn take_token(&mut self) -> Option<CancelToken> {
        self.token.take()
    }

    #[inline]
    pub(super) fn level(&self) -> Priority {
        self.priority
    }
}
