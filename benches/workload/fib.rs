//! Fibonacci numbers the slow way: hardly any work per fork, so that the time is the cost of forking.
//!
//! Every variant hides its second result from the optimiser, which would otherwise turn half of the sequential calls
//! into a loop and compare the forks with something else.

use chili::Scope;
use std::hint::black_box;

/// How often the parallel variants fork for `fib(n)`.
pub(crate) fn forks(n: u32) -> f64 {
    let calls_that_fork = (0..n)
        .fold((0_u64, 1_u64), |(small, large), _| (large, small + large))
        .1
        - 1;
    calls_that_fork as f64
}

/// The plain recursion.
#[inline(never)]
pub(crate) fn sequential(n: u32) -> u64 {
    if n < 2 {
        return n.into();
    }
    let (one, two) = (sequential(n - 1), sequential(n - 2));
    one + black_box(two)
}

/// The recursion over tine's `join`.
#[inline(never)]
pub(crate) fn tine(n: u32) -> u64 {
    if n < 2 {
        return n.into();
    }
    let (one, two) = tine::join(|| tine(n - 1), || tine(n - 2));
    one + black_box(two)
}

/// The recursion over rayon's `join`.
#[inline(never)]
pub(crate) fn rayon(n: u32) -> u64 {
    if n < 2 {
        return n.into();
    }
    let (one, two) = rayon::join(|| rayon(n - 1), || rayon(n - 2));
    one + black_box(two)
}

/// The recursion over chili's `join`.
#[inline(never)]
pub(crate) fn chili(scope: &mut Scope<'_>, n: u32) -> u64 {
    if n < 2 {
        return n.into();
    }
    let (one, two) = scope.join(|scope| chili(scope, n - 1), |scope| chili(scope, n - 2));
    one + black_box(two)
}
