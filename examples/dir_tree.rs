//! Walks a directory tree in parallel into a tree in memory, and tells what is in it.
//!
//!     cargo run --release --example dir_tree -- /usr
//!     cargo run --release --example dir_tree -- /usr --tree 2 --one-file-system
//!     cargo run --release --example dir_tree -- /tmp/many --make 300000
//!     cargo run --release --example dir_tree -- /tmp/many --compare
//!
//! The parallel part is `dir_tree/walk.rs`: a directory's tree is the collected trees of the directories in it.

#[path = "common/command.rs"]
mod command;
#[path = "dir_tree/make.rs"]
mod make;
#[path = "dir_tree/rivals.rs"]
mod rivals;
#[path = "dir_tree/tree.rs"]
mod tree;
#[path = "dir_tree/walk.rs"]
mod walk;

use clap::Parser;
use command::{grouped, median};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tree::{Closed, Directory, Totals};
use walk::Walk;

/// Walks a directory tree in parallel and tells what is in it.
#[derive(Parser)]
struct Options {
    /// The directory to walk
    path: PathBuf,

    /// Number of threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Do not enter directories on which another file system is mounted
    #[arg(long)]
    one_file_system: bool,

    /// Do not ask for the length of each file
    #[arg(long)]
    no_sizes: bool,

    /// How many of the largest directories to list
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,

    /// How many of the unreadable entries to list
    #[arg(long, value_name = "N", default_value_t = 20)]
    errors: usize,

    /// Also print the tree itself, so many levels deep
    #[arg(long, value_name = "LEVELS")]
    tree: Option<usize>,

    /// How often to walk again with a warm cache
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=1000))]
    rounds: u16,

    /// Empty the system's caches before the first walk (Linux, as root)
    #[arg(long)]
    drop_caches: bool,

    /// Also walk with walkdir, jwalk and ignore, and compare times and counts
    #[arg(long)]
    compare: bool,

    /// First fill the directory, which must be new or empty, with N entries
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    make: Option<u64>,
}

fn main() -> ExitCode {
    command::main(run)
}

fn run(options: &Options) -> Result<(), String> {
    let threads = options.threads.map_or(0, usize::from);
    let pool = tine::ThreadPoolBuilder::new()
        .num_threads(threads)
        // A path can have thousands of parts, and the walk calls itself for each. What is not used costs nothing.
        .stack_size(64 << 20)
        .build();
    let pool = pool.map_err(|error| format!("no pool of {threads} threads: {error}"))?;
    if let Some(entries) = options.make {
        let made = pool.install(|| make::make(&options.path, entries));
        made.map_err(|error| format!("cannot fill '{}': {error}", options.path.display()))?;
    }
    let root = open(&options.path)?;
    if options.drop_caches {
        drop_caches().map_err(|error| format!("cannot empty the system's caches: {error}"))?;
    }

    let (first, first_time) = watched(options, &pool, &root);
    report(options, &root, &first);
    println!("\n{} threads", pool.current_num_threads());
    let caches = if options.drop_caches {
        "cold: the caches were emptied"
    } else {
        "the first walk: cold only as far as nobody read this tree before, see --drop-caches"
    };
    speed(&first, first_time, caches);
    if options.compare {
        compare(options, &pool, &root)
    } else {
        let times = (0..options.rounds).map(|_| timed(|| quiet(options).run(&pool, &root)).1);
        let time = median(times.map(|time| time.as_secs_f64()).collect());
        let what = format!("warm, the median of {} walks", options.rounds);
        speed(&first, Duration::from_secs_f64(time), &what);
        Ok(())
    }
}

/// The path without links in it, if it is a directory that can be read.
fn open(path: &Path) -> Result<PathBuf, String> {
    let root = path.canonicalize().and_then(|root| {
        std::fs::read_dir(&root)?;
        Ok(root)
    });
    root.map_err(|error| format!("cannot walk '{}': {error}", path.display()))
}

/// Only the system itself can forget; what is not written yet it keeps.
fn drop_caches() -> std::io::Result<()> {
    std::fs::write("/proc/sys/vm/drop_caches", "3\n")
}

/// How to walk, apart from where and with whom.
fn quiet(options: &Options) -> Walk {
    Walk {
        sizes: !options.no_sizes,
        one_file_system: options.one_file_system,
        met: Arc::new(AtomicU64::new(0)),
    }
}

/// Walks with a spinner, which stays invisible unless standard error is a terminal. It reads the count ten times a
/// second; those that walk know nothing of it.
fn watched(options: &Options, pool: &tine::ThreadPool, root: &Path) -> (Directory, Duration) {
    let walk = quiet(options);
    let met = walk.met.clone();
    let count = move |_: &ProgressState, text: &mut dyn Write| {
        // Relaxed: a count for the eye.
        let _ = text.write_str(&grouped(met.load(Ordering::Relaxed)));
    };
    let style = ProgressStyle::with_template("{spinner} {met} entries, {elapsed}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
    let spinner = ProgressBar::new_spinner().with_style(style.with_key("met", count));
    spinner.enable_steady_tick(Duration::from_millis(100));
    let walked = timed(|| walk.run(pool, root));
    spinner.finish_and_clear();
    walked
}

fn timed<T>(walk: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let tree = walk();
    (tree, start.elapsed())
}

// What there is to say.

fn report(options: &Options, root: &Path, tree: &Directory) {
    let Totals {
        directories,
        files,
        links,
        others,
        bytes,
        occupied,
    } = tree.totals;
    if let Some(levels) = options.tree {
        branches(tree, levels, 0);
        println!();
    }
    println!("{}", root.display());
    let line = |name: &str, value: String| println!("  {name:<14} {value:>18}");
    line("directories", grouped(directories));
    line("files", grouped(files));
    line("links", grouped(links));
    line("others", grouped(others));
    if !options.no_sizes {
        let repeated = tree.repeated();
        line("bytes", grouped(bytes));
        line("on the disk", grouped(occupied - repeated.occupied));
        if repeated.files > 0 {
            let names = grouped(repeated.files);
            println!(
                "  {names} names are further names of a file, with {} of the bytes",
                grouped(repeated.bytes)
            );
        }
    }
    notes(options, root, tree);
    largest(options, root, tree);
}

/// What was not entered, where other file systems begin, and what could not be read.
fn notes(options: &Options, root: &Path, tree: &Directory) {
    let (mut mounts, mut loops, mut troubles) = (Vec::new(), Vec::new(), Vec::new());
    tree.each(root, |path, directory| {
        if directory.mount {
            mounts.push(path.to_path_buf());
        }
        if directory.closed == Some(Closed::Loop) {
            loops.push(path.to_path_buf());
        }
        troubles.extend(&directory.troubles);
    });
    let mounted = if options.one_file_system {
        "not entered"
    } else {
        "entered"
    };
    let list = |title: &str, paths: &[PathBuf]| {
        if !paths.is_empty() {
            println!("  {title}: {}", grouped(paths.len() as u64));
        }
        for path in paths.iter().take(options.errors) {
            println!("    {}", path.display());
        }
    };
    list(&format!("other file systems, {mounted}"), &mounts);
    list(
        "directories that lie in themselves, not entered again",
        &loops,
    );
    println!(
        "  {:<14} {:>18}",
        "unreadable",
        grouped(troubles.len() as u64)
    );
    for trouble in troubles.iter().take(options.errors) {
        println!("    {}: {}", trouble.path.display(), trouble.error);
    }
    if troubles.len() > options.errors {
        println!(
            "    and {} more",
            grouped((troubles.len() - options.errors) as u64)
        );
    }
}

/// The directories with most in themselves; one is not large because one below it is.
fn largest(options: &Options, root: &Path, tree: &Directory) {
    let mut directories = Vec::new();
    tree.each(root, |path, directory| {
        let own = directory.own();
        directories.push((
            own.bytes,
            own.entries(),
            path.to_path_buf(),
            directory.totals,
        ));
    });
    directories.sort_by_key(|(bytes, entries, ..)| std::cmp::Reverse((*bytes, *entries)));
    if options.top > 0 {
        println!("\nlargest directories by what lies in them directly");
        println!(
            "{:>18} {:>10} {:>18}  path",
            "bytes", "entries", "bytes with below"
        );
    }
    for (bytes, entries, path, totals) in directories.into_iter().take(options.top) {
        let (bytes, entries, all) = (grouped(bytes), grouped(entries), grouped(totals.bytes));
        println!("{bytes:>18} {entries:>10} {all:>18}  {}", path.display());
    }
}

fn branches(tree: &Directory, levels: usize, depth: usize) {
    let (name, totals) = (Path::new(&tree.name).display(), tree.totals);
    let (entries, bytes) = (grouped(totals.entries() - 1), grouped(totals.bytes));
    println!(
        "{:indent$}{name}  {entries} entries, {bytes} bytes",
        "",
        indent = 2 * depth
    );
    if depth < levels {
        let below = tree.directories.iter();
        below.for_each(|below| branches(below, levels, depth + 1));
        for leaf in &tree.leaves {
            let (name, bytes) = (Path::new(&leaf.name).display(), grouped(leaf.bytes));
            println!(
                "{:indent$}{name}  {bytes} bytes",
                "",
                indent = 2 * depth + 2
            );
        }
    }
}

fn speed(tree: &Directory, time: Duration, what: &str) {
    let rate = tree.totals.entries() as f64 / time.as_secs_f64();
    println!(
        "{:9.4} s {:>12} entries/s  {what}",
        time.as_secs_f64(),
        grouped(rate as u64)
    );
}

// The others.

/// What one walk counted, and its time.
type Walked = (Totals, Duration);

/// Lets all take turns, since a machine's speed changes over time, and compares within each turn.
fn compare(options: &Options, pool: &tine::ThreadPool, root: &Path) -> Result<(), String> {
    let threads = pool.current_num_threads();
    let rayon_pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let rayon_pool =
        rayon_pool.map_err(|error| format!("no rayon pool of {threads} threads: {error}"))?;
    let rayon_pool = Arc::new(rayon_pool);
    let task = rivals::Task {
        root: root.into(),
        sizes: !options.no_sizes,
        one_file_system: options.one_file_system,
        threads,
    };
    let walk = || {
        // Dropping the tree takes no part: the others have none.
        let (tree, time) = timed(|| quiet(options).run(pool, root));
        (tree.totals, time)
    };
    let contestants: [(&str, &dyn Fn() -> Walked); 4] = [
        ("walkdir", &|| timed(|| rivals::with_walkdir(&task))),
        ("jwalk", &|| {
            timed(|| rivals::with_jwalk(&task, &rayon_pool))
        }),
        ("ignore", &|| timed(|| rivals::with_ignore(&task))),
        ("tine", &walk),
    ];
    let turns: Vec<Vec<Walked>> = (0..options.rounds)
        .map(|_| contestants.iter().map(|(_, walk)| walk()).collect())
        .collect();
    let ours = contestants.len() - 1;
    let middle =
        |figure: &dyn Fn(&[Walked]) -> f64| median(turns.iter().map(|turn| figure(turn)).collect());
    let time = |turn: &[Walked], index: usize| turn[index].1.as_secs_f64();

    println!(
        "\nwarm, medians of {} rounds in turns; walkdir has one thread",
        options.rounds
    );
    for (index, (name, _)) in contestants.iter().enumerate() {
        let entries = turns[0][index].0.entries() as f64;
        println!(
            "{name:<8} {:9.4} s {:>12} entries/s  tine is {:.2} times as fast",
            middle(&|turn| time(turn, index)),
            grouped(middle(&|turn| entries / time(turn, index)) as u64),
            middle(&|turn| time(turn, index) / time(turn, ours)),
        );
    }
    let counted = |totals: &Totals| Totals {
        occupied: 0,
        ..*totals
    };
    let expected = counted(&turns[0][ours].0);
    let same = turns
        .iter()
        .flatten()
        .all(|(totals, _)| counted(totals) == expected);
    println!("counts the same: {}", if same { "yes" } else { "no" });
    if same {
        return Ok(());
    }
    for (index, (name, _)) in contestants.iter().enumerate() {
        println!("{name:<8} {:?}", counted(&turns[0][index].0));
    }
    Err("the counts differ, or the tree changed meanwhile".into())
}

impl Walk {
    fn run(&self, pool: &tine::ThreadPool, root: &Path) -> Directory {
        pool.install(|| self.tree(root))
    }
}
