//! A box that is filled, closed and dropped.

use super::Handover;
use std::sync::Arc;
use std::thread;

/// Fills it from this thread.
fn put<T>(handover: &Handover<T>, item: T) -> Result<(), T> {
    // SAFETY: in each test one thread puts things in.
    unsafe { handover.put(item) }
}

#[test]
fn what_fits_is_taken_in_order() {
    let handover = Handover::new(3);
    assert_eq!(
        [1, 2, 3, 4].map(|n| put(&handover, n)),
        [Ok(()), Ok(()), Ok(()), Err(4)]
    );
    assert_eq!(handover.close(), [1, 2, 3]);
    assert_eq!(handover.close(), []);
    assert_eq!(put(&handover, 5), Err(5));
}

#[test]
fn there_may_be_no_room_at_all() {
    let handover = Handover::new(0);
    assert_eq!(put(&handover, 'a'), Err('a'));
    assert_eq!(handover.close(), []);
}

#[test]
fn what_nobody_takes_is_dropped() {
    let token = Arc::new(());
    let handover = Handover::new(4);
    assert!(put(&handover, token.clone()).is_ok());
    assert!(put(&handover, token.clone()).is_ok());
    assert_eq!(Arc::strong_count(&token), 3);
    drop(handover);
    assert_eq!(Arc::strong_count(&token), 1);
}

#[test]
fn every_item_has_one_owner_whoever_closes_when() {
    for round in 0..500 {
        let handover = Arc::new(Handover::new(64));
        let other = Arc::clone(&handover);
        let closer = thread::spawn(move || {
            (0..round % 50).for_each(|_| std::hint::spin_loop());
            other.close()
        });
        let refused = (0..64).map(Box::new).find_map(|n| put(&handover, n).err());
        let mut all = closer.join().expect("no panic");
        all.extend(refused);
        // SAFETY: nothing more is put in.
        all.extend(unsafe { handover.finish() });
        let many = all.len();
        assert!(all.into_iter().map(|n| *n).eq(0..many));
    }
}
