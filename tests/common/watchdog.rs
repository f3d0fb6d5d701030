//! Ends a test that hangs, so that a lost wake-up is a failure and not a silent runner.

use std::io::{Write, stderr};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How long a test may take, or a round of one that says when each round ends, before it counts as hanging. Nothing is measured
/// against it; a machine that runs many things at once makes some tests slow, and a sanitizer all of them.
const PATIENCE: Duration = Duration::from_secs(300);

/// Aborts the process unless it is dropped or fed in time.
pub(crate) struct Watchdog {
    leash: Sender<()>,
}

impl Watchdog {
    /// Gives the test as much time again: it gets on.
    pub(crate) fn feed(&self) {
        self.leash.send(()).expect("the dog lives as long as this");
    }

    /// The numbers of the rounds of a test, each of which may take the time of a whole one.
    pub(crate) fn rounds(&self, count: usize) -> impl Iterator<Item = usize> {
        (0..count).inspect(|_| self.feed())
    }
}

/// Watches over the calling test until the result is dropped.
#[must_use]
pub(crate) fn watchdog() -> Watchdog {
    let name = std::thread::current().name().unwrap_or("?").to_string();
    let (leash, fed) = channel();
    std::thread::spawn(move || {
        loop {
            match fed.recv_timeout(PATIENCE) {
                Ok(()) => {}
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => break,
            }
        }
        // Past the harness, which would keep it for a test that ends.
        let _ = writeln!(stderr(), "test {name} hangs: aborting");
        std::process::abort();
    });
    Watchdog { leash }
}
