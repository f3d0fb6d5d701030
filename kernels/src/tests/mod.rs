//! Laws of the kernels that change a slice or a vector: the results are std's in pools of any width, over many small random
//! cases. The sizes from which work is shared are tiny here. The pools are those of `tine`, by its own `Engine`.

#[path = "../../../src/algo/engine.rs"]
mod engine;
mod groups;
mod moves;
mod packs;
mod parts;
mod scans;
mod sorts;
mod strays;

use crate::share;
pub(crate) use engine::Engine;
use std::panic::resume_unwind;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tine_core::engine::{rng::Rng, unwind};
use tine_core::{ThreadPool, ThreadPoolBuilder};

/// How many random cases a law is tried on. The address sanitizer takes ten times as long for each.
const CASES: usize = if cfg!(tine_plain) { 2_000 } else { 10_000 };

static POOLS: LazyLock<Vec<ThreadPool>> = LazyLock::new(|| {
    let pool = |threads| ThreadPoolBuilder::new().num_threads(threads).build();
    [1, 2, 3, 8]
        .map(|threads| pool(threads).expect("a pool"))
        .into()
});

/// Runs `check` in pools of several widths.
fn in_pools(check: impl Fn() + Sync) {
    POOLS.iter().for_each(|pool| pool.install(&check));
}

/// Runs `check` with a lot of random numbers, a quarter of them in each pool. Its second argument is a length.
#[track_caller]
fn cases(check: impl Fn(&Rng, usize) + Sync) {
    for (i, pool) in POOLS.iter().enumerate() {
        pool.install(|| {
            let rng = Rng::new(i as u64 + 1);
            for _ in 0..CASES / POOLS.len() {
                let most = [4, 30, 150][rng.below(3)];
                check(&rng, rng.below(most));
            }
        });
    }
}

/// `len` numbers below `bound`.
fn numbers(rng: &Rng, len: usize, bound: usize) -> Vec<u32> {
    (0..len).map(|_| rng.below(bound) as u32).collect()
}

/// A closure to be called in others: it panics when it is called for the `fatal`th time, from 0 on.
fn fuse(fatal: usize) -> impl Fn() + Sync {
    let calls = AtomicUsize::new(0);
    move || {
        // Relaxed: a number of its own for each call is all that is wanted.
        if calls.fetch_add(1, Relaxed) == fatal {
            resume_unwind(Box::new("fuse"));
        }
    }
}

/// Whether `op` was ended by a [`fuse`].
fn blows(op: impl FnOnce()) -> bool {
    match unwind::halt(op) {
        Ok(()) => false,
        Err(payload) => {
            assert_eq!(payload.downcast_ref(), Some(&"fuse"));
            true
        }
    }
}

/// Counts the elements that are alive.
#[derive(Default)]
struct Census {
    alive: AtomicUsize,
}

/// An element that is counted, and may not be dropped twice.
struct Citizen<'a> {
    number: u32,
    census: &'a Census,
    /// Memory of its own, for the address sanitizer.
    papers: Box<u32>,
}

impl Census {
    fn citizen(&self, number: u32) -> Citizen<'_> {
        // Relaxed: looked at when all threads are done.
        self.alive.fetch_add(1, Relaxed);
        Citizen {
            number,
            census: self,
            papers: Box::new(number),
        }
    }

    fn citizens(&self, numbers: &[u32]) -> Vec<Citizen<'_>> {
        numbers.iter().map(|&number| self.citizen(number)).collect()
    }

    fn count(&self) -> usize {
        // Relaxed: all threads are done.
        self.alive.load(Relaxed)
    }
}

impl Drop for Citizen<'_> {
    fn drop(&mut self) {
        assert_eq!(*self.papers, self.number);
        // Relaxed: looked at when all threads are done.
        assert_ne!(self.census.alive.fetch_sub(1, Relaxed), 0);
    }
}

/// What is in the slice, in ascending order.
fn roll(citizens: &[Citizen<'_>]) -> Vec<u32> {
    let mut numbers: Vec<u32> = citizens.iter().map(|citizen| *citizen.papers).collect();
    numbers.sort_unstable();
    numbers
}

#[test]
fn a_start_covers_all_that_it_says() {
    for len in 0..100 {
        let mut covered = 0;
        let done = share::start(Engine, len, |range| {
            assert!(range.start == covered && range.end > covered);
            covered = range.end;
        });
        assert!(done == covered && done <= len);
        assert_eq!(done == 0, len == 0);
    }
}
