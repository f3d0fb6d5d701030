//! How much to run without looking up: pure values that know no producer, no thread and no clock.
//!
//! The left-to-right walk of a halved range meets blocks of 1, 1, 2, 4, 8, ... items. Each block is
//! timed by the driver, and a block runs whole when its predicted time is short, when it is no
//! larger than what this task has already run, and when it is a small part of the whole. So cheap
//! items run in long blocks, costly ones one by one, and skewed work stays divisible to the end.
//! A steal starts measuring anew. Before all that a range is walked block by block for a moment, to see whether it is worth sharing at
//! all. A range within other work that is still to be shared has fewer and longer blocks from the start.
//!
//! Times are in ticks of any length: [`Patience`] brings the scale.

/// What a block may take that runs whole, in nanoseconds.
pub(super) const BLOCK_NS: u64 = 4_000;

/// Where so many items end, a vector register's worth ends, and mostly a cache line, in a slice that begins with one.
const LINE: usize = 16;
/// Fewer items are done before it matters where they end.
const FEW_LINES: usize = 4 * LINE;
/// So it is if as many as in a line take more than this part of a block's time.
const LINES_PER_BLOCK: u64 = 8;

/// The scale of time: how many ticks are short, and how many are worth a thread's waking.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// What a block may take that runs whole.
    pub(super) block: u64,
    /// How long a long range is walked alone before its cost is believed.
    pub(super) probe: u64,
    /// What is done sooner by one thread than by two, one of which must be woken.
    pub(super) alone: u64,
    /// The same of cheap items, where they are put into memory that others have to fetch for that.
    pub(super) filling: u64,
    /// Ticks per item, times 256, at which it takes as long to write as to make them, or hardly less.
    pub(super) cheap: u64,
    /// What is a long time for others to wait, who could have begun meanwhile.
    pub(super) late: u64,
}

impl Patience {
    /// For what is not timed.
    const NONE: Self = Patience {
        block: 0,
        probe: 0,
        alone: 0,
        filling: 0,
        cheap: 0,
        late: u64::MAX,
    };

    /// What is done sooner by one thread, of items that cost so many ticks, times 256.
    fn alone_at(&self, cost: u64) -> u64 {
        match cost <= self.cheap {
            true => self.filling,
            false => self.alone,
        }
    }

    /// What a block of a trial may take that has taken so many ticks. (Some drivers are deeper in their stack with each block.)
    fn trial_block(&self, ticks: u64) -> u64 {
        (ticks / TRIAL_BLOCK_PART).max(self.block * TRIAL_BLOCKS)
    }

    /// What is done alone before it is shared where nobody knows how much there is, or where sharing costs more than a cut.
    fn tried(&self) -> u64 {
        self.alone.max(self.block * BLOCKS_TRIED)
    }
}

/// What holds for a range in all its parts: they share it by reference, since a fork is quick to move a few words only.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub(super) bounds: Bounds,
    pub(super) patience: Patience,
    /// When they were made, in ticks.
    pub(super) made: u64,
    /// How many ticks all must take at least to be a beat, if nobody was awake then; else none.
    pub(super) lone: u64,
    /// The range is walked alone for as long as that may be sooner; see `solo`.
    pub(super) trial: bool,
}

impl Rules {
    /// For a range of few items, of which each is a block; and for what is stolen of it.
    pub(super) const OF_FEW: Self = Rules {
        bounds: Bounds::SINGLE,
        patience: Patience::NONE,
        made: 0,
        lone: 0,
        trial: false,
    };

    /// Whether the whole is longer than a block may be.
    pub fn is_limited(&self) -> bool {
        self.bounds.limited
    }
}

/// What the range as a whole and its producer demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// No block smaller than this; at least 1.
    pub(super) min_len: usize,
    /// No block larger than this, as far as `min_len` allows; at least 1.
    pub(super) max_len: usize,
    /// A block of more items than this is no small part of the whole.
    pub(super) share: usize,
    /// The first block of a task.
    pub(super) first: usize,
    /// A block may have so many times what was run before it.
    growth: u64,
    /// The range is so long that it may be walked alone for a moment before it is shared.
    long: bool,
    /// What a walk has not come to is offered to others.
    offered: bool,
    /// Blocks are limited, which is a wish for early sharing, perhaps because one item takes for ever unless a later one
    /// ends the search.
    pub(super) limited: bool,
    /// Not all items may be needed.
    pub(super) searched: Option<Searched>,
}

/// Every block up to this many items counts as a small part of the whole.
const SMALL_SHARE: usize = 32;
/// Each thread should meet at least this many blocks.
const BLOCKS_PER_THREAD: usize = 8;
/// So many will do where there is other work.
const BLOCKS_BESIDE_OTHERS: usize = 4;
/// And it may start with this part of itself, however costly the items are.
const FIRST_PART_BESIDE_OTHERS: usize = 16;
/// A block that takes next to nothing may have so many times what was run before it.
const GROWTH: u64 = 7;
const GROWTH_BESIDE_OTHERS: u64 = 2 * FIRST_PART_BESIDE_OTHERS as u64;
/// A piece of a search may be this part of the whole, however many threads there are: `find_first` keeps the order of some hundred of them.
const SEARCHED_PART: usize = 32;
/// A range with this many items per thread is long: its single items cannot be so costly that a
/// delay by one of them matters.
const LONG_PER_THREAD: usize = 64;
/// A long range starts with this part of itself, or with `FIRST_MOST` items.
const FIRST_PART: usize = 1024;
const FIRST_MOST: usize = 16;
/// In ranges of so many items within other work it does no harm if the first block has two; nor in long ones.
const SECOND_TOO_BESIDE_OTHERS: usize = 8;

/// What is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Searched {
    /// How long a piece is at most, unless its items are cheap.
    pub(super) most: usize,
    /// An item is of no use before all those before it are known.
    pub(super) in_order: bool,
}

impl Bounds {
    /// Each item is a block.
    const SINGLE: Self = Bounds {
        min_len: 1,
        max_len: 1,
        share: 1,
        first: 1,
        growth: 1,
        long: false,
        offered: true,
        limited: false,
        searched: None,
    };

    /// For a range of `len` items, on that many threads, with the producer's wishes.
    pub(super) fn new(len: usize, min_len: usize, max_len: usize, threads: usize) -> Self {
        let threads = threads.max(1);
        let long = len / LONG_PER_THREAD >= threads;
        Bounds {
            min_len: min_len.max(1),
            max_len: max_len.max(1),
            share: (len / (BLOCKS_PER_THREAD * threads)).max(SMALL_SHARE),
            first: (len / FIRST_PART).clamp(1 + usize::from(long), FIRST_MOST),
            growth: GROWTH,
            long,
            offered: !long,
            limited: max_len < len,
            searched: None,
        }
    }

    /// The same for a range of `len` items within other work, of which there are parts left for others to take first. They need not find
    /// many in this one.
    pub(super) fn beside_others(self, len: usize) -> Self {
        let second = usize::from(len >= SECOND_TOO_BESIDE_OTHERS);
        Bounds {
            share: self.share.max(len / BLOCKS_BESIDE_OTHERS),
            first: self
                .first
                .max(len / FIRST_PART_BESIDE_OTHERS)
                .max(1 + second),
            growth: GROWTH_BESIDE_OTHERS,
            ..self
        }
    }

    /// For a length of `len` that is no number of items; there are about `items` of them. The first block has as many
    /// as if it were one.
    pub(super) fn count_items(&mut self, len: usize, items: usize, threads: usize) {
        self.long = items / LONG_PER_THREAD >= threads.max(1);
        self.offered = !self.long;
        self.first = self.first.saturating_mul(len / items.max(1)).max(1);
    }

    /// For a range whose first items may be costly, however many there are; or one that is expected to be over soon.
    pub(super) fn set_offered(&mut self, offered: bool) {
        self.offered = offered;
    }

    /// Whether a walk must offer to others what it has not come to, since any single item may be so costly that they
    /// should begin meanwhile.
    pub(super) fn offers(&self) -> bool {
        self.offered
    }

    /// Whether it is offered in spite of its length.
    pub(super) fn is_announced(&self) -> bool {
        self.offered && self.long
    }

    /// For a range of `len` items any of which may decide, if need be unless one before it does.
    pub(super) fn search(&mut self, len: usize, in_order: bool) {
        let most = (2 * self.share).max(len / SEARCHED_PART);
        self.searched = Some(Searched { most, in_order });
    }

    fn can_split(&self, len: usize) -> bool {
        len / 2 >= self.min_len
    }
}

/// The clock is looked at after so many items pulled out of an iterator at the latest, however cheap they are: they may become costly.
const MOST_PULLED: usize = 2048;
/// The same for steps.
const MOST_STEPS: usize = 32;
/// For so many blocks a supply of unknown length is walked alone even if somebody is awake.
const BLOCKS_TRIED: u64 = 6;
/// So few items that were pulled say little, if they were over soon.
const FEW_PULLED: usize = 8;

/// What is known of items that are pulled out of an iterator, by one thread at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pulled {
    /// So many can be handed from one thread to another in a block's time.
    handovers: u64,
    /// What it takes to pull one: ticks, times 256. Zero if nobody knows.
    pull: u64,
}

impl Pulled {
    /// They are copied, and that is all: some nanoseconds.
    pub const COPIED: Self = Pulled {
        handovers: 500,
        pull: 0,
    };
    /// They own something, such as memory, which another thread than the one that made it has to read and to free.
    pub const OWNED: Self = Pulled {
        handovers: 100,
        pull: 0,
    };

    /// The same, as it took so many ticks to pull so many.
    #[must_use]
    pub fn taking(self, ticks: u64, items: u64) -> Self {
        let pull = ticks.saturating_mul(256) / items.max(1);
        Pulled { pull, ..self }
    }

    /// Whether one that takes `cost` ticks, times 256, takes longer than to hand it on, once it was pulled. A block takes `block` ticks.
    pub(super) fn is_worth(self, cost: u64, block: u64) -> bool {
        cost.saturating_sub(self.pull) > (block << 8) / self.handovers
    }
}

/// A block may take this part of what its task has taken: looking up costs as much as ever, and matters less.
const BLOCK_PART: u64 = 64;
/// The same in a trial (see `solo`), ...
const TRIAL_BLOCK_PART: u64 = 64;
/// ... whose blocks take so many times what others take, or more: who searches lets be what was offered silently a moment ago.
const TRIAL_BLOCKS: u64 = 2;
/// No block may take more than so many times what the first ones may.
const BLOCK_MOST: u64 = 4;

/// What one task has learnt of its items so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pace {
    /// How many items this task has run.
    done: usize,
    /// Ticks per item of the last block, times 256.
    cost: u64,
    /// And of the one before.
    before: u64,
    /// The same of the items of an earlier drive of this loop; zero if nobody knows.
    recalled: u64,
}

/// A range that is expected to be short begins with this part of itself: if that is as expected, the rest is run whole.
const RECALLED_PART: usize = 16;
/// Items that cost so many times what was expected are not like those of which that was known.
const UNEXPECTED: u64 = 4;
/// What takes so many times as long as a block may is believed, whatever was expected.
const BLOCKS_DOUBTED: u64 = 2;
/// But a look at the clock takes this part of the first moment, or less.
const LOOKS_PER_PROBE: u64 = 16;

impl Pace {
    /// Nothing is known.
    pub(super) const NEW: Self = Pace {
        done: 0,
        cost: 0,
        before: 0,
        recalled: 0,
    };

    /// Nothing is known but what the items of an earlier drive have cost.
    pub(super) fn recalling(cost: u64) -> Self {
        Pace {
            recalled: cost,
            ..Self::NEW
        }
    }

    /// As if so many items had been run, with that cost.
    pub(super) fn like(done: usize, cost: u64) -> Self {
        Pace {
            done,
            cost,
            before: cost,
            recalled: 0,
        }
    }

    /// Whether `len` items like the last ones are done sooner by more than one thread.
    pub(super) fn is_worth_sharing(&self, len: usize, rules: &Rules) -> bool {
        self.predict(len) > rules.patience.alone_at(self.cost)
    }

    /// Whether a part of `len` items is to be halved rather than run. `ticks` is what the task has taken.
    #[must_use]
    #[inline]
    pub(super) fn splits(&self, len: usize, ticks: u64, rules: &Rules) -> bool {
        let bounds = &rules.bounds;
        if !bounds.can_split(len) {
            return false;
        }
        let block = rules.patience.block;
        let block = (ticks / BLOCK_PART).clamp(block, block * BLOCK_MOST);
        let cost = self.predict(len);
        len > bounds.max_len
            || len > bounds.share
            || len > self.done.max(bounds.first)
            || cost > block
    }

    /// How many items the next block of a walk should have, of `len`, that one thread makes before it
    /// is known whether sharing pays; none if the time for such a walk is over. `ticks` is what the
    /// walk has taken. If the range [`offers`](Bounds::offers), the rest is offered meanwhile.
    #[must_use]
    pub(super) fn walks_on(&self, len: usize, ticks: u64, rules: &Rules) -> Option<usize> {
        let Rules {
            bounds, patience, ..
        } = rules;
        let alone = patience.alone_at(self.cost);
        let cost = match rules.trial {
            // Of two blocks one may have been interrupted.
            true if self.before > 0 => self.cost.min(self.before),
            _ => self.cost,
        };
        let short = ticks < patience.probe
            || expected(cost, len) <= alone
            || self.is_doubtful(len, ticks, rules);
        if bounds.limited || !short || ticks > alone * 2 {
            return None;
        }
        // While blocks take next to nothing, their measuring would be most of it: make many times as much of them.
        // (Not after the very first item, which may be like no other.)
        let (time, most) = match self.is_expected(rules) {
            true if self.predict(len) <= patience.block => return Some(len),
            true => (patience.block, u64::MAX),
            false if !bounds.long && self.done <= 1 => (patience.probe, 1),
            false => (patience.probe, bounds.growth),
        };
        let growth = time / self.predict(self.done).max(1);
        let growth = growth.clamp(1, most) as usize;
        let next = self.done.saturating_mul(growth);
        let next = self.in_lines(next.max(self.first(len, rules)), rules);
        let next = match rules.trial {
            // It may be long, and its items need not go on like that.
            true => next.min(self.affordable(patience.trial_block(ticks))),
            false => next,
        };
        let next = next.max(bounds.min_len);
        // What is left behind must not be too short for a block either, nor hardly worth one.
        let whole = len < next.saturating_add(bounds.min_len.max(next / 2));
        Some(if whole { len } else { next })
    }

    /// `len` items or some less, so that cheap ones behind them are not read and written across the borders of lines.
    pub(super) fn in_lines(&self, len: usize, rules: &Rules) -> usize {
        let cheap = self.predict(LINE) <= rules.patience.block / LINES_PER_BLOCK;
        match len {
            FEW_LINES.. if cheap => len - self.done.wrapping_add(len) % LINE,
            _ => len,
        }
    }

    /// How many items the first block of a walk has, of `len`.
    fn first(&self, len: usize, rules: &Rules) -> usize {
        let first = rules.bounds.first;
        let begins = self.done == 0 && self.recalls();
        match begins && expected(self.recalled, len) <= rules.patience.block {
            // A look would come when most is done.
            true if first > len / 2 => len,
            true => first.max(len / RECALLED_PART),
            false => first,
        }
    }

    /// Whether it is known what the items of an earlier drive have cost.
    pub(super) fn recalls(&self) -> bool {
        self.recalled > 0
    }

    /// Whether the items are like those of an earlier drive, as far as looks at the clock can tell.
    pub(super) fn is_expected(&self, rules: &Rules) -> bool {
        let known = self.done > 0 && self.recalls();
        let most = expected(self.recalled, self.done).saturating_mul(UNEXPECTED);
        let look = rules.patience.probe / LOOKS_PER_PROBE;
        known && self.predict(self.done) <= most.saturating_add(look)
    }

    /// Whether the first blocks, so far, may only have met cold caches: an earlier drive makes expect that `len` more items are not worth
    /// sharing, and there were not so many `ticks` yet that it matters.
    fn is_doubtful(&self, len: usize, ticks: u64, rules: &Rules) -> bool {
        let patience = &rules.patience;
        self.recalls()
            && ticks <= patience.block * BLOCKS_DOUBTED
            && expected(self.recalled, len) <= patience.alone_at(self.recalled)
    }

    /// As [`walks_on`](Self::walks_on), in steps, where nobody knows how many there are: about as many are expected as there were.
    #[must_use]
    #[inline]
    pub(super) fn tries(&self, ticks: u64, rules: &Rules) -> Option<usize> {
        (ticks <= rules.patience.tried()).then(|| self.steps(rules))
    }

    /// How many steps the next block has.
    pub(super) fn steps(&self, rules: &Rules) -> usize {
        self.doubled(MOST_STEPS, rules)
    }

    /// As [`walks_on`](Self::walks_on), for what one thread after the other must pull out of an iterator: at least `len` items, or nobody
    /// knows how many. What takes no longer than to hand it on, once it was `pulled`, stays here.
    #[must_use]
    #[inline]
    pub(super) fn pulls(
        &self,
        len: usize,
        ticks: u64,
        pulled: Pulled,
        rules: &Rules,
    ) -> Option<usize> {
        let patience = &rules.patience;
        let most = patience.tried();
        // Of two blocks one may have been interrupted.
        let cost = self.cost.min(self.before);
        let cheap = self.done > 0 && !pulled.is_worth(cost, patience.block);
        let alone = match self.predict(len) {
            _ if ticks < patience.probe => true,
            // The first items may have met cold caches.
            _ if self.done < FEW_PULLED => ticks <= most,
            0 => ticks <= most,
            rest => rest <= most && ticks <= most * 2,
        };
        (cheap || alone).then(|| self.doubled(MOST_PULLED, rules))
    }

    /// As many items as were run so far, or as a block may have that is no longer than `most`.
    fn doubled(&self, most: usize, rules: &Rules) -> usize {
        let affordable = self.affordable(rules.patience.block);
        affordable.min(self.done).clamp(1, most)
    }

    /// How many items like the last ones take so many ticks.
    fn affordable(&self, ticks: u64) -> usize {
        usize::try_from((ticks << 8) / self.cost.max(1)).unwrap_or(usize::MAX)
    }

    /// A block of `len` items took `ticks`.
    pub(super) fn note(&mut self, len: usize, ticks: u64) {
        self.done = self.done.saturating_add(len);
        if len > 0 {
            self.before = self.cost;
            self.cost = ticks.saturating_mul(256) / len as u64;
        }
    }

    /// How many items this task has run.
    pub(super) fn done(&self) -> usize {
        self.done
    }

    /// Ticks per item of the last block, times 256.
    pub(super) fn cost(&self) -> u64 {
        self.cost
    }

    /// What `len` items will take if they are like the last ones.
    pub(super) fn predict(&self, len: usize) -> u64 {
        expected(self.cost, len)
    }
}

/// What `len` items take of which one takes `cost` ticks, times 256.
pub(super) fn expected(cost: u64, len: usize) -> u64 {
    cost.saturating_mul(len as u64) >> 8
}

/// How often a supply of unknown length is halved on the way down; a steal refreshes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    left: usize,
    whole: usize,
    /// How many more splits may lie within those there were. No steal changes that.
    deep: usize,
}

/// A supply of unknown length is cut into some this many pieces per thread.
const PIECES_PER_THREAD: usize = 4;

impl Budget {
    /// The budget of a supply that `threads` threads share.
    pub fn new(threads: usize) -> Self {
        let whole = threads.max(1).saturating_mul(PIECES_PER_THREAD);
        Budget {
            left: whole,
            whole,
            deep: usize::MAX,
        }
    }

    /// The same, but at most so many splits lie within each other, also with steals in between.
    pub fn no_deeper(self, deep: usize) -> Self {
        Budget { deep, ..self }
    }

    /// Decides whether to split once more.
    #[must_use]
    pub fn split(&mut self) -> bool {
        let wanted = self.left > 0 && self.deep > 0;
        self.left /= 2;
        self.deep = self.deep.saturating_sub(1);
        wanted
    }

    /// What was stolen is split again, at least once: somebody else may want a part of it.
    pub fn refresh(&mut self) {
        self.left = self.whole.max(self.left / 2);
    }
}

#[cfg(test)]
mod tests;
