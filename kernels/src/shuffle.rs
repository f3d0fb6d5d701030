//! A random order that depends on a seed and on nothing else.
//!
//! Every element draws a bucket, goes there, and each bucket is shuffled for itself: Rao, "Generation of random permutation of
//! given number of elements using random sampling numbers", 1961; Sandelius, "A Simple Randomization Procedure", 1962. All orders
//! are equally likely if the draws are. The draws of a block of elements, and those of a bucket, come from streams of their own,
//! so that it does not matter who makes them.
//!
//! Invariant: no code of a user runs here, so nothing can panic while elements lie in the buffer.

use crate::base::pages;
use crate::fork_join::ForkJoin;
use crate::share::each;
use std::ptr;

/// Slices of at most this many bytes are shuffled by one thread, in place: the cache holds them, and a fresh buffer would cost more.
const SHORT: usize = if cfg!(test) { 64 } else { 4 << 20 };
/// A bucket should have no more bytes than this, so that it fits the cache.
const BUCKET: usize = if cfg!(test) { 64 } else { 128 << 10 };
/// More buckets than this cost the scattering more than they help.
const MOST_BUCKETS: usize = if cfg!(test) { 8 } else { 256 };
/// How many elements draw from one stream.
const BLOCK: usize = if cfg!(test) { 24 } else { 1 << 16 };

/// Brings the elements into an order that depends on `seed`, their number and their size.
pub fn shuffle<T: Send>(on: impl ForkJoin, v: &mut [T], seed: u64) {
    if size_of_val(v) <= SHORT {
        return in_place(v, &mut Draws::new(seed, 0));
    }
    on.enter(|| by_buckets(on, v, seed));
}

/// Shuffles by one thread (Fisher and Yates, 1938; Durstenfeld, 1964).
fn in_place<T>(v: &mut [T], draws: &mut Draws) {
    for last in (1..v.len()).rev() {
        v.swap(last, draws.below(last + 1));
    }
}

/// Scatters into buckets of a buffer, and moves those back shuffled.
fn by_buckets<T: Send>(on: impl ForkJoin, v: &mut [T], seed: u64) {
    let wanted = size_of_val(v).div_ceil(BUCKET).next_power_of_two();
    let bits = wanted.clamp(2, MOST_BUCKETS).ilog2();
    let mut buffer = Vec::with_capacity(v.len());
    let buffer = &mut buffer.spare_capacity_mut()[..v.len()];
    pages::will_fill(buffer);

    let blocks = v.chunks(BLOCK).enumerate();
    let mut blocks: Vec<_> = blocks
        .map(|(i, block)| Block {
            len: block.len(),
            draws: Draws::new(seed, i as u64 + 1),
            counts: vec![0; 1 << bits],
        })
        .collect();
    each(on, &mut blocks, &|block| {
        let counts = &mut block.counts;
        let draw = |bucket: usize| counts[bucket] += 1;
        block.draws.clone().each_of_bits(bits, block.len, draw);
    });

    let first_stream = blocks.len() as u64 + 1;
    let mut rest = &mut *buffer;
    let mut targets: Vec<Vec<_>> = blocks.iter().map(|_| Vec::new()).collect();
    let mut sizes = Vec::new();
    for bucket in 0..1 << bits {
        let before = rest.len();
        for (block, targets) in blocks.iter().zip(&mut targets) {
            let (target, behind) = rest.split_at_mut(block.counts[bucket]);
            targets.push(target.iter_mut());
            rest = behind;
        }
        sizes.push(before - rest.len());
    }
    let sources = v.chunks_mut(BLOCK);
    let mut work: Vec<_> = sources.zip(blocks).zip(targets).collect();
    each(on, &mut work, &|((source, block), targets)| {
        let mut elements = source.iter();
        let draws = &mut block.draws;
        draws.each_of_bits(bits, block.len, |bucket| {
            if let (Some(element), Some(target)) = (elements.next(), targets[bucket].next()) {
                // SAFETY: `element` is copied bit by bit; all of `v` is overwritten below before anybody uses it.
                target.write(unsafe { ptr::read(element) });
            }
        });
    });
    drop(work);

    let (mut buffer, mut v) = (buffer, v);
    let streams = sizes.iter().zip(first_stream..);
    let mut work: Vec<_> = streams
        .filter_map(|(&size, stream)| {
            let source = buffer.split_off_mut(..size)?;
            Some((source, v.split_off_mut(..size)?, stream))
        })
        .collect();
    each(on, &mut work, &|(source, dest, stream)| {
        in_place(source, &mut Draws::new(seed, *stream));
        let source = source.as_ptr().cast::<T>();
        // SAFETY: as many elements were scattered to `source` as it has places, and it is no part of `dest`, which is as long.
        unsafe { ptr::copy_nonoverlapping(source, dest.as_mut_ptr(), dest.len()) };
    });
}

/// Elements that draw from one stream.
struct Block {
    len: usize,
    /// At the start of the stream.
    draws: Draws,
    /// How many elements go to each bucket.
    counts: Vec<usize>,
}

/// A stream of random numbers: splitmix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
#[derive(Clone)]
struct Draws {
    state: u64,
}

impl Draws {
    /// A stream that depends on both numbers.
    #[inline]
    fn new(seed: u64, stream: u64) -> Self {
        Draws {
            state: scramble(scramble(seed) ^ stream),
        }
    }

    /// Any number, each as likely as the others.
    #[inline]
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        scramble(self.state)
    }

    /// A number below `bound`, which is not zero, each as likely as the others (Lemire, "Fast Random Integer Generation in an
    /// Interval", 2019).
    #[inline]
    fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        loop {
            let product = u128::from(self.next()) * u128::from(bound);
            let low = product as u64;
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 64) as usize;
            }
        }
    }

    /// Calls `take` with `count` numbers of at most 8 bits each.
    #[inline]
    fn each_of_bits(&mut self, bits: u32, count: usize, mut take: impl FnMut(usize)) {
        let mask = (1 << bits) - 1;
        let mut left = count;
        while left > 0 {
            let draw = self.next();
            let now = left.min(8);
            for byte in &draw.to_le_bytes()[..now] {
                take(usize::from(*byte) & mask);
            }
            left -= now;
        }
    }
}

/// Spreads the bits of `x` over the whole word; different numbers stay different.
#[inline]
fn scramble(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}
