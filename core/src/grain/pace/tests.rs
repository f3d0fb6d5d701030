//! The grain as a pure value: block lengths over many shapes and costs.

use super::{Bounds, Budget, Pace, Patience, Pulled, Rules};

const PATIENCE: Patience = Patience {
    block: 4_000,
    probe: 1_500,
    alone: 24_000,
    filling: 24_000,
    cheap: 0,
    late: 200_000,
};

fn rules(len: usize, min_len: usize, max_len: usize, threads: usize) -> Rules {
    Rules {
        bounds: Bounds::new(len, min_len, max_len, threads),
        patience: PATIENCE,
        made: 0,
        lone: 0,
        trial: false,
    }
}

/// The blocks of a range whose item `i` costs `cost(i)` ticks, when nothing is stolen.
fn blocks(len: usize, rules: Rules, cost: &dyn Fn(usize) -> u64) -> Vec<usize> {
    let (mut pace, mut ticks) = (Pace::NEW, 0);
    let mut out = Vec::new();
    let mut parts = vec![(0, len)];
    while let Some((start, end)) = parts.pop() {
        let len = end - start;
        if pace.splits(len, ticks, &rules) {
            let mid = start + len / 2;
            parts.extend([(mid, end), (start, mid)]);
        } else {
            let took = (start..end).map(cost).sum();
            pace.note(len, took);
            ticks += took;
            out.push(len);
        }
    }
    out
}

#[test]
fn blocks_cover_the_range_and_keep_their_bounds() {
    for threads in [1, 2, 3, 16] {
        for len in [0, 1, 2, 3, 7, 64, 100, 1000, 1023] {
            for min in [0, 1, 2, 5, 64] {
                for max in [0, 1, 3, 10, 64, usize::MAX] {
                    let blocks = blocks(len, rules(len, min, max, threads), &|_| 3);
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
fn few_items_are_single_whatever_they_cost() {
    for cost in [0, 1, u64::MAX / 1000] {
        for len in 0..10 {
            let singles = blocks(len, Rules::OF_FEW, &|_| cost);
            assert_eq!(
                singles,
                [vec![1; len], vec![0; usize::from(len == 0)]].concat()
            );
        }
    }
}

#[test]
fn blocks_beside_other_work_are_a_quarter_of_the_whole() {
    let alone = rules(1024, 1, usize::MAX, 2);
    let beside = Rules {
        bounds: alone.bounds.beside_others(1024),
        ..alone
    };
    let most = |cost| blocks(1024, beside, &|_| cost).into_iter().max();
    assert_eq!(most(4), Some(1024 / 4));
    // None may take longer than elsewhere, but for the first.
    let slow = PATIENCE.block / (1024 / 4);
    assert_eq!(most(slow), Some(1024 / 4));
    assert_eq!(most(slow * 4), Some(1024 / 16));
    let first = blocks(1024, beside, &|_| PATIENCE.block);
    assert_eq!(first[..2], [1024 / 16, 1]);
}

#[test]
fn a_cheap_range_beside_other_work_is_walked_in_two_blocks() {
    let alone = rules(300, 1, usize::MAX, 2);
    let beside = Rules {
        bounds: alone.bounds.beside_others(300),
        ..alone
    };
    let first = pace(0, 0).walks_on(300, 0, &beside);
    assert_eq!(first, Some(300 / 16));
    let first = 300 / 16;
    // All that is left would take less than the probe, and then more.
    assert_eq!(
        pace(first, 50).walks_on(300 - first, 50, &beside),
        Some(300 - first)
    );
    assert_ne!(
        pace(first, 500).walks_on(300 - first, 500, &beside),
        Some(300 - first)
    );
    // By itself it is looked at more often.
    assert_ne!(
        pace(first, 50).walks_on(300 - first, 50, &alone),
        Some(300 - first)
    );
}

/// The blocks of a walk through `len` items that took `recalled` ticks the last time, and now take `cost` each.
fn walk(len: usize, recalled: u64, cost: u64) -> Vec<usize> {
    let rules = rules(len, 1, usize::MAX, 2);
    let mut pace = Pace::recalling(recalled * 256 / len as u64);
    let (mut rest, mut ticks, mut out) = (len, 0, Vec::new());
    while rest > 0 {
        let Some(block) = pace.walks_on(rest, ticks, &rules) else {
            break;
        };
        pace.note(block, cost * block as u64);
        rest -= block;
        ticks += cost * block as u64;
        out.push(block);
    }
    out
}

#[test]
fn a_loop_that_was_short_the_last_time_is_looked_at_once() {
    for len in [10, 100, 1000] {
        let first = (len / 16).max(1 + usize::from(len > 30));
        assert_eq!(walk(len, len as u64, 1), [first, len - first]);
    }
    // Unless it takes longer now: then as if nothing had been known.
    assert_eq!(walk(10, 10, 200), walk(10, 0, 200));
    assert_eq!(walk(100, 100, 2_000), [100 / 16]);
    // If it was not so short it begins as ever, and then has blocks as long as any: here 222 times as long, less what would begin a line.
    assert_eq!(walk(10_000, 20_000, 2)[..2], [9, 2_000 - 9]);
}

#[test]
fn a_short_loop_of_few_long_items_is_not_looked_at() {
    let first = |items, recalled: u64| {
        let mut rules = rules(100, 1, usize::MAX, 2);
        rules.bounds.count_items(100, items, 2);
        Pace::recalling(recalled * 256).walks_on(100, 0, &rules)
    };
    // The first block is an item, which is most of them.
    assert_eq!(first(1, 1), Some(100));
    assert_eq!(first(3, 1), Some(33));
    // It was not so short.
    assert_eq!(first(3, 50), Some(33));
}

#[test]
fn a_first_block_in_cold_caches_is_doubted() {
    let rules = rules(1000, 1, usize::MAX, 2);
    let recalling = |each: u64| {
        let mut pace = Pace::recalling(each * 256);
        pace.note(50, 5_000);
        pace
    };
    let doubts = |pace: Pace, ticks| pace.walks_on(950, ticks, &rules).is_some();
    assert!(doubts(recalling(1), 5_000));
    // All of it was worth sharing the last time.
    assert!(!doubts(recalling(30), 5_000));
    // It is time for the others to begin, if it is no mistake.
    assert!(!doubts(recalling(1), 8_001));
    // Nothing is known.
    assert!(!doubts(pace(50, 5_000), 5_000));
}

#[test]
fn two_items_are_halved_unless_forbidden() {
    assert_eq!(blocks(2, rules(2, 1, usize::MAX, 1), &|_| 0), [1, 1]);
    assert_eq!(blocks(2, rules(2, 2, usize::MAX, 8), &|_| 0), [2]);
}

#[test]
fn cheap_items_run_in_growing_blocks_and_costly_ones_alone() {
    let cheap = blocks(1 << 16, rules(1 << 16, 1, usize::MAX, 2), &|_| 1);
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
    let costly = blocks(1000, rules(1000, 1, usize::MAX, 2), &|_| 10_000);
    assert!(costly.iter().all(|&b| b == 1));
}

#[test]
fn a_block_is_never_long_because_others_were_short() {
    // Costs that grow linearly: no block may take much more than twice what was foreseen.
    let cost = |i: usize| i as u64 / 8;
    let lens = blocks(100_000, rules(100_000, 1, usize::MAX, 2), &cost);
    let (mut start, mut before) = (0, 0);
    for len in lens {
        let took: u64 = (start..start + len).map(cost).sum();
        assert!(
            len == 1 || took <= 3 * PATIENCE.block.max(before / 64),
            "{len} items from {start}: {took}"
        );
        start += len;
        before += took;
    }
}

/// What has been run so far: so many items in so many ticks.
fn pace(len: usize, ticks: u64) -> Pace {
    let mut pace = Pace::NEW;
    pace.note(len, ticks);
    pace
}

#[test]
fn a_walk_ends_early_for_costly_items_and_offers_few_ones() {
    let long = rules(10_000, 1, usize::MAX, 2);
    let first = Pace::NEW.walks_on(10_000, 0, &long);
    assert!(first.is_some_and(|first| first <= 16));
    assert_eq!(pace(1, 2_000).walks_on(9_999, 2_000, &long), None);
    let cheap = pace(9_000, 9_000).walks_on(1_000, 9_000, &long);
    assert_eq!(cheap, Some(1_000));
    let few = rules(8, 1, usize::MAX, 2);
    assert!(few.bounds.offers() && !long.bounds.offers());
    assert_eq!(Pace::NEW.walks_on(8, 0, &few), Some(1));
    assert_eq!(pace(1, 4_000).walks_on(7, 4_000, &few), None);
    assert_eq!(pace(1, 1_500).walks_on(7, 1_500, &few), Some(1));
    let limited = rules(10_000, 1, 9_999, 2);
    assert_eq!(Pace::NEW.walks_on(10_000, 0, &limited), None);
}

#[test]
fn a_walk_alone_leaves_no_rest_that_is_too_short() {
    for min_len in [1, 10, 600, 10_000, usize::MAX] {
        let rules = rules(10_000, min_len, usize::MAX, 2);
        let mut walk = Pace::NEW;
        let mut len = 10_000;
        while let Some(block) = walk.walks_on(len, 0, &rules) {
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
fn a_task_that_has_run_for_long_looks_up_less_often_but_not_much_less() {
    let rules = rules(1 << 20, 1, usize::MAX, 2);
    // Items of one tick.
    let splits = |len, ticks| pace(1 << 20, 1 << 20).splits(len, ticks, &rules);
    let longest = |ticks| (1..).take_while(|&len| !splits(len, ticks)).count() as u64;
    assert_eq!(longest(10_000), PATIENCE.block);
    assert_eq!(longest(PATIENCE.block * 128), PATIENCE.block * 2);
    assert_eq!(longest(u64::MAX), PATIENCE.block * 4);
}

#[test]
fn steals_do_not_make_splits_any_deeper() {
    let mut budget = Budget::new(2).no_deeper(77);
    let mut splits = 0;
    while budget.split() {
        splits += 1;
        budget.refresh();
    }
    assert_eq!(splits, 77);
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

#[test]
fn what_has_no_known_length_is_tried_in_growing_blocks_for_as_long_as_a_wake_takes() {
    let rules = rules(1, 1, usize::MAX, 2);
    let mut pace = Pace::NEW;
    let blocks = [(); 8].map(|()| {
        let steps = pace.tries(0, &rules).expect("no time has passed");
        pace.note(steps, 0);
        steps
    });
    assert_eq!(blocks, [1, 1, 2, 4, 8, 16, 32, 32]);
    let most = rules.patience.tried();
    assert!(pace.tries(most, &rules).is_some());
    assert!(pace.tries(most + 1, &rules).is_none());
    // Costly steps make small blocks, and one that took too long is the last.
    pace.note(1, rules.patience.block);
    assert_eq!(pace.tries(0, &rules), Some(1));
}

#[test]
fn cheap_items_of_a_bridge_are_pulled_alone_to_the_end() {
    let rules = rules(1, 1, usize::MAX, 2);
    let most = rules.patience.tried();
    let costly = rules.patience.block;
    let mut pace = pace(1000, 0);
    assert!(
        pace.pulls(usize::MAX, most * 100, Pulled::COPIED, &rules)
            .is_some()
    );
    // One interruption is none.
    pace.note(1000, costly * 1000);
    assert!(
        pace.pulls(usize::MAX, most * 100, Pulled::COPIED, &rules)
            .is_some()
    );
    pace.note(1, costly);
    assert!(
        pace.pulls(usize::MAX, most * 100, Pulled::COPIED, &rules)
            .is_none()
    );
    // Of some time that is known not to be long the rest is.
    assert!(pace.pulls(1, most, Pulled::COPIED, &rules).is_some());
    assert!(pace.pulls(0, most + 1, Pulled::COPIED, &rules).is_none());
}

#[test]
fn what_is_dear_to_pull_and_cheap_to_consume_is_pulled_alone() {
    let rules = rules(1, 1, usize::MAX, 2);
    let late = rules.patience.tried() * 100;
    let worth = |each: u64, pulled: Pulled| {
        let mut pace = pace(1000, 1000 * each);
        pace.note(1000, 1000 * each);
        pace.pulls(usize::MAX, late, pulled, &rules).is_none()
    };
    assert!(worth(9, Pulled::COPIED) && !worth(8, Pulled::COPIED));
    assert!(worth(41, Pulled::OWNED) && !worth(40, Pulled::OWNED));
    let owned = Pulled::OWNED.taking(6_000, 100);
    assert!(worth(101, owned) && !worth(100, owned));
    assert_eq!(Pulled::OWNED.taking(0, 0), Pulled::OWNED);
}

#[test]
fn the_first_items_that_are_pulled_say_little() {
    let rules = rules(1, 1, usize::MAX, 2);
    let most = rules.patience.tried();
    let pulls = |done: usize, ticks| {
        let mut pace = pace(done - 1, most);
        pace.note(1, most);
        pace.pulls(usize::MAX, ticks, Pulled::COPIED, &rules)
    };
    assert_eq!(pulls(7, most), Some(1));
    assert_eq!([pulls(7, most + 1), pulls(8, most)], [None; 2]);
}

#[test]
fn cheap_items_that_fill_memory_are_made_alone_for_longer() {
    let all = rules(100_000, 1, usize::MAX, 2);
    let patience = Patience {
        filling: 4 * PATIENCE.alone,
        cheap: 2 << 8,
        ..PATIENCE
    };
    let fill = Rules { patience, ..all };
    let walks = |cost: u64, len: usize, rules: &Rules| {
        let done = 4_000;
        let ticks = cost * done as u64;
        pace(done, ticks).walks_on(len, ticks, rules).is_some()
    };
    let most = PATIENCE.alone as usize;
    assert!(walks(1, most, &all) && !walks(1, most + 1, &all));
    assert!(walks(1, 4 * most, &fill) && !walks(1, 4 * most + 1, &fill));
    assert!(walks(2, 2 * most, &fill) && !walks(3, most, &fill));
}

#[test]
fn a_trial_goes_on_alone_in_short_blocks() {
    let all = rules(1_000_000, 1, usize::MAX, 2);
    let alone = 1_000_000;
    let patience = Patience { alone, ..PATIENCE };
    let trial = Rules {
        patience,
        trial: true,
        ..all
    };
    let most = alone as usize;
    let block = |pace: Pace, len: usize, rules: &Rules| pace.walks_on(len, 100_000, rules);
    let pace = pace(100_000, 100_000);
    assert_eq!(block(pace, most, &all), None);
    let next = block(pace, most, &trial).expect("alone");
    assert!((4_000..=8_000).contains(&next), "{next}");
    assert_eq!(block(pace, most + 1, &trial), None);
    // One block was interrupted; but not two.
    let mut late = pace;
    late.note(1_000, 100_000);
    assert!(block(late, most, &trial).is_some());
    late.note(1_000, 100_000);
    assert_eq!(block(late, most, &trial), None);
}
