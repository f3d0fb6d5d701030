//! Loom models of a tree of flags: none is forgotten, whoever raises, is born or dies meanwhile.

use super::Lineage;
use crate::base::model::check;
use loom::cell::UnsafeCell;
use loom::thread;
use std::sync::Arc;

#[test]
fn a_child_that_is_born_meanwhile_rises_too() {
    check(|| {
        let root = Lineage::root();
        let other = Arc::clone(&root);
        let raiser = thread::spawn(move || other.raise());
        let child = root.child();
        raiser.join().unwrap();
        assert!(child.is_raised());
        assert!(root.child().is_raised());
    });
}

#[test]
fn of_two_raisers_neither_returns_too_early() {
    check(|| {
        let root = Lineage::root();
        let grandchild = root.child().child();
        let (other, below) = (Arc::clone(&root), Arc::clone(&grandchild));
        let raiser = thread::spawn(move || {
            other.raise();
            assert!(below.is_raised());
        });
        root.raise();
        assert!(grandchild.is_raised());
        raiser.join().unwrap();
    });
}

#[test]
fn a_child_may_die_meanwhile() {
    check(|| {
        let root = Lineage::root();
        let child = root.child();
        let grandchild = child.child();
        drop(child);
        let other = Arc::clone(&root);
        let raiser = thread::spawn(move || other.raise());
        drop(grandchild);
        raiser.join().unwrap();
        assert_eq!(root.living_children(), 0);
    });
}

/// What a raiser did before.
struct Note(UnsafeCell<u32>);

// SAFETY: the cell is checked by loom.
unsafe impl Sync for Note {}
// SAFETY: as above.
unsafe impl Send for Note {}

#[test]
fn who_sees_the_flag_sees_what_came_before() {
    check(|| {
        let root = Lineage::root();
        let child = root.child();
        let note = Arc::new(Note(UnsafeCell::new(0)));
        let written = Arc::clone(&note);
        let raiser = thread::spawn(move || {
            // SAFETY: loom checks that nobody reads it now.
            written.0.with_mut(|p| unsafe { *p = 7 });
            root.raise();
        });
        if child.is_raised() {
            // SAFETY: loom checks that the write happened before.
            assert_eq!(note.0.with(|p| unsafe { *p }), 7);
        }
        raiser.join().unwrap();
    });
}
