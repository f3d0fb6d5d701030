//! The clock side of the grain: measures the blocks of one task.

use super::grain::{Bounds, Pace, Patience, Rules};
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

impl Rules {
    /// For a range of `len` items and its producer's wishes; asks the pool how many threads it has, and whether one is awake.
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
        let bounds = Bounds::new(len, min_len, max_len, current_num_threads());
        Rules { bounds, patience }
    }

    /// For something that is `len` long in some unit, and makes about `items` items.
    pub(super) fn for_items(len: usize, items: usize) -> Self {
        let rules = Rules::new(len, 1, usize::MAX);
        let bounds = rules.bounds.of_items(len, items, current_num_threads());
        Rules { bounds, ..rules }
    }

    /// For a task that begins now.
    pub(crate) fn timer(&self) -> Timer<'_> {
        sunk::set(0);
        let now = clock::ticks();
        Timer {
            rules: self,
            pace: Pace::default(),
            start: now,
            last: now,
        }
    }
}

/// A task's pace and the time of its last look at the clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timer<'a> {
    rules: &'a Rules,
    pace: Pace,
    /// When it began, and later by what is sunk since.
    start: u64,
    last: u64,
}

impl<'a> Timer<'a> {
    /// For a part that was stolen: measures anew.
    pub(super) fn anew(&self) -> Timer<'a> {
        self.rules.timer()
    }

    /// What was counted until the last look.
    #[inline]
    fn elapsed(&self) -> u64 {
        self.last.saturating_sub(self.start)
    }

    /// Whether it is so early that a fork may turn out to be too small to share.
    #[inline]
    pub(super) fn is_early(&self) -> bool {
        self.elapsed() < self.rules.patience.probe
    }

    /// The clock, after something that was not counted.
    #[inline]
    pub(super) fn look(&mut self) {
        self.last = clock::ticks();
    }

    /// Whether a walk has to offer what it has not come to; see [`Bounds::offers`].
    #[inline]
    pub(super) fn offers(&self) -> bool {
        self.rules.bounds.offers()
    }

    /// Whether a part of `len` items is to be halved rather than run.
    #[inline]
    pub(super) fn splits(&self, len: usize) -> bool {
        self.pace.splits(len, self.elapsed(), self.rules)
    }

    /// The next block of a walk by one thread; see [`Pace::walks_on`].
    #[inline]
    pub(crate) fn walks_on(&self, len: usize) -> Option<usize> {
        self.pace.walks_on(len, self.elapsed(), self.rules)
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
