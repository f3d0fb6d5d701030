//! Counts what was begun and what has ended, so that one can wait until all that was begun before a moment has ended.
//!
//! Each worker counts in words of its own, which nobody else writes: no shared read-modify-write while nobody waits. To wait
//! is to begin a new epoch: from then on what begins is counted in the other one of two columns, so that the old column can
//! only run empty. Whoever waits pays: a process-wide barrier at the start of each epoch, where there is one; and while
//! somebody waits, each end costs a shared exchange.
//!
//! | word | written by | read by |
//! |---|---|---|
//! | `epoch` | a waiter, under the lock of `drain` | whoever begins something |
//! | `draining` | under the lock | whoever ends something |
//! | a worker's `begun`, `ended` | that worker | `Tally::settle` |
//! | `outside_begun`, `late` | anybody, by exchange | `Tally::settle` |
//! | `goal` | under the lock | whoever ends something while `draining` |
//!
//! Invariants. (1) Every column but that of `epoch` is empty, or `draining` is true and it is the one that is drained. (2) If
//! something is counted in a column that is being drained, then its end leads to a call of `settle`, or it is not the last.
//!
//! (1) needs that nobody counts in an old column unseen: who begins something counts first and reads `epoch` afterwards; who
//! begins an epoch writes it first and reads the counts afterwards; between the two stands a barrier on either side, so one sees
//! the other. Who sees a new epoch takes its count back and begins again. (2) likewise: who ends something counts first and
//! reads `draining` afterwards. Once it is seen, ends are counted in `late` instead: then the sums of the workers stand still,
//! and the last end is the one that makes `late` reach `goal`. `goal` is written before `late` is read, and `late` before
//! `goal`, with a fence in between, so that the last end or the writer of `goal` sees it reached.

#[cfg(all(test, loom))]
mod model;
#[cfg(all(test, not(loom)))]
mod tests;

use crate::base::barrier;
use crate::base::prim::{AtomicBool, AtomicU64, Mutex, MutexGuard, Ordering, fence_seq_cst, lock};
use crate::sync::latch::Latch;
use crossbeam_utils::CachePadded;
use std::ptr::NonNull;

/// See the module's words.
#[derive(Debug)]
pub(crate) struct Tally {
    workers: Box<[CachePadded<Counts>]>,
    /// The parity says in which column is counted what begins now.
    epoch: CachePadded<AtomicU64>,
    /// Somebody waits for the other column.
    draining: AtomicBool,
    outside_begun: CachePadded<[AtomicU64; 2]>,
    /// Ends that no worker has counted.
    late: CachePadded<[AtomicU64; 2]>,
    /// What `late` will be, in the column that is drained, when that is empty.
    goal: AtomicU64,
    drain: Mutex<Drain>,
    /// There is a process-wide barrier.
    asymmetric: bool,
}

/// One worker's own words, by column.
#[derive(Debug)]
struct Counts {
    begun: [AtomicU64; 2],
    ended: [AtomicU64; 2],
}

#[derive(Debug)]
struct Drain {
    waiters: Vec<Waiter>,
    /// Somebody wants to know when nothing is under way any more: see `Tally::close`.
    closing: bool,
}

/// Waits until all that began in an epoch before `until` has ended.
#[derive(Debug)]
struct Waiter {
    until: u64,
    /// Stays valid until it is set: see `Tally::enrol`.
    latch: NonNull<Latch>,
}

// SAFETY: `latch` points to a latch, which any thread may set.
unsafe impl Send for Waiter {}

/// One thing that was begun and must be ended.
#[must_use]
#[derive(Debug)]
pub(crate) struct Ticket {
    column: bool,
}

impl Ticket {
    /// The ticket as a bit, for those who have little room.
    pub(crate) fn into_bit(self) -> bool {
        self.column
    }

    /// Back from the bit.
    pub(crate) fn from_bit(column: bool) -> Self {
        Ticket { column }
    }
}

impl Tally {
    /// Nothing is under way.
    pub(crate) fn new(workers: usize) -> Self {
        let pair = || [AtomicU64::new(0), AtomicU64::new(0)];
        let counts = |_| {
            CachePadded::new(Counts {
                begun: pair(),
                ended: pair(),
            })
        };
        Tally {
            workers: (0..workers).map(counts).collect(),
            epoch: CachePadded::new(AtomicU64::new(0)),
            draining: AtomicBool::new(false),
            outside_begun: CachePadded::new(pair()),
            late: CachePadded::new(pair()),
            goal: AtomicU64::new(0),
            drain: Mutex::new(Drain {
                waiters: Vec::new(),
                closing: false,
            }),
            asymmetric: barrier::available(),
        }
    }

    /// Something begins. `worker` is the caller's index, if it is a worker: then nobody else counts for that index.
    #[inline]
    pub(crate) fn begin(&self, worker: Option<usize>) -> Ticket {
        loop {
            // Acquire: whatever the waiter did before it began the epoch comes before what is counted in it; pairs with the
            // Release in `turn`.
            let epoch = self.epoch.load(Ordering::Acquire);
            let column = epoch % 2;
            match worker {
                Some(worker) => own_increment(&self.workers[worker].begun[column as usize]),
                // Relaxed: ordered by the barrier.
                None => _ = self.outside_begun[column as usize].fetch_add(1, Ordering::Relaxed),
            }
            self.light();
            let ticket = Ticket {
                column: column == 1,
            };
            // Relaxed: ordered by the barrier; pairs with the one in `turn`.
            if self.epoch.load(Ordering::Relaxed) == epoch {
                return ticket;
            }
            let over = self.end(ticket, worker);
            debug_assert!(!over, "who may begin something has not ended");
        }
    }

    /// What `ticket` stands for has ended. `worker` as in [`begin`](Self::begin), and not necessarily the same. True if that
    /// was the last, and [`close`](Self::close) was called.
    #[inline]
    #[must_use]
    pub(crate) fn end(&self, ticket: Ticket, worker: Option<usize>) -> bool {
        let column = usize::from(ticket.column);
        // Relaxed: a hint; read again below.
        let draining = self.draining.load(Ordering::Relaxed);
        match worker {
            Some(worker) if !draining => {
                own_increment(&self.workers[worker].ended[column]);
                self.light();
                // Relaxed: ordered by the barrier; pairs with the one in `turn`.
                self.draining.load(Ordering::Relaxed) && self.settle(lock(&self.drain))
            }
            _ => self.end_late(column),
        }
    }

    #[cold]
    fn end_late(&self, column: usize) -> bool {
        // Release: what was done happens before the waiter goes on; pairs with the Acquires in `is_empty`.
        let late = self.late[column].fetch_add(1, Ordering::Release) + 1;
        // SeqCst: pairs with the fences in `turn` and `is_empty`: those see this end, or we see what they have written.
        fence_seq_cst();
        // Relaxed: ordered by the fence.
        let draining = self.draining.load(Ordering::Relaxed);
        // Relaxed: ordered by the fence.
        draining && late >= self.goal.load(Ordering::Relaxed) && self.settle(lock(&self.drain))
    }

    /// From now on nothing begins but while something else has not ended, by whose doing it begins. True if nothing is under way;
    /// else the [`end`](Self::end) of the last will say so. True is said once.
    #[must_use]
    pub(crate) fn close(&self) -> bool {
        let mut drain = lock(&self.drain);
        drain.closing = true;
        // Relaxed: written under the lock.
        if !self.draining.load(Ordering::Relaxed) {
            self.turn(&drain);
        }
        self.settle(drain)
    }

    /// How many things have begun and not ended. An estimate while there are some.
    pub(crate) fn under_way(&self) -> usize {
        // Relaxed: an estimate.
        let read = |word: &AtomicU64| word.load(Ordering::Relaxed);
        let of_column = |column: usize| {
            let outside = read(&self.outside_begun[column]).wrapping_sub(read(&self.late[column]));
            self.workers.iter().fold(outside, |sum, own| {
                let own = read(&own.begun[column]).wrapping_sub(read(&own.ended[column]));
                sum.wrapping_add(own)
            })
        };
        of_column(0).wrapping_add(of_column(1)) as usize
    }

    /// Has `latch` set once all that has begun by now has ended.
    ///
    /// # Safety
    /// 1. `latch` stays valid until it is set, and nobody else sets it.
    pub(crate) unsafe fn enrol(&self, latch: &Latch) {
        let mut drain = lock(&self.drain);
        // Relaxed: written under the lock.
        let until = self.epoch.load(Ordering::Relaxed) + 1;
        let latch = NonNull::from(latch);
        drain.waiters.push(Waiter { until, latch });
        // Relaxed: written under the lock.
        if !self.draining.load(Ordering::Relaxed) {
            self.turn(&drain);
        }
        let over = self.settle(drain);
        debug_assert!(!over, "nobody may wait for what is over");
    }

    /// Begins an epoch. The column of the one before the current is empty.
    fn turn(&self, _: &MutexGuard<'_, Drain>) {
        // Relaxed: written under the lock.
        let epoch = self.epoch.load(Ordering::Relaxed);
        // Relaxed: until `is_empty` raises it every end of the column looks closer; ordered by the fence.
        self.goal.store(0, Ordering::Relaxed);
        // Relaxed: ordered by the fence.
        self.draining.store(true, Ordering::Relaxed);
        // Release: what the waiter did before; pairs with the Acquire in `begin`.
        self.epoch.store(epoch + 1, Ordering::Release);
        if self.asymmetric {
            // Pairs with `light` in `begin` and `end`.
            barrier::heavy();
        }
        // SeqCst: pairs with the fence in `end_late`, and with that in `light` where there is no such barrier.
        fence_seq_cst();
    }

    /// Tells the waiters whose epochs are empty, and drains the next for the others. Says whether all is over.
    fn settle(&self, mut drain: MutexGuard<'_, Drain>) -> bool {
        let mut ready = Vec::new();
        let mut over = false;
        // Relaxed: written under the lock.
        while self.draining.load(Ordering::Relaxed) {
            // Relaxed: written under the lock.
            let epoch = self.epoch.load(Ordering::Relaxed);
            if !self.is_empty(1 - (epoch % 2) as usize) {
                break;
            }
            // Relaxed: whoever still sees it true does more than it must.
            self.draining.store(false, Ordering::Relaxed);
            let waiters = drain.waiters.extract_if(.., |waiter| waiter.until <= epoch);
            ready.extend(waiters);
            if drain.waiters.is_empty() && drain.closing && self.is_empty((epoch % 2) as usize) {
                drain.closing = false;
                over = true;
            }
            if !drain.waiters.is_empty() || drain.closing {
                self.turn(&drain);
            }
        }
        drop(drain);
        for waiter in ready {
            // SAFETY: promised to `enrol`; the waiter is out of the list, so its latch is set once.
            unsafe { Latch::set(waiter.latch.as_ptr()) };
        }
        over
    }

    /// Whether all has ended in the column that is drained. If not, the end that makes it so will see `goal` reached, or
    /// count by itself and ask again.
    fn is_empty(&self, column: usize) -> bool {
        loop {
            // Ends before beginnings: each end that is seen has its beginning seen.
            let sum = |counts: fn(&Counts) -> &[AtomicU64; 2]| -> u64 {
                let words = self.workers.iter().map(|worker| &counts(worker)[column]);
                // Acquire: what was done before; pairs with the Release in `own_increment`.
                words.map(|word| word.load(Ordering::Acquire)).sum()
            };
            let ended = sum(|counts| &counts.ended);
            // Acquire: pairs with the exchange in `end_late`.
            let late = self.late[column].load(Ordering::Acquire);
            // Relaxed: whoever counts from now on takes it back.
            let outside = self.outside_begun[column].load(Ordering::Relaxed);
            let begun = outside + sum(|counts| &counts.begun);
            if begun == ended + late {
                return true;
            }
            // Relaxed: ordered by the fence.
            self.goal.store(begun - ended, Ordering::Relaxed);
            // SeqCst: pairs with the fence in `end_late`: that sees the goal, or its end is seen here.
            fence_seq_cst();
            // Relaxed: only whether to count again. What reached the goal may be the end of something whose beginning was
            // not counted, because it is being taken back.
            if self.late[column].load(Ordering::Relaxed) < begun - ended {
                return false;
            }
        }
    }

    /// Between a write and a read of the frequent side.
    #[inline(always)]
    fn light(&self) {
        if self.asymmetric {
            barrier::light();
        } else {
            // SeqCst: pairs with the fence in `turn`.
            fence_seq_cst();
        }
    }
}

/// One more, in a word that only the caller writes.
#[inline(always)]
fn own_increment(word: &AtomicU64) {
    // Relaxed: the caller's own word.
    let count = word.load(Ordering::Relaxed);
    // Release: pairs with the Acquire in `is_empty`.
    word.store(count + 1, Ordering::Release);
}
