//! Runs tasks on one contestant after the other, round after round.

use super::command::median;
use super::contestant::{Pool, Steals};
use super::log::{LOG, Summary};
use std::ops::Range;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Who hands the tasks over.
#[derive(Clone, Copy)]
pub(crate) enum From {
    /// A task of the pool.
    Inside,
    /// So many threads that are not the pool's.
    Outside(usize),
}

/// One run.
#[derive(Clone)]
pub(crate) struct Outcome {
    pub(crate) tasks: usize,
    /// Until the last task was handed over, if that can be told apart.
    pub(crate) submitted: Option<Duration>,
    /// Until the last one had ended.
    pub(crate) done: Duration,
    /// What each thread did, unless there was one for each task.
    pub(crate) summary: Option<Summary>,
    /// What was stolen, where that is counted.
    pub(crate) steals: Option<Steals>,
}

/// A contestant in its seat.
pub(crate) struct Seat {
    pub(crate) name: String,
    pub(crate) run: Box<dyn Fn() -> Outcome>,
}

/// The runs of all seats, by round.
pub(crate) struct Contest {
    pub(crate) names: Vec<String>,
    rounds: Vec<Vec<Outcome>>,
}

/// A seat for `pool`, which runs `body` for each of so many numbers.
pub(crate) fn seat<F>(pool: Pool, tasks: usize, from: From, body: F) -> Seat
where
    F: Fn(usize) + Copy + Send + Sync + 'static,
{
    let pool = Arc::new(pool);
    Seat {
        name: pool.name().into(),
        run: Box::new(move || run(&pool, tasks, from, body)),
    }
}

/// A seat for the tasks alone, one after the other.
pub(crate) fn sequential(tasks: usize, body: impl Fn(usize) + 'static) -> Seat {
    let run = move || {
        LOG.begin(0);
        let start = Instant::now();
        (0..tasks).for_each(&body);
        Outcome {
            tasks,
            submitted: None,
            done: start.elapsed(),
            summary: Some(LOG.summary(1)),
            steals: None,
        }
    };
    Seat {
        name: "sequential".into(),
        run: Box::new(run),
    }
}

fn run<F>(pool: &Arc<Pool>, tasks: usize, from: From, body: F) -> Outcome
where
    F: Fn(usize) + Copy + Send + Sync + 'static,
{
    let body = move |number| {
        body(number);
        LOG.done();
    };
    let before = pool.steals();
    LOG.begin(tasks);
    let start = Instant::now();
    let submitted = match from {
        From::Inside => inside(pool, move |pool| {
            LOG.busy(|| hand_over(pool, 0..tasks, body))
        }),
        From::Outside(threads) => {
            let part = |part| tasks * part / threads..tasks * (part + 1) / threads;
            thread::scope(|scope| {
                for index in 0..threads {
                    scope.spawn(move || hand_over(pool, part(index), body));
                }
            });
            start.elapsed()
        }
    };
    LOG.wait();
    let done = start.elapsed();
    let since = |before| pool.steals().map(|now| now.since(before));
    Outcome {
        tasks,
        submitted: Some(submitted),
        done,
        summary: pool.workers().map(|workers| LOG.summary(workers)),
        steals: before.and_then(since),
    }
}

fn hand_over(
    pool: &Pool,
    tasks: Range<usize>,
    body: impl Fn(usize) + Copy + Send + 'static,
) -> Duration {
    let start = Instant::now();
    pool.hand_over(tasks, body);
    start.elapsed()
}

/// Runs `work` as a task of the pool, and waits for what it returns. The task holds the pool by a handle that is back before
/// this returns, so that no pool is dropped by one of its own threads.
pub(crate) fn inside<R: Send + 'static>(
    pool: &Arc<Pool>,
    work: impl FnOnce(&Pool) -> R + Send + 'static,
) -> R {
    let (sender, back) = channel();
    let parts = Mutex::new(Some((Arc::clone(pool), sender, work)));
    // A task is copied for each number, so the one that owns something is handed over by reference.
    let parts: &'static _ = Box::leak(Box::new(parts));
    pool.hand_over(0..1, move |_| {
        let taken = parts.lock().unwrap_or_else(|held| held.into_inner()).take();
        if let Some((pool, sender, work)) = taken {
            let result = work(&pool);
            let _ = sender.send((pool, result));
        }
    });
    let (_pool, result) = back.recv().expect("the task sends before it ends");
    result
}

impl Contest {
    /// All take turns, since a machine's speed changes over time; each round another one begins.
    pub(crate) fn hold(rounds: u16, seats: Vec<Seat>) -> Contest {
        let all = seats.len();
        let turn = |round: u16| {
            let first = usize::from(round) % all;
            let mut outcomes: Vec<Outcome> = (0..all)
                .map(|step| (seats[(first + step) % all].run)())
                .collect();
            outcomes.rotate_right(first);
            outcomes
        };
        let rounds = (0..rounds).map(turn).collect();
        let names = seats.into_iter().map(|seat| seat.name).collect();
        Contest { names, rounds }
    }

    /// The median of a figure over all rounds.
    pub(crate) fn middle(&self, seat: usize, figure: impl Fn(&Outcome) -> f64) -> f64 {
        let figures = self.rounds.iter().map(|round| figure(&round[seat]));
        median(figures.collect())
    }

    /// The last run of a seat.
    pub(crate) fn last(&self, seat: usize) -> &Outcome {
        &self.rounds[self.rounds.len() - 1][seat]
    }

    fn seat(&self, name: &str) -> usize {
        let found = self.names.iter().position(|other| other == name);
        found.unwrap_or_else(|| panic!("nobody is called {name}"))
    }

    /// The time for a task of one seat by that of another, compared within each round.
    pub(crate) fn ratio(&self, seat: &str, other: &str) -> f64 {
        let (seat, other) = (self.seat(seat), self.seat(other));
        let rounds = self.rounds.iter();
        median(
            rounds
                .map(|round| round[seat].each() / round[other].each())
                .collect(),
        )
    }

    /// The time for a task, in nanoseconds.
    pub(crate) fn each(&self, name: &str) -> f64 {
        self.middle(self.seat(name), |run| run.each() * 1e9)
    }
}

impl Outcome {
    /// Seconds for a task.
    fn each(&self) -> f64 {
        self.done.as_secs_f64() / self.tasks as f64
    }
}
