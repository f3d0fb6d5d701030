//! `TaskOptions`: how a task is to be run. Plain data.

use crate::pool::priority::Priority;

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
}

impl TaskOptions {
    /// What [`submit`](crate::submit()) does: [`Priority::Normal`].
    ///
    /// ```
    /// let task = tine::submit_with(tine::TaskOptions::new(), || 1);
    /// assert_eq!(task.join().unwrap(), 1);
    /// ```
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
    pub fn priority(mut self, priority: Priority) -> Self {
        self.priority = priority;
        self
    }

    pub(super) fn level(&self) -> Priority {
        self.priority
    }
}
