//! One thread plays all parts.

use super::OneSlot;
use crate::queue::Word;
use std::ptr::{self, NonNull};

fn put(slot: &OneSlot, id: usize) -> Option<Word> {
    // SAFETY: the tests have one thread each.
    unsafe { slot.put(word(id)) }
}

fn word(id: usize) -> Word {
    NonNull::new(ptr::without_provenance_mut(id + 1)).expect("not null")
}

#[test]
fn the_newest_stays_and_the_older_comes_back() {
    let slot = OneSlot::new();
    assert!(slot.is_empty());
    assert_eq!(slot.take(), None);
    assert_eq!(put(&slot, 1), None);
    assert!(!slot.is_empty());
    assert_eq!(put(&slot, 2), Some(word(1)));
    assert_eq!(slot.take(), Some(word(2)));
    assert_eq!(slot.take(), None);
    assert!(slot.is_empty());
}
