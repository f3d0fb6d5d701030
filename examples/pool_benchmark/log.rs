//! Who ran how many tasks, how long nobody ran any, and when all are done: kept the same way for every contestant.
//!
//! The log is global, so that a task carries nothing for its sake. A thread writes to a line of its own; only the count
//! of what is left is shared, by all contestants alike.

use crossbeam_utils::CachePadded;
use std::cell::Cell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

/// How many threads have a line; those beyond share, and what their lines say is worth little.
const LINES: usize = 1024;

#[derive(Default)]
struct Line {
    tasks: AtomicU64,
    /// When the latest work ended, in nanoseconds from the beginning of the run; zero before the first.
    ended: AtomicU64,
    /// The longest time without work so far, that before the first included.
    gap: AtomicU64,
}

pub(crate) struct Log {
    lines: [CachePadded<Line>; LINES],
    taken: AtomicUsize,
    /// Which run this is; a thread's line is good for one.
    run: AtomicUsize,
    begin: Mutex<Option<Instant>>,
    left: CachePadded<AtomicUsize>,
    waiter: Mutex<Option<Thread>>,
}

pub(crate) static LOG: Log = Log {
    lines: [const {
        CachePadded::new(Line {
            tasks: AtomicU64::new(0),
            ended: AtomicU64::new(0),
            gap: AtomicU64::new(0),
        })
    }; LINES],
    taken: AtomicUsize::new(0),
    run: AtomicUsize::new(0),
    begin: Mutex::new(None),
    left: CachePadded::new(AtomicUsize::new(0)),
    waiter: Mutex::new(None),
};

thread_local! {
    /// The run, its beginning, and the line of this thread.
    static MINE: Cell<Option<(usize, Instant, usize)>> = const { Cell::new(None) };
}

/// What the lines say at the end of a run.
#[derive(Clone, Default)]
pub(crate) struct Summary {
    /// Tasks of each thread, the busiest first.
    pub(crate) shares: Vec<u64>,
    /// The longest time in which one of them ran nothing, from the beginning of the run to its end, if they lived that long.
    pub(crate) gap: Option<Duration>,
}

impl Log {
    /// Clears everything for a run of so many tasks, for whose end the calling thread will wait.
    pub(crate) fn begin(&self, tasks: usize) {
        for line in &self.lines {
            // Relaxed, here and below: nobody runs a task between two runs, and whoever hands tasks out publishes this.
            line.tasks.store(0, Ordering::Relaxed);
            line.ended.store(0, Ordering::Relaxed);
            line.gap.store(0, Ordering::Relaxed);
        }
        self.taken.store(0, Ordering::Relaxed);
        self.left.store(tasks, Ordering::Relaxed);
        *lock(&self.begin) = Some(Instant::now());
        *lock(&self.waiter) = Some(thread::current());
        self.run.fetch_add(1, Ordering::Relaxed);
    }

    /// Runs a task and notes it.
    pub(crate) fn task<R>(&self, work: impl FnOnce() -> R) -> R {
        self.note(1, work)
    }

    /// Runs what is no task but keeps the thread busy.
    pub(crate) fn busy<R>(&self, work: impl FnOnce() -> R) -> R {
        self.note(0, work)
    }

    fn note<R>(&self, tasks: u64, work: impl FnOnce() -> R) -> R {
        let (begin, line) = self.mine();
        // Relaxed, all: this thread alone writes to its line, and `done` publishes what it wrote.
        let gap = nanoseconds(begin).saturating_sub(line.ended.load(Ordering::Relaxed));
        let longest = line.gap.load(Ordering::Relaxed);
        line.gap.store(longest.max(gap), Ordering::Relaxed);
        let result = work();
        let before = line.tasks.load(Ordering::Relaxed);
        line.tasks.store(before + tasks, Ordering::Relaxed);
        line.ended.store(nanoseconds(begin), Ordering::Relaxed);
        result
    }

    /// One task fewer is left.
    pub(crate) fn done(&self) {
        // AcqRel: publishes what the task wrote to whoever takes the last one, and so to `wait`.
        if self.left.fetch_sub(1, Ordering::AcqRel) == 1
            && let Some(waiter) = lock(&self.waiter).as_ref()
        {
            waiter.unpark();
        }
    }

    /// Blocks until all are done.
    pub(crate) fn wait(&self) {
        // Acquire: pairs with the count in `done`.
        while self.left.load(Ordering::Acquire) > 0 {
            thread::park();
        }
    }

    /// What so many threads did in a run that is over. Who had no work at all was idle all the time.
    pub(crate) fn summary(&self, threads: usize) -> Summary {
        let begin = lock(&self.begin).unwrap_or_else(Instant::now);
        let end = nanoseconds(begin);
        // Relaxed, all of them: the tasks have ended.
        let taken = self.taken.load(Ordering::Relaxed).max(threads).min(LINES);
        let gap = |line: &Line| {
            let idle = end.saturating_sub(line.ended.load(Ordering::Relaxed));
            idle.max(line.gap.load(Ordering::Relaxed))
        };
        let lines = self.lines[..taken].iter();
        let gap = lines.clone().map(|line| gap(line)).max().unwrap_or(0);
        let mut shares: Vec<u64> = lines
            .map(|line| line.tasks.load(Ordering::Relaxed))
            .collect();
        shares.sort_unstable_by(|a, b| b.cmp(a));
        Summary {
            shares,
            gap: Some(Duration::from_nanos(gap)),
        }
    }

    fn mine(&self) -> (Instant, &Line) {
        // Relaxed: see `begin`.
        let run = self.run.load(Ordering::Relaxed);
        let mine = MINE.get().filter(|(of, ..)| *of == run);
        let (_, begin, index) = mine.unwrap_or_else(|| {
            let begin = lock(&self.begin).unwrap_or_else(Instant::now);
            // Relaxed: the numbers only differ.
            let index = self.taken.fetch_add(1, Ordering::Relaxed) % LINES;
            MINE.set(Some((run, begin, index)));
            (run, begin, index)
        });
        (begin, &self.lines[index])
    }
}

fn nanoseconds(begin: Instant) -> u64 {
    begin.elapsed().as_nanos() as u64
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|held| held.into_inner())
}
