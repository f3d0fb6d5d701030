//! What a thread remembers of the loops that it has run: what an item took. A loop that is run again and again within other work is
//! measured now and then, no longer from its first item on each time.
//!
//! Invariant: none; it is a hint for the grain. Loops whose items begin drives themselves are not remembered as cheap ones: those of a recursion
//! have anything from a leaf to half a tree as their items.

use super::pace::{BLOCK_NS, expected};
use super::site::Site;
use crate::base::clock;
use crate::pool::search::busy_for;
use std::cell::Cell;

/// What may pass between two measurements of a loop, and so what a drive may take that is run whole because it is expected to be short, in
/// nanoseconds: as a block.
const SHORT_NS: u64 = BLOCK_NS;
/// The same as a part of the time for which the thread has been about other work, if that is more.
const PART: u64 = 64;
/// But no more than so many times as long.
const LONG_MOST: u64 = 16;
/// A loop is measured at least once in so many drives.
const DRIVES_MOST: u64 = 16;
/// What was once costly is believed to be cheap again bit by bit: a part of what was known is forgotten each time.
const FORGOTTEN_PART: u64 = 8;

/// No item is believed to take less than this, in ticks, times 256: a drive may have ended before it came to most of them.
const COST_LEAST: u64 = 64;

/// One loop is remembered for each number of so many.
const PLACES: usize = 16;

thread_local! {
    static MEMORY: Memory = const { Memory::new() };
}

struct Memory {
    /// How many drives the thread has begun.
    drives: Cell<u64>,
    loops: [Cell<Loop>; PLACES],
}

#[derive(Clone, Copy)]
struct Loop {
    site: Option<Site>,
    /// Ticks per item, times 256.
    cost: u64,
    /// What was measured the last time, in the same unit, and the lesser of that and what was measured the time before.
    last: u64,
    likely: u64,
    /// How many ticks may pass until it is measured again.
    credit: u64,
    /// So many of them pass with each drive, as it were, if it is shorter.
    toll: u64,
    /// How many drives were taken to be long since it was measured.
    long: u64,
}

/// How a drive within other work is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    /// Whole, since it is expected to be short.
    Whole,
    /// The same, and measured: it begins now.
    Measured(u64),
    /// As nobody knows how long it takes.
    Unknown,
    /// As one that is long.
    Long,
    /// The same, but it might be measured: it was not for so many drives.
    Doubtful,
}

impl Memory {
    const fn new() -> Self {
        const NOTHING: Loop = Loop {
            site: None,
            cost: 0,
            last: 0,
            likely: 0,
            credit: 0,
            toll: 0,
            long: 0,
        };
        Memory {
            drives: Cell::new(0),
            loops: [const { Cell::new(NOTHING) }; PLACES],
        }
    }

    fn count(&self) -> u64 {
        let number = self.drives.get().wrapping_add(1);
        self.drives.set(number);
        number
    }

    fn place(&self, site: Site) -> &Cell<Loop> {
        &self.loops[site.spread() % PLACES]
    }

    fn find(&self, site: Site) -> Option<Loop> {
        let found = self.place(site).get();
        (found.site == Some(site)).then_some(found)
    }
}

/// For how long a thread need not look up that has been about the same for so many ticks.
#[inline]
fn patience(about: u64) -> u64 {
    let short = clock::nanos(SHORT_NS);
    (about / PART).clamp(short, short * LONG_MOST)
}

/// A drive begins. Returns its number among those of the thread.
#[inline]
pub(super) fn count_drive() -> u64 {
    MEMORY.with(Memory::count)
}

/// How a drive of `len` items within other work is run. It has begun if it is run whole without being measured.
#[inline]
pub(super) fn plan(site: Site, len: usize) -> Plan {
    MEMORY.with(|memory| {
        let Some(known) = memory.find(site) else {
            return Plan::Unknown;
        };
        let ticks = expected(known.cost, len);
        if ticks <= known.credit {
            let credit = known.credit.saturating_sub(ticks.max(known.toll));
            memory.place(site).set(Loop { credit, ..known });
            memory.count();
            return Plan::Whole;
        }
        let short = clock::nanos(SHORT_NS);
        if ticks <= short * LONG_MOST {
            let now = clock::ticks();
            if ticks <= patience(busy_for(now)) {
                return Plan::Measured(now);
            }
        }
        let long = (known.long + 1) % DRIVES_MOST;
        memory.place(site).set(Loop { long, ..known });
        match long {
            0 => Plan::Doubtful,
            _ => Plan::Long,
        }
    })
}

/// What an item took the last times, in ticks, times 256; none if nobody knows.
#[inline]
pub(super) fn cost(site: Site) -> Option<u64> {
    MEMORY.with(|memory| memory.find(site).map(|known| known.cost))
}

/// The same for a drive of `len` items that looks again before it believes that. Of two drives one may have been interrupted, but not for long.
#[inline]
pub(super) fn likely(site: Site, len: usize) -> Option<u64> {
    let known = MEMORY.with(|memory| memory.find(site))?;
    let long = expected(known.cost, len) > clock::nanos(SHORT_NS) * LONG_MOST;
    Some(if long { known.cost } else { known.likely })
}

/// An item of drive `number`, which has ended `now` or not long ago, took `cost`.
pub(super) fn note(site: Site, number: u64, cost: u64, now: u64) {
    let credit = patience(busy_for(now));
    MEMORY.with(|memory| {
        let (known, before) = memory
            .find(site)
            .map_or((0, u64::MAX), |known| (known.cost, known.last));
        let last = match memory.drives.get() == number {
            true => cost.max(COST_LEAST),
            // There were others within it.
            false => u64::MAX,
        };
        memory.place(site).set(Loop {
            site: Some(site),
            cost: last.max(known - known.div_ceil(FORGOTTEN_PART)),
            last,
            likely: last.min(before),
            credit,
            toll: credit / DRIVES_MOST,
            long: 0,
        });
    });
}

/// A run of drives at `site` has ended, which were [`Brief`](super::brief::Brief) or not.
pub(super) fn note_brief(site: Site, brief: bool) {
    let (cost, credit) = match brief {
        true => (COST_LEAST, DRIVES_MOST),
        false => (u64::MAX, 0),
    };
    MEMORY.with(|memory| {
        memory.place(site).set(Loop {
            site: Some(site),
            cost,
            last: cost,
            likely: cost,
            credit,
            toll: 1,
            long: 0,
        });
    });
}

/// A run of drives begins at `site`. If those of the last one were brief, says whether it is to be seen if they are so still.
#[inline]
pub(super) fn were_brief(site: Site) -> Option<bool> {
    MEMORY.with(|memory| {
        let known = memory.find(site).filter(|known| known.cost < u64::MAX)?;
        let credit = known.credit.saturating_sub(known.toll);
        memory.place(site).set(Loop { credit, ..known });
        Some(credit == 0)
    })
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::{
        DRIVES_MOST, LONG_MOST, PART, Plan, SHORT_NS, cost, count_drive, likely, note, note_brief,
        patience, plan, were_brief,
    };
    use crate::base::clock;
    use crate::grain::Site;

    const LEN: usize = 100;

    /// A loop of its own, whose last drive took so many nanoseconds.
    fn site(code: fn(), nanos: u64) -> Site {
        let site = Site::of(code as *const ());
        drive(site, nanos);
        site
    }

    fn drive(site: Site, nanos: u64) {
        note(site, count_drive(), per_item(nanos), clock::ticks());
    }

    fn per_item(nanos: u64) -> u64 {
        clock::nanos(nanos) * 256 / LEN as u64
    }

    fn is_whole(plan: Plan) -> bool {
        matches!(plan, Plan::Whole | Plan::Measured(_))
    }

    #[test]
    fn a_short_loop_is_run_whole_and_measured_at_times() {
        fn code() {}
        assert_eq!(plan(Site::of(code as *const ()), LEN), Plan::Unknown);
        for (nanos, drives) in [(1, DRIVES_MOST), (SHORT_NS / 2, 2), (SHORT_NS - 1, 1)] {
            let site = site(code, nanos);
            let mut whole = 0;
            while plan(site, LEN) == Plan::Whole {
                whole += 1;
            }
            assert!((drives..=drives + 1).contains(&whole), "{nanos}: {whole}");
            assert!(matches!(plan(site, LEN), Plan::Measured(_)), "{nanos}");
        }
        assert_eq!(plan(site(code, SHORT_NS * 2), LEN), Plan::Long);
    }

    #[test]
    fn patience_is_a_part_of_the_time_before() {
        let short = clock::nanos(SHORT_NS);
        assert_eq!([0, short].map(patience), [short; 2]);
        assert_eq!(patience(short * PART * 2), short * 2);
        assert_eq!(patience(u64::MAX), short * LONG_MOST);
    }

    #[test]
    fn what_was_costly_once_is_not_believed_to_be_cheap_at_once() {
        fn code() {}
        let site = site(code, SHORT_NS * 1000);
        let mut drives = 0;
        while !is_whole(plan(site, LEN)) {
            drive(site, SHORT_NS / 100);
            drives += 1;
        }
        assert!((20..200).contains(&drives), "{drives}");
        drive(site, SHORT_NS * 1000);
        assert_eq!(plan(site, LEN), Plan::Long);
    }

    #[test]
    fn what_is_taken_to_be_long_is_doubted_at_times() {
        fn code() {}
        let site = site(code, SHORT_NS * 1000);
        for _ in 0..3 {
            for _ in 1..DRIVES_MOST {
                assert_eq!(plan(site, LEN), Plan::Long);
            }
            assert_eq!(plan(site, LEN), Plan::Doubtful);
        }
        drive(site, SHORT_NS * 1000);
        assert_eq!(plan(site, LEN), Plan::Long);
    }

    #[test]
    fn brief_drives_are_remembered_and_looked_at_at_times() {
        fn code() {}
        let site = Site::of(code as *const ());
        assert_eq!(were_brief(site), None);
        note_brief(site, true);
        for _ in 1..DRIVES_MOST {
            assert_eq!(were_brief(site), Some(false));
        }
        // Until somebody has looked.
        assert_eq!([were_brief(site), were_brief(site)], [Some(true); 2]);
        note_brief(site, true);
        assert_eq!(were_brief(site), Some(false));
        note_brief(site, false);
        assert_eq!(were_brief(site), None);
    }

    #[test]
    fn a_loop_around_others_is_long() {
        fn code() {}
        let site = Site::of(code as *const ());
        let number = count_drive();
        count_drive();
        note(site, number, per_item(1), clock::ticks());
        assert_eq!(plan(site, 1), Plan::Long);
        assert_eq!(cost(site), Some(u64::MAX));
        assert_eq!(likely(site, 1), Some(u64::MAX));
    }

    #[test]
    fn one_drive_that_took_longer_is_doubted_unless_it_was_long() {
        fn code() {}
        let site = site(code, 100);
        assert_eq!(likely(site, LEN), Some(per_item(100)));
        drive(site, SHORT_NS * 4);
        assert_eq!(cost(site), Some(per_item(SHORT_NS * 4)));
        assert_eq!(likely(site, LEN), Some(per_item(100)));
        drive(site, SHORT_NS * 4);
        assert_eq!(likely(site, LEN), Some(per_item(SHORT_NS * 4)));
        drive(site, 100);
        assert_eq!(likely(site, LEN), Some(per_item(100)));
        drive(site, SHORT_NS * 1000);
        assert_eq!(likely(site, LEN), Some(per_item(SHORT_NS * 1000)));
    }

    #[test]
    fn lengths_and_costs_without_end() {
        fn code() {}
        let site = site(code, 1);
        assert!(!is_whole(plan(site, usize::MAX)));
        note(site, count_drive(), u64::MAX, 0);
        assert_eq!(plan(site, usize::MAX), Plan::Long);
        assert_eq!(plan(site, 1), Plan::Long);
    }
}
