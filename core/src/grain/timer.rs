//! The clock side of the grain: measures the blocks of one task.

use super::pace::{Bounds, Pace, Patience, Rules};
use super::search::{self, Ahead};
use super::site::{self, Site};
use super::streak;
use super::sunk;
use crate::base::clock;
use crate::pool::global::help_in;
use crate::pool::handle::current_num_threads;
use crate::pool::hunger::keep_shared;
use crate::pool::search::has_forks;

/// What a block may take that runs whole, in nanoseconds.
const BLOCK_NS: u64 = 4_000;
/// How long a long range is walked alone before its cost is believed, in nanoseconds.
const PROBE_NS: u64 = 1_500;
/// What is done sooner alone if somebody is awake and searches, in nanoseconds.
const ALONE_AMONG_SEARCHERS_NS: u64 = 8_000;
/// The same where results are gathered.
const ALONE_GATHERING_NS: u64 = 30_000;
/// A range within other work is not worth a look at the clock if it has so few items. Each is offered to others.
const FEW: usize = 4;
/// The same where one folder goes on from item to item, which makes offers cheaper.
const FEW_STREAMED: usize = 7;

/// What becomes of the items of a range, as far as it matters for how they are shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// All are needed, each for itself.
    All,
    /// All are gathered in memory that is allocated for each part and copied together in the end, so that sharing costs some microseconds
    /// more.
    Gather,
    /// Any of them may decide, and then no other one is needed.
    Any,
    /// Any of them may decide, unless it is one before it that does.
    First,
}

/// Lets `work` be a drive at `site` over `len` items, which begins now; the producer wishes for blocks between the two lengths. `STREAMED`
/// says that one folder goes on from block to block.
#[inline]
pub fn drive<const STREAMED: bool, R>(
    len: usize,
    wishes: (usize, usize),
    aim: Aim,
    site: Site,
    work: impl FnOnce(&mut Timer<'_>) -> R,
) -> R {
    let few = if STREAMED { FEW_STREAMED } else { FEW };
    let mut rules = None;
    let mut timer = match len {
        ..=1 => Timer::of_few(),
        _ => Timer::begin_at(site, len, wishes, few, aim, &mut rules),
    };
    let result = work(&mut timer);
    timer.end();
    result
}

impl Rules {
    /// For a range of `len` items and its producer's wishes; asks the pool how many threads it has, and whether one is awake.
    pub fn new(len: usize, min_len: usize, max_len: usize) -> Self {
        let beside_others = has_forks();
        let among_searchers = clock::nanos(ALONE_AMONG_SEARCHERS_NS);
        let alone = match help_in() {
            0 => among_searchers,
            // The streak is that of the other work.
            delay if beside_others => streak::in_silence(delay).max(among_searchers),
            delay => streak::alone(delay).max(among_searchers),
        };
        let bounds = Bounds::new(len, min_len, max_len, current_num_threads());
        let (bounds, probe) = match beside_others {
            true => (bounds.beside_others(len), BLOCK_NS),
            false => (bounds, PROBE_NS),
        };
        let patience = Patience {
            block: clock::nanos(BLOCK_NS),
            probe: clock::nanos(probe),
            alone,
            late: site::late(),
        };
        Rules { bounds, patience }
    }

    /// The same for a range of `len` items, or what its length is, with that aim.
    pub fn aiming(self, aim: Aim, len: usize) -> Self {
        let least = match aim {
            Aim::Gather => clock::nanos(ALONE_GATHERING_NS),
            Aim::All | Aim::Any | Aim::First => 0,
        };
        let alone = self.patience.alone.max(least);
        let patience = Patience {
            alone,
            ..self.patience
        };
        let bounds = match aim {
            Aim::Any => self.bounds.searched(len, false),
            Aim::First => self.bounds.searched(len, true),
            Aim::All | Aim::Gather => self.bounds,
        };
        Rules { bounds, patience }
    }

    /// For something that is `len` long in some unit, and makes about `items` items.
    pub fn for_items(len: usize, items: usize) -> Self {
        let rules = Rules::new(len, 1, usize::MAX);
        let bounds = rules.bounds.of_items(len, items, current_num_threads());
        Rules { bounds, ..rules }
    }

    /// Lets `work` be a drive at `site`, which begins now. Nothing is shared yet, because it may be over before anybody else can begin; but
    /// it may be announced.
    #[inline]
    pub fn drive<R>(self, site: Site, work: impl FnOnce(&mut Timer<'_>) -> R) -> R {
        let rules = self.at(site);
        let mut timer = rules.timer(site);
        let result = work(&mut timer);
        timer.end();
        result
    }

    /// For a drive at `site`: whether it is announced.
    fn at(self, site: Site) -> Self {
        if self.bounds.offers() || !site.announces() {
            return self;
        }
        let bounds = self.bounds.offered();
        Rules { bounds, ..self }
    }

    /// For the task that begins a range at `site` now.
    pub fn timer(&self, site: Site) -> Timer<'_> {
        self.begin(Some(site))
    }

    /// For what is shared: measures anew.
    pub fn anew(&self) -> Timer<'_> {
        self.begin(None)
    }

    fn begin(&self, site: Option<Site>) -> Timer<'_> {
        sunk::set(0);
        let now = clock::ticks();
        Timer {
            rules: self,
            site,
            alone: site.is_some(),
            untimed: false,
            pace: Pace::NEW,
            ahead: Ahead::NOTHING,
            start: now,
            last: now,
            sunk: 0,
            counted: 0,
        }
    }
}

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

/// A task's pace and the time of its last look at the clock.
#[derive(Debug)]
pub struct Timer<'a> {
    rules: &'a Rules,
    /// That of the drive which began with this.
    site: Option<Site>,
    /// The range is still walked block by block.
    alone: bool,
    /// Nobody wants to know how long blocks take: what runs now is the last of the range, or there are few items.
    untimed: bool,
    pace: Pace,
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
    /// For the thread that has stolen it: measures anew, unless that would be most of what there is to do.
    pub fn timer(&self) -> Timer<'a> {
        Timer {
            pace: self.ahead.pace(self.rules),
            ahead: self.ahead,
            ..self.rules.anew()
        }
    }
}

impl Timer<'static> {
    /// For the task that begins a range of few items.
    #[inline]
    fn of_few() -> Self {
        Timer {
            rules: &Rules::OF_FEW,
            site: None,
            alone: true,
            untimed: true,
            pace: Pace::NEW,
            ahead: Ahead::NOTHING,
            start: 0,
            last: 0,
            sunk: 0,
            counted: 0,
        }
    }
}

impl<'a> Timer<'a> {
    /// As [`drive`] says. A function of its own, since that is compiled anew for each loop. `rules` gives the rules a place.
    fn begin_at(
        site: Site,
        len: usize,
        (min_len, max_len): (usize, usize),
        few: usize,
        aim: Aim,
        rules: &'a mut Option<Rules>,
    ) -> Self {
        // Nobody wants to know how long they take then.
        if len <= few && min_len <= 1 && len <= max_len && has_forks() {
            return Timer::of_few();
        }
        let made = Rules::new(len, min_len, max_len);
        let made = made.aiming(aim, len).at(site);
        rules.insert(made).timer(site)
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
        self.pace.predict(len) > self.rules.patience.alone
    }

    /// Whether it is so early that a fork may turn out to be too small to share.
    pub fn is_early(&self) -> bool {
        self.elapsed() < self.rules.patience.probe
    }

    /// The clock, after something that was not counted.
    pub fn look(&mut self) {
        self.last = clock::ticks();
    }

    /// What to do with a part of `len` items.
    #[inline]
    pub fn step(&mut self, len: usize) -> Step {
        if !self.untimed {
            return self.timed_step(len);
        }
        let way = if len > 1 { Way::Offer } else { Way::Whole };
        // One of them, or the only one.
        Step { way, index: 1 }
    }

    fn timed_step(&mut self, len: usize) -> Step {
        let (way, index) = match self.walks_on(len) {
            Some(block) if block >= len => {
                self.untimed = true;
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

    /// A drive of `len` items ends. If each took fewer ticks than `dear`, how long that was is no reason to announce the next one.
    pub fn forget_cheap(&mut self, len: usize, dear: u64) {
        if clock::since(self.start) < dear.saturating_mul(len as u64) {
            self.site = None;
        }
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
    pub fn pulls(&mut self, len: usize) -> Option<usize> {
        let block = self.pace.pulls(len, self.elapsed(), self.rules);
        self.alone = block.is_some();
        block
    }

    /// A drive that was shared is over.
    pub fn end_shared(&self) {
        if let Some(site) = self.site {
            site.note(self.to_share());
        }
    }

    /// How long it was until now, as far as more threads could have made it shorter. Others may have run most of it: of that
    /// as large a part is sunk as of what ran here.
    fn to_share(&self) -> u64 {
        let since = clock::since(self.start);
        match self.sunk {
            0 => since,
            sunk => {
                let run = u128::from(self.counted) + u128::from(sunk);
                (u128::from(since) * u128::from(self.counted) / run) as u64
            }
        }
    }

    /// The drive is over.
    fn end(&self) {
        if let Some(site) = self.site
            && (!self.alone || self.rules.bounds.is_announced())
        {
            site.note(self.to_share());
        }
    }

    /// A block of `len` items was run since the last call, or since the start.
    #[inline]
    pub fn note(&mut self, len: usize) {
        if !self.untimed {
            self.note_time(len);
        }
    }

    fn note_time(&mut self, len: usize) {
        let now = clock::ticks();
        let took = now.saturating_sub(self.last);
        let counts = sunk::without(took);
        self.pace.note(len, counts);
        self.start += took - counts;
        self.sunk += took - counts;
        self.counted += counts;
        self.last = now;
        let late = self.rules.patience.late;
        if self.alone
            && counts >= late
            && let Some(site) = self.site
        {
            site.announce_next(counts / late.max(1));
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests;
