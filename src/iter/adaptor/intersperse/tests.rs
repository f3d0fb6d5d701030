//! Interspersing: the same whether items are pushed or pulled, and however the pieces fall.

use super::interspersed_len;
use crate::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

fn expected(items: impl Iterator<Item = i32>) -> Vec<i32> {
    items
        .enumerate()
        .flat_map(|(i, n)| if i == 0 { vec![n] } else { vec![-1, n] })
        .collect()
}

#[test]
fn pushed_by_index_and_pulled() {
    for len in 0..50 {
        let iter = (0..len).into_par_iter().intersperse(-1);
        assert_eq!(Some(iter.len()), interspersed_len(len as usize));
        assert_eq!(iter.clone().collect::<Vec<_>>(), expected(0..len));
        let mut backwards = expected(0..len);
        backwards.reverse();
        assert_eq!(iter.clone().rev().collect::<Vec<_>>(), backwards);
        assert!(iter.enumerate().all(|(i, n)| (i % 2 == 1) == (n == -1)));
    }
}

#[test]
fn pushed_without_an_index() {
    for len in 0..50 {
        // Leaves pieces empty in the front, in the middle and at the end.
        for keep in [
            |n: i32| n % 7 == 3,
            |n| n > 20,
            |n| n < 5,
            |_| true,
            |_| false,
            |n| n == 30,
        ] {
            let ours: Vec<i32> = (0..len)
                .into_par_iter()
                .with_max_len(1)
                .filter(|&n| keep(n))
                .intersperse(-1)
                .collect();
            assert_eq!(ours, expected((0..len).filter(|&n| keep(n))));
        }
    }
}

#[test]
fn a_stated_length_is_enough() {
    let ours: Vec<i64> = (0..10i64).into_par_iter().intersperse(-1).collect();
    assert_eq!(ours.len(), 19);
}

#[test]
#[should_panic(expected = "overflow")]
fn too_many() {
    (0..usize::MAX).into_par_iter().intersperse(1).len();
}
