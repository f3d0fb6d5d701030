//! What the workers of one pool share.
//!
//! Invariant: a registry lives as long as any of its threads, and its threads as long as there is a reason in `life`
//! or a task in `tally`.

use crate::base::padded::CachePadded;
use crate::base::prim::{AtomicBool, Ordering, fence_seq_cst};
use crate::base::unwind::{self, AbortOnUnwind, Payload};
use crate::base::{barrier, clock, processor};
use crate::job::JobRef;
use crate::job::stack::StackJob;
use crate::pool::config::Config;
use crate::pool::error::{ErrorKind, ThreadPoolBuildError};
use crate::pool::levels::Levels;
use crate::pool::life::{Exits, Life, Shares};
use crate::pool::linger::Linger;
use crate::pool::meter::State;
use crate::pool::rhythm::Rhythm;
use crate::pool::sleep::Sleep;
use crate::pool::slot::{Occupied, Slot};
use crate::pool::threads::{Place, ThreadBuilder, ThreadSpawn};
use crate::queue::injector::Injector;
use crate::sync::latch::{CountLatch, Latch};
use crate::sync::parker::Parker;
use crate::sync::tally::{Tally, Ticket};
use std::ptr::NonNull;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use std::{fmt, mem};

/// A callback with a thread's index.
pub(super) type ThreadHandler = dyn Fn(usize) + Send + Sync;
/// A callback with what a detached job panicked with.
pub(super) type PanicHandler = dyn Fn(Payload) + Send + Sync;

/// See the module's words.
pub(crate) struct Registry {
    pub(crate) slots: Box<[CachePadded<Slot>]>,
    pub(super) sleep: Sleep,
    pub(super) linger: Linger,
    pub(super) rhythm: Rhythm,
    /// Work from outside.
    pub(super) injector: Injector<JobRef>,
    /// Tasks that any worker may begin.
    pub(super) levels: Levels,
    this: Weak<Registry>,
    life: Life,
    /// Of tasks.
    pub(super) shares: Shares,
    pub(crate) exits: Exits,
    /// Detached jobs and tasks under way.
    tally: Tally,
    /// When it was made, by the clock and in ticks.
    pub(crate) born: (Instant, u64),
    /// Threads should end when they find nothing more to do.
    terminating: AtomicBool,
    /// Counts down the threads that have not started yet.
    pub(super) started: CountLatch,
    panic_handler: Option<Box<PanicHandler>>,
    pub(super) start_handler: Option<Box<ThreadHandler>>,
    pub(super) exit_handler: Option<Box<ThreadHandler>>,
    /// Threads from outside may stand in for sleeping ones: see `guest`.
    pub(super) admits_guests: bool,
    /// One of them has found no place since.
    pub(super) turned_away: AtomicBool,
    /// There is no process-wide barrier: every push shares at once.
    always_shares: bool,
    /// It never ends, so that nobody needs to count what keeps it alive.
    is_global: bool,
    /// A worker's own jobs run oldest first.
    breadth_first: bool,
}

impl Registry {
    /// A pool as `config` wants it, with its threads under way.
    pub(super) fn start(
        mut config: Config,
        spawn: &mut dyn ThreadSpawn,
    ) -> Result<Arc<Registry>, ThreadPoolBuildError> {
        if config.use_current_thread {
            Self::current_is_free()?;
        }
        clock::micros(1);
        let processors = processor::count();
        let threads = config.thread_count(processors);
        let always_shares = !barrier::available();
        let admits_guests = spawn.ordinary() && config.has_plain_threads();
        let lingering = threads.min(processors) - usize::from(config.is_global && admits_guests);
        let registry = Arc::new_cyclic(|this: &Weak<Registry>| {
            let home = NonNull::new(this.as_ptr().cast_mut()).unwrap_or(NonNull::dangling());
            let slot = |index| {
                // SAFETY: the slot goes into the registry that `this` will point to.
                CachePadded::new(unsafe { Slot::new(index, home) })
            };
            Registry {
                slots: (0..threads).map(slot).collect(),
                sleep: Sleep::new(threads, processors),
                linger: Linger::new(config.linger, lingering),
                rhythm: Rhythm::new(!config.waits_to_be_called),
                injector: Injector::new(),
                levels: Levels::new(),
                this: Weak::clone(this),
                life: Life::new(),
                shares: Shares::new(),
                exits: Exits::default(),
                tally: Tally::new(threads),
                born: (Instant::now(), clock::ticks()),
                terminating: AtomicBool::new(false),
                started: CountLatch::new(threads),
                panic_handler: config.panic_handler.take(),
                start_handler: config.start_handler.take(),
                exit_handler: config.exit_handler.take(),
                admits_guests,
                turned_away: AtomicBool::new(false),
                always_shares,
                is_global: config.is_global,
                breadth_first: config.breadth_first,
            }
        });
        // Ends the threads that were started if a later one fails or a callback panics.
        let guard = TerminateOnDrop(&registry);
        for index in usize::from(config.use_current_thread)..threads {
            let thread = ThreadBuilder {
                name: config.thread_name.as_mut().map(|name| name(index)),
                stack_size: config.stack_size,
                place: Place::new(Arc::clone(&registry)),
                index,
            };
            if let Err(error) = spawn.spawn(thread) {
                return Err(ThreadPoolBuildError::new(ErrorKind::IOError(error)));
            }
        }
        if config.use_current_thread {
            registry.adopt_current_thread()?;
        }
        mem::forget(guard);
        Ok(registry)
    }

    /// The calling thread becomes worker 0 for the rest of its life; the registry is leaked. After all that can fail, so that a
    /// thread is never left in a pool that was not built.
    fn adopt_current_thread(&self) -> Result<(), ThreadPoolBuildError> {
        Self::current_is_free()?;
        mem::forget(self.arc());
        // SAFETY: the thread owns no slot, as was seen above; no thread is started for slot 0, so that this one owns it; the
        // registry was leaked.
        let occupied = unsafe { Occupied::enter(&self.slots[0]) };
        mem::forget(occupied);
        self.slots[0].meter.end(State::Absent);
        self.thread_started();
        Ok(())
    }

    /// An error if the calling thread is in a pool.
    fn current_is_free() -> Result<(), ThreadPoolBuildError> {
        match Slot::current() {
            None => Ok(()),
            Some(_) => Err(ThreadPoolBuildError::new(
                ErrorKind::CurrentThreadAlreadyInPool,
            )),
        }
    }

    /// A thread says that it is about to work.
    pub(super) fn thread_started(&self) {
        // SAFETY: the registry lives as long as its threads; each thread counts once.
        let last = unsafe { CountLatch::decrement(&raw const self.started) };
        if let Some(latch) = last {
            // SAFETY: as above; the last one sets it.
            unsafe { Latch::set(latch) };
        }
    }

    /// Blocks until every thread works.
    #[inline]
    pub(super) fn wait_until_started(&self) {
        self.started.latch().block_on(Parker::of_thread());
    }

    /// A counted reference to this registry.
    pub(crate) fn arc(&self) -> Arc<Registry> {
        match self.this.upgrade() {
            Some(arc) => arc,
            None => unreachable!("a registry in use is alive"),
        }
    }

    /// The calling thread's slot, if it is one of this pool.
    pub(crate) fn current_slot(&self) -> Option<&Slot> {
        Slot::current().filter(|slot| std::ptr::eq(slot.registry(), self))
    }

    /// How long there has been this pool, by the clock and in ticks.
    pub(crate) fn age(&self) -> (Duration, u64) {
        let (instant, ticks) = self.born;
        (instant.elapsed(), clock::since(ticks))
    }

    /// How many workers there are.
    pub(crate) fn num_threads(&self) -> usize {
        self.slots.len()
    }

    /// In how many ticks one more worker could be there: none if one is awake and looks for work.
    pub(crate) fn help_in(&self) -> u64 {
        match self.somebody_searches() {
            true => 0,
            false => self.sleep.delay(),
        }
    }

    /// Whether a worker is awake and looks for work.
    pub(super) fn somebody_searches(&self) -> bool {
        self.sleep.counters().searching() != 0
    }

    /// See the field.
    pub(super) fn always_shares(&self) -> bool {
        self.always_shares
    }

    /// Hands over a job from outside. `stays` says that the calling thread goes on running.
    pub(crate) fn inject(&self, job: JobRef, stays: bool) {
        let waiting = self.injector.push(job);
        self.sleep.notify_of(waiting, stays);
    }

    /// Adds a job where the calling thread should: its own deque, or the injector.
    ///
    /// # Safety
    /// 1. As for the execution of `job` on any thread of the pool at any later time.
    pub(crate) unsafe fn push_or_inject(&self, job: JobRef) {
        match self.current_slot() {
            // SAFETY: obligation 1; the calling thread owns its current slot.
            Some(slot) => unsafe { self.push_at_home(slot, job) },
            None => self.inject(job, true),
        }
    }

    /// Adds a job to the caller's own deque.
    ///
    /// # Safety
    /// 1. As for `push_or_inject`.
    /// 2. The calling thread owns the slot.
    pub(crate) unsafe fn push_at_home(&self, slot: &Slot, job: JobRef) {
        if self.breadth_first {
            // SAFETY: obligations 1 and 2.
            unsafe { slot.push_fifo(job) }
        } else {
            // SAFETY: obligations 1 and 2.
            unsafe { slot.push(job) }
        }
    }

    /// Hands each worker its own job: `jobs` yields one for each, in the order of their indices.
    pub(crate) fn inject_broadcast(&self, jobs: impl ExactSizeIterator<Item = JobRef>) {
        debug_assert_eq!(jobs.len(), self.slots.len());
        for (slot, job) in self.slots.iter().zip(jobs) {
            slot.broadcasts.push(job);
        }
        // SeqCst: a worker that lies down after this looks for broadcasts and finds its own, one
        // that has before is found asleep; pairs with the fence before its last look.
        fence_seq_cst();
        (0..self.slots.len()).for_each(|index| _ = self.sleep.wake(index));
    }

    /// Runs `op` on one of the pool's own threads: here, if the caller is one.
    pub(crate) fn in_worker<OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce(bool) -> R + Send,
        R: Send,
    {
        match Slot::current() {
            None => self.in_worker_cold(op),
            Some(slot) if std::ptr::eq(slot.registry(), self) => op(false),
            Some(slot) => self.in_worker_cross(slot, op),
        }
    }

    /// The caller is in no pool: it blocks.
    #[cold]
    pub(super) fn in_worker_cold<OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce(bool) -> R + Send,
        R: Send,
    {
        let _visit = self.visit();
        let job = StackJob::new(op);
        // SAFETY: this frame stays until the latch is set.
        self.inject(unsafe { job.as_job_ref() }, self.is_many());
        self.block_on(job.latch());
        // SAFETY: the latch is set; called once.
        unpack(unsafe { job.take_result() })
    }

    /// The caller is a worker of another pool: it works there while it waits.
    #[cold]
    fn in_worker_cross<OP, R>(&self, caller: &Slot, op: OP) -> R
    where
        OP: FnOnce(bool) -> R + Send,
        R: Send,
    {
        let _visit = self.visit();
        let job = StackJob::new(op);
        // SAFETY: this frame stays until the latch is set.
        self.inject(unsafe { job.as_job_ref() }, true);
        // SAFETY: `caller` is the calling thread's slot.
        unsafe { caller.wait_across(job.latch()) };
        // SAFETY: the latch is set; called once.
        unpack(unsafe { job.take_result() })
    }

    /// A detached job or a task begins its life. None if the pool is closed to the caller, who is outside then. `slot` is the
    /// caller's, if it is a worker of this pool.
    pub(crate) fn begin_task(&self, slot: Option<&Slot>) -> Option<Ticket> {
        let worker = slot.map(Slot::index);
        if worker.is_some() || self.is_global {
            // The caller's own job keeps the pool until the new one does.
            return Some(self.tally.begin(worker));
        }
        if !self.life.enter() {
            return None;
        }
        let ticket = self.tally.begin(None);
        self.let_go();
        Some(ticket)
    }

    /// As [`begin_task`](Self::begin_task), during a visit, which keeps the pool until the new task does.
    pub(crate) fn begin_task_of(&self, visit: &Visit<'_>) -> Ticket {
        debug_assert!(std::ptr::eq(visit.registry, self));
        self.tally.begin(self.current_slot().map(Slot::index))
    }

    /// As [`begin_task`](Self::begin_task), for a scope whose jobs run here: whatever runs that keeps the pool until the new task does.
    pub(crate) fn begin_task_in_scope(&self) -> Ticket {
        self.tally.begin(self.current_slot().map(Slot::index))
    }

    /// Whether it never ends.
    pub(crate) fn is_global(&self) -> bool {
        self.is_global
    }

    /// What began with `ticket` is done, or will never be. `slot` as above.
    pub(crate) fn end_task(&self, ticket: Ticket, slot: Option<&Slot>) {
        if self.tally.end(ticket, slot.map(Slot::index)) {
            self.terminate();
        }
    }

    /// Has `latch` set when every task that has begun its life has ended it.
    ///
    /// # Safety
    /// 1. `latch` stays valid until it is set, and nobody else sets it.
    pub(crate) unsafe fn when_all_done(&self, latch: &Latch) {
        // SAFETY: obligation 1.
        if unsafe { self.tally.enrol(latch) } {
            self.terminate();
        }
    }

    /// Keeps the pool while something from outside is under way that is no task.
    ///
    /// # Panics
    /// If the pool was shut down.
    #[track_caller]
    pub(crate) fn visit(&self) -> Visit<'_> {
        let open = self.is_global || self.current_slot().is_some() || self.life.enter();
        assert!(open, "the thread pool was shut down");
        Visit {
            registry: self,
            counted: !self.is_global && self.current_slot().is_none(),
        }
    }

    /// As [`visit`](Self::visit), for what needs every thread: also a worker keeps the pool, which might be one that nobody's job
    /// runs on.
    ///
    /// # Panics
    /// If the pool was shut down, and the caller is outside or threads may have ended.
    #[track_caller]
    #[inline]
    pub(crate) fn visit_all_threads(&self) -> Visit<'_> {
        let counted = !self.is_global && self.life.enter();
        if !counted {
            self.assert_all_threads();
            return self.visit();
        }
        Visit {
            registry: self,
            counted,
        }
    }

    /// # Panics
    /// If other threads may have ended.
    #[track_caller]
    pub(crate) fn assert_all_threads(&self) {
        let all = self.num_threads() == 1 || !self.is_terminating();
        assert!(all, "threads of the pool have ended: it was shut down");
    }

    /// A call from outside is over.
    pub(super) fn let_go(&self) {
        if !self.is_global && self.life.leave() {
            self.end_with_tasks();
        }
    }

    /// Takes nothing more from outside, and ends the threads when what is there is done.
    pub(crate) fn close(&self) {
        if self.life.close() {
            self.end_with_tasks();
        }
    }

    /// Nothing comes from outside any more: the pool ends with its last task.
    fn end_with_tasks(&self) {
        if self.tally.close() {
            self.terminate();
        }
    }

    /// How many jobs, tasks and calls from outside are not done.
    #[inline]
    pub(crate) fn unfinished(&self) -> usize {
        self.life.unfinished() + self.tally.under_way()
    }

    /// Whether tasks have begun and are not done. An estimate while there are some.
    #[inline]
    pub(super) fn has_tasks(&self) -> bool {
        self.tally.under_way() != 0
    }

    fn terminate(&self) {
        // Release: pairs with the Acquire in `is_terminating`.
        self.terminating.store(true, Ordering::Release);
        // SeqCst: as for `notify`: a thread that lies down sees the flag, or we see it asleep.
        fence_seq_cst();
        self.sleep.wake_all();
    }

    /// Whether threads should end when they find nothing more to do.
    pub(super) fn is_terminating(&self) -> bool {
        // Acquire: pairs with the Release in `terminate`.
        self.terminating.load(Ordering::Acquire)
    }

    /// Shows a panic to the handler, if there is one.
    pub(crate) fn show_panic(&self, payload: Payload) {
        if self.panic_handler.is_some() {
            self.handle_panic(payload);
        } else {
            unwind::discard(payload);
        }
    }

    /// Deals with the panic of a job that nobody waits for.
    pub(crate) fn handle_panic(&self, payload: Payload) {
        let guard = AbortOnUnwind;
        if let Some(handler) = &self.panic_handler {
            handler(payload);
            mem::forget(guard);
        }
    }
}

/// A job's value, or its panic.
pub(crate) fn unpack<R>(result: Result<R, Payload>) -> R {
    match result {
        Ok(value) => value,
        Err(payload) => unwind::resume(payload),
    }
}

/// A call from outside that is under way.
pub(crate) struct Visit<'a> {
    registry: &'a Registry,
    /// It is a reason in the pool's `life`.
    counted: bool,
}

impl Drop for Visit<'_> {
    fn drop(&mut self) {
        if self.counted {
            self.registry.let_go();
        }
    }
}

struct TerminateOnDrop<'a>(&'a Registry);

impl Drop for TerminateOnDrop<'_> {
    fn drop(&mut self) {
        self.0.terminate();
    }
}

impl fmt::Debug for Registry {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registry")
            .field("num_threads", &self.num_threads())
            .field("sleep", &self.sleep)
            .finish_non_exhaustive()
    }
}
