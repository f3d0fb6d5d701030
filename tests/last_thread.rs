//! A pool's last thread, made part of it by `use_current_thread`, works on when the others have ended, and does not wait for them.
//!
//! Not in `shutdown.rs`, since such a thread's pool is leaked, as documented, and leaks are looked for there.

mod common;

use common::watchdog::watchdog;
use std::panic::{AssertUnwindSafe, catch_unwind};
#[cfg(target_os = "linux")]
use std::time::Duration;
use tine::ThreadPoolBuilder;

/// Runs `op` on a thread that is worker 0 of two in a pool whose other thread has ended.
fn on_the_last_thread(op: impl FnOnce() + Send) {
    let alone = || {
        let builder = ThreadPoolBuilder::new().num_threads(2);
        drop(builder.use_current_thread().build().expect("a pool"));
        op();
    };
    std::thread::scope(|scope| scope.spawn(alone).join()).expect("no panic");
}

#[test]
fn who_is_left_cannot_call_all() {
    let _dog = watchdog();
    on_the_last_thread(|| {
        assert_eq!(tine::join(|| 1, || 2), (1, 2));
        let refused = |call: &dyn Fn()| {
            catch_unwind(AssertUnwindSafe(call)).expect_err("refused");
        };
        refused(&|| _ = tine::broadcast(|_| ()));
        refused(&|| tine::spawn_broadcast(|_| ()));
        refused(&|| tine::scope(|s| s.spawn_broadcast(|_, _| ())));
        tine::wait_all();
    });
}

/// How long the calling thread has run.
#[cfg(target_os = "linux")]
fn time_run() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanos = text.split(' ').next()?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}

#[test]
#[cfg(target_os = "linux")]
fn who_is_left_sleeps_while_it_waits() {
    let other = ThreadPoolBuilder::new().num_threads(1);
    let other = other.build().expect("a pool");
    on_the_last_thread(|| {
        let before = time_run();
        other.install(|| std::thread::sleep(Duration::from_millis(300)));
        let (Some(before), Some(after)) = (before, time_run()) else {
            return;
        };
        assert!(after - before < Duration::from_millis(30));
    });
}
