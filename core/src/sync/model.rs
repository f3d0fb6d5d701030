//! Loom models of waiting: no wake is lost, and who sees a latch set sees what was done before.

use super::latch::{CountLatch, Latch};
use super::parker::Parker;
use crate::base::model::check;
use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::thread;

/// A latch and what its setter did before.
struct Event {
    latch: Latch,
    result: UnsafeCell<u32>,
}

// SAFETY: `result` is checked by loom.
unsafe impl Sync for Event {}

impl Event {
    fn new() -> Arc<Self> {
        Arc::new(Event {
            latch: Latch::new(),
            result: UnsafeCell::new(0),
        })
    }

    /// In a thread of its own: leaves a result and sets the latch.
    fn set_elsewhere(this: &Arc<Self>, mark: bool) -> thread::JoinHandle<()> {
        let event = Arc::clone(this);
        thread::spawn(move || {
            if mark {
                event.latch.mark_taken(3);
            }
            // SAFETY: loom checks that nobody reads it now.
            event.result.with_mut(|p| unsafe { *p = 7 });
            // SAFETY: the event is counted; set once.
            unsafe { Latch::set(&raw const event.latch) }
        })
    }

    fn check_result(&self) {
        assert!(self.latch.probe());
        // SAFETY: loom checks that the write happened before.
        assert_eq!(self.result.with(|p| unsafe { *p }), 7);
    }
}

/// A parker for the life of one schedule.
pub(super) struct Lodging(pub(super) &'static Parker);

impl Lodging {
    pub(super) fn new() -> Self {
        Lodging(Box::leak(Box::new(Parker::new())))
    }
}

impl Drop for Lodging {
    fn drop(&mut self) {
        // SAFETY: leaked in `new`; the model joins its threads before this.
        drop(unsafe { Box::from_raw(std::ptr::from_ref(self.0).cast_mut()) });
    }
}

#[test]
fn a_waiter_sees_the_result() {
    check(|| {
        let (parker, event) = (Lodging::new(), Event::new());
        let setter = Event::set_elsewhere(&event, true);
        event.latch.block_on(parker.0);
        event.check_result();
        setter.join().unwrap();
    });
}

#[test]
fn a_glance_sees_the_result() {
    check(|| {
        let event = Event::new();
        let setter = Event::set_elsewhere(&event, true);
        if event.latch.probe() {
            event.check_result();
        }
        assert!(event.latch.thief().is_none_or(|thief| thief == 3));
        setter.join().unwrap();
        event.check_result();
    });
}

#[test]
fn a_waiter_that_gives_up_and_comes_back() {
    check(|| {
        let (parker, event) = (Lodging::new(), Event::new());
        let setter = Event::set_elsewhere(&event, true);
        if event.latch.try_park_on(parker.0) {
            event.latch.unpark_from();
        }
        event.latch.block_on(parker.0);
        event.check_result();
        setter.join().unwrap();
    });
}

/// The first setter may signal when its waiter already waits for the second.
#[test]
fn a_late_signal_is_taken_for_nothing() {
    check(|| {
        let parker = Lodging::new();
        let (first, second) = (Event::new(), Event::new());
        let setters = [
            Event::set_elsewhere(&first, false),
            Event::set_elsewhere(&second, false),
        ];
        first.latch.block_on(parker.0);
        first.check_result();
        second.latch.block_on(parker.0);
        second.check_result();
        for setter in setters {
            setter.join().unwrap();
        }
    });
}

#[test]
fn the_last_of_a_countdown_passes_on_what_all_did() {
    struct Count {
        count: CountLatch,
        results: [UnsafeCell<u32>; 2],
    }
    // SAFETY: `results` are checked by loom.
    unsafe impl Sync for Count {}
    check(|| {
        let parker = Lodging::new();
        let count = Arc::new(Count {
            count: CountLatch::new(1),
            results: Default::default(),
        });
        let threads = [0, 1].map(|i| {
            count.count.increment();
            let count = Arc::clone(&count);
            thread::spawn(move || {
                // SAFETY: loom checks that nobody reads it now.
                count.results[i].with_mut(|p| unsafe { *p = 7 });
                // SAFETY: counted above; the count is kept by the thread.
                if let Some(latch) = unsafe { CountLatch::decrement(&raw const count.count) } {
                    // SAFETY: the last one sets it.
                    unsafe { Latch::set(latch) }
                }
            })
        });
        // SAFETY: the count that it was made with.
        if let Some(latch) = unsafe { CountLatch::decrement(&raw const count.count) } {
            // SAFETY: the last one sets it.
            unsafe { Latch::set(latch) }
        }
        count.count.latch().block_on(parker.0);
        for result in &count.results {
            // SAFETY: loom checks that the writes happened before.
            assert_eq!(result.with(|p| unsafe { *p }), 7);
        }
        for thread in threads {
            thread.join().unwrap();
        }
    });
}

/// Two tokens may become one, but not none.
#[test]
fn a_token_is_not_lost() {
    check(|| {
        let parker = Lodging::new();
        let reason = Arc::new(loom::sync::atomic::AtomicUsize::new(0));
        let signallers = [0, 1].map(|_| {
            let (reason, parker) = (Arc::clone(&reason), parker.0);
            thread::spawn(move || {
                // Relaxed: the parker alone is to pass it on.
                reason.fetch_add(1, loom::sync::atomic::Ordering::Relaxed);
                parker.unpark();
            })
        });
        while reason.load(loom::sync::atomic::Ordering::Relaxed) < 2 {
            parker.0.park();
        }
        for signaller in signallers {
            signaller.join().unwrap();
        }
    });
}
