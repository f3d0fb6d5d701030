//! Loom model: no reader sees more time than there was.

use super::Stopwatch;
use crate::base::model::check;
use crate::base::prim::{AtomicU64, Ordering};
use loom::sync::Arc;
use loom::thread;

#[test]
fn no_stretch_is_counted_twice() {
    check(|| {
        let shared = Arc::new((Stopwatch::new(), AtomicU64::new(0)));
        let owner = Arc::clone(&shared);
        let owner = thread::spawn(move || {
            let (watch, clock) = &*owner;
            let tick = |now| {
                // Release: the clock of the model tells what was before, as a real one does. Pairs with the reader's load.
                clock.store(now, Ordering::Release);
                now
            };
            watch.start(tick(1));
            watch.stop(tick(2));
            watch.start(tick(7));
            watch.stop(tick(8));
            tick(20);
        });
        let (watch, clock) = &*shared;
        // Acquire: see above.
        let seen = watch.read(|| clock.load(Ordering::Acquire));
        // Were a stretch on the clock and in the sum, or read at a tick after its end, it would be more.
        assert!(seen <= 2, "{seen}");
        owner.join().expect("the owner ends");
        assert_eq!(watch.read(|| 20), 2);
    });
}
