//! Loom models of the injector: nothing is lost, nothing comes twice, the order of each pusher stays.

use super::Injector;
use crate::base::model::check;
use crate::base::prim::fence_seq_cst;
use loom::sync::Arc;
use loom::sync::atomic::{AtomicBool, Ordering};
use loom::thread;

#[test]
fn two_push_and_two_pop() {
    check(|| {
        let queue = Arc::new(Injector::new());
        queue.push(0);
        let pusher = {
            let queue = Arc::clone(&queue);
            thread::spawn(move || {
                queue.push_batch([10, 11]);
            })
        };
        let popper = {
            let queue = Arc::clone(&queue);
            thread::spawn(move || [queue.pop(), queue.pop()])
        };
        queue.push(1);
        let mut got = Vec::from([queue.pop()]);
        let theirs = popper.join().unwrap();
        pusher.join().unwrap();
        for pair in [vec![0, 1], vec![10, 11]] {
            let seen = theirs.iter().flatten().filter(|item| pair.contains(item));
            assert!(seen.is_sorted());
        }
        got.extend(theirs);
        got.extend(std::iter::from_fn(|| queue.pop().map(Some)));
        let mut got: Vec<_> = got.into_iter().flatten().collect();
        got.sort();
        assert_eq!(got, [0, 1, 10, 11]);
        assert!(queue.is_empty());
    });
}

/// What `notify` relies on: the pusher sees the sleeper, or the sleeper sees the item.
#[test]
fn seen_after_a_fence() {
    check(|| {
        let pair = Arc::new((Injector::new(), AtomicBool::new(false)));
        let sleeper = {
            let pair = Arc::clone(&pair);
            thread::spawn(move || {
                // Relaxed: the fences are to do it.
                pair.1.store(true, Ordering::Relaxed);
                fence_seq_cst();
                pair.0.is_empty()
            })
        };
        pair.0.push(1);
        fence_seq_cst();
        // Relaxed: as above.
        let asleep = pair.1.load(Ordering::Relaxed);
        let missed = sleeper.join().unwrap();
        assert!(asleep || !missed);
    });
}
