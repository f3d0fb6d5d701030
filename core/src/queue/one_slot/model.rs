//! Loom models of the slot: each word comes out once, with what was written before it was put in.

use super::OneSlot;
use crate::base::model::check;
use crate::queue::Word;
use loom::sync::Arc;
use loom::thread;
use std::ptr::NonNull;

/// A word that owns a number behind a cell that loom checks.
fn word(value: usize) -> Word {
    let item = Box::new(loom::cell::UnsafeCell::new(0));
    // SAFETY: loom checks that nobody else looks.
    item.with_mut(|at| unsafe { *at = value });
    NonNull::from(Box::leak(item)).cast()
}

fn read(word: Word) -> usize {
    // SAFETY: made in `word`, and comes out of the slot once.
    let item = unsafe { Box::from_raw(word.cast::<loom::cell::UnsafeCell<usize>>().as_ptr()) };
    // SAFETY: loom checks that the write happened before.
    item.with(|at| unsafe { *at })
}

#[test]
fn each_word_comes_out_once() {
    check(|| {
        let slot = Arc::new(OneSlot::new());
        let thief = {
            let slot = Arc::clone(&slot);
            thread::spawn(move || [slot.take().map(read), slot.take().map(read)])
        };
        let mut got = Vec::new();
        for value in 0..3 {
            // SAFETY: this thread alone puts words in.
            let older = unsafe { slot.put(word(value)) };
            got.extend(older.map(read));
        }
        got.extend(slot.take().map(read));
        got.extend(thief.join().unwrap().into_iter().flatten());
        got.sort();
        assert_eq!(got, [0, 1, 2]);
        assert!(slot.is_empty());
    });
}
