//! Eratosthenes: how many primes there are below a limit.

use super::engine::prelude::*;

/// Flags of odd numbers that are crossed out together, so that they stay in a core's cache.
const SEGMENT: usize = 1 << 15;

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

/// Crosses out the multiples in the segment with that number; flag `i` of all stands for `2 * i + 1`. Returns what is left.
fn cross_out(small: &[usize], nr: usize, segment: &mut [bool]) -> usize {
    let first = nr * SEGMENT;
    for &prime in small {
        let square = prime * prime / 2;
        let start = if square >= first {
            square - first
        } else {
            // The next flag of an odd multiple: those are `prime` flags apart.
            let gone = (first - square) % prime;
            if gone == 0 { 0 } else { prime - gone }
        };
        for flag in segment.iter_mut().skip(start).step_by(prime) {
            *flag = false;
        }
    }
    segment.iter().filter(|&&flag| flag).count()
}
