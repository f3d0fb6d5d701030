//! `then`: a task that begins when another has ended.

use crate::base::unwind;
use crate::task::handle::Task;
use crate::task::home;
use crate::task::trigger::after_all;

impl<T: Send + 'static> Task<T> {
    /// A task that runs `func` with this one's value once that is there, in the same pool. No thread waits for it.
    ///
    /// If this task ends with an `Err`, by a panic or because it was cancelled, `func` is dropped and the new task ends with the
    /// same payload. To cancel the new task before this one has ended detaches this one. So does a call from outside the pool once
    /// that takes nothing more from there, because it was shut down or its handle is gone: then the new task is cancelled.
    ///
    /// Costs an allocation, and a block of memory as [`spawn`](crate::spawn()) says.
    ///
    /// # Panics
    /// If the result was taken before, by `.await`.
    ///
    /// ```
    /// let task = tine::submit(|| 6).then(|six| six * 7).then(|answer| answer.to_string());
    /// assert_eq!(task.join().unwrap(), "42");
    ///
    /// let failed = tine::submit(|| -> i32 { std::panic::resume_unwind(Box::new("ill")) });
    /// let payload = failed.then(|_| unreachable!()).join().map(|()| ()).unwrap_err();
    /// assert_eq!(payload.downcast_ref(), Some(&"ill"));
    /// ```
    #[track_caller]
    pub fn then<U, F>(self, func: F) -> Task<U>
    where
        F: FnOnce(T) -> U + Send + 'static,
        U: Send + 'static,
    {
        after_all(
            self.next_home(),
            self,
            |task, all| task.notify(all),
            |task| match task.take() {
                Ok(value) => home::run(|| func(value)),
                // Dropping it is the user's part too; a panic of that gives way to the first.
                Err(payload) => home::run(|| unwind::discard(func)).and(Err(payload)),
            },
        )
    }
}
