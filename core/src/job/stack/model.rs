//! Loom models of a fork: whether its job is popped or stolen, the closure runs once, on what its
//! owner wrote before, and the owner sees what it did.

use super::StackJob;
use crate::base::barrier;
use crate::base::model::check;
use crate::job::JobRef;
use crate::queue::fork_deque::ForkDeque;
use crate::queue::fork_deque::hand::Hand;
use crate::queue::{Steal, Word};
use crate::sync::parker::Parker;
use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::thread;

struct Fork {
    deque: ForkDeque,
    /// Written before the fork, by the closure, and after.
    value: UnsafeCell<u32>,
}

// SAFETY: `value` is checked by loom.
unsafe impl Sync for Fork {}

impl Fork {
    fn step(&self, from: u32) -> u32 {
        // SAFETY: loom checks that all earlier writes happened before.
        assert_eq!(self.value.with(|p| unsafe { *p }), from);
        // SAFETY: loom checks that nobody else touches it.
        self.value.with_mut(|p| unsafe { *p = from + 1 });
        from + 1
    }
}

fn fork(publish: bool, thief: fn(&ForkDeque) -> Steal<Word>) {
    let parker: &'static Parker = Box::leak(Box::new(Parker::new()));
    let fork = Arc::new(Fork {
        deque: ForkDeque::new(publish),
        value: UnsafeCell::new(0),
    });
    let robber = {
        let fork = Arc::clone(&fork);
        thread::spawn(move || {
            if let Steal::Item(word) = thief(&fork.deque) {
                // SAFETY: only a job is pushed.
                let job = unsafe { JobRef::from_word(word) };
                // SAFETY: stolen, so executed once.
                unsafe { job.execute() }.fire();
            }
        })
    };
    fork.step(0);
    let hand = Hand::of(&fork.deque);
    let job = StackJob::at(hand.mark(), |stolen| (fork.step(1), stolen));
    // SAFETY: this function pops it, or sees the latch set, before it returns.
    let handle = unsafe { job.as_job_ref() };
    hand.push_with_room(handle.into_word());
    if publish {
        hand.publish();
    }
    let (value, stolen) = match hand.pop() {
        Some(_) => {
            // SAFETY: popped, so nobody executes it.
            let func = unsafe { job.take_func() };
            func(false)
        }
        None => {
            job.latch().block_on(parker);
            // SAFETY: the latch is set; called once.
            unsafe { job.take_result() }.expect("no panic")
        }
    };
    assert_eq!(value, fork.step(2) - 1);
    assert!(!stolen || hand.pop().is_none());
    robber.join().unwrap();
    // SAFETY: leaked above; the threads are done.
    drop(unsafe { Box::from_raw(std::ptr::from_ref(parker).cast_mut()) });
}

#[test]
fn published_and_stolen_or_popped() {
    check(|| fork(true, ForkDeque::steal));
    check(|| barrier::without(|| fork(true, ForkDeque::steal)));
}

#[test]
fn exposed_and_stolen_or_popped() {
    check(|| {
        fork(false, |deque| {
            deque.expose();
            deque.steal()
        });
    });
}
