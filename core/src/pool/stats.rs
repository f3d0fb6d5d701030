//! Statistics of a pool, as plain data.

use crate::base::clock::Scale;
use crate::pool::global;
use crate::pool::handle::ThreadPool;
use crate::pool::meter::{Event, State};
use crate::pool::priority::Priority;
use crate::pool::registry::Registry;
use crate::pool::slot::Slot;
use std::fmt;
use std::ops::AddAssign;
use std::time::Duration;

/// What one worker has done since its pool was started. Of a place, to be exact: while a pool thread sleeps, a thread from
/// outside may work in its place.
///
/// ```
/// let pool = tine::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
/// pool.install(|| ());
/// let worker = &pool.stats().workers[0];
/// assert!(worker.successes <= worker.attempts);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WorkerStats {
    /// Submitted tasks and spawned jobs that have begun, and each time that a future went on.
    pub tasks: u64,
    /// Jobs out of queues: stolen forks, what came from outside, and the above. Forks that nobody stole are not counted: they
    /// cost a few nanoseconds, and counting them would cost another.
    pub jobs: u64,
    /// Looks into queues of other workers.
    pub attempts: u64,
    /// Those that brought something.
    pub successes: u64,
    /// What they brought: a task is stolen together with half of those beside it.
    pub stolen: u64,
    /// How often the worker made forks visible because somebody was out of work.
    pub publishes: u64,
    /// How often it exposed those of a worker that did not.
    pub exposures: u64,
    /// How often it went to sleep.
    pub parks: u64,
    /// How often it was woken, or got up by itself.
    pub wakes: u64,
    /// How often it got up by itself, ahead of work that comes in a rhythm: see
    /// [`anticipate`](crate::ThreadPoolBuilder::anticipate).
    pub alarms: u64,
    /// Time spent in jobs, and in waiting for the processor, as long as the thread lives.
    pub busy: Duration,
    /// Time spent looking for work.
    pub searching: Duration,
    /// Time spent asleep.
    pub asleep: Duration,
    /// The longest time from running out of work to the next job, so far.
    pub longest_gap: Duration,
    /// Forks in its queue now.
    pub forks_queued: usize,
    /// Tasks in its queue now.
    pub tasks_queued: usize,
}

impl AddAssign<&WorkerStats> for WorkerStats {
    /// Adds up all but `longest_gap`, of which the greater one counts.
    #[inline]
    fn add_assign(&mut self, other: &WorkerStats) {
        self.tasks += other.tasks;
        self.jobs += other.jobs;
        self.attempts += other.attempts;
        self.successes += other.successes;
        self.stolen += other.stolen;
        self.publishes += other.publishes;
        self.exposures += other.exposures;
        self.parks += other.parks;
        self.wakes += other.wakes;
        self.alarms += other.alarms;
        self.busy += other.busy;
        self.searching += other.searching;
        self.asleep += other.asleep;
        self.longest_gap = self.longest_gap.max(other.longest_gap);
        self.forks_queued += other.forks_queued;
        self.tasks_queued += other.tasks_queued;
    }
}

/// What a pool has done since it was started: see [`stats`] and [`ThreadPool::stats`].
///
/// Its `Display` is a table with a line a worker.
///
/// ```
/// let pool = tine::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
/// pool.install(|| tine::join(|| (), || ()));
/// let stats = pool.stats();
/// assert_eq!(stats.workers.len(), 2);
/// assert!(stats.total().jobs >= 1);
/// println!("{stats}");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PoolStats {
    /// By index.
    pub workers: Vec<WorkerStats>,
    /// How long ago the pool was started.
    pub age: Duration,
    /// Jobs and tasks that wait for any worker now.
    pub queued: usize,
}

impl PoolStats {
    /// The sum over all workers.
    ///
    /// ```
    /// let total = tine::stats().total();
    /// assert!(total.successes <= total.attempts);
    /// ```
    #[inline]
    pub fn total(&self) -> WorkerStats {
        let mut total = WorkerStats::default();
        self.workers.iter().for_each(|worker| total += worker);
        total
    }

    /// What the pool has done from `earlier`, which is of the same pool, until now.
    ///
    /// Counts and times are those in between, and `age` is the time in between. The lengths of queues are those of now, and
    /// `longest_gap` that of the pool's whole life.
    ///
    /// ```
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    /// pool.submit(|| "prepared").join().unwrap();
    /// let before = pool.stats();
    /// for _ in 0..100 {
    ///     pool.spawn(|| ());
    /// }
    /// pool.wait_all();
    /// let stats = pool.stats().since(&before);
    /// assert_eq!(stats.total().tasks, 100);
    /// println!("{stats}");
    /// ```
    #[must_use]
    #[inline]
    pub fn since(&self, earlier: &PoolStats) -> PoolStats {
        let mut since = self.clone();
        since.age = self.age.saturating_sub(earlier.age);
        for (worker, earlier) in since.workers.iter_mut().zip(&earlier.workers) {
            worker.forget(earlier);
        }
        since
    }
}

impl WorkerStats {
    /// Leaves of the counts and times what came after `earlier`.
    #[inline]
    fn forget(&mut self, earlier: &WorkerStats) {
        for (count, earlier) in [
            (&mut self.tasks, earlier.tasks),
            (&mut self.jobs, earlier.jobs),
            (&mut self.attempts, earlier.attempts),
            (&mut self.successes, earlier.successes),
            (&mut self.stolen, earlier.stolen),
            (&mut self.publishes, earlier.publishes),
            (&mut self.exposures, earlier.exposures),
            (&mut self.parks, earlier.parks),
            (&mut self.wakes, earlier.wakes),
            (&mut self.alarms, earlier.alarms),
        ] {
            *count = count.saturating_sub(earlier);
        }
        for (time, earlier) in [
            (&mut self.busy, earlier.busy),
            (&mut self.searching, earlier.searching),
            (&mut self.asleep, earlier.asleep),
        ] {
            *time = time.saturating_sub(earlier);
        }
    }
}

/// What the calling thread's pool has done so far, or else the global one.
///
/// Each worker counts for itself, so that the numbers are of slightly different moments while there is work under way. Reading
/// them disturbs nobody. Costs some nanoseconds a worker and a clock.
///
/// ```
/// let before = tine::stats().total().tasks;
/// tine::spawn(|| ());
/// tine::wait_all();
/// assert!(tine::stats().total().tasks > before);
/// ```
#[inline]
pub fn stats() -> PoolStats {
    global::with_current(Registry::stats)
}

impl ThreadPool {
    /// [`stats`](crate::stats()) of this pool.
    ///
    /// ```
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    /// assert_eq!(pool.stats().workers.len(), 3);
    /// ```
    #[inline]
    pub fn stats(&self) -> PoolStats {
        self.registry().stats()
    }
}

impl Registry {
    #[inline]
    fn stats(&self) -> PoolStats {
        let times: Vec<_> = self.slots.iter().map(|slot| slot.times()).collect();
        // After these: this thread may lose its processor in between, and no part is to exceed the whole.
        let (age, ticks) = self.age();
        let scale = Scale::new(age, ticks);
        let level = |priority| self.levels.level(priority).len();
        let workers = self.slots.iter().zip(&times);
        PoolStats {
            workers: workers
                .map(|(slot, times)| slot.stats(times, &scale))
                .collect(),
            age,
            queued: self.injector.len() + Priority::ALL.map(level).iter().sum::<usize>(),
        }
    }
}

/// Ticks that a worker has spent on each.
struct Times {
    busy: u64,
    searching: u64,
    asleep: u64,
    longest_gap: u64,
}

impl Slot {
    #[inline]
    fn times(&self) -> Times {
        let meter = &self.meter;
        let longest_gap = meter.get(Event::LongestGap);
        let searching = meter.ticks_in(State::Searching);
        let asleep = meter.ticks_in(State::Asleep);
        let absent = meter.ticks_in(State::Absent);
        // The whole after its parts, as above.
        let (_, age) = self.registry().age();
        Times {
            busy: age.saturating_sub(searching + asleep + absent),
            searching,
            asleep,
            longest_gap,
        }
    }

    #[inline]
    fn stats(&self, times: &Times, scale: &Scale) -> WorkerStats {
        let meter = &self.meter;
        // Parts before wholes, so that neither seems to exceed the other.
        let (successes, wakes) = (meter.get(Event::Steal), meter.get(Event::Wake));
        WorkerStats {
            tasks: meter.get(Event::Task),
            jobs: meter.get(Event::Job),
            attempts: meter.get(Event::Attempt),
            successes,
            stolen: meter.get(Event::Stolen),
            publishes: meter.get(Event::Publish),
            exposures: meter.get(Event::Exposure),
            parks: meter.get(Event::Park),
            wakes,
            alarms: meter.get(Event::Alarm),
            busy: scale.duration(times.busy),
            searching: scale.duration(times.searching),
            asleep: scale.duration(times.asleep),
            longest_gap: scale.duration(times.longest_gap),
            forks_queued: self.deque.len(),
            tasks_queued: self.tasks.len(),
        }
    }
}

/// A column of the table: its head and how wide it is.
const COLUMNS: [(&str, usize); 16] = [
    ("worker", 6),
    ("tasks", 10),
    ("jobs", 10),
    ("attempts", 10),
    ("success", 8),
    ("stolen", 8),
    ("publish", 8),
    ("expose", 7),
    ("parks", 8),
    ("wakes", 8),
    ("alarms", 8),
    ("busy", 10),
    ("search", 10),
    ("asleep", 10),
    ("gap", 10),
    ("queued", 8),
];

impl fmt::Display for PoolStats {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (head, width) in COLUMNS {
            write!(f, "{head:>width$} ")?;
        }
        for (index, worker) in self.workers.iter().enumerate() {
            line(f, &index.to_string(), worker)?;
        }
        line(f, "all", &self.total())?;
        let (queued, age) = (self.queued, self.age);
        write!(
            f,
            "\nqueued for any worker: {queued}; age of the pool: {age:.3?}"
        )
    }
}

#[inline]
fn line(f: &mut fmt::Formatter<'_>, name: &str, worker: &WorkerStats) -> fmt::Result {
    let time = |duration: Duration| format!("{duration:.1?}");
    let cells = [
        name.to_owned(),
        worker.tasks.to_string(),
        worker.jobs.to_string(),
        worker.attempts.to_string(),
        worker.successes.to_string(),
        worker.stolen.to_string(),
        worker.publishes.to_string(),
        worker.exposures.to_string(),
        worker.parks.to_string(),
        worker.wakes.to_string(),
        worker.alarms.to_string(),
        time(worker.busy),
        time(worker.searching),
        time(worker.asleep),
        time(worker.longest_gap),
        (worker.forks_queued + worker.tasks_queued).to_string(),
    ];
    f.write_str("\n")?;
    for ((_, width), cell) in COLUMNS.iter().zip(cells) {
        write!(f, "{cell:>width$} ")?;
    }
    Ok(())
}
