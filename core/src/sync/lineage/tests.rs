//! A tree of flags: who rises with whom, and who is forgotten.

use super::Lineage;
use std::sync::Arc;
use std::thread;

#[test]
fn all_below_rise_and_nothing_else() {
    let root = Lineage::root();
    let (left, right) = (root.child(), root.child());
    let (below_left, below_right) = (left.child(), right.child());
    left.raise();
    assert!(left.is_raised() && below_left.is_raised());
    assert!(!root.is_raised() && !right.is_raised() && !below_right.is_raised());
    root.raise();
    assert!(root.is_raised() && right.is_raised() && below_right.is_raised());
}

#[test]
fn who_is_born_late_is_born_raised() {
    let root = Lineage::root();
    let child = root.child();
    root.raise();
    assert!(root.child().is_raised());
    assert!(child.child().child().is_raised());
}

#[test]
fn the_dead_are_forgotten() {
    let root = Lineage::root();
    let kept = root.child();
    for _ in 0..1000 {
        let child = root.child();
        let _grandchild = child.child();
        assert_eq!(root.living_children(), 2);
    }
    assert_eq!(root.living_children(), 1);
    drop(kept);
    assert_eq!(root.living_children(), 0);
}

#[test]
fn a_grandchild_hears_of_it_though_its_parent_is_gone() {
    let root = Lineage::root();
    let grandchild = root.child().child();
    root.raise();
    assert!(grandchild.is_raised());
}

#[test]
fn a_long_line_does_not_deepen_the_stack() {
    let root = Lineage::root();
    let last = (0..200_000).fold(Arc::clone(&root), |last, _| last.child());
    root.raise();
    assert!(last.is_raised());
    drop(root);
    drop(last);
}

#[test]
fn families_that_come_and_go_while_others_raise() {
    for _ in 0..50 {
        let root = Lineage::root();
        thread::scope(|s| {
            for _ in 0..2 {
                s.spawn(|| {
                    for _ in 0..200 {
                        let child = root.child();
                        let grandchild = child.child();
                        drop(child);
                        if root.is_raised() {
                            root.raise();
                            assert!(grandchild.is_raised());
                        }
                    }
                });
            }
            s.spawn(|| root.raise());
        });
        assert!(root.is_raised());
        assert_eq!(root.living_children(), 0);
    }
}
