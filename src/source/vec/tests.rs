//! Vectors: items come by value, in order, and each is dropped once.

use super::drain::OwnedProducer;
use crate::iter::{
    IndexedParallelIterator, IntoParallelIterator, ParallelDrainRange, ParallelExtend,
    ParallelIterator,
};
use crate::plumbing::Producer;
use std::panic::catch_unwind;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

#[test]
fn draining_is_that_of_std() {
    for len in 0..12 {
        for start in 0..=len {
            for end in start..=len {
                let mut ours: Vec<usize> = (0..len).collect();
                let mut theirs = ours.clone();
                let removed: Vec<_> = ours.par_drain(start..end).collect();
                assert_eq!(removed, theirs.drain(start..end).collect::<Vec<_>>());
                assert_eq!(ours, theirs);

                let mut unused: Vec<usize> = (0..len).collect();
                drop(unused.par_drain(start..end));
                assert_eq!(unused, theirs);
            }
        }
    }
}

#[test]
fn every_kind_of_range_drains() {
    use std::ops::Bound;
    let drained = |bounds: (Bound<usize>, Bound<usize>)| {
        (0..6)
            .collect::<Vec<i32>>()
            .par_drain(bounds)
            .collect::<Vec<_>>()
    };
    assert_eq!(drained((Bound::Excluded(1), Bound::Included(3))), [2, 3]);
    assert_eq!(drained((Bound::Unbounded, Bound::Excluded(2))), [0, 1]);
    assert_eq!(drained((Bound::Included(4), Bound::Unbounded)), [4, 5]);
}

#[test]
#[allow(clippy::reversed_empty_ranges)]
fn bad_ranges_are_refused() {
    assert!(catch_unwind(|| drop(vec![1, 2].par_drain(1..3))).is_err());
    assert!(catch_unwind(|| drop(vec![1, 2].par_drain(2..1))).is_err());
    assert!(catch_unwind(|| drop(vec![1, 2].par_drain(..=usize::MAX))).is_err());
}

#[test]
fn what_is_not_taken_is_dropped_once() {
    let token = Arc::new(());
    for taken in 0..=10 {
        let mut vec = vec![token.clone(); 10];
        let (left, right) = OwnedProducer::all_of(&mut vec).split_at(taken);
        assert_eq!(left.into_iter().next_back().is_some(), taken > 0);
        drop(right);
        assert!(vec.is_empty());
        assert_eq!(Arc::strong_count(&token), 1);
    }
}

#[test]
fn a_bad_split_drops_everything_once() {
    let token = Arc::new(());
    let mut vec = vec![token.clone(); 10];
    let producer = std::panic::AssertUnwindSafe(OwnedProducer::all_of(&mut vec));
    assert!(catch_unwind(move || drop({ producer }.0.split_at(11))).is_err());
    assert_eq!(Arc::strong_count(&token), 1);
}

#[test]
fn a_forgotten_drain_loses_items_and_shows_none_twice() {
    /// Has no memory of its own that a sanitizer would miss.
    struct Counted<'c>(&'c AtomicUsize);
    impl Drop for Counted<'_> {
        fn drop(&mut self) {
            self.0.fetch_add(1, Relaxed);
        }
    }
    let drops = AtomicUsize::new(0);
    let mut vec: Vec<_> = (0..10).map(|_| Counted(&drops)).collect();
    std::mem::forget(vec.par_drain(3..5));
    assert_eq!(vec.len(), 3);
    drop(vec);
    assert_eq!(drops.into_inner(), 3);
}

#[test]
fn items_of_no_size_are_counted() {
    assert_eq!(vec![(); 1000].into_par_iter().count(), 1000);
    let mut vec = vec![(); 1000];
    vec.par_extend(vec![(); 10]);
    assert_eq!(vec.par_drain(5..).count(), 1005);
    assert_eq!(vec.len(), 5);
}

#[test]
fn boxes_and_shared_pointers_are_collected() {
    let boxed: Box<[i32]> = (0..3).into_par_iter().collect();
    let shared: Arc<[i32]> = (0..3).into_par_iter().collect();
    let local: std::rc::Rc<[i32]> = (0..3).into_par_iter().collect();
    assert_eq!(
        (&*boxed, &*shared, &*local),
        (&[0, 1, 2][..], &[0, 1, 2][..], &[0, 1, 2][..])
    );
}

#[test]
fn shared_slices_hold_all_items_in_order() {
    for len in [0usize, 1, 2, 100, 5000] {
        let items = || (0..len).into_par_iter().with_max_len(70);
        let boxed = items().map(|n| n.to_string());
        let known: Arc<[String]> = boxed.clone().collect();
        let single: Rc<[String]> = boxed.clone().collect();
        let found: Arc<[String]> = boxed.filter(|_| true).collect();
        assert_eq!(*known, *single);
        assert_eq!(known, found);
        assert!(
            known
                .iter()
                .eq(&(0..len).map(|n| n.to_string()).collect::<Vec<_>>())
        );
        assert_eq!(items().map(drop).collect::<Arc<[()]>>().len(), len);
    }
}

#[test]
fn a_shared_slice_that_is_not_finished_drops_its_items() {
    let token = Arc::new(());
    let collected = catch_unwind(|| {
        let items = (0..1000).into_par_iter().map(|n| match n {
            777 => panic!("here"),
            _ => token.clone(),
        });
        items.collect::<Arc<[_]>>()
    });
    assert!(collected.is_err());
    assert_eq!(Arc::strong_count(&token), 1);
}
