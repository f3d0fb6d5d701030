//! Loom model: each item has one owner, whenever the box is closed.

use super::Handover;
use crate::base::model::check;
use loom::sync::Arc;
use loom::thread;

#[test]
fn one_owner() {
    check(|| {
        let handover = Arc::new(Handover::new(2));
        let other = Arc::clone(&handover);
        let closer = thread::spawn(move || other.close());
        // SAFETY: only this thread puts anything in.
        let refused = (0..2).find_map(|n| unsafe { handover.put(Box::new(n)) }.err());
        let mut all = closer.join().expect("no panic");
        all.extend(refused);
        // SAFETY: nothing more is put in.
        all.extend(unsafe { handover.finish() });
        let many = all.len();
        assert!(all.into_iter().map(|n| *n).eq(0..many));
    });
}
