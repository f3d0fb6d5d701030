//! Loom model of two wakers and whoever polls: no wake is missed, and nobody polls beside another.

use super::Alarm;
use crate::base::model::check;
use crate::base::prim::{AtomicBool, AtomicUsize, Ordering, PassedCell};
use loom::sync::Arc;
use loom::thread;

struct Awaited {
    alarm: Alarm,
    /// What the future waits for.
    events: [AtomicBool; 2],
    /// What belongs to the poller.
    future: PassedCell<u32>,
    ends: AtomicUsize,
}

// SAFETY: `future` is checked by loom.
unsafe impl Sync for Awaited {}

impl Awaited {
    /// Executes the queue's entry: what was queued is polled at once.
    fn poll(&self) {
        loop {
            self.alarm.begin();
            // SAFETY: loom checks that nobody else touches it.
            self.future.with_mut(|p| unsafe { *p += 1 });
            // Relaxed: ordered by the alarm.
            if self.events.iter().all(|e| e.load(Ordering::Relaxed)) {
                // Relaxed: read after the threads are joined.
                self.ends.fetch_add(1, Ordering::Relaxed);
                return;
            }
            if self.alarm.rest() {
                return;
            }
        }
    }

    fn wake(&self, event: usize) {
        // Relaxed: ordered by the alarm.
        self.events[event].store(true, Ordering::Relaxed);
        if self.alarm.ring() {
            self.poll();
        }
    }
}

#[test]
fn woken_by_two_while_it_is_polled() {
    check(|| {
        let awaited = Arc::new(Awaited {
            alarm: Alarm::set(),
            events: [AtomicBool::new(false), AtomicBool::new(false)],
            future: PassedCell::new(0),
            ends: AtomicUsize::new(0),
        });
        let wakers = [0, 1].map(|event| {
            let awaited = Arc::clone(&awaited);
            thread::spawn(move || awaited.wake(event))
        });
        awaited.poll();
        for waker in wakers {
            waker.join().unwrap();
        }
        // Relaxed: the threads are joined.
        assert_eq!(awaited.ends.load(Ordering::Relaxed), 1);
    });
}
