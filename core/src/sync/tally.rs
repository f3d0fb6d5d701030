//! Counts what was begun and what has ended, so that one can wait until all that was begun before a moment has ended.
//!
//! Each worker counts in words of its own, which nobody else writes: no shared read-modify-write while nobody waits. To wait
//! is to begin a new epoch: from then on what begins is counted in the other one of two columns, so that the old column can
//! only run empty. Whoever waits pays: a process-wide barrier at the start of each epoch, where there is one; and while
//! somebody waits and little is left to be waited for, each end costs a shared exchange.
//!
//! | word | written by | read by |
//! |---|---|---|
//! | `epoch` | a waiter, under the lock of `drain` | whoever begins something |
//! | `stage` | under the lock | whoever ends something |
//! | a worker's `begun`, `ended` | that worker | `Tally::settle` |
//! | `outside_begun`, `late` | anybody, by exchange | `Tally::settle` |
//! | `goal` | under the lock | whoever ends something while `stage` is `NEAR` |
//!
//! Invariants. (1) Every column but that of `epoch` is empty, or `stage` is not `CALM` and it is the one that is drained. (2) If
//! something is counted in a column that is being drained, then its end leads to a call of `settle`, or it is not the last.
//!
//! (1) needs that nobody counts in an old column unseen: who begins something counts first and reads `epoch` afterwards; who
//! begins an epoch writes it first and reads the counts afterwards; between the two stands a barrier on either side, so one sees
//! the other. Who sees a new epoch takes its count back and begins again. (2) likewise: who ends something counts first and
//! reads `stage` afterwards. Once `NEAR` is seen, ends are counted in `late` instead: then the sums of the workers stand still,
//! and the last end is the one that makes `late` reach `goal`. `goal` is written before `late` is read, and `late` before
//! `goal`, with a fence in between, so that the last end or the writer of `goal` sees it reached.
//!
//! As long as much is under way `stage` is `FAR`: workers count in their own words as ever, and whoever brings one of the words of
//! ends to a multiple of `EVERY` sums up under the lock. If little is left, `stage` becomes `NEAR`. That is not missed: take the last
//! one who summed up and found much. There are more ends that it has not seen than all words together can take without reaching
//! a multiple. So one of these ends reached one, in a word in which it was not seen. It saw that `stage` is not `CALM`, or it
//! would have been seen by all who sum up later. So it took the lock: not before that last one, or it would have been seen; so
//! after it, and that one was not the last.

#[cfg(all(test, loom))]
mod model;
#[cfg(all(test, not(loom)))]
mod tests;

use crate::base::barrier;
use crate::base::padded::CachePadded;
use crate::base::prim::{AtomicU8, AtomicU64, Mutex, MutexGuard, Ordering, fence_seq_cst, lock};
use crate::sync::latch::Latch;
use std::mem;
use std::ptr::NonNull;

/// Values of `stage`: nobody waits; somebody waits for much; for little, or for nothing any more.
const CALM: u8 = 0;
const FAR: u8 = 1;
const NEAR: u8 = 2;

/// How many ends a word takes, while much is under way, from one look at what is left to the next.
#[cfg(not(loom))]
const EVERY: u64 = 64;
#[cfg(loom)]
const EVERY: u64 = 2;

/// See the module's words.
#[derive(Debug)]
pub(crate) struct Tally {
    workers: Box<[CachePadded<Counts>]>,
    /// The parity says in which column is counted what begins now.
    epoch: CachePadded<AtomicU64>,
    /// Whether somebody waits for the other column: `CALM`, `FAR` or `NEAR`.
    stage: AtomicU8,
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
    /// In the order of their epochs, since these only grow.
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
    #[inline]
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
            stage: AtomicU8::new(CALM),
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
        // What is taken back looked like the last to end.
        let mut over = false;
        loop {
            // Acquire: whatever the waiter did before it began the epoch comes before what is counted in it; pairs with the
            // Release in `enter`.
            let epoch = self.epoch.load(Ordering::Acquire);
            let column = epoch % 2;
            match worker {
                Some(worker) => _ = own_increment(&self.workers[worker].begun[column as usize]),
                // Relaxed: ordered by the barrier.
                None => _ = self.outside_begun[column as usize].fetch_add(1, Ordering::Relaxed),
            }
            self.light();
            let ticket = Ticket {
                column: column == 1,
            };
            // Relaxed: ordered by the barrier; pairs with the one in `enter`.
            if self.epoch.load(Ordering::Relaxed) == epoch {
                if over {
                    // It was said to us alone, and too early: this one's end has to say it again.
                    let again = self.close();
                    debug_assert!(!again, "something is under way");
                }
                return ticket;
            }
            over |= self.end(ticket, worker);
        }
    }

    /// What `ticket` stands for has ended. `worker` as in [`begin`](Self::begin), and not necessarily the same. True if that
    /// was the last, and [`close`](Self::close) was called.
    #[inline]
    #[must_use]
    pub(crate) fn end(&self, ticket: Ticket, worker: Option<usize>) -> bool {
        let column = usize::from(ticket.column);
        // Relaxed: a hint; read again below.
        let stage = self.stage.load(Ordering::Relaxed);
        match worker {
            Some(worker) if stage != NEAR => {
                let ended = own_increment(&self.workers[worker].ended[column]);
                self.light();
                // Relaxed: ordered by the barrier; pairs with the one in `enter`.
                let due = match self.stage.load(Ordering::Relaxed) {
                    CALM => false,
                    FAR => ended.is_multiple_of(EVERY),
                    _ => true,
                };
                due && self.settle(lock(&self.drain))
            }
            _ => self.end_late(column),
        }
    }

    #[cold]
    fn end_late(&self, column: usize) -> bool {
        // Release: what was done happens before the waiter goes on; pairs with the Acquires in `sums`.
        let late = self.late[column].fetch_add(1, Ordering::Release) + 1;
        // SeqCst: pairs with the fences in `enter` and `is_empty`: those see this end, or we see what they have written.
        fence_seq_cst();
        // Relaxed: ordered by the fence.
        let due = match self.stage.load(Ordering::Relaxed) {
            CALM => false,
            FAR => late.is_multiple_of(EVERY),
            // Relaxed: ordered by the fence.
            _ => late >= self.goal.load(Ordering::Relaxed),
        };
        due && self.settle(lock(&self.drain))
    }

    /// From now on nothing begins but while something else has not ended, by whose doing it begins. True if nothing is under way;
    /// else the [`end`](Self::end) of the last will say so. True is said once.
    #[must_use]
    pub(crate) fn close(&self) -> bool {
        let mut drain = lock(&self.drain);
        drain.closing = true;
        // Relaxed: written under the lock.
        if self.stage.load(Ordering::Relaxed) == CALM {
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

    /// Has `latch` set once all that has begun by now has ended. True if the last end was noticed here, and
    /// [`close`](Self::close) was called.
    ///
    /// # Safety
    /// 1. `latch` stays valid until it is set, and nobody else sets it.
    #[must_use]
    pub(crate) unsafe fn enrol(&self, latch: &Latch) -> bool {
        let mut drain = lock(&self.drain);
        // Relaxed: written under the lock.
        let until = self.epoch.load(Ordering::Relaxed) + 1;
        let latch = NonNull::from(latch);
        drain.waiters.push(Waiter { until, latch });
        // Relaxed: written under the lock.
        if self.stage.load(Ordering::Relaxed) == CALM {
            self.turn(&drain);
        }
        self.settle(drain)
    }

    /// Begins an epoch. The column of the one before the current is empty.
    #[inline(never)]
    fn turn(&self, _: &MutexGuard<'_, Drain>) {
        // Relaxed: written under the lock.
        let epoch = self.epoch.load(Ordering::Relaxed);
        let much = self.under_way() as u64 > self.much();
        self.enter(if much { FAR } else { NEAR }, epoch + 1);
    }

    /// Makes the stage and the epoch known: who begins or ends something either sees them or is seen in the counts from now on.
    #[inline(never)]
    fn enter(&self, stage: u8, epoch: u64) {
        // Relaxed: until `is_empty` raises it every late end of the column looks closer; ordered by the fence.
        self.goal.store(0, Ordering::Relaxed);
        // Relaxed: ordered by the fence.
        self.stage.store(stage, Ordering::Relaxed);
        // Release: what the waiter did before; pairs with the Acquire in `begin`.
        self.epoch.store(epoch, Ordering::Release);
        if self.asymmetric {
            // Pairs with `light` in `begin` and `end`.
            barrier::heavy();
        }
        // SeqCst: pairs with the fence in `end_late`, and with that in `light` where there is no such barrier.
        fence_seq_cst();
    }

    /// How many ends there can be at most without a word that reaches a multiple of `EVERY`.
    fn much(&self) -> u64 {
        (self.workers.len() as u64 + 1) * (EVERY - 1)
    }

    /// Tells the waiters whose epochs are empty, and drains the next for the others. Says whether all is over.
    fn settle(&self, mut drain: MutexGuard<'_, Drain>) -> bool {
        let mut ready = Vec::new();
        let mut over = false;
        // Relaxed: written under the lock.
        while let stage @ (FAR | NEAR) = self.stage.load(Ordering::Relaxed) {
            // Relaxed: written under the lock.
            let epoch = self.epoch.load(Ordering::Relaxed);
            if stage == FAR {
                let (begun, ended, late) = self.sums(1 - (epoch % 2) as usize);
                if begun - ended - late > self.much() {
                    break;
                }
                self.enter(NEAR, epoch);
            }
            if !self.is_empty(1 - (epoch % 2) as usize) {
                break;
            }
            // Relaxed: whoever still sees what it was does more than it must.
            self.stage.store(CALM, Ordering::Relaxed);
            let is_due = |waiter: &&Waiter| waiter.until <= epoch;
            let due = drain.waiters.iter().take_while(is_due).count();
            let later = drain.waiters.split_off(due);
            ready.append(&mut mem::replace(&mut drain.waiters, later));
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
    #[inline(never)]
    fn is_empty(&self, column: usize) -> bool {
        loop {
            let (begun, ended, late) = self.sums(column);
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

    /// What was begun in a column, what workers have ended, and what was ended late.
    #[inline(never)]
    fn sums(&self, column: usize) -> (u64, u64, u64) {
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
        (begun, ended, late)
    }

    /// Between a write and a read of the frequent side.
    #[inline(always)]
    fn light(&self) {
        if self.asymmetric {
            barrier::light();
        } else {
            // SeqCst: pairs with the fence in `enter`.
            fence_seq_cst();
        }
    }
}

/// One more, in a word that only the caller writes. Says how many it makes.
#[inline(always)]
fn own_increment(word: &AtomicU64) -> u64 {
    // Relaxed: the caller's own word.
    let count = word.load(Ordering::Relaxed) + 1;
    // Release: pairs with the Acquire in `sums`.
    word.store(count, Ordering::Release);
    count
}
