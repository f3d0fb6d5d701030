//! Where a drive begins: what is known of its loop and its pool decides which rules hold, or that it is a single block.

use super::pace::{BLOCK_NS, Bounds, Patience, Rules, expected};
use super::recall::{self, Plan};
use super::site::{self, Site};
use super::solo;
use super::streak;
use super::sunk;
use super::timer::{Drive, Gauge, Timer};
use crate::base::clock;
use crate::base::thunk::{Call, Elsewhere, Kind, Once, Thunk};
use crate::pool::global::{entered, help_in, in_pool_directly, is_to_call};
use crate::pool::handle::current_num_threads;
use crate::pool::hunger::{Notice, keep_shared};
use crate::pool::search::{busy_since, has_forks};

/// How long a long range is walked alone before its cost is believed, in nanoseconds.
const PROBE_NS: u64 = 1_500;
/// The same if it is tried whether that is sooner: this part of what it may take.
const PROBED_PART: u64 = 16;
/// What is done sooner alone if somebody is awake and searches, in nanoseconds.
const ALONE_AMONG_SEARCHERS_NS: u64 = 8_000;
/// The same where results are gathered, or cheap ones put into their places.
const ALONE_GATHERING_NS: u64 = 30_000;
/// A drive for which nobody could come in time would have been done sooner if somebody had been awake, if it took this part of a wake ...
const LONE_PART: u64 = 4;
/// ... and so many times as long as what is done sooner alone even then.
const GAINED: u64 = 2;
/// 256 items that cost no more take hardly longer to be made than to be written, in nanoseconds.
const CHEAP_PER_256_NS: u64 = 384;
/// A range within other work is not worth a look at the clock if it has so few items. Each is offered to others.
const FEW: usize = 4;
/// The same where one folder goes on from item to item, which makes offers cheaper.
const FEW_STREAMED: usize = 7;

/// Each of so many items per thread is a block ...
const ITEMS_PER_THREAD: usize = 2;
/// ... but no more than so many if there are fewer threads.
const WORKERS: usize = 32;

/// What becomes of the items of a range, as far as it matters for how they are shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// All are needed, each for itself.
    All,
    /// All are gathered in memory that is allocated for each part and copied together in the end, so that sharing costs some microseconds
    /// more.
    Gather,
    /// All are put into their places in memory, which another thread would have to fetch for that.
    Fill,
    /// Any of them may decide, and then no other one is needed.
    Any,
    /// Any of them may decide, unless it is one before it that does.
    First,
    /// The drive is part of other work, of which it is known that so many items take next to no time: if there are no more, they are run whole, and
    /// nobody asks here.
    Short {
        /// How many.
        most: usize,
        /// What becomes of them if there are more.
        more: &'static Aim,
    },
}

impl Aim {
    /// The same for a drive of which so many items take next to no time, if that is known of any.
    #[inline]
    pub fn short(self, most: usize) -> Self {
        let more = match self {
            _ if most == 0 => return self,
            Aim::All => &Aim::All,
            Aim::Gather => &Aim::Gather,
            Aim::Fill => &Aim::Fill,
            Aim::Any => &Aim::Any,
            Aim::First => &Aim::First,
            Aim::Short { more, .. } => more,
        };
        Aim::Short { most, more }
    }
}

/// A drive that begins now.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// How many items it has, or how long it is in another unit.
    pub len: usize,
    /// About how many items it has, if that is not its length.
    pub items: Option<usize>,
    /// How long the producer wishes blocks to be, at least and at most.
    pub wishes: (usize, usize),
    /// What becomes of the items.
    pub aim: Aim,
    /// The loop.
    pub site: Site,
    /// One folder goes on from block to block.
    pub streamed: bool,
}

/// Lets `work` be a drive over a `range` in the calling thread's pool, or in the global one; or `whole`, which is to do the same with a
/// range that is a single block.
#[inline]
pub fn drive<W, R>(
    start: Start,
    range: W,
    whole: impl FnOnce(W) -> R + Send,
    work: impl FnOnce(W, &mut Timer<'_>) -> R + Send,
) -> R
where
    W: Send,
    R: Send,
{
    let mut thunk = Thunk::new(Driven { range, whole, work });
    // A gate.
    let begin: fn(&Start, Elsewhere<Call<'_, Timed>>) = begin;
    begin(&start, thunk.call_elsewhere());
    // SAFETY: the call was made, and was kept.
    unsafe { thunk.into_result() }
}

/// Calls that are told the timer, if there is one.
struct Timed;

impl Kind for Timed {
    type Told<'t> = Option<&'t mut Timer<'t>>;
}

/// A range, and what is done with it.
struct Driven<W, O, T> {
    range: W,
    whole: O,
    work: T,
}

impl<W, O, T, R> Once<Timed> for Driven<W, O, T>
where
    O: FnOnce(W) -> R,
    T: FnOnce(W, &mut Timer<'_>) -> R,
{
    type Result = R;

    #[inline(always)]
    fn run(self, timer: Option<&mut Timer<'_>>) -> R {
        let Driven { range, whole, work } = self;
        match timer {
            None => whole(range),
            Some(timer) => {
                let result = work(range, timer);
                timer.end();
                result
            }
        }
    }
}

/// Makes `call` in the pool, and keeps what it comes to.
fn begin(start: &Start, call: Elsewhere<Call<'_, Timed>>) {
    in_pool_directly(move |outside| {
        let mut rules = None;
        let mut timer = match start.len {
            ..=1 => None,
            _ => start.timer(outside, &mut rules),
        };
        // By reference: it is too large to be quickly moved.
        call.run(timer.as_mut()).keep();
    });
}

impl Start {
    /// For the task that begins it; none if it is run whole, and nobody wants to know how long that takes. `outside` says that the thread
    /// has just come to the pool; `rules` gives the rules a place.
    fn timer<'r>(&self, outside: bool, rules: &'r mut Option<Rules>) -> Option<Timer<'r>> {
        let &Start { site, len, .. } = self;
        let (min_len, max_len) = self.wishes;
        let beside_others = has_forks();
        if len <= max_len && beside_others {
            let few = match self.streamed {
                true => FEW_STREAMED,
                false => FEW,
            };
            let is_few = len <= few && min_len <= 1 && self.items.is_none();
            match recall::plan(site, len) {
                Plan::Whole => return None,
                Plan::Measured(now) => {
                    // Short drives push nothing, and so nobody looks up for whoever is out of work.
                    keep_shared();
                    return Some(self.measured(Gauge::Whole, Notice::Quiet, now));
                }
                Plan::Unknown | Plan::Doubtful if is_few => {
                    let now = clock::ticks();
                    return Some(self.measured(Gauge::Each, Notice::Quiet, now));
                }
                // Nobody wants to know how long they take then.
                Plan::Long if is_few => return Some(Timer::of_few(Gauge::Each, Notice::Quiet)),
                Plan::Unknown | Plan::Long | Plan::Doubtful => {}
            }
        }
        let is_counted = self.items.is_none() && min_len <= 1 && len <= max_len;
        if is_counted && !beside_others && len <= workers() {
            return Some(self.workers(began(outside)));
        }
        let began = began(outside);
        let rules = rules.insert(Rules::begun(len, min_len, max_len, began));
        if let Some(items) = self.items {
            rules.count(len, items);
        }
        rules.aim(self.aim, len);
        rules.reconsider(site, len);
        Some(rules.timer(site, len))
    }
}

impl Start {
    /// For a drive that has no more items than threads could work on, each for itself. If it is expected to be over at once, or before anybody
    /// could come, nobody is told of it.
    fn workers(&self, now: u64) -> Timer<'static> {
        let &Start { site, len, .. } = self;
        let took = recalled(site, len).map(|cost| expected(cost, len));
        let block = clock::nanos(BLOCK_NS);
        sunk::begin(took.is_some_and(|took| took <= block));
        busy_since(now);
        let (alone, lone) = if_nobody_is_awake(now, false);
        let notice = match took {
            None => Notice::Quiet,
            Some(took) if took <= alone.max(block) => Notice::Silent,
            Some(_) => Notice::Loud,
        };
        self.measured(Gauge::Each, notice, now).lone(lone)
    }

    /// For a drive that begins now and is measured as a whole.
    #[inline(never)]
    fn measured(&self, gauge: Gauge, notice: Notice, now: u64) -> Timer<'static> {
        let drive = Drive::begin(self.site);
        Timer::of_few(gauge, notice).measured(drive, self.len, now)
    }
}

/// Each of so many items is a block, unless the drive is within other work, since each of as many as there are threads may be a thread's worker, which waits
/// for the others.
#[inline(never)]
pub fn workers() -> usize {
    match current_num_threads() {
        ..=1 => 0,
        threads => threads
            .saturating_mul(ITEMS_PER_THREAD)
            .min(threads.max(WORKERS)),
    }
}

/// The time; or nearly, if the thread has just come to the pool, when it looked at the clock.
fn began(outside: bool) -> u64 {
    match outside {
        true => entered(),
        false => clock::ticks(),
    }
}

/// For how many ticks a drive that begins `now` should go on alone if nobody is awake, and how many it must take at least, if there is no other work, to be done
/// sooner if somebody is awake for the next one; else none.
#[inline(never)]
fn if_nobody_is_awake(now: u64, beside_others: bool) -> (u64, u64) {
    match help_in() {
        0 => (0, 0),
        // The streak is that of the other work.
        delay if beside_others => (streak::in_silence(delay), 0),
        delay => {
            let alone = match is_to_call() {
                true => 0,
                false => streak::alone(now, delay),
            };
            let least = GAINED * clock::nanos(ALONE_AMONG_SEARCHERS_NS);
            (alone, least.max(delay / LONE_PART))
        }
    }
}

/// What is known of the loop's items. Beside other work a drive may be run whole because of that.
#[inline(never)]
fn recalled(site: Site, len: usize) -> Option<u64> {
    match has_forks() {
        true => recall::cost(site),
        false => recall::likely(site, len),
    }
}

impl Rules {
    /// For a range of `len` items and its producer's wishes; asks the pool how many threads it has, and whether one is awake.
    pub fn new(len: usize, min_len: usize, max_len: usize) -> Self {
        Self::begun(len, min_len, max_len, clock::ticks())
    }

    fn begun(len: usize, min_len: usize, max_len: usize, now: u64) -> Self {
        let beside_others = has_forks();
        let among_searchers = clock::nanos(ALONE_AMONG_SEARCHERS_NS);
        let (alone, lone) = if_nobody_is_awake(now, beside_others);
        let alone = alone.max(among_searchers);
        let bounds = Bounds::new(len, min_len, max_len, current_num_threads());
        let (bounds, probe) = match beside_others {
            true => (bounds.beside_others(len), BLOCK_NS),
            false => (bounds, PROBE_NS),
        };
        let patience = Patience {
            block: clock::nanos(BLOCK_NS),
            probe: clock::nanos(probe),
            alone,
            filling: alone,
            cheap: clock::nanos(CHEAP_PER_256_NS),
            late: site::late(),
        };
        Rules {
            bounds,
            patience,
            made: now,
            lone,
            trial: false,
        }
    }

    /// For a range of `len` items, or what its length is, with that aim. In place, as what follows: all this is too large to be quickly moved.
    pub(super) fn aim(&mut self, aim: Aim, len: usize) {
        let aim = match aim {
            Aim::Short { more, .. } => *more,
            aim => aim,
        };
        let (alone, filling) = match aim {
            Aim::Gather => (ALONE_GATHERING_NS, ALONE_GATHERING_NS),
            Aim::Fill => (0, ALONE_GATHERING_NS),
            _ => (0, 0),
        };
        let Patience {
            alone: least,
            filling: least_filling,
            ..
        } = &mut self.patience;
        if filling > 0 {
            *least = clock::nanos(alone).max(*least);
            *least_filling = clock::nanos(filling).max(*least_filling);
            if self.lone > 0 {
                self.lone = clock::nanos(filling).saturating_mul(GAINED).max(self.lone);
            }
        }
        match aim {
            Aim::Any => self.bounds.search(len, false),
            Aim::First => self.bounds.search(len, true),
            _ => {}
        }
    }

    /// For something that is `len` long in some unit, and makes about `items` items.
    fn count(&mut self, len: usize, items: usize) {
        self.bounds.count_items(len, items, current_num_threads());
    }

    /// Lets `work` be a drive of `len` items at `site`, which begins now. Nothing is shared yet, because it may be over before anybody else can
    /// begin; but it may be announced.
    #[inline]
    pub fn drive<R>(mut self, site: Site, len: usize, work: impl FnOnce(&mut Timer<'_>) -> R) -> R {
        self.reconsider(site, len);
        let mut timer = self.timer(site, len);
        let result = work(&mut timer);
        timer.end();
        result
    }

    /// For a drive of `len` items at `site`: whether what a walk has not come to is offered. It is not if it was over the last times before
    /// anybody could come.
    fn reconsider(&mut self, site: Site, len: usize) {
        let short = |cost| self.is_short(cost, len);
        if self.bounds.offers() {
            if recalled(site, len).is_some_and(short) {
                self.bounds.set_offered(false);
            }
        } else if site.is_marked() && current_num_threads() > 1 {
            self.mark(site, len);
        }
    }

    /// The same at a site where there is something to be asked.
    #[cold]
    fn mark(&mut self, site: Site, len: usize) {
        let trial = match has_forks() {
            true => None,
            false => solo::begin_trial(site, len),
        };
        match trial {
            Some(alone) => self.try_alone(alone),
            None => self.bounds.set_offered(site.announces_marked()),
        }
    }

    /// For a drive that is walked alone if that takes no more than so many ticks. Nobody is told of what is offered meanwhile.
    #[cold]
    fn try_alone(&mut self, ticks: u64) {
        self.trial = true;
        self.lone = 0;
        // An item may wait for one that comes later.
        self.bounds.set_offered(true);
        let Patience {
            alone,
            filling,
            probe,
            ..
        } = &mut self.patience;
        *alone = ticks.max(*alone);
        *filling = ticks.max(*filling);
        // The first items may meet colder caches than ever.
        *probe = (ticks / PROBED_PART).max(*probe);
    }

    /// Whether `len` items of that cost are expected to be over as soon as a block.
    fn is_short(&self, cost: u64, len: usize) -> bool {
        expected(cost, len) <= self.patience.block
    }

    /// For the task that begins a range of `len` items at `site`, when the rules are made.
    pub fn timer(&self, site: Site, len: usize) -> Timer<'_> {
        let recalled = recalled(site, len);
        sunk::begin(recalled.is_some_and(|cost| self.is_short(cost, len)));
        if !has_forks() {
            busy_since(self.made);
        }
        let drive = Drive::begin(site);
        let over_soon = self.lone > 0
            && recalled.is_some_and(|cost| expected(cost, len) <= self.patience.alone);
        let notice = match over_soon || self.trial {
            true => Notice::Silent,
            false => Notice::Quiet,
        };
        Timer::new(self, self.made).driving(drive, len, recalled, notice)
    }

    /// For what is shared: measures anew.
    pub fn anew(&self) -> Timer<'_> {
        sunk::begin(false);
        let now = clock::ticks();
        busy_since(self.made);
        Timer::new(self, now)
    }
}
