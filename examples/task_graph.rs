//! Builds a make-believe program, step by step in the order of what needs what, as many steps at a time as there are threads.
//!
//!     cargo run --release --example task_graph
//!     cargo run --release --example task_graph -- --fail parser
//!     cargo run --release --example task_graph -- --limit 20
//!     cargo run --release --example task_graph -- --recipe FILE --threads 4
//!
//! A recipe has a line for each step: its name, how much work it is, a colon, and the steps that it needs, in any order. A name
//! that is missing, double, or part of a circle is told before anything is run. A step's work is to hash what it got from the
//! steps that it needs; `--fail` makes one panic, and `--limit` cancels what has not begun in time.

#[allow(dead_code, reason = "not all that programs share is used by each")]
#[path = "common/command.rs"]
mod command;

use clap::Parser;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tine::graph::{GraphError, Node};
use tine::{CancelToken, TaskGraph, TaskGraphBuilder, ThreadPoolBuilder};

/// What is built if nobody says what.
const RECIPE: &str = "
program   8: cli server
cli       6: parser log
server   20: http store log
http     25: net text
store    22: disk text
parser   18: text
net      12: core
disk     10: core
text     14: core
log       5: core
core      9:
manual   16: cli
tests    24: program
package   4: program manual tests
";

/// Hash rounds in one unit of work: about a millisecond.
const ROUNDS: u64 = 500_000;

/// Builds a make-believe program in parallel.
#[derive(Parser)]
struct Options {
    /// A file with lines such as `server 20: http store`
    #[arg(long, value_name = "FILE")]
    recipe: Option<PathBuf>,

    /// Number of threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// The step that is to panic
    #[arg(long, value_name = "STEP")]
    fail: Option<String>,

    /// Begin no step after so many milliseconds
    #[arg(long, value_name = "MS")]
    limit: Option<u64>,

    /// How often to build
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
}

fn main() -> ExitCode {
    command::main(run)
}

/// Builds, so often as is wanted. Fails unless all steps were run, every time.
fn run(options: &Options) -> Result<(), String> {
    let text = match &options.recipe {
        Some(path) => std::fs::read_to_string(path)
            .map_err(|error| format!("cannot read '{}': {error}", path.display()))?,
        None => RECIPE.to_string(),
    };
    let steps = read(&text)?;
    let fail = options.fail.as_deref();
    if let Some(name) = fail.filter(|&name| steps.iter().all(|step| step.name != name)) {
        return Err(format!("there is no step `{name}` that could fail"));
    }
    let log = Log::default();
    let plan = plan(&steps, &log, fail).map_err(|error| error.to_string())?;
    let threads = options.threads.map_or(0, usize::from);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| format!("no pool of {threads} threads: {error}"))?;
    let mut failures = 0;
    for run in 1..=options.runs {
        let token = match options.limit {
            Some(limit) => CancelToken::with_timeout(Duration::from_millis(limit)),
            None => CancelToken::new(),
        };
        let start = log.begin();
        let (values, outcome) = pool.install(|| plan.graph.try_run_partly(&token));
        let elapsed = start.elapsed();
        println!(
            "run {run}: {}",
            summary(&log, elapsed, pool.current_num_threads())
        );
        print!("{}", log.chart(elapsed));
        if let Some(digest) = values.get(plan.last) {
            println!("`{}` is {digest:016x}", plan.last_name);
        }
        if let Err(failure) = outcome {
            println!("failed: {failure}");
            failures += 1;
        }
    }
    match failures {
        0 => Ok(()),
        _ => Err(format!("{failures} of {} runs failed", options.runs)),
    }
}

/// One line of a recipe.
struct Step<'t> {
    name: &'t str,
    work: u64,
    needs: Vec<&'t str>,
}

fn read(text: &str) -> Result<Vec<Step<'_>>, String> {
    let mut steps = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let step = line.split_once(':').and_then(|(head, needs)| {
            let (name, work) = head.trim().rsplit_once(char::is_whitespace)?;
            Some(Step {
                name: name.trim(),
                work: work.parse().ok()?,
                needs: needs.split_whitespace().collect(),
            })
        });
        steps.push(step.ok_or_else(|| format!("line {}: not `name work: needs`", i + 1))?);
    }
    if steps.is_empty() {
        return Err("there is no step".to_string());
    }
    Ok(steps)
}

/// A graph, and the step whose value is shown: the last line's.
struct Plan<'p> {
    graph: TaskGraph<'p>,
    last: Node<u64>,
    last_name: &'p str,
}

fn plan<'p>(
    steps: &'p [Step<'p>],
    log: &'p Log,
    fail: Option<&'p str>,
) -> Result<Plan<'p>, GraphError> {
    let mut builder = TaskGraphBuilder::new();
    // Lines come in any order, so all names first.
    let mut nodes = HashMap::new();
    let mut declared = Vec::new();
    for step in steps {
        let node: Node<u64> = builder.declare(step.name);
        nodes.insert(step.name, node);
        declared.push(node);
    }
    for (step, &node) in steps.iter().zip(&declared) {
        let mut inputs = Vec::new();
        for &need in &step.needs {
            match nodes.get(need) {
                Some(&input) => inputs.push(input),
                // The builder will tell.
                None => builder.after(node, need),
            }
        }
        builder.define(node, inputs, move |inputs| {
            let start = Instant::now();
            let digest = hash(step, inputs);
            log.note(step.name, start);
            assert!(fail != Some(step.name), "told to fail");
            digest
        });
    }
    let last = steps.len() - 1;
    Ok(Plan {
        graph: builder.build()?,
        last: declared[last],
        last_name: steps[last].name,
    })
}

/// The work of a step.
fn hash(step: &Step<'_>, inputs: Vec<&u64>) -> u64 {
    let seed = step.name.bytes().map(u64::from);
    let seed = seed.chain(inputs.into_iter().copied());
    let mut digest = seed.fold(0xCBF2_9CE4_8422_2325, |digest: u64, part| {
        (digest ^ part).wrapping_mul(0x100_0000_01B3)
    });
    for _ in 0..step.work.saturating_mul(ROUNDS) {
        digest ^= digest >> 29;
        digest = digest.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    }
    digest
}

/// Who did what when, in the present run.
#[derive(Default)]
struct Log(Mutex<(Option<Instant>, Vec<Entry>)>);

struct Entry {
    name: String,
    thread: usize,
    start: Duration,
    end: Duration,
}

impl Log {
    fn begin(&self) -> Instant {
        let now = Instant::now();
        *self.0.lock().unwrap() = (Some(now), Vec::new());
        now
    }

    fn note(&self, name: &str, start: Instant) {
        let end = Instant::now();
        let (begin, entries) = &mut *self.0.lock().unwrap();
        let begin = begin.unwrap_or(start);
        entries.push(Entry {
            name: name.to_string(),
            thread: tine::current_thread_index().unwrap_or(0),
            start: start - begin,
            end: end - begin,
        });
    }

    /// A bar for each step, from its start to its end.
    fn chart(&self, elapsed: Duration) -> String {
        const WIDTH: f64 = 60.0;
        let (_, entries) = &mut *self.0.lock().unwrap();
        entries.sort_by_key(|entry| entry.start);
        let widest = entries.iter().map(|entry| entry.name.chars().count()).max();
        let column = |time: Duration| {
            let part = time.as_secs_f64() / elapsed.as_secs_f64().max(1e-9);
            (part * WIDTH) as usize
        };
        let mut chart = String::new();
        for entry in entries.iter() {
            let from = column(entry.start);
            let bar = "#".repeat((column(entry.end) - from).max(1));
            let name = format!("{:<width$}", entry.name, width = widest.unwrap_or(0));
            let took = (entry.end - entry.start).as_secs_f64() * 1e3;
            let line = format!("  {name} |{:from$}{bar}", "");
            writeln!(
                chart,
                "{line:<width$} {took:7.1} ms on thread {}",
                entry.thread,
                width = widest.unwrap_or(0) + 65
            )
            .expect("strings take everything");
        }
        chart
    }
}

fn summary(log: &Log, elapsed: Duration, threads: usize) -> String {
    let (_, entries) = &*log.0.lock().unwrap();
    let busy: Duration = entries.iter().map(|entry| entry.end - entry.start).sum();
    format!(
        "{} steps on {threads} threads in {:.1} ms, {:.1} ms of work",
        entries.len(),
        elapsed.as_secs_f64() * 1e3,
        busy.as_secs_f64() * 1e3,
    )
}
