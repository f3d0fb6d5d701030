//! What can be stolen from an owner while everybody else is busy.

use super::{Notice, keep_shared};
use crate::ThreadPoolBuilder;
use crate::pool::slot::Slot;
use crate::task::fork::fork;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};

/// What `look` finds on a worker of a pool whose other threads are busy, none of them in search of work or asleep.
fn among_busy(threads: usize, look: impl FnOnce(&Slot) -> bool + Send) -> bool {
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    let pool = builder.build().expect("a pool");
    let (begun, over) = (AtomicUsize::new(0), AtomicBool::new(false));
    pool.scope(|scope| {
        for busy in 1..threads {
            scope.spawn(|_| {
                begun.fetch_add(1, SeqCst);
                while !over.load(SeqCst) {
                    std::thread::yield_now();
                }
            });
            // By another thread, as this one does nothing else.
            while begun.load(SeqCst) < busy {
                std::thread::yield_now();
            }
        }
        let slot = Slot::current().expect("a scope's closure runs in its pool");
        let found = look(slot);
        over.store(true, SeqCst);
        found
    })
}

/// Whether anything of the slot can be stolen while it is inside of a fork, after `first` was called there.
fn shares(slot: &Slot, small: bool, first: fn()) -> bool {
    let look = || {
        first();
        slot.deque.has_shared()
    };
    fork(Notice::of(small), look, (), |()| ()).0
}

/// Nobody was hungry since the last look.
fn is_calm(slot: &Slot) -> bool {
    // The first push looks up, and the second is quiet.
    shares(slot, false, || ());
    !slot.deque.is_raised() || slot.registry().always_shares()
}

#[test]
fn a_fork_is_hidden_unless_it_is_kept_shared() {
    for threads in [2, 3] {
        assert!(among_busy(threads, |slot| {
            let hides = !slot.registry().always_shares();
            is_calm(slot) && shares(slot, false, || ()) != hides && shares(slot, false, keep_shared)
        }));
    }
}

#[test]
fn after_a_search_the_next_fork_is_shared_unless_it_is_small() {
    for threads in [2, 3] {
        assert!(among_busy(threads, |slot| {
            let always = slot.registry().always_shares();
            let raised = |small| {
                slot.deque.raise();
                shares(slot, small, || ())
            };
            is_calm(slot) && raised(false) && raised(true) == always
        }));
    }
}

#[test]
fn a_thread_alone_shares_nothing() {
    assert!(among_busy(1, |slot| {
        let hides = !slot.registry().always_shares();
        shares(slot, false, keep_shared) != hides
    }));
}
