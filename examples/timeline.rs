//! Draws which worker did what when, while a sort and a picture of the Mandelbrot set were made.
//!
//!     cargo run --release --features trace --example timeline
//!     cargo run --release --features trace --example timeline -- --only quicksort --n 10000000 --threads 4
//!
//! For each program there are three files: a picture as PNG and as SVG, and a trace in JSON that <https://ui.perfetto.dev> opens.
//! The recording is tine's own, see `tine::trace`: the programs contain nothing for it.

#[allow(dead_code, reason = "not all that programs share is used by each")]
#[path = "common/command.rs"]
mod command;
#[path = "common/partition.rs"]
mod partition;

use clap::{Parser, ValueEnum};
use partition::partition;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use tine::prelude::*;
use tine::trace::Trace;
use tine::{ThreadPool, ThreadPoolBuilder};

/// Draws which worker did what when.
#[derive(Parser)]
struct Options {
    /// The program to be drawn [default: both]
    #[arg(long, value_name = "PROGRAM")]
    only: Option<Program>,

    /// How many numbers to sort
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    n: u32,

    /// Width of the Mandelbrot picture in pixels; its height is two thirds
    #[arg(long, value_name = "N", default_value_t = 480, value_parser = clap::value_parser!(u32).range(3..=20_000))]
    width: u32,

    /// Number of threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    /// Where to put the files
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    output: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
enum Program {
    Quicksort,
    Mandelbrot,
}

fn main() -> ExitCode {
    command::main(run)
}

fn run(options: &Options) -> Result<(), String> {
    let programs = match options.only {
        Some(program) => vec![program],
        None => vec![Program::Quicksort, Program::Mandelbrot],
    };
    for program in programs {
        let threads = options.threads.map_or(0, usize::from);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| format!("no pool of {threads} threads: {error}"))?;
        let (name, trace) = match program {
            Program::Quicksort => {
                let mut numbers = numbers(options.n);
                let trace = watch(&pool, || quicksort(&mut numbers));
                if !numbers.is_sorted() {
                    return Err("the numbers are not sorted".to_string());
                }
                let count = command::grouped(options.n.into());
                let title = format!("Quicksort of {count} numbers");
                ("quicksort", trace.titled(title))
            }
            Program::Mandelbrot => {
                let (width, height) = (options.width, options.width / 3 * 2);
                let mut pixels = vec![0; width as usize * height as usize];
                let trace = watch(&pool, || mandelbrot(&mut pixels, width as usize));
                let title = format!("Mandelbrot set, {width} x {height} points, row by row");
                ("mandelbrot", trace.titled(title))
            }
        };
        write(&options.output, name, &trace)?;
    }
    Ok(())
}

/// Runs `program` in the pool and returns what the workers did meanwhile.
fn watch(pool: &ThreadPool, program: impl FnOnce() + Send) -> Trace {
    // Every thread has begun to live when each has answered.
    pool.broadcast(|_| ());
    let start = pool.trace().time.end;
    let clock = Instant::now();
    pool.install(program);
    let elapsed = clock.elapsed();
    pool.trace().cut(start..start + elapsed)
}

/// Sorts `v`: `join` over both sides of a partition, until they are short.
fn quicksort(v: &mut [u64]) {
    const SHORT: usize = 2000;
    if v.len() <= SHORT {
        return v.sort_unstable();
    }
    let middle = v.len() / 2;
    let mut sample = [
        v[0],
        v[middle / 2],
        v[middle],
        v[middle + middle / 2],
        v[v.len() - 1],
    ];
    sample.sort_unstable();
    let (less, greater) = partition(v, sample[2]);
    tine::join(|| quicksort(less), || quicksort(greater));
}

/// Numbers in no order, the same every time.
fn numbers(n: u32) -> Vec<u64> {
    let mut state = 1_u64;
    let next = |_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        state >> 20
    };
    (0..n).map(next).collect()
}

/// Counts the steps of each point, row by row in parallel. Rows through the middle take far longer than others.
fn mandelbrot(pixels: &mut [u16], width: usize) {
    let height = pixels.len() / width;
    let rows = pixels.par_chunks_mut(width).enumerate();
    rows.for_each(|(y, row)| {
        let im = 2.0 * y as f64 / height as f64 - 1.0;
        for (x, pixel) in row.iter_mut().enumerate() {
            *pixel = steps(3.0 * x as f64 / width as f64 - 2.0, im);
        }
    });
}

/// How many steps it takes a point to escape.
fn steps(re: f64, im: f64) -> u16 {
    let (mut x, mut y) = (0.0, 0.0);
    for step in 0..500 {
        if x * x + y * y > 4.0 {
            return step;
        }
        (x, y) = (x * x - y * y + re, 2.0 * x * y + im);
    }
    500
}

fn write(folder: &Path, name: &str, trace: &Trace) -> Result<(), String> {
    type Format = fn(&Trace, File) -> io::Result<()>;
    let formats: [(&str, Format); 3] = [
        ("png", |trace, file| trace.write_png(file)),
        ("svg", |trace, file| trace.write_svg(file)),
        ("json", |trace, file| trace.write_chrome(file)),
    ];
    for (ending, format) in formats {
        let path = folder.join(format!("timeline-{name}.{ending}"));
        let written = File::create(&path).and_then(|file| format(trace, file));
        written.map_err(|error| format!("{}: {error}", path.display()))?;
        println!("{}", path.display());
    }
    Ok(())
}
