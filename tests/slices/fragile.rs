//! Comparisons, closures and clones that panic at any call: the panic reaches the caller, and each element is dropped once.

use crate::common::ledger::{Ledger, Token};
use crate::hostile::at_every_call;
use std::cmp::Ordering;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use tine::prelude::*;

/// What is called before each comparison, predicate and clone.
type Tick<'t> = &'t (dyn Fn() + Sync);

/// An element that counts its drops.
struct Fragile<'t> {
    token: Token,
    tick: Tick<'t>,
}

impl Clone for Fragile<'_> {
    fn clone(&self) -> Self {
        (self.tick)();
        Fragile {
            token: self.token.clone(),
            tick: self.tick,
        }
    }
}

impl Fragile<'_> {
    fn number(&self) -> usize {
        (self.tick)();
        self.token.number
    }

    fn order(&self, other: &Self) -> Ordering {
        self.number().cmp(&other.token.number)
    }
}

/// Enough for all algorithms to share the work.
const LEN: usize = if cfg!(tine_tsan) { 4000 } else { 12_000 };

/// Runs `op` with two sorted vectors that have half of their numbers in common; it panics at its first call of a tick, at some later ones,
/// and never.
#[track_caller]
fn lossless(op: impl for<'t> Fn(&mut Vec<Fragile<'t>>, &mut Vec<Fragile<'t>>) + Sync) {
    at_every_call(|tick| {
        let ledger = Ledger::default();
        let numbered = |number: fn(usize) -> usize| {
            let tokens = (0..LEN).map(|i| ledger.token(number(i)));
            tokens.map(|token| Fragile { token, tick }).collect()
        };
        // The first one has all even numbers, the second one every fourth number twice.
        let (mut a, mut b): (Vec<_>, Vec<_>) = (numbered(|i| 2 * i), numbered(|i| i / 2 * 4));
        let result = catch_unwind(AssertUnwindSafe(|| op(&mut a, &mut b)));
        drop((a, b));
        ledger.all_dropped_once();
        if let Err(payload) = result {
            resume_unwind(payload);
        }
    });
}

#[test]
fn merges_and_sets() {
    lossless(|a, b| drop(a.par_merge_by(b, Fragile::order)));
    lossless(|a, b| drop(a.par_union_by(b, Fragile::order)));
    lossless(|a, b| drop(a.par_intersection_by(b, Fragile::order)));
    lossless(|a, b| drop(a.par_difference_by(b, Fragile::order)));
    lossless(|a, b| drop(a.par_symmetric_difference_by(b, Fragile::order)));
}

#[test]
fn questions() {
    lossless(|a, _| assert!(a.par_is_sorted_by(|a, b| a.order(b).is_le())));
    lossless(|a, _| assert!(a.par_eq_range_by(|a| a.number().cmp(&50)).len() == 1));
    lossless(|a, b| assert!(a.par_top_k_by(b.len() / 9, Fragile::order).len() == LEN / 9));
    lossless(|a, _| assert!(a.par_min_max_by(Fragile::order).is_some()));
}

/// As many elements as before, all of them different values.
fn whole(v: &[Fragile<'_>]) {
    assert_eq!(v.len(), LEN);
}

#[test]
fn in_place() {
    lossless(|a, _| {
        a.reverse();
        a.par_select_nth_unstable_by(LEN / 3, Fragile::order);
        whole(a);
    });
    lossless(|a, _| {
        a.par_partition_in_place(|a| a.number() % 3 == 1);
        whole(a);
    });
    lossless(|a, _| {
        a.par_partition_stable(|a| a.number() % 3 == 1);
        whole(a);
    });
    lossless(|a, _| a.par_retain(|a| a.number() % 3 == 1));
    lossless(|_, b| b.par_dedup_by(|a, b| a.number() == b.token.number));
}

#[test]
fn new_elements() {
    lossless(|a, b| a.par_fill_with(|i| b[i].clone()));
    lossless(|a, _| {
        a.par_inclusive_scan(|a, b| if a.number() > 7 { a.clone() } else { b.clone() })
    });
    lossless(|a, b| {
        let first = b[0].clone();
        a.par_exclusive_scan(
            first,
            |a, b| if a.number() > 7 { a.clone() } else { b.clone() },
        );
    });
}
