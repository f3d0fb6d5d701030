//! The clock side of the grain: measures the blocks of one task.

use super::pace::{BLOCK_NS, Pace, Pulled, Rules};
use super::recall;
use super::search::{self, Ahead};
use super::site::Site;
use super::sunk;
use crate::base::clock;
use crate::pool::hunger::{Notice, keep_shared};

mod end;

/// What a driver does next with a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// How the first items and the rest are run.
    pub way: Way,
    /// How many items come first: all of them if it is run whole.
    pub index: usize,
}

impl Step {
    /// For all of `len` items.
    #[inline]
    pub fn whole(len: usize) -> Self {
        Step {
            way: Way::Whole,
            index: len,
        }
    }
}

/// How the first items and the rest are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// There is no rest.
    Whole,
    /// As a block, and then the rest.
    Walk,
    /// As a block while the rest can be stolen, which is perhaps too small for that.
    Offer,
    /// As a part while the rest can be stolen.
    Cut,
}

/// So many bytes a nanosecond are written or moved at most.
const MOVED_PER_NS: usize = 22;

/// Of so many blocks that are short because blocks are limited one is measured ...
const PASSED: u8 = 8;
/// ... if one takes this part of what a block may, or less.
const PASSED_PART: u64 = 32;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gauge {
    /// Each block, but for those that are passed.
    Blocks,
    /// No more: what runs now is the last of the range.
    Last,
    /// All together, if that: there are few items, and each is a block.
    Each,
    /// The same, but all are one block.
    Whole,
}

/// The drive that began with a timer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drive {
    site: Site,
    /// Among those of the thread.
    number: u64,
    /// How long it was is no reason to announce the next one.
    cheap: bool,
}

impl Drive {
    /// One begins.
    #[inline]
    pub(super) fn begin(site: Site) -> Self {
        Drive {
            site,
            number: recall::count_drive(),
            cheap: false,
        }
    }
}

/// A task's pace and the time of its last look at the clock.
#[derive(Debug)]
pub struct Timer<'a> {
    rules: &'a Rules,
    /// Of which something is to be noted in the end.
    drive: Option<Drive>,
    /// How many items it has.
    len: usize,
    /// How many ticks it must take at least to be a beat (see `pool/rhythm`), if nobody was awake when it began; else none.
    lone: u64,
    /// The range is still walked block by block.
    alone: bool,
    /// All of it is cut by steps.
    stepped: bool,
    gauge: Gauge,
    /// Who is told of what is offered.
    notice: Notice,
    /// And of what the last step leaves to be stolen.
    told: Notice,
    /// So many blocks, the last of which is measured with those before it: they may have few items only, and a look at the clock would be most of
    /// them.
    passed: u8,
    pace: Pace,
    /// Ticks per item of the last block, times 256, whatever is sunk.
    cost: u64,
    /// Of a task that was stolen.
    ahead: Ahead,
    /// When it began, and later by what is sunk since.
    start: u64,
    last: u64,
    /// How much that is.
    sunk: u64,
    /// What was run here and is not.
    counted: u64,
}

/// The rest of a part whose first items are run by another thread.
#[derive(Debug)]
pub struct Behind<'a> {
    rules: &'a Rules,
    ahead: Ahead,
}

impl<'a> Behind<'a> {
    /// For the thread that has stolen it: measures anew, and until then believes what its victim knew.
    pub fn timer(&self) -> Timer<'a> {
        Timer {
            pace: self.ahead.pace(self.rules),
            ahead: self.ahead,
            ..self.rules.anew()
        }
    }
}

impl Timer<'static> {
    /// For the task that begins a range of few items, which are measured so: each is a block, while those behind it are told of as `notice` says; or all are.
    pub(super) fn of_few(gauge: Gauge, notice: Notice) -> Self {
        Timer {
            gauge,
            notice,
            alone: true,
            ..Timer::new(&Rules::OF_FEW, 0)
        }
    }

    /// For a range that is a single block.
    pub fn of_one() -> Self {
        Timer::of_few(Gauge::Whole, Notice::Quiet)
    }

    /// The same for a drive that is a beat if it takes so many ticks, unless none.
    pub(super) fn lone(self, lone: u64) -> Self {
        Timer { lone, ..self }
    }

    /// The same for `drive` of `len` items, which begins now and is measured.
    pub(super) fn measured(self, drive: Drive, len: usize, now: u64) -> Self {
        Timer {
            drive: Some(drive),
            len,
            start: now,
            ..self
        }
    }
}

impl<'a> Timer<'a> {
    /// For a task that begins now.
    #[inline]
    pub(super) fn new(rules: &'a Rules, now: u64) -> Self {
        Timer {
            rules,
            drive: None,
            len: 0,
            lone: 0,
            alone: false,
            stepped: false,
            gauge: Gauge::Blocks,
            notice: Notice::Quiet,
            told: Notice::Loud,
            passed: 0,
            pace: Pace::NEW,
            cost: 0,
            ahead: Ahead::NOTHING,
            start: now,
            last: now,
            sunk: 0,
            counted: 0,
        }
    }

    /// The same for one that begins a drive, an item of which has had that cost earlier, and of whose offers others are told as `notice` says.
    #[inline]
    pub(super) fn driving(
        self,
        drive: Drive,
        len: usize,
        recalled: Option<u64>,
        notice: Notice,
    ) -> Self {
        Timer {
            drive: Some(drive),
            len,
            lone: self.rules.lone,
            notice,
            alone: true,
            pace: recalled.map_or(Pace::NEW, Pace::recalling),
            ..self
        }
    }

    /// What holds for all tasks of the range.
    pub fn rules(&self) -> &'a Rules {
        self.rules
    }

    /// What was counted until the last look.
    pub fn elapsed(&self) -> u64 {
        self.last.saturating_sub(self.start)
    }

    /// Ticks per item of the last block, times 256.
    pub fn cost(&self) -> u64 {
        self.pace.cost()
    }

    /// Whether `len` items like the last ones are done sooner by more than one thread.
    pub fn is_worth_sharing(&self, len: usize) -> bool {
        self.pace.is_worth_sharing(len, self.rules)
    }

    /// Whether it is so early that a fork may turn out to be too small to share.
    pub fn is_early(&self) -> bool {
        self.elapsed() < self.rules.patience.probe
    }

    /// The clock, after something that was not counted.
    pub fn look(&mut self) {
        self.passed = 0;
        self.last = clock::ticks();
    }

    /// What to do with a part of `len` items.
    pub fn step(&mut self, len: usize) -> Step {
        let step = self.next_step(len);
        self.told = match step.way {
            Way::Offer => self.notice,
            Way::Whole | Way::Walk | Way::Cut => Notice::Loud,
        };
        step
    }

    #[inline]
    fn next_step(&mut self, len: usize) -> Step {
        match self.gauge {
            Gauge::Blocks => self.timed_step(len),
            Gauge::Each if len > 1 => Step {
                way: Way::Offer,
                index: 1,
            },
            Gauge::Each | Gauge::Whole | Gauge::Last => Step::whole(len),
        }
    }

    fn timed_step(&mut self, len: usize) -> Step {
        self.stepped = true;
        let (way, index) = match self.walks_on(len) {
            Some(block) if block >= len => {
                self.gauge = Gauge::Last;
                (Way::Whole, len)
            }
            Some(block) if self.offers() => (Way::Offer, block),
            Some(block) => (Way::Walk, block),
            None => {
                // So that the other half of the last cut, or an older one, can be had while this part is run.
                keep_shared();
                match self.splits(len) {
                    true => (
                        Way::Cut,
                        search::cut(len, &self.pace, &self.ahead, self.rules),
                    ),
                    false => (Way::Whole, len),
                }
            }
        };
        Step { way, index }
    }

    /// Who is told of what can be stolen after the last step.
    #[inline]
    pub fn told(&self) -> Notice {
        self.told
    }

    /// What lies behind the next `index` items, which are run here.
    pub fn behind(&self, index: usize) -> Behind<'a> {
        Behind {
            rules: self.rules,
            ahead: Ahead {
                items: index,
                cost: self.pace.cost(),
            },
        }
    }

    /// Whether the range is still walked block by block.
    pub fn is_alone(&self) -> bool {
        self.alone
    }

    /// Whether a walk has to offer what it has not come to; see `Bounds::offers`.
    pub fn offers(&self) -> bool {
        self.rules.bounds.offers()
    }

    /// Whether a part of `len` items is to be halved rather than run.
    pub fn splits(&self, len: usize) -> bool {
        self.pace.splits(len, self.elapsed(), self.rules)
    }

    /// The next block of a walk by one thread; see `Pace::walks_on`.
    pub fn walks_on(&mut self, len: usize) -> Option<usize> {
        if self.gauge == Gauge::Whole {
            return Some(len);
        }
        if !self.alone {
            return None;
        }
        let block = self.pace.walks_on(len, self.elapsed(), self.rules);
        self.alone = block.is_some();
        block
    }

    /// How many steps a walk goes on for alone through a supply of which nobody knows how much there is; see `Pace::tries`.
    #[inline]
    pub fn tries(&mut self) -> Option<usize> {
        let block = self.pace.tries(self.elapsed(), self.rules);
        self.alone = block.is_some();
        block
    }

    /// How many steps the next block of such a supply has.
    pub fn steps(&self) -> usize {
        self.pace.steps(self.rules)
    }

    /// As [`walks_on`](Self::walks_on), for items that one thread after the other pulls out of an iterator; see `Pace::pulls`.
    #[inline]
    pub fn pulls(&mut self, len: usize, pulled: Pulled) -> Option<usize> {
        let block = self.pace.pulls(len, self.elapsed(), pulled, self.rules);
        self.alone = block.is_some();
        block
    }

    /// A block of `len` items was run since the last call, or since the start.
    #[inline]
    pub fn note(&mut self, len: usize) {
        self.note_written(len, 0);
    }

    /// The same of a block that wrote so many bytes, all of which were moved once more if others had their part in it. What was written as fast
    /// as that is no reason to share.
    #[inline]
    pub fn note_written(&mut self, len: usize, bytes: usize) {
        if self.gauge == Gauge::Blocks {
            self.note_block(len, bytes);
        }
    }

    fn note_block(&mut self, len: usize, bytes: usize) {
        match self.passed {
            // They had all the same length, or nearly.
            1 => self.note_time(len * usize::from(PASSED), bytes),
            0 => self.note_time(len, bytes),
            _ => {}
        }
        self.passed = self.passed.saturating_sub(1);
    }

    fn note_time(&mut self, len: usize, written: usize) {
        let now = clock::ticks();
        let took = now.saturating_sub(self.last);
        let mut counts = sunk::without(took);
        if written > 0 {
            counts = counts.saturating_sub(clock::nanos((written / MOVED_PER_NS) as u64));
        }
        self.pace.note(len, counts);
        self.cost = match len > 0 && counts == took {
            true => self.pace.cost(),
            false => per_item(len, took),
        };
        let rules = self.rules;
        if rules.is_limited() && !self.alone && written == 0 {
            let block = self.pace.predict(len.min(rules.bounds.max_len));
            if block <= rules.patience.block / PASSED_PART {
                // One more, since this one is counted off.
                self.passed = PASSED + 1;
            }
        }
        self.start += took - counts;
        self.sunk += took - counts;
        self.counted += counts;
        self.last = now;
        let late = self.rules.patience.late;
        if self.alone
            && counts >= late
            && let Some(Drive { site, .. }) = self.drive
        {
            site.announce_next(counts / late.max(1));
        }
    }
}

impl Pulled {
    /// Whether `len` of them, for which it took so many ticks to be pulled and consumed, are worth handing on.
    pub fn are_worth(self, len: usize, ticks: u64) -> bool {
        self.is_worth(per_item(len, ticks), clock::nanos(BLOCK_NS))
    }
}

/// Ticks per item, times 256.
fn per_item(len: usize, ticks: u64) -> u64 {
    ticks.saturating_mul(256) / (len as u64).max(1)
}

#[cfg(all(test, not(loom)))]
mod tests;
