//! Generators: the right items, the right number of clones, and no dead end.

use super::{
    ParallelBridge, empty, once, repeat, repeat_n, split, walk_tree, walk_tree_postfix,
    walk_tree_prefix,
};
use crate::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use crate::plumbing::Producer;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tine_core::ThreadPoolBuilder;

#[test]
fn nothing_and_one() {
    assert_eq!(
        empty::<i32>()
            .chain(once(1))
            .chain(empty())
            .collect::<Vec<_>>(),
        [1]
    );
    assert_eq!(
        once(1)
            .rev()
            .chain(once(2).enumerate().map(|(i, _)| i))
            .collect::<Vec<_>>(),
        [1, 0]
    );
    assert_eq!(empty::<i32>().rev().count(), 0);
}

/// Counts its clones.
struct Counted<'c>(&'c AtomicUsize);

impl Clone for Counted<'_> {
    fn clone(&self) -> Self {
        self.0.fetch_add(1, Ordering::Relaxed);
        Counted(self.0)
    }
}

#[test]
fn repeating_clones_once_less_than_it_yields() {
    for n in 0..40 {
        for max_len in [1, 3, 100] {
            let clones = AtomicUsize::new(0);
            assert_eq!(
                repeat_n(Counted(&clones), n)
                    .with_max_len(max_len)
                    .map(|_| 1)
                    .sum::<usize>(),
                n
            );
            assert_eq!(clones.into_inner(), n.saturating_sub(1));
        }
    }
}

#[test]
fn repeated_values_end_on_both_sides() {
    struct Check;
    impl crate::plumbing::ProducerCallback<u8> for Check {
        type Output = ();
        fn callback<P: Producer<Item = u8>>(self, producer: P) {
            let (left, right) = producer.split_at(0);
            assert_eq!(left.into_iter().len(), 0);
            let (left, right) = right.split_at(3);
            assert_eq!(right.into_iter().next(), None);
            let mut iter = left.into_iter();
            assert_eq!(
                (iter.next(), iter.next_back(), iter.next(), iter.next_back()),
                (Some(7), Some(7), Some(7), None)
            );
        }
    }
    repeat_n(7, 3).with_producer(Check);
    assert_eq!(repeat(1).take_any(50).count(), 50);
    assert_eq!(repeat(1).zip(0..5).count(), 5);
}

#[test]
fn splitting_keeps_the_order_of_the_pieces() {
    let pieces: Vec<std::ops::Range<u32>> = split(0..1000u32, |range| {
        let mid = (range.start + range.end) / 2;
        if range.len() < 2 {
            (range, None)
        } else {
            (range.start..mid, Some(mid..range.end))
        }
    })
    .collect();
    assert!(pieces.into_iter().flatten().eq(0..1000));
}

/// The children of a node in a heap's layout with some nodes missing.
fn children(n: &usize) -> impl DoubleEndedIterator<Item = usize> + use<> {
    (3 * n + 1..3 * n + 4).filter(|&child| child < 2000 && child % 11 != 0)
}

fn sequential(n: usize, postfix: bool, out: &mut Vec<usize>) {
    if !postfix {
        out.push(n);
    }
    children(&n).for_each(|child| sequential(child, postfix, out));
    if postfix {
        out.push(n);
    }
}

#[test]
fn trees_are_walked_in_order() {
    let (mut prefix, mut postfix) = (Vec::new(), Vec::new());
    sequential(0, false, &mut prefix);
    sequential(0, true, &mut postfix);
    assert_eq!(walk_tree_prefix(0, children).collect::<Vec<_>>(), prefix);
    assert_eq!(walk_tree_postfix(0, children).collect::<Vec<_>>(), postfix);
    assert_eq!(walk_tree(0, children).count(), prefix.len());
}

/// A node with many leaves and one child that has the same, for so many levels; every node takes a while.
fn comb(&n: &usize) -> Vec<usize> {
    let until = Instant::now() + Duration::from_micros(2);
    while Instant::now() < until {
        std::hint::spin_loop();
    }
    match n % 10 {
        0 if n < 3000 => (n + 1..=n + 10).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn lopsided_trees_are_walked_in_order_while_others_take_parts() {
    fn postfix(n: usize, out: &mut Vec<usize>) {
        comb(&n).into_iter().for_each(|child| postfix(child, out));
        out.push(n);
    }
    let mut after = Vec::new();
    postfix(0, &mut after);
    for threads in [1, 2, 4] {
        let pool = ThreadPoolBuilder::new().num_threads(threads);
        pool.build().expect("a pool").install(|| {
            for _ in 0..5 {
                let walked: Vec<_> = walk_tree_prefix(0, comb).collect();
                assert!(walked.into_iter().eq(0..=3000));
                assert_eq!(walk_tree_postfix(0, comb).collect::<Vec<_>>(), after);
                assert_eq!(walk_tree(0, comb).sum::<usize>(), 3000 * 3001 / 2);
                let last = walk_tree_postfix(0, comb).find_last(|n| n % 2 == 1);
                assert_eq!(last, Some(2999));
            }
        });
    }
}

/// Two threads that wait for each other steal from each other by turns, and each such turn lies within the one before.
#[test]
fn combs_of_any_length_leave_room_on_the_stack() {
    const LENGTH: usize = if cfg!(tine_tsan) { 10_000 } else { 30_000 };
    let comb = |n: &usize| {
        let mut children = comb(&(n % 10));
        children.iter_mut().for_each(|child| *child += n);
        children.retain(|_| n + 10 <= LENGTH);
        children
    };
    let pool = ThreadPoolBuilder::new().num_threads(2);
    pool.build().expect("a pool").install(|| {
        assert_eq!(walk_tree_prefix(0, comb).count(), LENGTH + 1);
        assert_eq!(walk_tree_postfix(0, comb).count(), LENGTH + 1);
        assert_eq!(walk_tree(0, comb).count(), LENGTH + 1);
        // And where each part has its own folder.
        assert_eq!(walk_tree_postfix(0, comb).find_last(|_| true), Some(0));
    });
}

#[test]
fn stems_of_any_length_are_walked() {
    let next = |&n: &u32| (n < 100_000).then_some(n + 1);
    assert!(
        walk_tree_prefix(0, next)
            .collect::<Vec<_>>()
            .into_iter()
            .eq(0..=100_000)
    );
    assert!(
        walk_tree_postfix(0, next)
            .collect::<Vec<_>>()
            .into_iter()
            .eq((0..=100_000).rev())
    );
    assert_eq!(
        walk_tree_prefix(0u64, |&n| Some(n + 1)).find_any(|&n| n == 5000),
        Some(5000)
    );
}

#[test]
fn bridges_hand_out_every_item_once() {
    let mut items: Vec<usize> = (0..1000).par_bridge().collect();
    items.sort_unstable();
    assert!(items.into_iter().eq(0..1000));
    assert_eq!((0..).par_bridge().take_any(10).count(), 10);
}

#[test]
fn bridges_inside_bridges() {
    let total: usize = (0..20usize)
        .par_bridge()
        .map(|n| {
            (0..n)
                .par_bridge()
                .map(|m| m + (0..m).into_par_iter().count())
                .sum::<usize>()
        })
        .sum();
    assert_eq!(
        total,
        (0..20)
            .map(|n| (0..n).map(|m| 2 * m).sum::<usize>())
            .sum::<usize>()
    );
}

#[test]
fn a_panicking_iterator_ends_its_bridge() {
    let result = catch_unwind(AssertUnwindSafe(|| {
        (0..100)
            .inspect(|&n| assert!(n != 50, "boom"))
            .par_bridge()
            .for_each(|_| {});
    }));
    assert!(result.is_err());
}
