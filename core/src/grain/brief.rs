//! Whether the drives that follow each other within other work are so short that those of a few items need not be begun one by one.
//!
//! What follows from it is what holds for blocks anyway: if items were cheap so far, one thread runs about as many once more before it looks at the clock.
//! So a drive may turn out to be long after all that others should have helped with: one, or where several follow each other as many as were brief before.
//! Within other work a thread remembers how it was the last time, and nobody looks at the clock for the first few.
//!
//! Invariant: none; it is a hint for the grain.

use super::recall;
use super::site::Site;
use crate::base::clock;
use crate::pool::search::has_forks;
use std::num::NonZero;

/// Drives that take so many nanoseconds, one with another, are brief: a few times what it takes to begin and to end one.
const BRIEF_NS: u64 = 500;
/// Of brief drives those are run whole which have no more items than this.
const ITEMS: usize = 64;
/// From one look at the clock to the next there are at most twice as many drives as there were before, and no more than this.
const DRIVES_MOST: u8 = 16;
/// So many drives pass without a look after those that were not brief.
const PAUSE: u8 = 8;
/// So many pass without a look where the last ones are remembered as brief.
const REMEMBERED: u8 = 8;

/// What is known of the drives of one run of items.
#[derive(Debug)]
pub struct Brief {
    /// The last ones were brief.
    proven: bool,
    /// So many drives lie between two looks, and so many of them are still to come.
    drives: u8,
    left: u8,
    /// What is known was found out here.
    seen: bool,
    /// The last look, in ticks; none if no time is taken now. (Few bytes, for all this is moved with each block.)
    looked: Option<NonZero<u64>>,
}

impl Brief {
    /// Nothing is known.
    fn new() -> Self {
        Self::known(false, 1)
    }

    fn known(proven: bool, drives: u8) -> Self {
        Brief {
            proven,
            drives,
            left: drives,
            looked: None,
            seen: false,
        }
    }

    /// A run of drives begins at `site`.
    pub fn at(site: Site) -> Self {
        match has_forks().then(|| recall::were_brief(site)).flatten() {
            None => Self::new(),
            Some(true) => Self::known(true, 1),
            Some(false) => Self::known(true, REMEMBERED),
        }
    }

    /// It has ended.
    #[inline]
    pub fn remember(&self, site: Site) {
        if self.seen {
            recall::note_brief(site, self.proven);
        }
    }

    /// A block begins. What is known still holds, and what passes between two blocks is little.
    #[inline]
    pub fn begin(&mut self) {
        if self.drives == 1 {
            self.looked = NonZero::new(clock::ticks());
        }
    }

    /// How many items the next drive may have at most if it is to be run whole.
    #[inline]
    pub fn most(&self) -> usize {
        if self.proven { ITEMS } else { 0 }
    }

    /// A drive ends.
    #[inline]
    pub fn end(&mut self) {
        self.left -= 1;
        if self.left == 0 {
            self.look(clock::ticks());
        }
    }

    fn look(&mut self, now: u64) {
        let brief = clock::nanos(BRIEF_NS) * u64::from(self.drives);
        let took = self.looked.map(|looked| now.saturating_sub(looked.get()));
        self.proven = took.map_or(self.proven, |took| took <= brief);
        self.seen |= took.is_some();
        (self.drives, self.looked) = match took {
            None => (1, NonZero::new(now)),
            Some(_) if self.proven => ((self.drives * 2).min(DRIVES_MOST), NonZero::new(now)),
            Some(_) => (PAUSE, None),
        };
        self.left = self.drives;
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::{BRIEF_NS, Brief, DRIVES_MOST, ITEMS, PAUSE, REMEMBERED};
    use crate::base::clock;
    use std::num::NonZero;

    #[test]
    fn drives_are_brief_as_long_as_they_were() {
        let mut brief = Brief::new();
        let mut now = 1_000;
        let mut pass = |brief: &mut Brief, nanos: u64| {
            now += clock::nanos(nanos * u64::from(brief.drives));
            brief.look(now);
        };
        assert_eq!(brief.most(), 0);
        pass(&mut brief, 0);
        for drives in [2, 4, 8, DRIVES_MOST, DRIVES_MOST] {
            pass(&mut brief, BRIEF_NS / 2);
            assert_eq!((brief.most(), brief.left), (ITEMS, drives));
        }
        pass(&mut brief, BRIEF_NS * 2);
        assert_eq!((brief.most(), brief.left), (0, PAUSE));
        // Where it ends nobody knows when it began.
        pass(&mut brief, 0);
        assert_eq!((brief.most(), brief.left), (0, 1));
        pass(&mut brief, BRIEF_NS * 2);
        assert_eq!((brief.most(), brief.left), (0, PAUSE));
    }

    #[test]
    fn the_time_before_the_first_block_counts_for_nothing() {
        let mut brief = Brief::new();
        let seven = NonZero::new(7);
        brief.looked = seven;
        brief.begin();
        assert_ne!(brief.looked, seven);
        (brief.looked, brief.left) = (seven, DRIVES_MOST);
        (brief.proven, brief.drives) = (true, DRIVES_MOST);
        brief.begin();
        assert_eq!((brief.looked, brief.most()), (seven, ITEMS));
        (brief.proven, brief.drives, brief.looked) = (false, PAUSE, None);
        brief.begin();
        assert_eq!(brief.looked, None);
    }

    #[test]
    fn what_is_remembered_holds_until_somebody_looks() {
        let mut brief = Brief::known(true, REMEMBERED);
        brief.begin();
        assert_eq!(
            (brief.most(), brief.looked, brief.seen),
            (ITEMS, None, false)
        );
        // When it began nobody knows, but then the next one is measured.
        brief.look(1_000);
        assert_eq!((brief.most(), brief.left, brief.seen), (ITEMS, 1, false));
        brief.look(1_000 + clock::nanos(BRIEF_NS * 2));
        assert_eq!((brief.most(), brief.seen), (0, true));
    }

    #[test]
    fn a_clock_that_goes_backwards_breaks_nothing() {
        let mut brief = Brief::new();
        brief.looked = NonZero::new(u64::MAX);
        brief.look(0);
        assert_eq!(brief.most(), ITEMS);
    }
}
