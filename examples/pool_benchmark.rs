//! Four programs made of tasks, on tine and on other pools in turns, and what single things cost.
//!
//!     cargo run --release --example pool_benchmark
//!     cargo run --release --example pool_benchmark -- --threads 4 --rounds 5
//!     cargo run --release --example pool_benchmark -- --quick
//!
//! The others are rayon's `spawn` and `join`, the shared queue of `threadpool`, tokio's multi-thread runtime, and a thread
//! for each task, of which 64 live at once and which get a share of the tasks where they would take minutes.

#[path = "common/command.rs"]
mod command;
#[path = "pool_benchmark/contest.rs"]
mod contest;
#[path = "pool_benchmark/contestant.rs"]
mod contestant;
#[path = "pool_benchmark/log.rs"]
mod log;
#[path = "pool_benchmark/memory.rs"]
mod memory;
#[path = "pool_benchmark/quicksort.rs"]
mod quicksort;
#[path = "pool_benchmark/summary.rs"]
mod summary;
#[path = "pool_benchmark/table.rs"]
mod table;
#[path = "pool_benchmark/work.rs"]
mod work;

use clap::Parser;
use command::grouped;
use contest::{Contest, From, Seat, seat, sequential};
use contestant::{ALIVE, Pool};
use log::LOG;
use std::process::ExitCode;
use std::time::Duration;
use summary::At;
use work::Work;

/// Measures pools by four programs made of tasks.
#[derive(Parser)]
struct Options {
    /// Number of threads of each pool [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// How often each contestant runs each program [default: 5, and 3 of the mixed tasks; with --quick 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    rounds: Option<u16>,

    /// Run only these: 1 to 4, or 5 for the summary
    #[arg(long, value_name = "N,..", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=5))]
    only: Vec<u8>,

    /// A hundredth of everything, to see whether it works; the figures mean nothing
    #[arg(long)]
    quick: bool,
}

fn main() -> ExitCode {
    command::main(run)
}

fn run(options: &Options) -> Result<(), String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let bench = Bench {
        threads: options.threads.map_or(cores, usize::from),
        cores,
        quick: options.quick,
        rounds: options.rounds,
        divisor: if options.quick { 100 } else { 1 },
        rate: work::steps_per_nanosecond(),
    };
    let rounds = match options.rounds {
        Some(rounds) => format!("{rounds} rounds"),
        None if options.quick => "1 round".into(),
        None => "5 rounds (3 of the mixed tasks, 7 for the summary)".into(),
    };
    println!(
        "Pools of {} threads on {cores} processors; the contestants take turns, {rounds}.",
        bench.threads
    );
    if options.quick {
        println!("Quick: a hundredth of everything. The figures mean nothing.");
    }
    println!("{}", table::LEGEND);
    let programs: [Program; 5] = [
        Bench::short,
        Bench::sort,
        Bench::mixed,
        Bench::crowd,
        Bench::summary,
    ];
    for (number, program) in (1..).zip(programs) {
        if options.only.is_empty() || options.only.contains(&number) {
            println!();
            program(&bench)?;
        }
    }
    Ok(())
}

type Program = fn(&Bench) -> Result<(), String>;

struct Bench {
    threads: usize,
    cores: usize,
    quick: bool,
    rounds: Option<u16>,
    /// By how much every count is divided.
    divisor: usize,
    /// Steps of work in a nanosecond.
    rate: f64,
}

impl Bench {
    fn short(&self) -> Result<(), String> {
        let tasks = 100_000 / self.divisor;
        let count = grouped(tasks as u64);
        println!("1. {count} tasks of 1 us, handed over by a task of the pool");
        let work = Work::lasting(Duration::from_micros(1), self.rate);
        let body = move |_| LOG.task(|| work.run());
        let few = tasks / 50;
        let mut seats = self.everybody(tasks, few, From::Inside, body)?;
        seats.push(sequential(tasks, body));
        for (name, pool) in [("spawn", Pool::spawn(1)?), ("submit", Pool::submit(1)?)] {
            let name = format!("{name}, 1 thread");
            let run = seat(pool, tasks, From::Inside, body).run;
            seats.push(Seat { name, run });
        }
        let contest = Contest::hold(self.rounds(5), seats);
        contest.print();
        tell_of_threads(tasks, few);
        let least = At::Least(0.9 * self.threads.min(self.cores) as f64);
        for own in ["spawn", "submit"] {
            let own_name = format!("tine {own}");
            let gain = contest.ratio(&format!("{own}, 1 thread"), &own_name);
            self.aim(
                &format!("{own_name}, times as fast as one thread"),
                gain,
                least,
            );
            for other in ["rayon", "threadpool", "tokio"] {
                let ratio = contest.ratio(&own_name, other);
                self.aim(&format!("{own_name}, x {other}"), ratio, At::Most(1.0));
            }
        }
        Ok(())
    }

    fn sort(&self) -> Result<(), String> {
        let count = 10_000_000 / self.divisor;
        println!(
            "2. quicksort of {} integers; a task partitions a part, or sorts one of at most {}",
            grouped(count as u64),
            grouped(quicksort::LEAF as u64)
        );
        let seats = quicksort::seats(self.threads, count)?;
        let contest = Contest::hold(self.rounds(5), seats);
        contest.print();
        println!("  threads: one for each half, down to {ALIVE} of them");
        Ok(())
    }

    fn mixed(&self) -> Result<(), String> {
        let tasks = 10_000 / self.divisor;
        let count = grouped(tasks as u64);
        println!(
            "3. {count} tasks, 80 % of 1 us, 15 % of 100 us, 5 % of 10 ms, mixed; handed over by a task of the pool"
        );
        let lasting = |micros| Work::lasting(Duration::from_micros(micros), self.rate);
        let [short, middle, long] = [1, 100, 10_000].map(lasting);
        // Every hundred numbers have each remainder once, in an order without a rhythm.
        let body = move |number: usize| {
            let work = match number * 37 % 100 {
                0..80 => short,
                80..95 => middle,
                _ => long,
            };
            LOG.task(|| work.run());
        };
        let mut seats = self.everybody(tasks, tasks, From::Inside, body)?;
        seats.push(sequential(tasks, body));
        let contest = Contest::hold(self.rounds(3), seats);
        contest.print();
        tell_of_threads(tasks, tasks);
        for own in ["tine spawn", "tine submit"] {
            let threads = self.threads.min(self.cores) as f64;
            let share = contest.ratio(own, "sequential") * threads;
            let what = format!("{own}, time x processors / total work");
            self.aim(&what, share, At::Most(1.05));
        }
        Ok(())
    }

    fn crowd(&self) -> Result<(), String> {
        let tasks = 1_000_000 / self.divisor;
        let count = grouped(tasks as u64);
        println!("4. {count} tasks that do nothing, from 8 outside threads");
        let body = |_| LOG.task(|| ());
        let few = tasks / 100;
        let seats = self.everybody(tasks, few, From::Outside(8), body)?;
        Contest::hold(self.rounds(5), seats).print();
        tell_of_threads(tasks, few);
        Ok(())
    }

    fn summary(&self) -> Result<(), String> {
        println!("Summary: what single things cost");
        summary::print(self)
    }

    /// Every pool, and a thread for each of so `few` tasks.
    fn everybody<F>(
        &self,
        tasks: usize,
        few: usize,
        from: From,
        body: F,
    ) -> Result<Vec<Seat>, String>
    where
        F: Fn(usize) + Copy + Send + Sync + 'static,
    {
        let outside = match from {
            From::Inside => From::Outside(1),
            outside => outside,
        };
        Ok(vec![
            seat(Pool::spawn(self.threads)?, tasks, from, body),
            seat(Pool::submit(self.threads)?, tasks, from, body),
            seat(Pool::rayon(self.threads)?, tasks, from, body),
            seat(Pool::shared(self.threads), tasks, from, body),
            seat(Pool::tokio(self.threads)?, tasks, from, body),
            seat(Pool::threads(), few, outside, body),
        ])
    }

    fn rounds(&self, default: u16) -> u16 {
        self.rounds.unwrap_or(if self.quick { 1 } else { default })
    }

    /// Prints a figure beside what it should be.
    fn aim(&self, what: &str, figure: f64, aim: At) {
        let (sign, limit, reached) = match aim {
            At::Most(limit) => ("at most", limit, figure <= limit),
            At::Least(limit) => ("at least", limit, figure >= limit),
        };
        let verdict = match reached {
            _ if self.quick => "(not judged)",
            true => "ok",
            false => "SHORT",
        };
        println!("  {what:<46} {figure:7.2}   aim: {sign:<8} {limit:5.2}   {verdict}");
    }
}

fn tell_of_threads(tasks: usize, few: usize) {
    let share = if few == tasks {
        "all tasks".into()
    } else {
        format!("one task in {}", tasks / few)
    };
    println!("  threads: one for each task, at most {ALIVE} alive at once, from outside; {share}");
}
