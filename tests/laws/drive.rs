//! The law of drives: with any number of threads, every leaf gets as many items as it was promised and no more or fewer than its
//! bounds allow, all leaves together give std's items in std's order, and the lengths told before are true.

use crate::common::oracle::POOLS;
use crate::of_producer::OfProducer;
use crate::probe::Orders;
use crate::subject::{self, Order, Plan, Subject, plainly};
use std::fmt::Debug;
use tine::iter::plumbing::Producer;
use tine::prelude::*;

/// Less than one block, some blocks, and more than one look at the clock.
const LENGTHS: &[usize] = match cfg!(tine_tsan) {
    true => &[2, 65],
    false => &[0, 1, 2, 7, 65, 300],
};

/// Least and largest leaves; where they contradict, the least one wins.
const BOUNDS: [(usize, usize); 7] = [
    (0, 0),
    (0, 1),
    (1, 3),
    (4, 6),
    (7, usize::MAX),
    (5, 2),
    (usize::MAX, 1),
];

pub(crate) fn law(subject: &dyn Subject) {
    for &len in LENGTHS {
        let plan = Plan::new(len);
        let expected = subject.expected(&plan);
        for pool in &*POOLS {
            pool.install(|| drive(subject, &plan, &expected));
        }
        plan.ledger.all_dropped_once();
    }
}

/// Drives in every way, in the present pool.
fn drive(subject: &dyn Subject, plan: &Plan, expected: &[u64]) {
    let found = subject.drive_unindexed(plan, &Orders::strict()).concat();
    same(subject, plan, "unindexed", found, expected);
    if let Some(leaves) = subject.drive(plan, &Orders::strict()) {
        same(subject, plan, "indexed", leaves.concat(), expected);
    }
    // The probe makes numbers of the producer's numbers.
    let twice = plainly(expected);
    for (least, most) in BOUNDS {
        let mut then = |iter: OfProducer<'_>| {
            // What the subject wishes itself holds too.
            let least = least.max(iter.producer.min_len());
            let most = most.min(iter.producer.max_len());
            let iter = iter.with_min_len(least).with_max_len(most);
            let leaves = subject::indexed(iter, &Orders::strict());
            check_leaves(subject.name(), &leaves, least, most);
            same(subject, plan, (least, most), leaves.concat(), &twice);
        };
        subject.with_producer(plan, &mut then);
    }
    let mut then = |iter: OfProducer<'_>| {
        let mut items: Vec<u64> = iter.rev().filter(|_| true).collect();
        items.reverse();
        same(subject, plan, "backwards", items, expected);
    };
    subject.with_producer(plan, &mut then);
    let mut then =
        |iter: OfProducer<'_>| same(subject, plan, "collected", iter.collect(), expected);
    subject.with_producer(plan, &mut then);
}

/// Requires that the items found are those expected, as far as the subject promises it.
#[track_caller]
pub(crate) fn same(
    subject: &dyn Subject,
    plan: &Plan,
    way: impl Debug,
    mut found: Vec<u64>,
    expected: &[u64],
) {
    let mut expected = expected.to_vec();
    match subject.order() {
        Order::Kept => {}
        Order::Lost => {
            found.sort_unstable();
            expected.sort_unstable();
        }
        Order::Count => {
            let all = plainly(plan.numbers());
            let known = |item: &u64| all.contains(item);
            assert!(found.iter().all(known), "{}: {way:?}", subject.name());
            found.sort_unstable();
            found.dedup();
            found.fill(0);
            expected.fill(0);
        }
    }
    assert!(
        found == expected,
        "{}: {} items, {way:?}\n{found:?}\n{expected:?}",
        subject.name(),
        expected.len()
    );
}

fn check_leaves(name: &str, leaves: &[Vec<u64>], least: usize, most: usize) {
    let least = least.max(1);
    let count: usize = leaves.iter().map(Vec::len).sum();
    // A leaf shorter than twice the least one cannot be halved.
    let most = most.max(1).max(least.saturating_mul(2) - 1);
    for leaf in leaves {
        let len = leaf.len();
        assert!(
            len <= most && len >= least.min(count),
            "{name}: a leaf of {len}, not of {least}..={most}"
        );
    }
}
