//! Eratosthenes: how many primes there are below a limit.

use super::engine::prelude::*;
use crate::alone::{SEGMENT, cross_out};

/// Counts them, one segment after the other.
pub(crate) fn sequential(limit: usize) -> usize {
    let small = small_primes(limit);
    let mut odd = vec![true; limit / 2];
    let segments = odd.chunks_mut(SEGMENT).enumerate();
    let count: usize = segments
        .map(|(nr, segment)| cross_out(&small, nr, segment))
        .sum();
    with_corrections(limit, count)
}

/// Counts them, the segments in parallel.
pub(crate) fn segmented(limit: usize) -> usize {
    let small = small_primes(limit);
    let mut odd = vec![true; limit / 2];
    let segments = odd.par_chunks_mut(SEGMENT).enumerate();
    let count: usize = segments
        .map(|(nr, segment)| cross_out(&small, nr, segment))
        .sum();
    with_corrections(limit, count)
}

/// The flags know neither that 1 is no prime nor that 2 is one.
fn with_corrections(limit: usize, count: usize) -> usize {
    count - usize::from(limit > 1) + usize::from(limit > 2)
}

/// The odd primes whose squares are below the limit.
fn small_primes(limit: usize) -> Vec<usize> {
    let root = limit.isqrt();
    let is_prime = |n: &usize| {
        (3..)
            .step_by(2)
            .take_while(|d| d * d <= *n)
            .all(|d| !n.is_multiple_of(d))
    };
    (3..=root).step_by(2).filter(is_prime).collect()
}
