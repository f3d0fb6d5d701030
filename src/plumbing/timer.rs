//! The clock side of the grain: measures the blocks of one task.

use super::grain::{Bounds, Pace, Patience};
use super::sunk;
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
const ALONE_AMONG_SEARCHERS_NS: u64 = 8_000;

/// A task's pace and the time of its last look at the clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timer {
    pace: Pace,
    patience: Patience,
    /// When it began, and later by what is sunk since.
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
        sunk::set(0);
        let now = clock::ticks();
        let bounds = Bounds::new(len, min_len, max_len, current_num_threads());
        Timer {
            pace: Pace::new(bounds),
            patience,
            start: now,
            last: now,
        }
    }

    /// For the whole of something that is `len` long in some unit, and makes about that many items.
    pub(super) fn for_items(len: usize, items: usize) -> Self {
        let timer = Timer::new(len, 1, usize::MAX);
        let bounds = timer.pace.bounds().of_items(items, current_num_threads());
        Timer {
            pace: Pace::new(bounds),
            ..timer
        }
    }

    /// For a part that was stolen: measures anew.
    pub(super) fn anew(&self) -> Self {
        sunk::set(0);
        let now = clock::ticks();
        Timer {
            pace: Pace::new(self.pace.bounds()),
            start: now,
            last: now,
            ..*self
        }
    }

    /// Whether it is so early that a fork may turn out to be too small to share.
    #[inline]
    pub(super) fn is_early(&self) -> bool {
        self.last.saturating_sub(self.start) < self.patience.probe
    }

    /// The clock, after something that was not counted.
    #[inline]
    pub(super) fn look(&mut self) {
        self.last = clock::ticks();
    }

    /// Whether a walk has to offer what it has not come to; see [`Bounds::offers`].
    #[inline]
    pub(super) fn offers(&self) -> bool {
        self.pace.bounds().offers()
    }

    /// Whether a part of `len` items is to be halved rather than run.
    #[inline]
    pub(super) fn splits(&self, len: usize) -> bool {
        let ticks = self.last.saturating_sub(self.start);
        self.pace.splits(len, &self.patience.after(ticks))
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
        let took = now.saturating_sub(self.last);
        let counts = sunk::without(took);
        self.pace.note(len, counts);
        self.start += took - counts;
        self.last = now;
    }
}
