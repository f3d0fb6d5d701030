//! Results: a value or nothing, and all values or one error.

use crate::iter::{
    IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator,
    IntoParallelRefMutIterator, ParallelIterator,
};
use std::sync::Arc;

#[test]
fn a_value_or_nothing() {
    let mut good: Result<i32, String> = Ok(5);
    assert_eq!((good.par_iter().len(), good.par_iter().count()), (1, 1));
    good.par_iter_mut().for_each(|n| *n += 1);
    assert_eq!(good.into_par_iter().collect::<Vec<_>>(), [6]);
    let bad: Result<i32, &str> = Err("no");
    assert_eq!(bad.par_iter().opt_len(), Some(0));
    assert_eq!(bad.into_par_iter().count(), 0);
}

#[test]
fn all_values_or_one_error() {
    for bad in 0..=100 {
        let token = Arc::new(());
        let items = (0..100).into_par_iter().map(|n| match n {
            // Two errors, so that one is dropped.
            _ if n == bad || n == bad + 1 => Err((n, token.clone())),
            _ => Ok((n, token.clone())),
        });
        match items.collect::<Result<Vec<_>, _>>() {
            Ok(items) => assert!(bad == 100 && items.into_iter().map(|(n, _)| n).eq(0..100)),
            Err((n, _)) => assert!(n == bad || n == bad + 1),
        }
        assert_eq!(Arc::strong_count(&token), 1);
    }
}

#[test]
fn an_error_of_far_too_many_is_found() {
    let items = (0..u64::MAX / 16).into_par_iter().map(Err::<u64, u64>);
    assert!(items.collect::<Result<Vec<_>, _>>().is_err());
    let items = (0..u128::from(u64::MAX / 16))
        .into_par_iter()
        .map(Err::<u64, _>);
    assert!(items.collect::<Result<Vec<_>, _>>().is_err());
    let items = (0..u64::MAX / 16).into_par_iter().map(|_| None::<u64>);
    assert_eq!(items.collect::<Option<Vec<_>>>(), None);
}
