//! The grain as a pure value: block lengths over many shapes.

use super::{Budget, Grain};

/// The lengths of all blocks, in order, when nothing is stolen.
fn blocks(len: usize, mut grain: Grain, out: &mut Vec<usize>) {
    if grain.split(len, false) {
        blocks(len / 2, grain, out);
        blocks(len - len / 2, grain, out);
    } else {
        out.push(len);
    }
}

fn all_blocks(len: usize, min: usize, max: usize, threads: usize) -> Vec<usize> {
    let mut out = Vec::new();
    blocks(len, Grain::new(min, max, threads), &mut out);
    out
}

#[test]
fn blocks_cover_the_range_and_keep_their_bounds() {
    for threads in [1, 2, 3, 16] {
        for len in [0, 1, 2, 3, 7, 64, 100, 1000, 1023] {
            for min in [0, 1, 2, 5, 64] {
                for max in [0, 1, 3, 10, 64, usize::MAX] {
                    let blocks = all_blocks(len, min, max, threads);
                    assert_eq!(blocks.iter().sum::<usize>(), len);
                    if len >= min {
                        assert!(blocks.iter().all(|&b| b >= min), "{len} {min} {max}");
                    }
                    // A block above the maximum is one that could not be halved any more.
                    assert!(
                        blocks
                            .iter()
                            .all(|&b| b <= max.max(1) || b / 2 < min.max(1)),
                        "{len} {min} {max}"
                    );
                }
            }
        }
    }
}

#[test]
fn two_items_are_two_blocks_unless_asked_otherwise() {
    assert_eq!(all_blocks(2, 1, usize::MAX, 1), [1, 1]);
    assert_eq!(all_blocks(2, 2, usize::MAX, 1), [2]);
}

#[test]
fn a_steal_refreshes_the_budget() {
    let mut budget = Budget::new(4);
    while budget.split(false) {}
    assert!(budget.split(true));
    assert!(budget.split(false));
}
