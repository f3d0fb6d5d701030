//! Options: one item or none, and all items or none.

use crate::iter::{
    IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator,
    IntoParallelRefMutIterator, ParallelIterator,
};
use std::sync::Arc;

#[test]
fn one_item_or_none() {
    let mut some = Some(5);
    assert_eq!((some.par_iter().len(), some.par_iter().count()), (1, 1));
    some.par_iter_mut().for_each(|n| *n += 1);
    assert_eq!(some.into_par_iter().collect::<Vec<_>>(), [6]);
    assert_eq!(None::<i32>.into_par_iter().opt_len(), Some(0));
    assert_eq!(None::<i32>.par_iter().count(), 0);
    let both = Some(1).into_par_iter().chain(Some(2)).chain(None);
    assert_eq!(both.rev().collect::<Vec<_>>(), [2, 1]);
}

#[test]
fn all_items_or_none() {
    for bad in 0..=100 {
        let token = Arc::new(());
        let items = (0..100)
            .into_par_iter()
            .map(|n| (n != bad).then(|| (n, token.clone())));
        let collected: Option<Vec<_>> = items.collect();
        assert_eq!(collected.is_some(), bad == 100);
        if let Some(items) = collected {
            assert!(items.into_iter().map(|(n, _)| n).eq(0..100));
        }
        assert_eq!(Arc::strong_count(&token), 1);
    }
}

#[test]
fn one_missing_in_any_part() {
    let pool = crate::ThreadPoolBuilder::new()
        .num_threads(3)
        .build()
        .expect("a pool");
    let token = Arc::new(());
    for bad in (0..=1000).step_by(50) {
        let items = (0..1000)
            .into_par_iter()
            .with_max_len(30)
            .map(|n| (n != bad).then(|| (n, token.clone())));
        let collected: Option<Vec<_>> = pool.install(|| items.collect());
        assert_eq!(collected.is_some(), bad == 1000);
        assert!(
            collected
                .into_iter()
                .flatten()
                .map(|(n, _)| n)
                .eq(0..if bad == 1000 { 1000 } else { 0 })
        );
        assert_eq!(Arc::strong_count(&token), 1);
    }
}
