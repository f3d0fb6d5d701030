//! Finding ends: right under every order in which the pieces may run, and with more splits than ranks.

use super::{End, FindEndConsumer, Ranks};
use crate::iter::signal::Best;
use crate::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};

#[test]
fn ranks_halve_down_to_one() {
    for end in [End::First, End::Last] {
        let mut ranks = Ranks {
            best: 0,
            worst: u128::MAX,
        };
        for _ in 0..200 {
            let (left, right) = ranks.split(end);
            let (better, worse) = if end == End::First {
                (left, right)
            } else {
                (right, left)
            };
            assert!(better.best <= better.worst && worse.best <= worse.worst);
            assert!(better.worst < worse.best || ranks.best == ranks.worst);
            ranks = worse;
        }
        assert_eq!(ranks.best, ranks.worst);
    }
}

#[test]
fn the_order_of_running_does_not_matter() {
    let any = |_: &u32| true;
    for end in [End::First, End::Last] {
        for right_first in [false, true] {
            let best = Best::new();
            let (left, right, reducer) =
                Consumer::<u32>::split_at(FindEndConsumer::new(&any, end, &best), 2);
            let run = |consumer: FindEndConsumer<'_, _>, items: [u32; 2]| {
                let full = Consumer::<u32>::full(&consumer);
                let folder = consumer.into_folder();
                (
                    full,
                    if full {
                        folder.complete()
                    } else {
                        folder.consume_iter(items).complete()
                    },
                )
            };
            let ((left_full, left), (right_full, right)) = if right_first {
                let right = run(right, [3, 4]);
                (run(left, [1, 2]), right)
            } else {
                (run(left, [1, 2]), run(right, [3, 4]))
            };
            let expected = if end == End::First { 1 } else { 4 };
            assert_eq!(reducer.reduce(left, right), Some(expected));
            // The worse side is pruned if it runs second.
            assert_eq!(left_full, end == End::Last && right_first);
            assert_eq!(right_full, end == End::First && !right_first);
        }
    }
}

#[test]
fn more_pieces_than_ranks() {
    let any = |_: &u32| true;
    let best = Best::new();
    let rest = FindEndConsumer::new(&any, End::First, &best);
    let pieces: Vec<_> = (0..200)
        .map(|_| UnindexedConsumer::<u32>::split_off_left(&rest))
        .collect();
    // The very last pieces share a rank: the later one hits first, and still loses.
    let mut results: Vec<Option<u32>> = vec![None; 200];
    for (i, piece) in pieces
        .into_iter()
        .enumerate()
        .rev()
        .filter(|(i, _)| [198, 199].contains(i))
    {
        results[i] = piece.into_folder().consume(i as u32).complete();
    }
    let first = results
        .into_iter()
        .reduce(|left, right| UnindexedConsumer::<u32>::to_reducer(&rest).reduce(left, right));
    assert_eq!(first, Some(Some(198)));
}
