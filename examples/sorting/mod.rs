//! What both sorting examples share: the command line, the input, the check against std, and the comparison.

mod chart;
#[allow(dead_code, reason = "not all that programs share is used by each")]
#[path = "../common/command.rs"]
mod command;
mod input;

use clap::Parser;
use input::{Distribution, Input};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// A sort that is to be shown.
pub(crate) trait Sort {
    const NAME: &'static str;
    /// Whether equal elements keep their order. Sorts that do are compared with others that do, and the others with the others.
    const STABLE: bool;

    fn sort<T: Copy + Ord + Send + Sync>(v: &mut [T]);
}

/// Sorts numbers or lines, checks the result against std, and compares times with those of std and rayon.
#[derive(Parser)]
struct Options {
    /// How many numbers to sort
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    n: u32,

    /// Other seeds make other numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// What the numbers look like
    #[arg(long, value_name = "SHAPE", default_value = "random")]
    distribution: Distribution,

    /// Sort what this file holds instead: whole numbers if every line is one, else lines
    #[arg(long, value_name = "PATH", conflicts_with_all = ["n", "seed", "distribution"])]
    file: Option<PathBuf>,

    /// How often each contestant sorts; the median counts
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=1000))]
    rounds: u16,

    /// The picture to write, a PNG file; its name is the sort's if none is given
    #[arg(long, value_name = "PATH")]
    chart: Option<PathBuf>,
}

/// The whole program.
pub(crate) fn main<S: Sort>() -> ExitCode {
    command::main(run::<S>)
}

fn run<S: Sort>(options: &Options) -> Result<(), String> {
    let input = match &options.file {
        Some(path) => Input::read(path)?,
        None => Input::Numbers(
            options
                .distribution
                .numbers(options.n as usize, options.seed),
        ),
    };
    let rounds = usize::from(options.rounds);
    let times = match &input {
        Input::Numbers(numbers) => compare::<S, i64>(numbers, rounds)?,
        Input::Lines(text) => compare::<S, &str>(&text.lines().collect::<Vec<_>>(), rounds)?,
    };
    for (name, time) in &times {
        println!("{name:<16} {:>10.3} ms", chart::milliseconds(*time));
    }
    let path = options.chart.clone();
    let path = path.unwrap_or_else(|| PathBuf::from(format!("{}.png", S::NAME)));
    chart::write(&path, &input.describe(), &times)
        .map_err(|error| format!("{}: {error}", path.display()))?;
    println!("{}", path.display());
    Ok(())
}

/// A name and a sort.
type Contestant<T> = (&'static str, fn(&mut [T]));

/// The median time of each contestant; they take turns. Fails if the sort's result is not that of std.
fn compare<S: Sort, T: Copy + Ord + Send + Sync>(
    input: &[T],
    rounds: usize,
) -> Result<Vec<(String, Duration)>, String> {
    let others: [Contestant<T>; 3] = match S::STABLE {
        true => [
            ("tine stable", |v| {
                tine::slice::ParallelSliceMut::par_sort(v)
            }),
            ("rayon stable", |v| {
                rayon::slice::ParallelSliceMut::par_sort(v)
            }),
            ("std stable", |v| v.sort()),
        ],
        false => [
            ("tine unstable", |v| {
                tine::slice::ParallelSliceMut::par_sort_unstable(v)
            }),
            ("rayon unstable", |v| {
                rayon::slice::ParallelSliceMut::par_sort_unstable(v)
            }),
            ("std unstable", |v| v.sort_unstable()),
        ],
    };
    let contestants: Vec<Contestant<T>> = [(S::NAME, S::sort as fn(&mut [T]))]
        .into_iter()
        .chain(others)
        .collect();
    let mut expected = input.to_vec();
    expected.sort();
    let mut v = input.to_vec();
    let mut times = vec![Vec::new(); contestants.len()];
    // The first round only warms up.
    for round in 0..=rounds {
        for ((name, sort), times) in contestants.iter().zip(&mut times) {
            v.copy_from_slice(input);
            let start = Instant::now();
            sort(&mut v);
            let time = start.elapsed();
            if v != expected {
                return Err(format!("{name} does not sort as std does"));
            }
            if round > 0 {
                times.push(time);
            }
        }
    }
    let median = |mut times: Vec<Duration>| {
        times.sort();
        times[times.len() / 2]
    };
    let names = contestants
        .iter()
        .map(|contestant| contestant.0.to_string());
    Ok(names.zip(times.into_iter().map(median)).collect())
}
