//! `submit`: a closure becomes a task with a handle.

use crate::base::unwind::Payload;
use crate::job::Signal;
use crate::job::task::{End, closure};
use crate::pool::global;
use crate::pool::handle::ThreadPool;
use crate::pool::registry::Registry;
use crate::task::cancel::Cancelled;
use crate::task::handle::Task;
use crate::task::home::{self, Home};
use crate::task::options::TaskOptions;
use crate::task::scope::{Borrowed, Scope, ScopeBase};

/// Hands `func` to the calling thread's pool, or the global one, and returns at once with a handle on it.
///
/// Tasks of a pool begin in the order in which they were submitted, as far as one of its threads can see, and end in any. See
/// [`Task`] for what can be done with the handle. For work that borrows, see [`Scope::submit`](crate::Scope::submit); for work
/// whose end nobody wants to know, [`spawn`](crate::spawn()) is cheaper.
///
/// A panic of `func` is part of the task's result. A pool stays until its tasks have ended, even if its handle is dropped. One
/// that was [shut down](ThreadPool::shutdown) takes no more tasks from outside: those are cancelled.
///
/// Costs one block of memory, as [`spawn`](crate::spawn()) says.
///
/// ```
/// let tasks: Vec<_> = (0..4).map(|i| tine::submit(move || i * i)).collect();
/// let squares: Vec<i32> = tasks.into_iter().map(|task| task.join().unwrap()).collect();
/// assert_eq!(squares, [0, 1, 4, 9]);
/// ```
pub fn submit<F, T>(func: F) -> Task<T>
where
    F: FnOnce() -> T + Send + 'static,
    T: Send + 'static,
{
    submit_with(TaskOptions::new(), func)
}

/// As [`submit`], as `options` say.
///
/// ```
/// use tine::{Priority, TaskOptions};
/// let urgent = TaskOptions::new().priority(Priority::Critical);
/// assert_eq!(tine::submit_with(urgent, || 6 * 7).join().unwrap(), 42);
/// ```
pub fn submit_with<F, T>(options: TaskOptions, func: F) -> Task<T>
where
    F: FnOnce() -> T + Send + 'static,
    T: Send + 'static,
{
    global::with_current(|registry| submit_in(registry, options, func))
}

fn submit_in<F, T>(registry: &Registry, mut options: TaskOptions, func: F) -> Task<T>
where
    F: FnOnce() -> T + Send + 'static,
    T: Send + 'static,
{
    let home = Home::new(registry);
    let task = match options.take_token() {
        // Of its own, so that it needs no room for a token.
        None => {
            let body = move || home::run(func);
            // SAFETY: `func` borrows nothing.
            unsafe { closure::new(home, (), true, body) }
        }
        Some(token) => {
            let body = move || home::run_unless(token.is_cancelled(), func);
            // SAFETY: as above.
            unsafe { closure::new(home, (), true, body) }
        }
    };
    Task::admit(task, |entry| {
        // SAFETY: a task may be executed on any thread.
        unsafe { registry.submit(entry.into_job_ref(), options.level()) };
    })
}

impl ThreadPool {
    /// [`submit`] in this pool.
    ///
    /// ```
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    /// let task = pool.submit(tine::current_num_threads);
    /// assert_eq!(task.join().unwrap(), 2);
    /// ```
    pub fn submit<F, T>(&self, func: F) -> Task<T>
    where
        F: FnOnce() -> T + Send + 'static,
        T: Send + 'static,
    {
        submit_in(self.registry(), TaskOptions::new(), func)
    }

    /// [`submit_with`] in this pool.
    ///
    /// ```
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    /// let task = pool.submit_with(tine::TaskOptions::new(), || 6 * 7);
    /// assert_eq!(task.join().unwrap(), 42);
    /// ```
    pub fn submit_with<F, T>(&self, options: TaskOptions, func: F) -> Task<T>
    where
        F: FnOnce() -> T + Send + 'static,
        T: Send + 'static,
    {
        submit_in(self.registry(), options, func)
    }
}

/// A scope's task tells the scope of its end.
impl End for Borrowed<ScopeBase<'_>> {
    #[inline]
    fn keep(self, payload: Payload) -> Option<Payload> {
        // Nobody asks for what was called off.
        if !payload.is::<Cancelled>() {
            self.get().keep_panic(payload);
        }
        None
    }

    #[inline]
    fn tell(self) -> Signal {
        self.get().finish::<()>(Ok(()))
    }
}

impl<'scope> Scope<'scope> {
    /// Starts a task that may borrow whatever lives longer than the scope, and returns at once with a handle on it. The scope's
    /// end waits for the task.
    ///
    /// In a [`scope_with`](crate::scope_with) the scope's token can call it off, as [`TaskOptions::token`] says.
    ///
    /// A panic of `func` is the task's result, and not the scope's, unless the handle was dropped before: then the scope panics
    /// with it, as for [`spawn`](Self::spawn).
    ///
    /// Costs one block of memory, as [`spawn`](crate::spawn()) says.
    ///
    /// ```
    /// let words = ["prong", "of", "a", "fork"];
    /// let letters = tine::scope(|s| {
    ///     let tasks = words.each_ref().map(|word| s.submit(|_| word.len()));
    ///     tasks.map(|task| task.join().unwrap())
    /// });
    /// assert_eq!(letters, [5, 2, 1, 4]);
    /// ```
    pub fn submit<F, T>(&self, func: F) -> Task<T>
    where
        F: FnOnce(&Scope<'scope>) -> T + Send + 'scope,
        T: Send + 'scope,
    {
        self.submit_with(TaskOptions::new(), func)
    }

    /// As [`submit`](Self::submit), as `options` say.
    ///
    /// ```
    /// use tine::{Priority, TaskOptions};
    /// let value = 21;
    /// let double = tine::scope(|s| {
    ///     let options = TaskOptions::new().priority(Priority::High);
    ///     s.submit_with(options, |_| &value + &value).join().unwrap()
    /// });
    /// assert_eq!(double, 42);
    /// ```
    pub fn submit_with<F, T>(&self, mut options: TaskOptions, func: F) -> Task<T>
    where
        F: FnOnce(&Scope<'scope>) -> T + Send + 'scope,
        T: Send + 'scope,
    {
        let registry = self.base.registry();
        let this = Borrowed::new(self);
        let end = self.base.count();
        let home = Home::in_scope(registry);
        let task = match options.take_token() {
            // Of its own, so that it needs no room for a token.
            None => {
                let body = move || {
                    let scope = this.get();
                    home::run_unless(scope.is_cancelled(), || func(scope))
                };
                // SAFETY: `'scope` outlives the scope, whose end waits until `end` was told.
                unsafe { closure::new(home, end, true, body) }
            }
            Some(token) => {
                let body = move || {
                    let scope = this.get();
                    let unwanted = token.is_cancelled() || scope.is_cancelled();
                    home::run_unless(unwanted, || func(scope))
                };
                // SAFETY: as above.
                unsafe { closure::new(home, end, true, body) }
            }
        };
        Task::admit(task, |entry| {
            // SAFETY: a task may be executed on any thread.
            unsafe { registry.submit(entry.into_job_ref(), options.level()) };
        })
    }
}
