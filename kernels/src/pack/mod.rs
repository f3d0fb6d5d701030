//! What stays of a vector, in its order and in place.
//!
//! The vector is gone through in rounds that fit the cache. In a round, blocks are combed in parallel, each for itself: what stays
//! moves to the front of the block. Meanwhile one thread joins what stayed of the round before to what has stayed so far.
//!
//! Invariant: the vector counts no elements while a [`Pack`] exists, which knows where those are that are alive, and closes all gaps
//! when it is dropped, even if a panic passes.

mod comb;
mod settle;

use crate::fork_join::ForkJoin;
use crate::share::{each, start_unless, trifle};
use comb::Comb;
use settle::{Run, Settled};
use std::mem::{self, MaybeUninit};

/// The blocks of a round have at most this many bytes for each thread.
const ROUND: usize = if cfg!(test) { 160 } else { 256 << 10 };
/// Into how many blocks the share of a thread is cut, so that nobody waits long for the last one.
const BLOCKS_PER_THREAD: usize = 8;
/// How many rounds there should be at least: while the last one settles, most threads have nothing to do.
const ROUNDS: usize = 4;

/// What takes less is not worth the rounds, in microseconds: what stayed moves twice there.
const TRIFLE_US: u64 = if cfg!(test) { 0 } else { 300 };

/// Decides what stays.
pub(super) trait Sieve<T>: Sync {
    /// Whether `element` stays. `last` is the one before it, or the last one that stayed if that is gone; none if there is none in
    /// its block.
    fn keeps(&self, last: Option<&mut T>, element: &mut T) -> bool;

    /// Whether the first element of a block stays after all, when `last` is known.
    fn keeps_at_seam(&self, last: &mut T, element: &mut T) -> bool;
}

/// Drops what the sieve does not keep.
pub(super) fn pack<T: Send>(on: impl ForkJoin, vec: &mut Vec<T>, sieve: &impl Sieve<T>) {
    let mut pack = Pack::new(vec);
    pack.begin(on, sieve);
    if pack.seen < pack.len {
        on.enter(|| pack.rounds(on, sieve));
    }
}

/// A vector under way.
struct Pack<'v, T> {
    /// Counts no elements.
    vec: &'v mut Vec<T>,
    /// How many elements there were, all within the vector's capacity.
    len: usize,
    /// The front, and what has been combed and is to be joined to it.
    settled: Settled,
    /// What is being combed: between `settled` and `seen`.
    combed: Vec<Run>,
    /// From here to `len` all elements are alive and nobody has looked at them.
    seen: usize,
}

impl<'v, T: Send> Pack<'v, T> {
    fn new(vec: &'v mut Vec<T>) -> Self {
        let len = vec.len();
        // SAFETY: no length is shorter than none; what is alive comes back when the pack is dropped.
        unsafe { vec.set_len(0) };
        Pack {
            vec,
            len,
            settled: Settled::default(),
            combed: Vec::new(),
            seen: 0,
        }
    }

    /// Goes alone through the first elements, or through all if that takes no time.
    fn begin(&mut self, on: impl ForkJoin, sieve: &impl Sieve<T>) {
        let all = &mut self.vec.spare_capacity_mut()[..self.len];
        // The comb knows what is alive until it stops.
        self.seen = self.len;
        // SAFETY: (1) all are alive. (2) `front` is what the pack goes by.
        let mut comb = unsafe { Comb::new(all, &mut self.settled.front) };
        let trifle = || trifle(on).max(on.micros(TRIFLE_US));
        start_unless(on, self.len, trifle, |range| {
            comb.advance(range.len(), sieve)
        });
        (self.settled.front, self.seen) = comb.stop();
    }

    /// Goes through all that has not been seen.
    fn rounds(&mut self, on: impl ForkJoin, sieve: &impl Sieve<T>) {
        let threads = on.threads();
        // As many took some microseconds.
        let least = self.seen;
        let fair = (self.len - self.seen) / ROUNDS;
        while self.seen < self.len {
            let left = self.len - self.seen;
            let most = threads.saturating_mul(ROUND / size_of::<T>().max(1)).max(1);
            let count = fair.max(least).min(most).min(left);
            let block = count.div_ceil(BLOCKS_PER_THREAD * threads);
            self.round(on, count, block, sieve);
        }
        let all = &mut self.vec.spare_capacity_mut()[..self.len];
        // SAFETY: (1) `settled` knows what is alive, and all of it is within the first `len` places.
        unsafe { self.settled.settle(all, sieve) };
    }

    /// Combs the next `count` elements in blocks, and settles those of the round before.
    fn round(&mut self, on: impl ForkJoin, count: usize, block: usize, sieve: &impl Sieve<T>) {
        let (old, fresh) = self.vec.spare_capacity_mut()[..self.len].split_at_mut(self.seen);
        let blocks = fresh[..count].chunks_mut(block);
        let mut place = self.seen;
        self.combed.extend(blocks.map(|block| {
            let run = Run {
                start: place,
                len: block.len(),
            };
            place += block.len();
            run
        }));
        self.seen += count;
        let (settled, combed) = (&mut self.settled, &mut self.combed);
        let blocks = fresh[..count].chunks_mut(block);
        let mut blocks: Vec<_> = blocks.zip(combed.iter_mut()).collect();
        let comb = |(block, run): &mut (&mut [MaybeUninit<T>], &mut Run)| {
            let count = block.len();
            // SAFETY: (1) nobody has looked at these. (2) `len` is what the pack goes by.
            let mut comb = unsafe { Comb::new(block, &mut run.len) };
            comb.advance(count, sieve);
        };
        let mut settle = || {
            // SAFETY: (1) `settled` knows what is alive in `old`, and of nothing behind that.
            unsafe { settled.settle(old, sieve) };
        };
        match &mut blocks[..] {
            [one] => {
                settle();
                comb(one);
            }
            _ => drop(on.join(settle, || each(on, &mut blocks, &comb))),
        }
        drop(blocks);
        mem::swap(&mut self.settled.runs, &mut self.combed);
    }
}

impl<T> Drop for Pack<'_, T> {
    fn drop(&mut self) {
        let rest = Run {
            start: self.seen,
            len: self.len - self.seen,
        };
        self.settled.runs.append(&mut self.combed);
        self.settled.runs.push(rest);
        let all = &mut self.vec.spare_capacity_mut()[..self.len];
        // SAFETY: (1) all that is alive is in `settled` now, and within the first `len` places.
        unsafe { self.settled.close(all) };
        // SAFETY: `front` elements are alive at the start, and within the capacity.
        unsafe { self.vec.set_len(self.settled.front) };
    }
}
