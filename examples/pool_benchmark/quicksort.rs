//! The same quicksort by each contestant: partition around the middle of three, hand over one half, go on with the other.

use super::contest::{Outcome, Seat};
use super::contestant::{ALIVE, Steals};
use super::log::LOG;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// From how few numbers on the standard library sorts them.
pub(crate) const LEAF: usize = 8192;

/// Numbers without order, always the same.
fn numbers(count: usize) -> Vec<u32> {
    let mut state = 1_u64;
    let next = |_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as u32
    };
    (0..count).map(next).collect()
}

/// A task: moves what is below the pivot to the left; both halves hold at least one number less than the whole.
fn parted(slice: &mut [u32]) -> (&mut [u32], &mut [u32]) {
    LOG.task(|| partition(slice))
}

fn partition(slice: &mut [u32]) -> (&mut [u32], &mut [u32]) {
    let last = slice.len() - 1;
    let mut three = [slice[0], slice[last / 2], slice[last]];
    three.sort_unstable();
    let pivot = three[1];
    let place = slice
        .iter()
        .position(|&number| number == pivot)
        .unwrap_or(last);
    slice.swap(place, last);
    let mut below = 0;
    for index in 0..last {
        // Swapping always and stepping sometimes leaves the processor nothing to guess.
        let low = slice[index] < pivot;
        slice.swap(index, below);
        below += usize::from(low);
    }
    slice.swap(below, last);
    let (left, right) = slice.split_at_mut(below);
    (left, &mut right[1..])
}

/// The other kind of task.
fn leaf(slice: &mut [u32]) {
    LOG.task(|| slice.sort_unstable());
}

fn alone(slice: &mut [u32]) {
    if slice.len() <= LEAF {
        return leaf(slice);
    }
    let (left, right) = parted(slice);
    alone(left);
    alone(right);
}

fn with_tine(slice: &mut [u32]) {
    if slice.len() <= LEAF {
        return leaf(slice);
    }
    let (left, right) = parted(slice);
    tine::join(|| with_tine(left), || with_tine(right));
}

fn with_rayon(slice: &mut [u32]) {
    if slice.len() <= LEAF {
        return leaf(slice);
    }
    let (left, right) = parted(slice);
    rayon::join(|| with_rayon(left), || with_rayon(right));
}

/// Its tasks may not borrow and cannot wait for each other, so the numbers live for ever, and sorted pieces are sent back.
fn with_threadpool(
    pool: &threadpool::ThreadPool,
    mut slice: &'static mut [u32],
    pieces: &Sender<&'static [u32]>,
) {
    while slice.len() > LEAF {
        let (left, right) = parted(slice);
        let (handle, sender) = (pool.clone(), pieces.clone());
        pool.execute(move || with_threadpool(&handle, left, &sender));
        slice = right;
    }
    leaf(slice);
    let _ = pieces.send(slice);
}

/// A thread for each half, down to so many threads.
fn with_threads(slice: &mut [u32], threads: usize) {
    if slice.len() <= LEAF || threads < 2 {
        return alone(slice);
    }
    let (left, right) = parted(slice);
    thread::scope(|scope| {
        scope.spawn(|| with_threads(left, threads / 2));
        with_threads(right, threads / 2);
    });
}

/// Everybody who sorts, each with a pool of its own.
pub(crate) fn seats(threads: usize, count: usize) -> Result<Vec<Seat>, String> {
    let tine = tine::ThreadPoolBuilder::new().num_threads(threads).build();
    let tine = tine.map_err(|error| error.to_string())?;
    let rayon = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let rayon = rayon.map_err(|error| error.to_string())?;
    let shared = threadpool::ThreadPool::new(threads);
    let tine_runs = move || {
        let before = Steals::of(&tine);
        let mut outcome = timed(count, threads, |slice| tine.install(|| with_tine(slice)));
        outcome.steals = Some(Steals::of(&tine).since(before));
        outcome
    };
    let rayon_runs = move || timed(count, threads, |slice| rayon.install(|| with_rayon(slice)));
    let threads_run = move || {
        let mut outcome = timed(count, 1, |slice| with_threads(slice, ALIVE));
        // They come and go.
        if let Some(summary) = &mut outcome.summary {
            summary.gap = None;
        }
        outcome
    };
    Ok(vec![
        seat("tine join", tine_runs),
        seat("rayon join", rayon_runs),
        seat("threadpool", move || shared_queue(count, threads, &shared)),
        seat("threads", threads_run),
        seat("sequential", move || timed(count, 1, alone)),
    ])
}

fn seat(name: &str, run: impl Fn() -> Outcome + 'static) -> Seat {
    let (name, run) = (name.into(), Box::new(run));
    Seat { name, run }
}

/// Sorts fresh numbers, and looks whether they are sorted when the clock has stopped.
fn timed(count: usize, threads: usize, sort: impl FnOnce(&mut [u32])) -> Outcome {
    let mut numbers = numbers(count);
    LOG.begin(0);
    let start = Instant::now();
    sort(&mut numbers);
    let outcome = outcome(start.elapsed(), threads);
    assert!(numbers.is_sorted(), "not sorted");
    outcome
}

fn shared_queue(count: usize, threads: usize, pool: &threadpool::ThreadPool) -> Outcome {
    let numbers = numbers(count).leak();
    let (sender, pieces) = channel();
    LOG.begin(0);
    let start = Instant::now();
    let handle = pool.clone();
    pool.execute(move || with_threadpool(&handle, numbers, &sender));
    pool.join();
    let outcome = outcome(start.elapsed(), threads);
    let mut pieces: Vec<&[u32]> = pieces.iter().filter(|piece| !piece.is_empty()).collect();
    pieces.sort_by_key(|piece| piece.as_ptr());
    let sorted = pieces.iter().copied().flatten().is_sorted();
    assert!(sorted, "not sorted");
    outcome
}

/// The tasks were counted as they ran.
fn outcome(done: Duration, threads: usize) -> Outcome {
    let summary = LOG.summary(threads);
    Outcome {
        tasks: summary.shares.iter().sum::<u64>() as usize,
        submitted: None,
        done,
        summary: Some(summary),
        steals: None,
    }
}
