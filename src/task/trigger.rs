//! What queues a task when others have ended: one waker for all that it waits for.
//!
//! Invariant: a trigger gives its task's entry away once, when its condition is met or can never be.

use crate::base::prim::{Mutex, lock};
use crate::job::task::{Entry, closure};
use crate::task::handle::Task;
use crate::task::home::{Home, trigger};
use std::sync::{Arc, OnceLock};
use std::task::{Wake, Waker};
use std::{mem, thread};

/// A task in `home` that runs `body` on what it waits for, `inputs`, once all of those have been woken or dropped their notices.
/// `leave` puts a notice into each.
pub(super) fn after_all<I, U>(
    home: Home,
    mut inputs: I,
    leave: impl FnOnce(&mut I, &Waker),
    body: impl FnOnce(I) -> thread::Result<U> + Send + 'static,
) -> Task<U>
where
    I: Send + 'static,
    U: Send + 'static,
{
    let all = Arc::new(All(OnceLock::new()));
    leave(&mut inputs, &Waker::from(Arc::clone(&all)));
    // SAFETY: `inputs` and `body` borrow nothing.
    let task = unsafe { closure::new(home, (), false, move || body(inputs)) };
    // Nobody else fills it in, so the entry is taken.
    Task::admit(task, |entry| _ = all.0.set(entry))
}

/// As [`after_all`], but one that was woken is enough.
pub(super) fn after_any<I, U>(
    home: Home,
    mut inputs: I,
    leave: impl FnOnce(&mut I, &Waker),
    body: impl FnOnce(I) -> thread::Result<U> + Send + 'static,
) -> Task<U>
where
    I: Send + 'static,
    U: Send + 'static,
{
    let any = Arc::new(Any(Mutex::new(Stage::Early)));
    leave(&mut inputs, &Waker::from(Arc::clone(&any)));
    // SAFETY: `inputs` and `body` borrow nothing.
    let task = unsafe { closure::new(home, (), false, move || body(inputs)) };
    Task::admit(task, |entry| any.arm(entry))
}

/// Its entry is queued when the last copy is gone.
struct All(OnceLock<Entry<Home>>);

impl Wake for All {
    fn wake(self: Arc<Self>) {
        drop(self);
    }

    // A notice is given by value.
    fn wake_by_ref(self: &Arc<Self>) {}
}

impl Drop for All {
    fn drop(&mut self) {
        if let Some(entry) = self.0.take() {
            trigger(entry);
        }
    }
}

/// Its entry is queued by the first wake, or when the last copy is gone.
struct Any(Mutex<Stage>);

enum Stage {
    /// Neither woken, nor is there an entry.
    Early,
    Armed(Entry<Home>),
    /// Woken. Whoever comes with an entry has to queue it.
    Woken,
}

impl Any {
    fn arm(&self, entry: Entry<Home>) {
        let mut stage = lock(&self.0);
        if let Stage::Woken = *stage {
            drop(stage);
            trigger(entry);
        } else {
            *stage = Stage::Armed(entry);
        }
    }

    fn fire(&self) {
        let before = mem::replace(&mut *lock(&self.0), Stage::Woken);
        if let Stage::Armed(entry) = before {
            trigger(entry);
        }
    }
}

impl Wake for Any {
    fn wake(self: Arc<Self>) {
        self.fire();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.fire();
    }
}

impl Drop for Any {
    fn drop(&mut self) {
        self.fire();
    }
}
