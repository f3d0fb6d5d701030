//! Terminals: what they return is what std's return for the same items.

use super::{everywhere, range};
use crate::iter::{
    Either, IndexedParallelIterator, IntoParallelIterator, ParallelExtend, ParallelIterator,
};
use std::cmp::Ordering::{self, Equal, Greater, Less};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering as Atomic};
use std::task::Poll;

#[test]
fn reductions() {
    everywhere(|len, block| {
        let ours = || range(len, block);
        assert_eq!(ours().sum::<usize>(), (0..len).sum::<usize>());
        assert_eq!(
            ours().map(|n| n % 3 + 1).map(|n| n as f64).product::<f64>(),
            (0..len).map(|n| (n % 3 + 1) as f64).product::<f64>()
        );
        assert_eq!(ours().count(), len);
        let digits = |n: usize| n.to_string();
        assert_eq!(
            ours().map(digits).reduce(String::new, |a, b| a + &b),
            (0..len).map(digits).collect::<String>()
        );
        assert_eq!(
            ours().map(digits).reduce_with(|a, b| a + &b),
            (0..len).map(digits).reduce(|a, b| a + &b)
        );
        let all = Mutex::new(Vec::new());
        ours().for_each(|n| all.lock().unwrap().push(n));
        all.lock().unwrap().sort();
        assert!(all.into_inner().unwrap().into_iter().eq(0..len));
    });
}

#[test]
fn extremes_choose_among_equals_as_std_does() {
    everywhere(|len, block| {
        let ours = || range(len, block);
        let key = |n: &usize| (n * 7) % 5;
        let compare = |a: &usize, b: &usize| key(a).cmp(&key(b));
        assert_eq!(ours().min_by_key(key), (0..len).min_by_key(key));
        assert_eq!(ours().max_by_key(key), (0..len).max_by_key(key));
        assert_eq!(ours().min_by(compare), (0..len).min_by(compare));
        assert_eq!(ours().max_by(compare), (0..len).max_by(compare));
        assert_eq!(
            (ours().min(), ours().max()),
            ((0..len).min(), (0..len).max())
        );
    });
}

/// Equal to all others, but not the same.
#[derive(Debug, Clone, Copy)]
struct Twin(usize);
impl PartialEq for Twin {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for Twin {}
impl PartialOrd for Twin {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Twin {
    fn cmp(&self, _: &Self) -> Ordering {
        Equal
    }
}

#[test]
fn the_least_of_twins_is_the_first_and_the_greatest_the_last() {
    assert_eq!(range(100, 3).map(Twin).min().map(|twin| twin.0), Some(0));
    assert_eq!(range(100, 3).map(Twin).max().map(|twin| twin.0), Some(99));
}

#[test]
fn searches() {
    everywhere(|len, block| {
        let ours = || range(len, block);
        for divisor in [1, 7, 50, 101] {
            let hit = |&n: &usize| n % divisor == divisor - 1;
            let hits: Vec<usize> = (0..len).filter(|n| hit(n)).collect();
            let (first, last) = (hits.first().copied(), hits.last().copied());
            assert_eq!(ours().find_first(hit), first);
            assert_eq!(ours().find_last(hit), last);
            assert_eq!(ours().position_first(|n| hit(&n)), first);
            assert_eq!(ours().position_last(|n| hit(&n)), last);
            assert_eq!(ours().find_map_first(|n| hit(&n).then_some(n)), first);
            assert_eq!(ours().find_map_last(|n| hit(&n).then_some(n)), last);
            for any in [
                ours().find_any(hit),
                ours().position_any(|n| hit(&n)),
                ours().find_map_any(|n| hit(&n).then_some(n)),
            ] {
                assert!(any.map_or(hits.is_empty(), |n| hits.contains(&n)));
            }
            assert_eq!(ours().any(|n| hit(&n)), !hits.is_empty());
            assert_eq!(ours().all(|n| !hit(&n)), hits.is_empty());
            // Nested, so that consumers are split without an index too.
            assert_eq!(ours().flat_map(|n| [n, n]).find_first(hit), first);
            assert_eq!(ours().flat_map(|n| [n, n]).find_last(hit), last);
        }
    });
}

#[test]
fn searches_stop_at_the_hit_in_their_own_block() {
    let looked = AtomicUsize::new(0);
    let hit = |n: usize| {
        looked.fetch_add(1, Atomic::Relaxed);
        n >= 10
    };
    let whole = || range(100_000, usize::MAX);
    assert_eq!(whole().find_any(|&n| hit(n)), Some(10));
    assert_eq!(whole().find_first(|&n| hit(n)), Some(10));
    assert_eq!(whole().position_first(hit), Some(10));
    assert!(whole().any(hit));
    assert!(!whole().all(|n| !hit(n)));
    assert_eq!(looked.into_inner(), 5 * 11);
}

#[test]
fn searches_among_more_items_than_could_ever_be_walked() {
    let all = || (0..u128::MAX).into_par_iter();
    assert_eq!(all().find_any(|_| true).map(|_| ()), Some(()));
    assert_eq!(all().find_first(|_| true), Some(0));
    assert_eq!(all().find_first(|&n| n > 1000), Some(1001));
    // Found in the very first block, after which the rest of a filter's block must not be walked.
    let first = all()
        .filter(|&n| n == 3 || n > u128::MAX - 5)
        .find_first(|_| true);
    assert_eq!(first, Some(3));
}

#[test]
fn failures_end_the_drive() {
    everywhere(|len, block| {
        let ours = || range(len, block);
        let check = |limit: usize| move |n: usize| if n < limit { Ok(()) } else { Err(n) };
        assert_eq!(ours().try_for_each(check(len)), Ok(()));
        assert_eq!(ours().try_for_each_with((), |(), n| check(len)(n)), Ok(()));
        assert_eq!(
            ours().try_for_each_init(|| (), |(), n| check(len)(n)),
            Ok(())
        );
        if len > 0 {
            assert_eq!(ours().try_for_each(check(len - 1)), Err(len - 1));
        }
        assert_eq!(
            ours().map(Some).try_reduce(|| 0, |a, b| Some(a + b)),
            Some((0..len).sum())
        );
        let sum = (len > 0).then(|| Some((0..len).sum::<usize>()));
        assert_eq!(ours().map(Some).try_reduce_with(|a, b| Some(a + b)), sum);
    });
}

#[test]
fn failures_come_in_five_kinds() {
    let below = |limit| move |n: usize| n < limit;
    let flow = |fine: bool| {
        if fine {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break("stop")
        }
    };
    assert_eq!(
        range(9, 2).map(below(9)).try_for_each(flow),
        ControlFlow::Continue(())
    );
    assert_eq!(
        range(9, 2).map(below(5)).try_for_each(flow),
        ControlFlow::Break("stop")
    );
    let poll = |fine: bool| Poll::Ready(if fine { Ok(1) } else { Err("bad") });
    let add = |a: Poll<i32>, b: Poll<i32>| match (a, b) {
        (Poll::Ready(a), Poll::Ready(b)) => Poll::Ready(Ok(a + b)),
        _ => Poll::Pending,
    };
    assert_eq!(
        range(9, 2)
            .map(below(9))
            .map(poll)
            .try_reduce(|| Poll::Ready(0), add),
        Poll::Ready(Ok(9))
    );
    assert_eq!(
        range(9, 2)
            .map(below(5))
            .map(poll)
            .try_reduce(|| Poll::Ready(0), add),
        Poll::Ready(Err("bad"))
    );
    let poll = |fine: bool| Poll::Ready(Some(if fine { Ok(1) } else { Err("bad") }));
    let last = |_: Poll<Option<i32>>, b: Poll<Option<i32>>| b.map(|ready| ready.map(Ok));
    assert_eq!(
        range(9, 2).map(below(9)).map(poll).try_reduce_with(last),
        Some(Poll::Ready(Some(Ok(1))))
    );
    assert_eq!(
        range(9, 2).map(below(5)).map(poll).try_reduce_with(last),
        Some(Poll::Ready(Some(Err("bad"))))
    );
}

#[test]
fn a_failure_stops_its_own_block_at_once() {
    let seen = AtomicUsize::new(0);
    let result = range(100_000, usize::MAX).try_for_each(|n| {
        seen.fetch_add(1, Atomic::Relaxed);
        if n == 10 { None } else { Some(()) }
    });
    assert_eq!((result, seen.into_inner()), (None, 11));
}

#[test]
fn comparisons() {
    for block in [1, 3, usize::MAX] {
        for a in [
            vec![],
            vec![1],
            vec![1, 2, 3],
            vec![1, 2, 4],
            vec![1, 2, 3, 0],
            vec![0; 50],
        ] {
            for b in [
                vec![],
                vec![1],
                vec![1, 2, 3],
                vec![1, 3],
                vec![1, 2, 3, 0],
                vec![0; 51],
            ] {
                let (x, y) = (
                    || a.clone().into_par_iter().with_max_len(block),
                    || b.clone().into_par_iter(),
                );
                assert_eq!(x().cmp(y()), a.iter().cmp(&b));
                assert_eq!(x().partial_cmp(y()), a.iter().partial_cmp(&b));
                assert_eq!((x().eq(y()), x().ne(y())), (a == b, a != b));
                assert_eq!(
                    (x().lt(y()), x().le(y()), x().gt(y()), x().ge(y())),
                    (a < b, a <= b, a > b, a >= b)
                );
            }
        }
    }
    let nan = [1.0, f64::NAN, 2.0];
    assert_eq!(nan.into_par_iter().partial_cmp([1.0, 0.0]), None);
    assert_eq!(nan.into_par_iter().partial_cmp([2.0, 0.0]), Some(Less));
    assert_eq!([1, 2].into_par_iter().cmp([1]), Greater);
}

#[test]
fn several_collections_at_once() {
    everywhere(|len, block| {
        let ours = || range(len, block);
        let even = |n: &usize| n.is_multiple_of(2);
        let (a, b): (Vec<usize>, Vec<String>) = ours().map(|n| (n, n.to_string())).unzip();
        assert!(a.iter().copied().eq(0..len) && b.into_iter().eq((0..len).map(|n| n.to_string())));
        let (a, b): (Vec<usize>, Vec<usize>) = ours().partition(even);
        assert_eq!((a, b), (0..len).partition(even));
        let (a, b): (Vec<usize>, Vec<usize>) = ours().partition_map(|n| {
            if even(&n) {
                Either::Left(n)
            } else {
                Either::Right(n)
            }
        });
        assert_eq!((a, b), (0..len).partition(even));
        let (a, (b, ())): (Vec<usize>, (Vec<usize>, ())) =
            ours().filter(even).map(|n| (n, (n + 1, ()))).collect();
        assert!(a.iter().map(|n| n + 1).eq(b) && a.into_iter().eq((0..len).filter(even)));
        let mut both = (vec![7], vec![8]);
        both.par_extend(ours().map(|n| {
            if even(&n) {
                Either::Left(n)
            } else {
                Either::Right(n)
            }
        }));
        assert_eq!(both.0.len() + both.1.len(), len + 2);
    });
}

#[test]
fn lists_of_vectors_hold_everything_in_order() {
    everywhere(|len, block| {
        let list = range(len, block).collect_vec_list();
        assert!(list.iter().all(|vec| !vec.is_empty()));
        assert!(list.into_iter().flatten().eq(0..len));
    });
}
