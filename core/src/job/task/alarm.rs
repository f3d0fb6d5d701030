//! Whether a future waits, is to be polled, or is being polled: one word for all its wakers and its poller.
//!
//! | `WOKEN` | `POLLED` | the future | who may queue or poll it |
//! |---|---|---|---|
//! | | | waits | whoever rings first, who queues it |
//! | x | | is queued | whoever executes what was queued |
//! | | x | is polled, or has ended | its poller |
//! | x | x | is polled, or queued by its poller, and must be polled again; or has ended | its poller; then whoever executes what was queued |

#[cfg(all(test, loom))]
mod model;

use crate::base::prim::{AtomicU8, Ordering};

const WOKEN: u8 = 1;
const POLLED: u8 = 1 << 1;

/// See the table. All changes are exchanges, so that a poll sees what was done by all whose ringing came before it, by those also who
/// found the alarm set.
#[derive(Debug)]
pub(super) struct Alarm(AtomicU8);

impl Alarm {
    /// That of a future that is about to be queued for the first time.
    pub(super) fn set() -> Self {
        Alarm(AtomicU8::new(WOKEN))
    }

    /// The future is to be polled. True if the caller has to queue it.
    #[must_use]
    pub(super) fn ring(&self) -> bool {
        // Release: what the future is woken for; pairs with the Acquire in `begin`.
        // Acquire: what the last poll left; pairs with the Release in `rest`.
        self.0.fetch_or(WOKEN, Ordering::AcqRel) == 0
    }

    /// The future was taken from its queue and is polled from now on.
    pub(super) fn begin(&self) {
        // Acquire: what it was woken for; pairs with the Release in `ring`.
        self.0.swap(POLLED, Ordering::Acquire);
    }

    /// The poll is over, and the future waits. False if it was woken meanwhile: then the caller has to queue it.
    #[must_use]
    pub(super) fn rest(&self) -> bool {
        // Release: what the poll left; pairs with the Acquire in `ring`. Relaxed: on failure `begin` comes, which acquires.
        self.0
            .compare_exchange(POLLED, 0, Ordering::Release, Ordering::Relaxed)
            .is_ok()
    }
}
