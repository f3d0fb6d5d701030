//! What queues a task when others have ended: one notice for all that it waits for.
//!
//! Invariant: a trigger gives its task's entry away once, when its condition is met or can never be.

use crate::base::prim::{Mutex, lock};
use crate::job::task::notice::{Linked, Told};
use crate::job::task::{Entry, closure};
use crate::task::handle::Task;
use crate::task::home::{Home, trigger};
use std::sync::{Arc, OnceLock};
use std::{mem, thread};

/// A task in `home` that runs `body` on what it waits for, `inputs`, once all of those have told of their end or dropped their notices.
/// `leave` puts a notice into each.
pub(super) fn after_all<I, U>(
    home: Home,
    mut inputs: I,
    leave: impl FnOnce(&mut I, &Arc<Linked<All>>),
    body: impl FnOnce(I) -> thread::Result<U> + Send + 'static,
) -> Task<U>
where
    I: Send + 'static,
    U: Send + 'static,
{
    let all = Linked::new(All(OnceLock::new()));
    leave(&mut inputs, &all);
    // SAFETY: `inputs` and `body` borrow nothing.
    let task = unsafe { closure::new(home, (), false, move || body(inputs)) };
    // Nobody else fills it in, so the entry is taken.
    Task::admit(task, |entry| _ = all.inner.0.set(entry))
}

/// As [`after_all`], but one that has told is enough.
pub(super) fn after_any<I, U>(
    home: Home,
    mut inputs: I,
    leave: impl FnOnce(&mut I, &Arc<Linked<Any>>),
    body: impl FnOnce(I) -> thread::Result<U> + Send + 'static,
) -> Task<U>
where
    I: Send + 'static,
    U: Send + 'static,
{
    let any = Linked::new(Any(Mutex::new(Stage::Early)));
    leave(&mut inputs, &any);
    // SAFETY: `inputs` and `body` borrow nothing.
    let task = unsafe { closure::new(home, (), false, move || body(inputs)) };
    Task::admit(task, |entry| any.inner.arm(entry))
}

/// Its entry is queued when the last copy is gone.
pub(super) struct All(OnceLock<Entry<Home>>);

impl Told for All {
    // Whoever tells gives up its copy as well.
    #[inline]
    fn tell(&self) {}
}

impl Drop for All {
    #[inline]
    fn drop(&mut self) {
        if let Some(entry) = self.0.take() {
            trigger(entry);
        }
    }
}

/// Its entry is queued by the first that tells, or when the last copy is gone.
pub(super) struct Any(Mutex<Stage>);

enum Stage {
    /// Neither told, nor is there an entry.
    Early,
    Armed(Entry<Home>),
    /// Told. Whoever comes with an entry has to queue it.
    Told,
}

impl Any {
    #[inline]
    fn arm(&self, entry: Entry<Home>) {
        let mut stage = lock(&self.0);
        if let Stage::Told = *stage {
            drop(stage);
            trigger(entry);
        } else {
            *stage = Stage::Armed(entry);
        }
    }

    #[inline]
    fn fire(&self) {
        let before = mem::replace(&mut *lock(&self.0), Stage::Told);
        if let Stage::Armed(entry) = before {
            trigger(entry);
        }
    }
}

impl Told for Any {
    #[inline]
    fn tell(&self) {
        self.fire();
    }
}

impl Drop for Any {
    #[inline]
    fn drop(&mut self) {
        self.fire();
    }
}
