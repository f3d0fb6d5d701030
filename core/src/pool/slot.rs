//! A worker's place in its pool: the deque and what goes with it.
//!
//! Invariant: the thread whose `current` slot this is owns it, and nobody else does.

use crate::base::prim::{AtomicU32, AtomicUsize, Ordering};
use crate::base::processor::ThreadId;
use crate::base::rng::Rng;
use crate::base::unwind::{self, Payload};
use crate::job::{JobHeader, JobRef, Signal, executor};
use crate::pool::meter::{Event, Meter};
use crate::pool::recorder::Activity;
use crate::pool::registry::Registry;
use crate::pool::tasks::Tasks;
use crate::queue::fork_deque::{self, ForkDeque, Pushed};
use crate::queue::injector::Injector;
use crate::sync::latch::{self, Latch};
use std::cell::Cell;
use std::ptr::{self, NonNull};

thread_local! {
    /// The slot this thread owns; null outside every pool.
    static CURRENT: Cell<*const Slot> = const { Cell::new(ptr::null()) };
}

// What the deque counts by is what a latch can keep.
const _: () = assert!(fork_deque::STEP == latch::INDEX_STEP);
const _: () = assert!(fork_deque::INDEX_TAG == latch::INDEX_TAG);

/// See the module's words.
pub(crate) struct Slot {
    /// Its bottom belongs to the slot's owner.
    pub(super) deque: ForkDeque,
    pub(super) index: usize,
    /// The pool that this slot is part of, and which therefore outlives it.
    registry: NonNull<Registry>,
    /// What `spawn_fifo` put here.
    pub(super) fifo: JobFifo,
    /// What only this worker may run.
    pub(super) broadcasts: Injector<JobRef>,
    /// To be touched by the owner only.
    pub(super) rng: Rng,
    /// Whom the last job was stolen from; at first the owner itself. To be touched by the owner only.
    pub(super) victim: Cell<usize>,
    /// How long the next search may spin, in microseconds. To be touched by the owner only.
    pub(super) patience: Cell<u64>,
    pub(super) tasks: Tasks,
    /// Shares in the registry's memory that are not given out. To be touched by the owner only.
    pub(super) stock: Cell<usize>,
    pub(crate) meter: Meter,
    /// How often the owner left a job that it pushed to those who search. Written by the owner only.
    pub(super) quiet: AtomicU32,
    /// How often the owner pushed a job silently. Written by the owner only.
    pub(super) silent: AtomicU32,
    /// The number of the owner's thread; zero if there is none, or it sleeps in its bed. Written by the owner only.
    thread: AtomicU32,
    /// How many tasks the worker is inside of. To be touched by the owner only.
    pub(super) depth: Cell<u32>,
    /// How many waits for other pools the worker is inside of. To be touched by the owner only.
    pub(super) crossings: Cell<u32>,
    /// One more than the index of the worker whose job's end the owner waits for; zero if none.
    waits_for: AtomicUsize,
    /// When there was work that the owner had been asleep for, and when it came to that; taken when it is done. To be touched by
    /// the owner only.
    pub(super) beat: Cell<Option<(u64, u64)>>,
    /// When the guest came that is the owner, until somebody has asked. To be touched by the owner only.
    pub(super) entered: Cell<Option<u64>>,
    /// When that was begun what the owner is about, in ticks; zero if nobody knows. To be touched by the owner only.
    pub(super) since: Cell<u64>,
}

// SAFETY: `deque`, `fifo`, `broadcasts`, `tasks`, `meter`, `quiet`, `silent`, `thread` and `waits_for` are made for sharing; `rng`, `victim`,
// `patience`, `stock`, `depth`, `crossings`, `beat`, `entered` and `since` are touched by the owner only; `registry` points to something that is
// `Sync`.
unsafe impl Sync for Slot {}
// SAFETY: nothing in a slot belongs to a thread; `registry` points to something that is `Sync`.
unsafe impl Send for Slot {}

impl Slot {
    /// Slot `index` of the pool at `registry`, whose pushes look up from the first on.
    ///
    /// # Safety
    /// 1. The slot becomes part of the registry at `registry`, which may still be under
    ///    construction but is whole before the slot is used.
    pub(super) unsafe fn new(index: usize, registry: NonNull<Registry>) -> Self {
        Slot {
            deque: ForkDeque::new(true),
            index,
            registry,
            fifo: JobFifo::new(),
            broadcasts: Injector::new(),
            rng: Rng::new(index as u64 + 1),
            victim: Cell::new(index),
            patience: Cell::new(super::search::PATIENCE_START),
            tasks: Tasks::new(),
            stock: Cell::new(0),
            meter: Meter::new(),
            quiet: AtomicU32::new(0),
            silent: AtomicU32::new(0),
            thread: AtomicU32::new(0),
            depth: Cell::new(0),
            crossings: Cell::new(0),
            waits_for: AtomicUsize::new(0),
            beat: Cell::new(None),
            entered: Cell::new(None),
            since: Cell::new(0),
        }
    }

    /// The slot that the calling thread owns.
    #[inline(always)]
    pub(crate) fn current<'a>() -> Option<&'a Slot> {
        let slot = CURRENT.try_with(Cell::get).unwrap_or(ptr::null());
        // SAFETY: set by `Occupied::enter` to a slot that its caller keeps until it is left, and
        // the reference stays on this thread, below that call (the lifetime is not used to pass
        // it on: it is not `'static` in any signature above this room).
        unsafe { slot.as_ref() }
    }

    /// As [`current`](Self::current), for threads that are known to own one.
    ///
    /// # Safety
    /// 1. The calling thread owns a slot.
    #[inline(always)]
    pub(crate) unsafe fn current_unchecked<'a>() -> &'a Slot {
        let slot = Self::current();
        debug_assert!(slot.is_some());
        // SAFETY: obligation 1.
        unsafe { slot.unwrap_unchecked() }
    }

    /// The pool.
    #[inline]
    pub(crate) fn registry(&self) -> &Registry {
        // SAFETY: see the field `registry`.
        unsafe { self.registry.as_ref() }
    }

    /// The worker's index in its pool.
    pub(crate) fn index(&self) -> usize {
        self.index
    }

    /// Adds a job to the caller's own deque and shares it if somebody is hungry.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    pub(crate) unsafe fn push(&self, job: JobRef) {
        // SAFETY: obligation 1.
        let mark = unsafe { self.mark() };
        // SAFETY: obligation 1, and `mark` is fresh.
        unsafe { self.push_at(mark, job) };
    }

    /// As [`push`](Self::push), at the index that the caller has asked for.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    /// 2. `mark` is what [`mark`](Self::mark) gives now.
    #[inline(always)]
    pub(crate) unsafe fn push_at(&self, mark: u64, job: JobRef) {
        // SAFETY: obligations 1 and 2; a request to look up is answered below.
        let pushed = unsafe { self.deque.push_at(mark, job.into_word()) };
        self.meter.recorder.fork();
        if pushed == Pushed::LookUp {
            // A gate.
            let look_up: unsafe fn(&Self) = Self::look_up;
            // SAFETY: obligation 1.
            unsafe { look_up(self) };
        }
    }

    /// Takes back the caller's own job with this latch, if it is the newest in the deque and
    /// nobody has begun it.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    /// 2. The latch was made with the index that the job was pushed at.
    #[inline(always)]
    pub(crate) unsafe fn take_back(&self, latch: &Latch) -> bool {
        // SAFETY: obligation 1.
        let bottom = unsafe { self.mark() };
        match latch.untouched_below(bottom) {
            // If this thread had run the job itself, while it waited for something, the latch
            // would be set. So the job is at its index, or was stolen from there.
            // SAFETY: obligations 1 and 2.
            Some(index) => unsafe { self.deque.pop_at(index) },
            None => false,
        }
    }

    /// Takes the newest job of the caller's own deque.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    pub(crate) unsafe fn pop(&self) -> Option<JobRef> {
        // SAFETY: obligation 1.
        let word = unsafe { self.deque.pop() }?;
        // SAFETY: obligation 1.
        unsafe { self.look_up_at_times() };
        // SAFETY: `push` puts in nothing else.
        Some(unsafe { JobRef::from_word(word) })
    }

    /// As [`pop`](Self::pop), for jobs pushed since [`mark`](Self::mark) gave `mark`.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    pub(crate) unsafe fn pop_above(&self, mark: u64) -> Option<JobRef> {
        // SAFETY: obligation 1.
        let word = unsafe { self.deque.pop_above(mark) }?;
        // SAFETY: obligation 1.
        unsafe { self.look_up_at_times() };
        // SAFETY: `push` puts in nothing else.
        Some(unsafe { JobRef::from_word(word) })
    }

    /// A mark such that jobs pushed from now on lie above it.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    #[inline(always)]
    pub(crate) unsafe fn mark(&self) -> u64 {
        // SAFETY: obligation 1.
        unsafe { self.deque.mark() }
    }

    /// Adds a job that is run in the order of such pushes.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    pub(crate) unsafe fn push_fifo(&self, job: JobRef) {
        // SAFETY: the fifo is part of the slot, which outlives every job of its pool.
        let ticket = unsafe { self.fifo.push(job) };
        // SAFETY: obligation 1.
        unsafe { self.push(ticket) };
    }

    /// Whether the caller's own deque holds anything.
    #[inline]
    pub(crate) fn has_pending(&self) -> bool {
        self.deque.len() != 0
    }

    /// Runs a job that was in a queue. The caller fires the signal.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    /// 2. The job was popped, stolen or handed over, and is executed by this call only.
    pub(crate) unsafe fn execute(&self, job: JobRef) -> Signal {
        self.meter.count(Event::Job);
        self.meter.recorder.begin(Activity::Job);
        let since = self.since.replace(0);
        // SAFETY: obligation 2.
        let signal = unsafe { job.execute() };
        self.since.set(since);
        self.meter.recorder.end(Activity::Job);
        signal
    }

    /// Runs the user's part of a task.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    pub(crate) unsafe fn in_task<R>(&self, op: impl FnOnce() -> R) -> Result<R, Payload> {
        self.meter.count(Event::Task);
        self.meter.recorder.begin(Activity::Task);
        self.depth.set(self.depth.get() + 1);
        let result = unwind::halt(op);
        self.depth.set(self.depth.get() - 1);
        self.meter.recorder.end(Activity::Task);
        result
    }

    /// Whether the caller is inside of a task.
    ///
    /// # Safety
    /// 1. The calling thread owns the slot.
    pub(crate) unsafe fn is_in_task(&self) -> bool {
        self.depth.get() > 0
    }

    /// Whether the owner's thread runs, or could if there was a processor for it, as far as the system tells.
    pub(super) fn runs(&self) -> bool {
        // Relaxed: a hint.
        match self.thread.load(Ordering::Relaxed) {
            0 => false,
            thread => !ThreadId::of_number(thread).is_some_and(ThreadId::is_blocked),
        }
    }

    /// Tells others what the owner's thread is.
    #[inline(never)]
    pub(super) fn show_thread(&self) {
        let thread = ThreadId::number_of_current();
        // Relaxed: a hint.
        self.thread.store(thread, Ordering::Relaxed);
    }

    /// Tells others that the owner's thread is about to leave, or to sleep in its bed.
    #[inline]
    pub(super) fn hide_thread(&self) {
        // Relaxed: a hint.
        self.thread.store(0, Ordering::Relaxed);
    }

    /// Says whose job the owner waits for.
    pub(super) fn set_waits_for(&self, worker: Option<usize>) {
        // Relaxed: a hint where to look for work.
        self.waits_for
            .store(worker.map_or(0, |worker| worker + 1), Ordering::Relaxed);
    }

    /// What the owner said last.
    pub(super) fn waits_for(&self) -> Option<usize> {
        // Relaxed: a hint where to look for work.
        self.waits_for.load(Ordering::Relaxed).checked_sub(1)
    }
}

/// The calling thread's ownership of a slot; ends when dropped.
pub(super) struct Occupied(());

impl Occupied {
    /// Makes `slot` the calling thread's current one.
    ///
    /// # Safety
    /// 1. The thread owns no slot, and owns this one until the result is dropped.
    /// 2. The slot outlives the result.
    #[inline]
    pub(super) unsafe fn enter(slot: &Slot) -> Self {
        debug_assert!(Slot::current().is_none());
        CURRENT.with(|current| current.set(slot));
        executor::set_index(slot.index);
        slot.show_thread();
        Occupied(())
    }
}

impl Drop for Occupied {
    fn drop(&mut self) {
        CURRENT.with(|current| current.set(ptr::null()));
    }
}

/// A first-in-first-out order over a deque that is not: each push also yields a ticket for the
/// deque, and whoever executes any ticket runs the oldest job.
#[repr(C)]
pub(crate) struct JobFifo {
    header: JobHeader,
    jobs: Injector<JobRef>,
}

impl JobFifo {
    /// An empty one.
    pub(crate) fn new() -> Self {
        JobFifo {
            header: JobHeader::new(Self::run_oldest),
            jobs: Injector::new(),
        }
    }

    /// Adds a job. The ticket must be executed once.
    ///
    /// # Safety
    /// 1. The fifo is not moved nor dropped before the ticket was executed.
    pub(crate) unsafe fn push(&self, job: JobRef) -> JobRef {
        self.jobs.push(job);
        // SAFETY: obligation 1; each ticket finds a job, since there are as many as jobs.
        unsafe { JobRef::new(NonNull::from(self).cast()) }
    }

    /// # Safety
    /// 1. `header` is that of a `JobFifo`, and this is the execution of one of its tickets.
    unsafe fn run_oldest(header: NonNull<JobHeader>) -> Signal {
        let this = header.cast::<Self>();
        // SAFETY: obligation 1 and `push`'s.
        let this = unsafe { this.as_ref() };
        match this.jobs.pop() {
            // SAFETY: popped once.
            Some(job) => unsafe { job.execute() },
            None => unreachable!("more tickets than jobs"),
        }
    }
}
