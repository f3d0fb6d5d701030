//! The clock side of the grain: measures the blocks of one task.

use super::grain::{Bounds, Pace, Patience};
use crate::base::clock;
use crate::task::join::{current_num_threads, somebody_searches};

/// What a block may take that runs whole, in nanoseconds.
const BLOCK_NS: u64 = 4_000;
/// How long a long range is walked alone before its cost is believed, in nanoseconds.
const PROBE_NS: u64 = 1_500;
/// What is done sooner alone if the others sleep, in nanoseconds: a wake costs its caller some 5 us
/// and reaches the sleeper some 20 us later.
const ALONE_NS: u64 = 24_000;
/// What is done sooner alone if somebody is awake and searches, in nanoseconds.
const ALONE_AMONG_SEARCHERS_NS: u64 = 2_000;

/// A task's pace and the time of its last look at the clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timer {
    pace: Pace,
    patience: Patience,
    start: u64,
    last: u64,
}

impl Timer {
    /// For the whole of a range; asks the pool how many threads it has, and whether one is awake.
    pub(crate) fn new(len: usize, min_len: usize, max_len: usize) -> Self {
        let alone = if somebody_searches() {
            ALONE_AMONG_SEARCHERS_NS
        } else {
            ALONE_NS
        };
        let patience = Patience {
            block: clock::nanos(BLOCK_NS),
            probe: clock::nanos(PROBE_NS),
            alone: clock::nanos(alone),
        };
        let now = clock::ticks();
        let bounds = Bounds::new(len, min_len, max_len, current_num_threads());
        Timer {
            pace: Pace::new(bounds),
            patience,
            start: now,
            last: now,
        }
    }

    /// For a part that was stolen: measures anew.
    pub(super) fn anew(&self) -> Self {
        let now = clock::ticks();
        Timer {
            pace: Pace::new(self.pace.bounds()),
            start: now,
            last: now,
            ..*self
        }
    }

    /// Whether a walk has to offer what it has not come to; see [`Bounds::offers`].
    #[inline]
    pub(super) fn offers(&self) -> bool {
        self.pace.bounds().offers()
    }

    /// Whether a part of `len` items is to be halved rather than run.
    #[inline]
    pub(super) fn splits(&self, len: usize) -> bool {
        self.pace.splits(len, &self.patience)
    }

    /// The next block of a walk by one thread; see [`Pace::walks_on`].
    #[inline]
    pub(crate) fn walks_on(&self, len: usize) -> Option<usize> {
        self.pace
            .walks_on(len, self.last.saturating_sub(self.start), &self.patience)
    }

    /// A block of `len` items was run since the last call, or since the start.
    #[inline]
    pub(crate) fn note(&mut self, len: usize) {
        let now = clock::ticks();
        self.pace.note(len, now.saturating_sub(self.last));
        self.last = now;
    }
}
