//! Compresses a file block by block in parallel, and writes the blocks in order as they are ready: what `gzip -d` reads.
//!
//!     cargo run --release --example compress -- FILE
//!     cargo run --release --example compress -- FILE --output FILE.gz --level 9 --block 256
//!     cargo run --release --example compress -- FILE --compare
//!
//! The parallel part is `with_tine`: the main thread reads blocks and writes what became of them, and whoever is free compresses. However
//! large the file, only some blocks for each thread are in memory, since `par_map_in_order` reads no further ahead.

#[path = "common/command.rs"]
mod command;

use clap::Parser;
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::iter;
use std::mem;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use tine::ThreadPoolBuilder;
use tine::prelude::*;

/// Compresses a file in parallel, for `gzip -d` to read.
#[derive(Parser)]
struct Options {
    /// The file to compress
    #[arg(value_name = "FILE")]
    input: PathBuf,

    /// The file to write [default: FILE.gz]
    #[arg(long, value_name = "PATH")]
    output: Option<PathBuf>,

    /// From 0, which copies, to 9, which takes long
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(0..=9))]
    level: u8,

    /// What is compressed at a time, in KiB: more makes the result smaller, and needs more memory
    #[arg(long, value_name = "KIB", default_value_t = 128, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    block: u32,

    /// Number of threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Also compress on one thread, both in memory, compare times and results, and read the result again; writes nothing
    #[arg(long)]
    compare: bool,

    /// How often each contestant compresses for --compare
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=1000))]
    rounds: u16,
}

fn main() -> ExitCode {
    command::main(run)
}

fn run(options: &Options) -> Result<(), String> {
    let threads = options.threads.map_or(0, usize::from);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| format!("no pool of {threads} threads: {error}"))?;
    let unreadable = |error| format!("cannot read '{}': {error}", options.input.display());
    if options.compare {
        let input = fs::read(&options.input).map_err(unreadable)?;
        return pool.install(|| compare(options, &input));
    }
    let input = File::open(&options.input).map_err(unreadable)?;
    // A folder can be opened, but not read.
    if input.metadata().map_err(unreadable)?.is_dir() {
        return Err(unreadable(io::ErrorKind::IsADirectory.into()));
    }
    let output = options.output.clone().unwrap_or_else(|| {
        let mut path = options.input.clone().into_os_string();
        path.push(".gz");
        path.into()
    });
    let start = Instant::now();
    let (from, to) = pool.install(|| pack(options, input, &output))?;
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{} threads: {} bytes to {} in {seconds:.2} s, {:.0} MB a second",
        pool.current_num_threads(),
        command::grouped(from),
        command::grouped(to),
        from as f64 / 1e6 / seconds
    );
    println!("{}", output.display());
    Ok(())
}

/// Compresses a file to another one. Returns how many bytes were read and written.
fn pack(options: &Options, mut input: File, output: &Path) -> Result<(u64, u64), String> {
    let file = File::create_new(output);
    let file = file.map_err(|error| format!("cannot create '{}': {error}", output.display()))?;
    let mut writer = Counted(BufWriter::new(file), 0);
    let mut from = 0;
    let blocks = blocks(&mut input, options).inspect(|block| {
        from += block.as_ref().map_or(0, |bytes| bytes.len() as u64);
    });
    let packed = with_tine(blocks, options, &mut writer).and_then(|()| writer.flush());
    let Counted(_, to) = writer;
    match packed {
        Ok(()) => Ok((from, to)),
        Err(error) => {
            // Half a result is none.
            let _ = fs::remove_file(output);
            let (input, output) = (options.input.display(), output.display());
            Err(format!("cannot compress '{input}' to '{output}': {error}"))
        }
    }
}

/// The bytes of a file, a block at a time; a single block of none if there are none.
fn blocks(input: &mut impl Read, options: &Options) -> impl Iterator<Item = io::Result<Vec<u8>>> {
    let size = u64::from(options.block) * 1024;
    let mut is_first = true;
    iter::from_fn(move || {
        let mut block = Vec::new();
        match input.by_ref().take(size).read_to_end(&mut block) {
            Ok(0) if !mem::take(&mut is_first) => None,
            Ok(_) => {
                is_first = false;
                Some(Ok(block))
            }
            Err(error) => Some(Err(error)),
        }
    })
}

/// What gzip makes of a block. Such pieces may follow one another.
fn compressed(block: io::Result<Vec<u8>>, level: u8) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(u32::from(level)));
    encoder.write_all(&block?)?;
    encoder.finish()
}

fn with_tine(
    blocks: impl Iterator<Item = io::Result<Vec<u8>>>,
    options: &Options,
    writer: &mut impl Write,
) -> io::Result<()> {
    blocks.par_map_in_order(
        |block| compressed(block, options.level),
        |mut pieces| pieces.try_for_each(|piece| writer.write_all(&piece?)),
    )
}

fn alone(
    blocks: impl Iterator<Item = io::Result<Vec<u8>>>,
    options: &Options,
    writer: &mut impl Write,
) -> io::Result<()> {
    let mut pieces = blocks.map(|block| compressed(block, options.level));
    pieces.try_for_each(|piece| writer.write_all(&piece?))
}

/// Plays both contestants in turns.
fn compare(options: &Options, input: &[u8]) -> Result<(), String> {
    let failed = |error: io::Error| format!("cannot compress: {error}");
    let mut times = [vec![], vec![]];
    let mut result = Vec::new();
    for _ in 0..options.rounds {
        let (mut one, mut many) = (Vec::new(), Vec::new());
        let start = Instant::now();
        alone(blocks(&mut &*input, options), options, &mut one).map_err(failed)?;
        times[0].push(start.elapsed().as_secs_f64());
        let start = Instant::now();
        with_tine(blocks(&mut &*input, options), options, &mut many).map_err(failed)?;
        times[1].push(start.elapsed().as_secs_f64());
        if one != many {
            return Err("the results differ".into());
        }
        result = many;
    }
    let mut again = Vec::new();
    let read = MultiGzDecoder::new(&*result).read_to_end(&mut again);
    read.map_err(|error| format!("cannot read the result again: {error}"))?;
    if again != input {
        return Err("the result does not hold what was compressed".into());
    }
    let [one, many] = times.map(command::median);
    let threads = tine::current_num_threads();
    println!(
        "{} bytes to {}: one thread {one:.3} s, {threads} threads {many:.3} s, {:.2} times as fast",
        command::grouped(input.len() as u64),
        command::grouped(result.len() as u64),
        one / many
    );
    println!("the same bytes, and what was compressed comes out again");
    Ok(())
}

/// Counts what is written.
struct Counted<W>(W, u64);

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.0.write(bytes)?;
        self.1 += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
