//! Arrays: items come by value, in order, and each is dropped once.

use crate::iter::{
    IndexedParallelIterator, IntoParallelIterator, IntoParallelRefMutIterator, ParallelIterator,
};
use std::sync::Arc;

#[test]
fn every_kind_of_reference_walks() {
    let mut array = [1, 2, 3];
    array.par_iter_mut().for_each(|n| *n *= 2);
    assert!((&array).into_par_iter().eq(&[2, 4, 6]));
    assert_eq!(array.into_par_iter().rev().collect::<Vec<_>>(), [6, 4, 2]);
    assert_eq!([0u8; 0].into_par_iter().count(), 0);
}

#[test]
fn what_is_not_taken_is_dropped_once() {
    let token = Arc::new(());
    let array = [(); 10].map(|()| token.clone());
    assert!(array.clone().into_par_iter().find_any(|_| true).is_some());
    assert_eq!(array.into_par_iter().take(3).collect::<Vec<_>>().len(), 3);
    assert_eq!(Arc::strong_count(&token), 1);
}
