//! Ends a test that hangs, so that a lost wake-up is a failure and not a silent runner.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How long a test may take before it counts as hanging. Nothing is measured against it.
const PATIENCE: Duration = Duration::from_secs(if cfg!(tine_tsan) { 300 } else { 90 });

/// Aborts the process unless it is dropped in time.
pub(crate) struct Watchdog {
    _leash: Sender<()>,
}

/// Watches over the calling test until the result is dropped.
#[must_use]
pub(crate) fn watchdog() -> Watchdog {
    let name = std::thread::current().name().unwrap_or("?").to_string();
    let (leash, dropped) = channel();
    std::thread::spawn(move || {
        if let Err(RecvTimeoutError::Timeout) = dropped.recv_timeout(PATIENCE) {
            eprintln!("test {name} hangs: aborting");
            std::process::abort();
        }
    });
    Watchdog { _leash: leash }
}
