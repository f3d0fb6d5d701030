//! Collecting: the right items in the right places, each dropped once, also when an iterator lies or a closure panics.

use super::in_place::{extend_at_most, extend_in_place};
use super::place::append;
use super::{collect_rope, extend_vec};
use crate::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use crate::plumbing::{
    Consumer, Folder, Producer, Reducer, UnindexedConsumer, bridge_producer_consumer,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A producer that yields what it likes, whatever its length says.
struct Liar {
    yields: Vec<Arc<()>>,
}

impl Producer for Liar {
    type Item = Arc<()>;
    type IntoIter = std::vec::IntoIter<Arc<()>>;

    fn into_iter(self) -> Self::IntoIter {
        self.yields.into_iter()
    }

    fn min_len(&self) -> usize {
        usize::MAX
    }

    fn split_at(self, _index: usize) -> (Self, Self) {
        unreachable!("min_len forbids it")
    }
}

#[test]
fn a_wrong_length_panics_and_drops_everything() {
    for (stated, real) in [(4, 3), (4, 5), (0, 1), (1, 0), (100, 1)] {
        let token = Arc::new(());
        let liar = Liar {
            yields: vec![token.clone(); real],
        };
        let mut vec = vec![token.clone()];
        let result = catch_unwind(AssertUnwindSafe(|| {
            extend_in_place(&mut vec, stated, |consumer| {
                bridge_producer_consumer(stated, liar, consumer)
            });
        }));
        assert!(result.is_err(), "{stated} {real}");
        assert_eq!(vec.len(), 1);
        assert_eq!(Arc::strong_count(&token), 2, "{stated} {real}");
    }
}

#[test]
fn a_missing_left_part_is_noticed() {
    let token = Arc::new(());
    let mut vec = Vec::new();
    let result = catch_unwind(AssertUnwindSafe(|| {
        extend_in_place(&mut vec, 4, |consumer| {
            let (left, right, reducer) = consumer.split_at(2);
            let left = left.into_folder().consume(token.clone()).complete();
            let right = right
                .into_folder()
                .consume_iter([token.clone(), token.clone()])
                .complete();
            reducer.reduce(left, right)
        });
    }));
    assert!(result.is_err());
    assert_eq!(Arc::strong_count(&token), 1);
}

#[test]
fn fewer_items_than_there_might_be_are_a_beginning() {
    for (left_count, right_count, kept) in [(2, 2, 4), (2, 1, 3), (1, 2, 1), (0, 2, 0), (0, 0, 0)] {
        let token = Arc::new(());
        let mut vec = vec![token.clone()];
        extend_at_most(&mut vec, 4, |consumer| {
            let (left, right, reducer) = consumer.split_at(2);
            let left = left
                .into_folder()
                .consume_iter(vec![token.clone(); left_count]);
            let right = right
                .into_folder()
                .consume_iter(vec![token.clone(); right_count]);
            reducer.reduce(left.complete(), right.complete())
        });
        assert_eq!(vec.len(), 1 + kept);
        drop(vec);
        assert_eq!(Arc::strong_count(&token), 1);
    }
}

#[test]
fn what_is_no_beginning_is_refused() {
    let token = Arc::new(());
    let mut vec = vec![token.clone()];
    let result = catch_unwind(AssertUnwindSafe(|| {
        extend_at_most(&mut vec, 4, |consumer| {
            let (_, right, _) = consumer.split_at(2);
            right.into_folder().consume(token.clone()).complete()
        });
    }));
    assert!(result.is_err());
    let result = catch_unwind(AssertUnwindSafe(|| {
        extend_at_most(&mut vec, 4, |consumer| {
            let (left, right, reducer) = consumer.split_at(2);
            let left = left.into_folder().consume_iter(vec![token.clone(); 2]);
            let right = right.into_folder().consume_iter(vec![token.clone(); 2]);
            reducer.reduce(right.complete(), left.complete())
        });
    }));
    assert!(result.is_err());
    assert_eq!((vec.len(), Arc::strong_count(&token)), (1, 2));
}

#[test]
fn splitting_without_an_index_is_refused() {
    let mut vec: Vec<u8> = Vec::new();
    let result = catch_unwind(AssertUnwindSafe(|| {
        extend_in_place(&mut vec, 2, |consumer| {
            let _ = consumer.split_off_left();
            consumer.into_folder()
        });
    }));
    assert!(result.is_err());
}

#[test]
fn a_panic_at_any_item_drops_the_others_once() {
    for at in 0..20 {
        let token = Arc::new(());
        let tokens = vec![token.clone(); 20];
        let panics = |indexed: bool| {
            let iter = tokens
                .clone()
                .into_par_iter()
                .enumerate()
                .map(|(i, token)| {
                    assert!(i != at, "boom");
                    token
                });
            let result = catch_unwind(AssertUnwindSafe(|| {
                let mut vec = Vec::new();
                if indexed {
                    extend_vec(&mut vec, iter)
                } else {
                    extend_vec(&mut vec, iter.filter(|_| true))
                }
            }));
            assert!(result.is_err());
        };
        panics(true);
        panics(false);
        drop(tokens);
        assert_eq!(Arc::strong_count(&token), 1);
    }
}

#[test]
fn ropes_keep_order_at_all_sizes() {
    for len in [0, 1, 2, 100, 10_000, 1_000_000] {
        let mut vec = vec![7u32, 8];
        append(
            &mut vec,
            collect_rope((0..len).into_par_iter().filter(|n| n % 3 != 0)),
        );
        let expected: Vec<u32> = [7, 8]
            .into_iter()
            .chain((0..len).filter(|n| n % 3 != 0))
            .collect();
        assert!(vec == expected, "{len}");
    }
}

#[test]
fn ropes_hold_items_of_any_size() {
    let units = collect_rope((0..1000).into_par_iter().filter(|n| n % 2 == 0).map(|_| ()));
    assert_eq!(units.into_chunks().iter().map(Vec::len).sum::<usize>(), 500);
    let mut big = Vec::new();
    append(
        &mut big,
        collect_rope(
            (0..100u8)
                .into_par_iter()
                .filter(|n| n % 2 == 0)
                .map(|n| [n; 20_000]),
        ),
    );
    assert!(
        big.iter()
            .map(|block| block[19_999])
            .eq((0..100).step_by(2))
    );
}

#[test]
fn what_is_left_out_is_dropped_once() {
    fn check<const WORDS: usize>() {
        for (len, at) in [
            (0, 0),
            (1, 0),
            (20, 7),
            (20, 20),
            (3000, 2999),
            (3000, 3000),
        ] {
            let token = Arc::new(());
            let items: Vec<_> = (0..len).map(|n| (token.clone(), [n; WORDS])).collect();
            let result = catch_unwind(AssertUnwindSafe(|| {
                let mut kept = Vec::new();
                let wanted = items.into_par_iter().filter(|(_, n)| {
                    assert!(n[0] != at, "boom");
                    n[0] % 3 == 1
                });
                extend_vec(&mut kept, wanted);
                kept
            }));
            match result {
                Ok(kept) => {
                    assert!(len == at && kept.iter().map(|(_, n)| n[0]).eq((1..len).step_by(3)));
                    assert_eq!(Arc::strong_count(&token), 1 + kept.len());
                }
                Err(_) => assert!(at < len),
            }
            assert_eq!(Arc::strong_count(&token), 1);
        }
    }
    check::<1>();
    check::<20>();
    check::<2_000>();
}

#[test]
fn nothing_is_computed_behind_the_end() {
    for end in 0..40 {
        let computed = AtomicUsize::new(0);
        let found: Vec<_> = (0..40)
            .into_par_iter()
            .with_min_len(40)
            .map(|n| {
                computed.fetch_add(1, Ordering::Relaxed);
                (n < end).then_some(n)
            })
            .while_some()
            .collect();
        assert!(found.into_iter().eq(0..end));
        assert_eq!(computed.into_inner(), end + 1);
    }
}

#[test]
fn slack_stays_small() {
    let rope = collect_rope((0..1_000_000u64).into_par_iter().filter(|_| true));
    let capacity: usize = rope.into_chunks().iter().map(Vec::capacity).sum();
    assert!(capacity <= 1_130_000, "{capacity}");
}

#[test]
fn a_single_chunk_is_not_copied() {
    let mut vec = Vec::new();
    append(
        &mut vec,
        collect_rope(vec![1].into_par_iter().with_min_len(2).filter(|_| true)),
    );
    assert_eq!(vec, [1]);
}

/// Each number below it twice, and a rope for each.
struct Pairs(u32);

impl ParallelIterator for Pairs {
    type Item = u32;

    fn drive_unindexed<C: UnindexedConsumer<u32>>(self, consumer: C) -> C::Result {
        let pairs = (0..self.0).map(|n| {
            let folder = consumer.split_off_left().into_folder();
            folder.consume_iter([n, n]).complete()
        });
        let all = pairs.reduce(|left, right| consumer.to_reducer().reduce(left, right));
        all.expect("a number")
    }
}

#[test]
fn many_small_ropes_become_few_chunks() {
    let rope = collect_rope(Pairs(100_000));
    let chunks = rope.into_chunks();
    let capacity: usize = chunks.iter().map(Vec::capacity).sum();
    assert!(chunks.len() < 1000, "{}", chunks.len());
    assert!(capacity <= 230_000, "{capacity}");
    assert!(
        chunks
            .into_iter()
            .flatten()
            .eq((0..100_000).flat_map(|n| [n, n]))
    );
}

#[test]
fn unzipping_fills_both_and_replaces_what_was_there() {
    let (mut left, mut right) = (vec![9; 3], vec!['x']);
    super::unzip_into_vecs(
        (0..100).into_par_iter().map(|n| (n, 'a')),
        &mut left,
        &mut right,
    );
    assert!(left.into_iter().eq(0..100));
    assert_eq!(right, ['a'; 100]);
}

#[test]
fn a_panic_while_unzipping_drops_everything_once() {
    let token = Arc::new(());
    for at in 0..20 {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let result = catch_unwind(AssertUnwindSafe(|| {
            let pairs = (0..20).into_par_iter().map(|n| {
                assert!(n != at, "boom");
                (token.clone(), token.clone())
            });
            super::unzip_into_vecs(pairs, &mut left, &mut right);
        }));
        assert!(result.is_err() && left.is_empty() && right.is_empty());
        assert_eq!(Arc::strong_count(&token), 1);
    }
}

#[test]
fn items_may_be_as_rare_as_they_like() {
    let token = Arc::new(());
    for period in [1, 2, 3, 9, 16, 17, 18, 40, 300, 5000] {
        // Rare ones first, then others, and back.
        let is_in = move |n: usize| match n / 3000 % 2 {
            0 => n.is_multiple_of(period),
            _ => n % 40 >= period % 40,
        };
        let wanted: Vec<usize> = (0..12_000).filter(|&n| is_in(n)).collect();
        let numbers: Vec<usize> = (0..12_000).into_par_iter().filter(|&n| is_in(n)).collect();
        assert_eq!(numbers, wanted);
        let owned: Vec<_> = (0..12_000)
            .into_par_iter()
            .filter_map(|n| is_in(n).then(|| (n, token.clone())))
            .collect();
        assert!(owned.into_iter().map(|(n, _)| n).eq(wanted));
        for bad in [0, 1500, 3100, 11_999] {
            let collected = catch_unwind(|| {
                let items = (0..12_000).into_par_iter().filter_map(|n| {
                    assert_ne!(n, bad);
                    is_in(n).then(|| token.clone())
                });
                items.collect::<Vec<_>>()
            });
            assert!(collected.is_err());
        }
        assert_eq!(Arc::strong_count(&token), 1);
    }
}
