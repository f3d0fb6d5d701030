//! The law of mishaps: wherever a panic comes from, it reaches the caller or does not matter; wherever a drive ends early,
//! it has had enough; and every item is dropped once in any case.

use crate::common::oracle::POOLS;
use crate::common::{caught, number_of};
use crate::probe::Orders;
use crate::subject::{Leaves, Order, Plan, Subject};
use std::panic::{AssertUnwindSafe, catch_unwind};
use tine::current_num_threads;

/// One block, and some.
const LENGTHS: &[usize] = if cfg!(tine_tsan) { &[24] } else { &[6, 40] };

pub(crate) fn law(subject: &dyn Subject) {
    for &len in LENGTHS {
        let expected = subject.expected(&Plan::new(len));
        for pool in &*POOLS {
            pool.install(|| {
                for indexed in [false, true] {
                    panics_of_the_consumer(subject, len, &expected, indexed);
                    panics_of_the_base(subject, len, &expected, indexed);
                    early_ends(subject, len, &expected, indexed);
                }
            });
        }
    }
}

/// Drives by index or not; what is not indexed is driven the same way twice.
pub(crate) fn drive(subject: &dyn Subject, plan: &Plan, orders: &Orders, indexed: bool) -> Leaves {
    match indexed.then(|| subject.drive(plan, orders)).flatten() {
        Some(leaves) => leaves,
        None => subject.drive_unindexed(plan, orders),
    }
}

/// Some places in a row of this length, the first and the last among them.
fn places(len: usize) -> impl Iterator<Item = usize> {
    let step = (len / 6).max(1);
    (0..len).step_by(step).chain(len.checked_sub(1))
}

fn panics_of_the_consumer(subject: &dyn Subject, len: usize, expected: &[u64], indexed: bool) {
    for place in places(expected.len()) {
        let plan = Plan::new(len);
        let orders = Orders::new(Some(place), None);
        let number = caught(|| drive(subject, &plan, &orders, indexed));
        assert_eq!(number, place, "{}", subject.name());
        plan.ledger.all_dropped_once();
    }
}

fn panics_of_the_base(subject: &dyn Subject, len: usize, expected: &[u64], indexed: bool) {
    for place in places(len) {
        let plan = Plan {
            bad: Some(place),
            ..Plan::new(len)
        };
        let result = catch_unwind(AssertUnwindSafe(|| {
            drive(subject, &plan, &Orders::default(), indexed)
        }));
        match result {
            // Nobody came by there.
            Ok(leaves) if subject.order() == Order::Kept => assert_eq!(leaves.concat(), expected),
            Ok(leaves) => assert_eq!(leaves.concat().len(), expected.len()),
            Err(payload) => assert_eq!(number_of(&*payload), place),
        }
        plan.ledger.all_dropped_once();
    }
}

fn early_ends(subject: &dyn Subject, len: usize, expected: &[u64], indexed: bool) {
    for enough in places(expected.len() + 1) {
        let plan = Plan::new(len);
        let orders = Orders::new(None, Some(enough));
        let found = drive(subject, &plan, &orders, indexed).concat();
        assert!(found.len() >= enough.min(expected.len()));
        // Each thread may have begun one more when it was said.
        let most = enough + current_num_threads();
        assert!(
            found.len() <= most,
            "{}: {}, {enough}",
            subject.name(),
            found.len()
        );
        plan.ledger.all_dropped_once();
    }
}
