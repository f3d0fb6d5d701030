//! Prefixes of an associative operation, in place.
//!
//! One thread scans. What lies some way before it is offered; a thief who comes sums that up, so that the scan can jump over it,
//! and goes through it a second time when its prefix is known: Roch, Traoré and Bernard, "On-line adaptive parallel prefix
//! computation", 2006. If nobody comes the scan goes on there, and the operation is called once an element. All happens in
//! rounds that are short enough for the second time to find its elements in the cache.
//!
//! Invariant: every place holds an element at any time, so that the operation may panic at will.

mod kind;
mod round;

use crate::fork_join::ForkJoin;
use crate::share::start;
use kind::{Exclusive, Inclusive, Kind};
use round::Rounds;

/// Each element becomes what `op` makes of all elements up to it.
pub fn inclusive<T, F>(on: impl ForkJoin, v: &mut [T], op: F)
where
    T: Send,
    F: Fn(&T, &T) -> T + Sync,
{
    if let Some((first, rest)) = v.split_first_mut() {
        scan(on, &Inclusive, rest, first, &op);
    }
}

/// Each element becomes what `op` makes of `init` and all elements before it. Returns what it makes of them all.
pub fn exclusive<T, F>(on: impl ForkJoin, v: &mut [T], init: T, op: F) -> T
where
    T: Send,
    F: Fn(&T, &T) -> T + Sync,
{
    scan(on, &Exclusive, v, init, &op)
}

/// Scans `v` with what has been carried to it. Returns what is carried on.
fn scan<'v, K, T, F>(
    on: impl ForkJoin,
    kind: &K,
    mut v: &'v mut [T],
    carry: K::Carry,
    op: &F,
) -> K::Carry
where
    K: Kind<'v, T>,
    T: Send + 'v,
    F: Fn(&T, &T) -> T + Sync,
{
    let mut carry = Some(carry);
    let done = start(on, v.len(), |range| {
        if let (Some(block), Some(before)) = (v.split_off_mut(..range.len()), carry.take()) {
            carry = Some(kind.scan(before, block, op));
        }
    });
    let Some(carry) = carry else {
        unreachable!("every scan carries on");
    };
    match v.len() {
        0 => carry,
        _ => on.enter(|| match on.threads() {
            1 => kind.scan(carry, v, op),
            threads => Rounds::new(on, kind, op, threads).run(v, done, carry),
        }),
    }
}
