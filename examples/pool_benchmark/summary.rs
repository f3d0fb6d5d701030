//! What single things cost: a spawn, a steal, a task that waits.

use super::Bench;
use super::contest::{self, Contest, From, Outcome, Seat};
use super::contestant::Pool;
use super::memory;
use super::table;
use std::hint;
use std::sync::Arc;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The table at the end: a line for each figure, a column for each pool, and then what is aimed at.
pub(crate) fn print(bench: &Bench) -> Result<(), String> {
    let rounds = bench.rounds(7);
    let inside = spawns(bench, From::Inside, rounds)?;
    let outside = spawns(bench, From::Outside(1), rounds)?;
    let steals = steals(bench, rounds)?;
    let weights = memory(bench)?;
    let names = &inside.names;
    let row = |what: &str, unit: &str, figure: &dyn Fn(usize, &str) -> String| {
        let figures = names.iter().enumerate().map(|(i, name)| figure(i, name));
        [what.into(), unit.into()]
            .into_iter()
            .chain(figures)
            .collect()
    };
    table::print(&[
        row("", "", &|_, name| name.into()),
        row(
            "empty task from a worker, run to its end",
            "ns",
            &|_, name| format!("{:.1}", inside.each(name)),
        ),
        row("", "x rayon", &|_, name| {
            format!("{:.2}", inside.ratio(name, "rayon"))
        }),
        row(
            "empty task from outside, run to its end",
            "ns",
            &|_, name| format!("{:.1}", outside.each(name)),
        ),
        row("", "x rayon", &|_, name| {
            format!("{:.2}", outside.ratio(name, "rayon"))
        }),
        row("steal latency", "us", &|_, name| {
            let Some(steals) = &steals else {
                return "-".into();
            };
            match steals.each(name) / 1e3 {
                late if late >= NOBODY.as_micros() as f64 => "nobody came".into(),
                latency => format!("{latency:.2}"),
            }
        }),
        row("memory of a task that waits", "bytes", &|i, _| {
            format!("{:.1}", weights[i])
        }),
    ]);
    println!("{LEGEND}");
    for own in ["tine spawn", "tine submit"] {
        let from_a_worker = format!("{own} from a worker, x rayon");
        bench.aim(&from_a_worker, inside.ratio(own, "rayon"), At::Most(0.5));
        let from_outside = format!("{own} from outside, x rayon");
        bench.aim(&from_outside, outside.ratio(own, "rayon"), At::Most(0.7));
    }
    for (own, bytes) in names.iter().zip(&weights).take(2) {
        bench.aim(&format!("{own}, bytes a task"), *bytes, At::Most(64.0));
    }
    Ok(())
}

const LEGEND: &str = "  \
  empty task: a closure that holds a number, and counts in one place for all that it was run; that is part of the figure
  steal latency: from handing over a task to its first step on another thread, which has just run one, while the one
  that handed it over stays busy
  memory: beside the closure, with the task's share of the queue";

/// What a figure should be.
#[derive(Clone, Copy)]
pub(crate) enum At {
    Most(f64),
    Least(f64),
}

fn pools(threads: usize) -> Result<[Pool; 5], String> {
    Ok([
        Pool::spawn(threads)?,
        Pool::submit(threads)?,
        Pool::rayon(threads)?,
        Pool::shared(threads),
        Pool::tokio(threads)?,
    ])
}

/// Tasks that do nothing.
fn spawns(bench: &Bench, from: From, rounds: u16) -> Result<Contest, String> {
    let tasks = 100_000 / bench.divisor;
    let seats = pools(bench.threads)?.map(|pool| contest::seat(pool, tasks, from, |_| ()));
    Ok(Contest::hold(rounds, seats.into()))
}

/// None where there is nobody to steal.
fn steals(bench: &Bench, rounds: u16) -> Result<Option<Contest>, String> {
    if bench.threads < 2 {
        return Ok(None);
    }
    let tries = 1_000 / bench.divisor;
    let seats = pools(bench.threads)?.map(|pool| {
        let pool = Arc::new(pool);
        Seat {
            name: pool.name().into(),
            run: Box::new(move || contest::inside(&pool, move |pool| latency(pool, tries))),
        }
    });
    Ok(Some(Contest::hold(rounds, seats.into())))
}

/// How long a thread stays busy for somebody to come.
const NOBODY: Duration = Duration::from_millis(2);

/// The median of so many steals as the time of one task. Nobody may come, where the machine is busy with others or a pool
/// leaves the newest task to the thread it came from; then this thread has to end before the task runs.
fn latency(pool: &Pool, tries: usize) -> Outcome {
    let once = |_| {
        let begun: &'static OnceLock<Duration> = Box::leak(Box::default());
        let start = Instant::now();
        pool.hand_over(0..1, move |_| _ = begun.set(start.elapsed()));
        while begun.get().is_none() && start.elapsed() < NOBODY {
            hint::spin_loop();
        }
        begun.get().copied().unwrap_or(NOBODY)
    };
    let mut times: Vec<Duration> = (0..tries).map(once).collect();
    times.sort_unstable();
    Outcome {
        tasks: 1,
        submitted: None,
        done: times[tries / 2],
        summary: None,
        steals: None,
    }
}

/// What a queue holds for a task that waits, in bytes beside the task's own closure.
fn memory(bench: &Bench) -> Result<[f64; 5], String> {
    let tasks = 100_000 / bench.divisor;
    Ok(pools(1)?.map(|pool| memory::of_a_task(&Arc::new(pool), tasks)))
}
