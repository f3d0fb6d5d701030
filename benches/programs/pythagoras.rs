//! How many right triangles with whole sides have a perimeter up to a limit.
//!
//! Euclid: each such triangle is a multiple of the one that two numbers `m > n` without a common divisor, one of them even,
//! bring forth; its perimeter is `2 * m * (m + n)`.

use super::engine::prelude::*;
use crate::alone::{is_seed, times, triangles};

/// Counts them, one `m` after the other.
pub(crate) fn sequential(limit: u32) -> u32 {
    let multiples = |m: u32| {
        (1..m)
            .filter(move |&n| is_seed(m, n))
            .map(move |n| times(limit, m, n))
    };
    (2..end(limit)).flat_map(multiples).sum()
}

/// Both loops are parallel.
pub(crate) fn nested(limit: u32) -> u32 {
    let ms = (2..end(limit)).into_par_iter();
    ms.map(|m| {
        let ns = (1..m).into_par_iter().filter(|&n| is_seed(m, n));
        ns.map(|n| times(limit, m, n)).sum::<u32>()
    })
    .sum()
}

/// Both loops are parallel, and a single sum takes it all.
pub(crate) fn flat(limit: u32) -> u32 {
    let ms = (2..end(limit)).into_par_iter();
    let pairs = ms.flat_map(|m| (1..m).into_par_iter().map(move |n| (m, n)));
    let seeds = pairs.filter(|&(m, n)| is_seed(m, n));
    seeds.map(|(m, n)| times(limit, m, n)).sum()
}

/// Only the outer loop is parallel, whose later rounds are longer.
pub(crate) fn outer(limit: u32) -> u32 {
    let ms = (2..end(limit)).into_par_iter();
    ms.map(|m| triangles(limit, m)).sum()
}

/// As [`outer`], one `m` at a time.
pub(crate) fn outer_single(limit: u32) -> u32 {
    let ms = (2..end(limit)).into_par_iter().with_max_len(1);
    ms.map(|m| triangles(limit, m)).sum()
}

/// Above every `m` whose smallest perimeter is within the limit.
fn end(limit: u32) -> u32 {
    (limit / 2).isqrt() + 1
}
