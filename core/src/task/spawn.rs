//! `spawn`: detached jobs.

use crate::job::heap::HeapJob;
use crate::job::{JobRef, Signal};
use crate::pool::global;
use crate::pool::handle::ThreadPool;
use crate::pool::priority::Priority;
use crate::pool::registry::Registry;
use crate::pool::slot::Slot;
use crate::sync::tally::Ticket;

/// Starts a detached job in the calling thread's pool, or the global one, and returns at once.
///
/// The job cannot borrow from the caller; see [`scope`](crate::scope()) for that. Of several jobs
/// that a worker spawns it runs the newest first, and all of them before it turns to what others have submitted; others steal the
/// oldest. A job spawned outside every pool goes to the pool's common queue, whose jobs are begun in about the order in which they
/// came: a worker takes no more of them ahead than it runs in some microseconds. For jobs that keep on starting others see
/// [`submit`](crate::submit()), whose tasks take turns.
///
/// Costs one small block of memory, unless `func` captures nothing: cut from what ended tasks have left, of which the library keeps up
/// to 4 MiB; else allocated with many others. A pool stays until its jobs are done, even if its handle is dropped.
///
/// # Panics
/// A panic of `func` goes to the pool's [panic handler](crate::ThreadPoolBuilder::panic_handler);
/// without one the process aborts.
///
/// ```
/// use std::sync::mpsc::channel;
/// let (sender, receiver) = channel();
/// tine::spawn(move || sender.send(6 * 7).unwrap());
/// assert_eq!(receiver.recv().unwrap(), 42);
/// ```
pub fn spawn<F>(func: F)
where
    F: FnOnce() + Send + 'static,
{
    global::with_current(|registry| spawn_in(registry, func));
}

/// As [`spawn`], but what one worker spawns this way it runs oldest first.
///
/// ```
/// use std::sync::mpsc::channel;
/// let (sender, receiver) = channel();
/// let pool = tine::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
/// pool.install(move || for i in 0..3 {
///     let sender = sender.clone();
///     tine::spawn_fifo(move || sender.send(i).unwrap());
/// });
/// assert_eq!(receiver.iter().collect::<Vec<_>>(), [0, 1, 2]);
/// ```
pub fn spawn_fifo<F>(func: F)
where
    F: FnOnce() + Send + 'static,
{
    global::with_current(|registry| spawn_fifo_in(registry, func));
}

fn spawn_in<F: FnOnce() + Send + 'static>(registry: &Registry, func: F) {
    let slot = registry.current_slot();
    let job = detached(ticket(registry, slot), func);
    match slot {
        // SAFETY: a detached job borrows nothing; the slot is the calling thread's.
        Some(slot) => unsafe { registry.push_at_home(slot, job) },
        // SAFETY: as above.
        None => unsafe { registry.submit_outside(job, Priority::Normal) },
    }
}

fn spawn_fifo_in<F: FnOnce() + Send + 'static>(registry: &Registry, func: F) {
    let slot = registry.current_slot();
    let job = detached(ticket(registry, slot), func);
    match slot {
        // SAFETY: the slot is the calling thread's.
        Some(slot) => unsafe { slot.push_fifo(job) },
        // SAFETY: a detached job borrows nothing.
        None => unsafe { registry.submit_outside(job, Priority::Normal) },
    }
}

/// The ticket of a detached job. `slot` is the caller's, if it is a worker of the pool.
fn ticket(registry: &Registry, slot: Option<&Slot>) -> Ticket {
    match registry.begin_task(slot) {
        Some(ticket) => ticket,
        None => panic!("the thread pool was shut down"),
    }
}

/// A job that keeps the pool by its ticket until it is done, and whose panic goes to the pool's handler.
pub(super) fn detached<F>(ticket: Ticket, func: F) -> JobRef
where
    F: FnOnce() + Send + 'static,
{
    // What the ticket says is part of the job's type, so that a closure that captures nothing needs no memory.
    if ticket.into_bit() {
        job::<F, true>(func)
    } else {
        job::<F, false>(func)
    }
}

fn job<F, const TICKET: bool>(func: F) -> JobRef
where
    F: FnOnce() + Send + 'static,
{
    let run = move || {
        // SAFETY: jobs of a pool run on its workers only.
        let slot = unsafe { Slot::current_unchecked() };
        let registry = slot.registry();
        // SAFETY: the slot is the calling thread's.
        if let Err(payload) = unsafe { slot.in_task(func) } {
            registry.handle_panic(payload);
        }
        registry.end_task(Ticket::from_bit(TICKET), Some(slot));
        Signal::none()
    };
    // SAFETY: `func` is `'static`; every queue's jobs are executed before its pool ends.
    unsafe { HeapJob::into_job_ref(run) }
}

impl ThreadPool {
    /// [`spawn`] in this pool.
    ///
    /// ```
    /// use std::sync::mpsc::channel;
    /// let (sender, receiver) = channel();
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    /// pool.spawn(move || sender.send(()).unwrap());
    /// drop(pool); // the job is run all the same
    /// receiver.recv().unwrap();
    /// ```
    pub fn spawn<OP>(&self, op: OP)
    where
        OP: FnOnce() + Send + 'static,
    {
        spawn_in(self.registry(), op);
    }

    /// [`spawn_fifo`] in this pool.
    ///
    /// ```
    /// use std::sync::mpsc::channel;
    /// let (sender, receiver) = channel();
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    /// pool.spawn_fifo(move || sender.send(()).unwrap());
    /// receiver.recv().unwrap();
    /// ```
    pub fn spawn_fifo<OP>(&self, op: OP)
    where
        OP: FnOnce() + Send + 'static,
    {
        spawn_fifo_in(self.registry(), op);
    }
}
