//! Loops that take longer shared than alone: their items take turns anyway, at a lock, at an allocator, or at a line of memory that all of
//! them write.
//!
//! Now and then a drive is a *trial*: it is walked alone as long as it looks as if that took less time than the last one did that was shared. One
//! that was alone to its end has proved it, and then others follow; but as locks come and go, the loop is shared again from time to time, ever more
//! seldom. A trial that had to be shared after all ends soon, as a rule, and the next one comes the later the more have failed.
//!
//! Invariant: none; it is a hint for the grain.

use super::pace::expected;
use super::site::Site;
use std::cell::Cell;

/// A trial may take all but this part of what a shared drive took.
const SOONER_PART: u64 = 8;
/// Before the first trial so many drives are shared, and one more; and as many after one that failed.
const DOUBTED: u16 = 4;
/// And twice as many after each further one, up to two to the power of this.
const DOUBTS: u8 = 12;
/// After each drive that was shared there are twice as many trials as before if those were alone, up to two to the power of this.
const LEVELS: u8 = 6;

/// One loop is remembered for each number of so many.
const PLACES: usize = 16;

thread_local! {
    static MEMORY: [Cell<Loop>; PLACES] = const { [const { Cell::new(Loop::NOTHING) }; PLACES] };
}

/// What a thread knows of a loop that it has shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Loop {
    site: Option<Site>,
    /// What an item took for all threads together the last time that it was shared, in ticks, times 256.
    shared: u64,
    /// So many trials are to come.
    trials: u8,
    /// After the next drive that is shared there are as many as two to the power of this; only one, if any, if it is zero.
    level: u8,
    /// So many drives are shared before that one.
    doubts: u16,
    /// So many trials have failed since the last one that did not.
    failed: u8,
}

impl Loop {
    /// All zero, which takes no room in a program.
    const NOTHING: Self = Loop {
        site: None,
        shared: 0,
        trials: 0,
        level: 0,
        doubts: 0,
        failed: 0,
    };

    fn new(site: Site) -> Self {
        Loop {
            site: Some(site),
            doubts: DOUBTED,
            ..Self::NOTHING
        }
    }

    /// A drive of `len` items was shared and took so many ticks.
    fn note_shared(&mut self, len: usize, took: u64) {
        self.shared = took.saturating_mul(256) / (len as u64).max(1);
        if self.level == 0 && self.doubts > 0 {
            self.doubts -= 1;
        } else {
            self.trials = 1 << self.level;
        }
    }

    /// A trial was alone to its end, or was shared after all.
    fn end_trial(&mut self, alone: bool) {
        if !alone {
            self.trials = 0;
            self.level = 0;
            self.doubts = DOUBTED << self.failed;
            self.failed = DOUBTS.min(self.failed + 1);
        } else if self.trials == 0 {
            self.level = LEVELS.min(self.level + 1);
            self.failed = 0;
        }
    }
}

fn place(site: Site, with: impl FnOnce(&Cell<Loop>)) {
    MEMORY.with(|memory| with(&memory[site.spread() % PLACES]));
}

/// A drive of `len` items begins. If it is a trial, says what it may take alone, in ticks.
pub(super) fn begin_trial(site: Site, len: usize) -> Option<u64> {
    let mut ticks = None;
    place(site, |place| {
        let known = place.get();
        if known.trials > 0 && known.site == Some(site) {
            let trials = known.trials - 1;
            place.set(Loop { trials, ..known });
            site.set_tried(trials > 0);
            let shared = expected(known.shared, len);
            ticks = Some(shared - shared / SOONER_PART);
        }
    });
    ticks
}

/// A trial was alone to its end, or was shared after all.
pub(super) fn end_trial(site: Site, alone: bool) {
    place(site, |place| {
        let mut known = place.get();
        if known.site == Some(site) {
            known.end_trial(alone);
            place.set(known);
            site.set_tried(known.trials > 0);
        }
    });
}

/// A drive of `len` items that was no trial was shared, and took so many ticks.
pub(super) fn note_shared(site: Site, len: usize, took: u64) {
    place(site, |place| {
        let mut known = place.get();
        if known.site != Some(site) {
            known = Loop::new(site);
        }
        known.note_shared(len, took);
        place.set(known);
        site.set_tried(known.trials > 0);
    });
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::{DOUBTED, LEVELS, Loop, begin_trial, end_trial, note_shared};
    use crate::grain::Site;

    const LEN: usize = 1_000;
    const TOOK: u64 = 80_000;

    /// How many trials there are, all of which end like that.
    fn trials(site: Site, alone: bool) -> usize {
        (0..)
            .take_while(|_| {
                let trial = begin_trial(site, LEN);
                if trial.is_some() {
                    end_trial(site, alone);
                }
                trial.is_some()
            })
            .count()
    }

    /// How many drives are shared before a trial, which ends like that.
    fn shared_before_trial(site: Site, alone: bool) -> u16 {
        (1..)
            .find(|_| {
                note_shared(site, LEN, TOOK);
                trials(site, alone) > 0
            })
            .expect("it comes")
    }

    #[test]
    fn what_is_sooner_alone_is_tried_ever_more_often() {
        fn code() {}
        let site = Site::of(code as *const ());
        assert_eq!(trials(site, true), 0);
        assert_eq!(shared_before_trial(site, true), DOUBTED + 1);
        for level in (1..=LEVELS).chain([LEVELS; 3]) {
            note_shared(site, LEN, TOOK);
            assert_eq!(trials(site, true), 1 << level);
        }
        note_shared(site, LEN, TOOK);
        assert_eq!(trials(site, false), 1);
        assert_eq!(shared_before_trial(site, true), DOUBTED + 1);
    }

    #[test]
    fn what_has_failed_is_tried_ever_more_seldom() {
        fn code() {}
        let site = Site::of(code as *const ());
        for doubts in [DOUBTED, DOUBTED, 2 * DOUBTED, 4 * DOUBTED] {
            assert_eq!(shared_before_trial(site, false), doubts + 1);
        }
        assert_eq!(shared_before_trial(site, true), 8 * DOUBTED + 1);
        note_shared(site, LEN, TOOK);
        assert_eq!(trials(site, false), 1);
        assert_eq!(shared_before_trial(site, false), DOUBTED + 1);
    }

    #[test]
    fn a_trial_that_says_nothing_is_repeated() {
        fn code() {}
        let site = Site::of(code as *const ());
        shared_before_trial(site, true);
        for _ in 0..3 {
            note_shared(site, LEN, TOOK);
            while begin_trial(site, LEN).is_some() {}
        }
        note_shared(site, LEN, TOOK);
        assert_eq!(trials(site, true), 2);
    }

    #[test]
    fn a_trial_may_take_a_part_of_what_as_many_items_took_shared() {
        fn code() {}
        let site = Site::of(code as *const ());
        shared_before_trial(site, true);
        for (len, most) in [(LEN, TOOK / 8 * 7), (2 * LEN, TOOK / 4 * 7)] {
            note_shared(site, LEN, TOOK);
            assert_eq!(begin_trial(site, len), Some(most));
        }
    }

    #[test]
    fn lengths_and_times_without_end() {
        let mut known = Loop::NOTHING;
        known.note_shared(0, u64::MAX);
        known.note_shared(usize::MAX, u64::MAX);
        (0..100).for_each(|_| known.end_trial(false));
        (0..100).for_each(|_| known.end_trial(true));
        known.note_shared(usize::MAX, 1);
        assert_eq!((known.level, known.trials), (LEVELS, 1 << LEVELS));
    }
}
