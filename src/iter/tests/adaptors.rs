//! Adaptors that are pushed through: what comes out is what std's make of the same items.

use super::{everywhere, range};
use crate::iter::{
    Either, IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator,
    ParallelIterator,
};
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn what_keeps_order_is_that_of_std() {
    everywhere(|len, block| {
        let ours = range(len, block);
        let std = 0..len;
        let odd: Vec<usize> = std.clone().filter(|n| n % 2 == 1).collect();
        assert_eq!(ours.clone().filter(|n| n % 2 == 1).collect::<Vec<_>>(), odd);
        assert_eq!(
            ours.clone()
                .filter_map(|n| (n % 2 == 1).then_some(n))
                .collect::<Vec<_>>(),
            odd
        );
        assert_eq!(
            ours.clone().positions(|n| n % 2 == 1).collect::<Vec<_>>(),
            odd
        );
        let nested: Vec<usize> = std.clone().flat_map(|n| 0..n % 5).collect();
        assert_eq!(
            ours.clone().flat_map(|n| 0..n % 5).collect::<Vec<_>>(),
            nested
        );
        assert_eq!(
            ours.clone().flat_map_iter(|n| 0..n % 5).collect::<Vec<_>>(),
            nested
        );
        assert_eq!(
            ours.clone().map(|n| 0..n % 5).flatten().collect::<Vec<_>>(),
            nested
        );
        assert_eq!(
            ours.clone()
                .map(|n| 0..n % 5)
                .flatten_iter()
                .collect::<Vec<_>>(),
            nested
        );
        let chained: Vec<usize> = odd.iter().copied().chain(std.clone()).collect();
        assert_eq!(
            ours.clone()
                .filter(|n| n % 2 == 1)
                .chain(ours.clone())
                .collect::<Vec<_>>(),
            chained
        );
        assert_eq!(
            ours.clone().by_uniform_blocks(3).collect::<Vec<_>>(),
            std.clone().collect::<Vec<_>>()
        );
        assert_eq!(
            ours.clone()
                .by_exponential_blocks()
                .filter(|n| n % 2 == 1)
                .collect::<Vec<_>>(),
            odd
        );
        assert_eq!(
            ours.clone().map(Some).while_some().collect::<Vec<_>>(),
            std.collect::<Vec<_>>()
        );
    });
}

#[test]
fn folds_cover_every_item_once_in_order() {
    everywhere(|len, block| {
        let push = |mut v: Vec<usize>, n| {
            v.push(n);
            v
        };
        let folds: Vec<Vec<usize>> = range(len, block).fold(Vec::new, push).collect();
        assert!(folds.iter().all(|fold| fold.len() <= block));
        assert!(folds.into_iter().flatten().eq(0..len));
        let folds: Vec<Vec<usize>> = range(len, block).fold_with(Vec::new(), push).collect();
        assert!(folds.into_iter().flatten().eq(0..len));
        let folds: Option<Vec<Vec<usize>>> = range(len, block)
            .try_fold(Vec::new, |v, n| Some(push(v, n)))
            .map(|v| v.map(|v| vec![v]))
            .reduce(|| Some(Vec::new()), |a, b| Some([a?, b?].concat()));
        assert!(folds.unwrap().into_iter().flatten().eq(0..len));
        let failed =
            range(len, block).try_fold_with(0, |a, n| if n == 5 { Err(n) } else { Ok(a + n) });
        assert_eq!(failed.filter(Result::is_err).count(), usize::from(len > 5));
    });
}

#[test]
fn what_was_folded_is_not_put_together_with_something_neutral() {
    everywhere(|len, block| {
        let (folds, neutral) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let begin = || {
            folds.fetch_add(1, Ordering::Relaxed);
            Vec::new()
        };
        let nothing = || {
            neutral.fetch_add(1, Ordering::Relaxed);
            Vec::new()
        };
        let push = |mut v: Vec<usize>, n| {
            v.push(n);
            v
        };
        let joins = AtomicUsize::new(0);
        let append = |a: Vec<usize>, b| {
            joins.fetch_add(1, Ordering::Relaxed);
            [a, b].concat()
        };
        let all = range(len, block).fold(begin, push).reduce(nothing, append);
        assert!(all.into_iter().eq(0..len));
        let folds = folds.into_inner();
        assert_eq!(joins.into_inner(), folds.saturating_sub(1));
        assert_eq!(neutral.into_inner(), usize::from(folds == 0));
        let all = range(len, block)
            .fold_with(vec![], push)
            .reduce(Vec::new, |a, b| [a, b].concat());
        assert!(all.into_iter().eq(0..len));
    });
}

#[test]
fn any_so_many_and_all_but_so_many() {
    everywhere(|len, block| {
        for n in [0, 1, 5, 200] {
            let taken: Vec<usize> = range(len, block).take_any(n).collect();
            assert!(taken.is_sorted() && taken.len() == n.min(len));
            let left: Vec<usize> = range(len, block).skip_any(n).collect();
            assert!(left.is_sorted() && left.len() == len.saturating_sub(n));
            // Blocks that do not know how many items they will have.
            let odd = || range(len, block).flat_map_iter(|n| (0..n % 2).map(move |_| n));
            let taken: Vec<usize> = odd().take_any(n).collect();
            assert!(taken.is_sorted() && taken.len() == n.min(len / 2));
            let left: Vec<usize> = odd().skip_any(n).collect();
            assert!(left.is_sorted() && left.len() == (len / 2).saturating_sub(n));
        }
        let before = range(len, block)
            .take_any_while(|&n| n < 5)
            .collect::<Vec<_>>();
        assert!(before.iter().all(|&n| n < 5));
        let after = range(len, block)
            .skip_any_while(|&n| n < 5)
            .collect::<Vec<_>>();
        assert!(after.is_sorted() && after.len() >= len.saturating_sub(5));
    });
}

#[test]
fn nothing_is_computed_after_enough_has_been_taken() {
    let computed = AtomicUsize::new(0);
    let count = |_: &usize| {
        computed.fetch_add(1, Ordering::Relaxed);
    };
    assert_eq!(
        range(1000, usize::MAX).inspect(count).take_any(7).count(),
        7
    );
    assert_eq!(computed.swap(0, Ordering::Relaxed), 7);
    assert_eq!(
        range(1000, usize::MAX)
            .inspect(count)
            .map(|n| (n < 9).then_some(n))
            .while_some()
            .count(),
        9
    );
    assert_eq!(computed.swap(0, Ordering::Relaxed), 10);
    assert_eq!(
        range(1000, usize::MAX).inspect(count).take_any(0).count(),
        0
    );
    assert_eq!(computed.into_inner(), 0);
}

#[test]
fn skipping_computes_what_it_skips() {
    let computed = AtomicUsize::new(0);
    let rest = (0..100).into_par_iter().inspect(|_| {
        computed.fetch_add(1, Ordering::Relaxed);
    });
    assert!(rest.skip(40).eq(40..100));
    assert_eq!(computed.into_inner(), 100);
}

#[test]
fn bad_arguments_are_refused_at_once() {
    assert!(catch_unwind(|| range(9, 1).chunks(0)).is_err());
    assert!(catch_unwind(|| range(9, 1).fold_chunks(0, || 0, |a, b| a + b)).is_err());
    assert!(catch_unwind(|| range(9, 1).fold_chunks_with(0, 0, |a, b| a + b)).is_err());
    assert!(catch_unwind(|| range(9, 1).by_uniform_blocks(0)).is_err());
    assert!(catch_unwind(|| range(9, 1).zip_eq(range(8, 1))).is_err());
    assert!(catch_unwind(|| (0..usize::MAX).into_par_iter().chain(0..1).len()).is_err());
}

#[test]
fn lengths_that_overflow_are_unknown() {
    let long = || (0..usize::MAX as u64).into_par_iter();
    assert_eq!(long().chain(long()).opt_len(), None);
    assert_eq!(long().chain(0..0).opt_len(), Some(usize::MAX));
}

#[test]
fn either_side_runs() {
    let pick = |left: bool| {
        if left {
            Either::Left(range(10, 3))
        } else {
            Either::Right([5, 6].par_iter().copied())
        }
    };
    assert_eq!(pick(true).sum::<usize>(), 45);
    assert_eq!(pick(false).len(), 2);
    let mut either: Either<Vec<usize>, ()> = Either::Left(vec![]);
    use crate::iter::ParallelExtend;
    if let Either::Left(v) = &mut either {
        v.par_extend(pick(false));
    }
    assert_eq!(either, Either::Left(vec![5, 6]));
}

#[test]
fn tuples_walk_side_by_side() {
    let mut columns = ([1, 2, 3], vec![10, 20]);
    (&mut columns).into_par_iter().for_each(|(a, b)| *a += *b);
    assert_eq!(columns.0, [11, 22, 3]);
    assert_eq!(
        (&columns).into_par_iter().map(|(a, b)| a * b).sum::<i32>(),
        11 * 10 + 22 * 20
    );
    let n = 0..3usize;
    let wide = (
        n.clone(),
        n.clone(),
        n.clone(),
        n.clone(),
        n.clone(),
        n.clone(),
    );
    let twelve = (
        n.clone(),
        n.clone(),
        n.clone(),
        n.clone(),
        n.clone(),
        n.clone(),
        n.clone(),
        n.clone(),
        n.clone(),
        n.clone(),
        n.clone(),
        n,
    );
    assert_eq!(
        wide.into_par_iter().collect::<Vec<_>>()[2],
        (2, 2, 2, 2, 2, 2)
    );
    assert!(twelve.into_par_iter().map(|t| t.0 + t.11).eq([0, 2, 4]));
    assert!((0..3,).into_par_iter().map(|(n,)| n).eq(0..3));
}
