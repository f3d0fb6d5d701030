//! The grain as a pure value: block lengths over many shapes and costs.

use super::{Bounds, Budget, Pace, Patience};

const PATIENCE: Patience = Patience {
    block: 4_000,
    probe: 1_500,
    alone: 24_000,
};

/// The blocks of a range whose item `i` costs `cost(i)` ticks, when nothing is stolen.
fn blocks(len: usize, bounds: Bounds, cost: &dyn Fn(usize) -> u64) -> Vec<usize> {
    fn walk(
        range: std::ops::Range<usize>,
        pace: &mut Pace,
        cost: &dyn Fn(usize) -> u64,
        out: &mut Vec<usize>,
    ) {
        let len = range.len();
        if pace.splits(len, &PATIENCE) {
            let mid = range.start + len / 2;
            walk(range.start..mid, pace, cost, out);
            walk(mid..range.end, pace, cost, out);
        } else {
            pace.note(len, range.map(cost).sum());
            out.push(len);
        }
    }
    let mut out = Vec::new();
    walk(0..len, &mut Pace::new(bounds), cost, &mut out);
    out
}

#[test]
fn blocks_cover_the_range_and_keep_their_bounds() {
    for threads in [1, 2, 3, 16] {
        for len in [0, 1, 2, 3, 7, 64, 100, 1000, 1023] {
            for min in [0, 1, 2, 5, 64] {
                for max in [0, 1, 3, 10, 64, usize::MAX] {
                    let blocks = blocks(len, Bounds::new(len, min, max, threads), &|_| 3);
                    assert_eq!(blocks.iter().sum::<usize>(), len);
                    if len >= min {
                        assert!(blocks.iter().all(|&b| b >= min), "{len} {min} {max}");
                    }
                    // A block above the maximum is one that could not be halved any more.
                    let fits = |b: usize| b <= max.max(1) || b / 2 < min.max(1);
                    assert!(blocks.iter().all(|&b| fits(b)), "{len} {min} {max}");
                }
            }
        }
    }
}

#[test]
fn two_items_are_halved_unless_forbidden() {
    assert_eq!(blocks(2, Bounds::new(2, 1, usize::MAX, 1), &|_| 0), [1, 1]);
    assert_eq!(blocks(2, Bounds::new(2, 2, usize::MAX, 8), &|_| 0), [2]);
}

#[test]
fn cheap_items_run_in_growing_blocks_and_costly_ones_alone() {
    let cheap = blocks(1 << 16, Bounds::new(1 << 16, 1, usize::MAX, 2), &|_| 1);
    assert!(cheap.len() < 64, "{} blocks", cheap.len());
    assert!(
        cheap
            .iter()
            .scan(0, |sum, &b| {
                let grows_slowly = b <= (*sum).max(64);
                *sum += b;
                Some(grows_slowly)
            })
            .all(|ok| ok)
    );
    let costly = blocks(1000, Bounds::new(1000, 1, usize::MAX, 2), &|_| 10_000);
    assert!(costly.iter().all(|&b| b == 1));
}

#[test]
fn a_block_is_never_long_because_others_were_short() {
    // Costs that grow linearly: no block may take much more than twice what was foreseen.
    let cost = |i: usize| i as u64 / 8;
    let lens = blocks(100_000, Bounds::new(100_000, 1, usize::MAX, 2), &cost);
    let mut start = 0;
    for len in lens {
        let took: u64 = (start..start + len).map(cost).sum();
        assert!(
            len == 1 || took <= 3 * PATIENCE.block,
            "{len} items from {start}: {took}"
        );
        start += len;
    }
}

#[test]
fn a_walk_ends_early_for_costly_items_and_offers_few_ones() {
    let long = Pace::new(Bounds::new(10_000, 1, usize::MAX, 2));
    let first = long.walks_on(10_000, 0, &PATIENCE);
    assert!(first.is_some_and(|first| first <= 16));
    let mut costly = long;
    costly.note(1, 2_000);
    assert_eq!(costly.walks_on(9_999, 2_000, &PATIENCE), None);
    let mut cheap = long;
    cheap.note(9_000, 9_000);
    assert_eq!(cheap.walks_on(1_000, 9_000, &PATIENCE), Some(1_000));
    let few = Pace::new(Bounds::new(8, 1, usize::MAX, 2));
    assert!(few.bounds().offers() && !long.bounds().offers());
    assert_eq!(few.walks_on(8, 0, &PATIENCE), Some(1));
    let mut few_costly = few;
    few_costly.note(1, 4_000);
    assert_eq!(few_costly.walks_on(7, 4_000, &PATIENCE), None);
    let mut few_cheap = few;
    few_cheap.note(1, 1_500);
    assert_eq!(few_cheap.walks_on(7, 1_500, &PATIENCE), Some(1));
    let limited = Pace::new(Bounds::new(10_000, 1, 9_999, 2));
    assert_eq!(limited.walks_on(10_000, 0, &PATIENCE), None);
}

#[test]
fn a_walk_alone_leaves_no_rest_that_is_too_short() {
    for min_len in [1, 10, 600, 10_000, usize::MAX] {
        let mut walk = Pace::new(Bounds::new(10_000, min_len, usize::MAX, 2));
        let mut len = 10_000;
        while let Some(block) = walk.walks_on(len, 0, &PATIENCE) {
            assert!(block == len || (block >= min_len && len - block >= min_len));
            walk.note(block, 0);
            len -= block;
            if len == 0 {
                break;
            }
        }
        assert_eq!(len, 0);
    }
}

#[test]
fn a_budget_is_refreshed_by_a_steal() {
    let mut budget = Budget::new(2);
    let splits = (0..64).take_while(|_| budget.split()).count();
    assert_eq!(splits, 4);
    assert!(!budget.split());
    budget.refresh();
    assert!(budget.split() && budget.split());
}
