//! What is remembered of a loop of the program from one drive to the next: whether others should know of it before its first item is run.
//!
//! A long range is walked alone for a moment, and while one of its first items takes long nobody else can begin, nor is there anybody who
//! could find that out: they sleep. To wake somebody for each range costs too much. But a loop of which nothing is known is likely to be
//! run for the first time, when its code is not even in the caches; and one that had much to share the last time has it again, as a rule.
//! These are *announced*: what a walk has not come to is offered meanwhile, from the first block on.
//!
//! Invariant: none; it is a hint for the grain. An entry that has its key keeps it.

use crate::base::{
    clock,
    prim::{AtomicU64, Ordering},
};
use crate::pool::handle::current_num_threads;

/// What is a long time for others to wait, in microseconds: many times what a wake costs its caller.
const LATE_US: u64 = 200;

/// Loops beyond so many are taken for cheap ones.
const PLACES: usize = 1024;
/// A loop's entry is one of so many.
const LOOKS: usize = 8;

/// A loop of which nothing is known is announced once.
const AT_FIRST: u64 = 1;
/// One whose items kept others waiting is announced no more often than this without being so again.
const MOST: u64 = 16;

static TABLE: Table = Table::new();

/// What is a long time for others to wait, in ticks.
#[inline]
pub(super) fn late() -> u64 {
    clock::micros(LATE_US)
}

/// A loop of the program, as far as its types tell it from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site(usize);

impl Site {
    /// That of a function that is compiled for this loop alone. (A linker may find two that are the same; then they are one site.)
    #[inline]
    pub fn of(code: *const ()) -> Self {
        Site(code.addr())
    }

    /// A number, different from that of most other loops in its lowest bits.
    #[inline]
    pub(super) fn spread(self) -> usize {
        // Functions begin at multiples of 16 or so, and those of a program lie side by side.
        let first = self.0 / 16;
        first ^ (first / PLACES)
    }

    /// A drive begins. Says whether it is to be announced, if there is anybody who could hear of it.
    #[inline]
    pub fn announces(self) -> bool {
        TABLE.left(self) > 0 && current_num_threads() > 1 && TABLE.announces(self)
    }

    /// Whether the next drive is to be announced, or tried alone.
    #[inline]
    pub(super) fn is_marked(self) -> bool {
        TABLE.find(self).is_some_and(|(_, entry)| entry.is_marked())
    }

    /// As [`announces`](Self::announces), of a marked one and where there are others.
    pub(super) fn announces_marked(self) -> bool {
        TABLE.announces(self)
    }

    /// The next drives should be tried alone, or should not. (Which of them are, each thread knows for itself: see `solo`.)
    pub(super) fn set_tried(self, tried: bool) {
        TABLE.set_tried(self, tried);
    }

    /// The next so many drives should be announced.
    #[cold]
    pub(super) fn announce_next(self, drives: u64) {
        TABLE.announce_next(self, drives);
    }

    /// A drive that was shared took so many ticks. If that is long, the next one should be announced.
    pub fn note(self, ticks: u64) {
        if ticks >= late() {
            self.announce_next(1);
        }
    }
}

/// What is known of all sites.
struct Table([AtomicU64; PLACES]);

impl Table {
    const fn new() -> Self {
        Table([const { AtomicU64::new(Entry::NONE.0) }; PLACES])
    }

    /// How many drives of a site are to be announced from now on.
    fn left(&self, site: Site) -> u64 {
        self.find(site).map_or(0, |(_, entry)| entry.left())
    }

    #[cold]
    fn announces(&self, site: Site) -> bool {
        let Some((place, entry)) = self.find(site) else {
            return false;
        };
        let left = entry.left();
        if left > 0 {
            place.put(entry.with(left - 1));
        }
        left > 0
    }

    fn announce_next(&self, site: Site, drives: u64) {
        if let Some((place, entry)) = self.find(site)
            && drives > entry.left()
        {
            place.put(entry.with(drives.min(MOST)));
        }
    }

    #[cold]
    fn set_tried(&self, site: Site, tried: bool) {
        if let Some((place, entry)) = self.find(site)
            && entry.is_tried() != tried
        {
            place.put(entry.with_tried(tried));
        }
    }

    /// The entry of a site, which begins with `AT_FIRST`; none if there is no room.
    fn find(&self, site: Site) -> Option<(Place<'_>, Entry)> {
        let new = Entry::new(site.0, AT_FIRST);
        let first = site.spread();
        (first..first + LOOKS).find_map(|index| {
            let place = Place(&self.0[index % PLACES]);
            let mut entry = place.get();
            if entry == Entry::NONE {
                entry = place.claim(new);
            }
            entry.is_of(new).then_some((place, entry))
        })
    }
}

/// Where an entry is.
#[derive(Clone, Copy)]
struct Place<'a>(&'a AtomicU64);

impl Place<'_> {
    fn get(self) -> Entry {
        // Relaxed: a hint.
        Entry(self.0.load(Ordering::Relaxed))
    }

    /// Writes an entry with the key that is there already.
    fn put(self, entry: Entry) {
        // Relaxed: a hint.
        self.0.store(entry.0, Ordering::Relaxed);
    }

    /// Puts an entry where there was none. Returns what is there then.
    fn claim(self, entry: Entry) -> Entry {
        let none = Entry::NONE.0;
        // Relaxed: a hint, of which nothing else hangs.
        let claimed = self
            .0
            .compare_exchange(none, entry.0, Ordering::Relaxed, Ordering::Relaxed);
        claimed.map_or_else(Entry, |_| entry)
    }
}

/// A site's address, and in the lowest bits how many drives are to be announced, and whether they are tried alone. An address has that much room
/// above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry(u64);

impl Entry {
    const BITS: u32 = 8;
    const TRIED: u64 = 1 << 7;
    const NONE: Self = Entry(0);

    fn new(key: usize, left: u64) -> Self {
        Entry((key as u64) << Self::BITS | left)
    }

    fn left(self) -> u64 {
        self.0 & (Self::TRIED - 1)
    }

    fn with(self, left: u64) -> Self {
        Entry(self.0 & !(Self::TRIED - 1) | left)
    }

    fn is_tried(self) -> bool {
        self.0 & Self::TRIED > 0
    }

    fn with_tried(self, tried: bool) -> Self {
        Entry(self.0 & !Self::TRIED | if tried { Self::TRIED } else { 0 })
    }

    fn is_marked(self) -> bool {
        self.0 & ((1 << Self::BITS) - 1) > 0
    }

    fn is_of(self, other: Self) -> bool {
        self.0 >> Self::BITS == other.0 >> Self::BITS
    }
}

#[cfg(test)]
mod tests {
    use super::{AT_FIRST, LOOKS, MOST, PLACES, Site, Table};

    /// How often a site is announced from now on.
    fn times(table: &Table, site: Site) -> u64 {
        (0..).take_while(|_| table.announces(site)).count() as u64
    }

    #[test]
    fn a_site_is_announced_at_first_and_when_that_was_missed() {
        let table = Table::new();
        let [site, other] = [0x1000, 0x1010].map(Site);
        assert_eq!((times(&table, site), times(&table, site)), (AT_FIRST, 0));
        table.announce_next(site, 3);
        table.announce_next(site, 2);
        assert_eq!(times(&table, other), AT_FIRST);
        assert_eq!(times(&table, site), 3);
        table.announce_next(site, u64::MAX);
        assert_eq!(times(&table, site), MOST);
    }

    #[test]
    fn sites_that_are_tried_alone_are_announced_all_the_same() {
        let table = Table::new();
        let site = Site(0x1000);
        let is_tried = |table: &Table| table.find(site).is_some_and(|(_, entry)| entry.is_tried());
        assert!(!is_tried(&table));
        table.set_tried(site, true);
        assert_eq!(times(&table, site), AT_FIRST);
        assert!(is_tried(&table));
        table.announce_next(site, MOST);
        table.set_tried(site, false);
        assert!(!is_tried(&table));
        assert_eq!(times(&table, site), MOST);
    }

    #[test]
    fn sites_beyond_the_last_place_are_taken_for_cheap() {
        let table = Table::new();
        // All of them begin to look in the same place.
        let sites = (0..LOOKS + 2).map(|i| Site(0x1000 + i * 16 * PLACES * PLACES));
        let all = || sites.clone().map(|site| times(&table, site)).sum::<u64>();
        assert_eq!(all(), LOOKS as u64 * AT_FIRST);
        sites.clone().for_each(|site| table.announce_next(site, 1));
        assert_eq!(all(), LOOKS as u64);
    }

    #[test]
    fn there_is_room_for_many() {
        let table = Table::new();
        let sites = (0..PLACES / 2).map(|i| Site(0x55_5555_4000 + i * 464));
        let known = sites.map(|site| times(&table, site)).sum::<u64>();
        assert!(known >= PLACES as u64 / 2 * AT_FIRST * 9 / 10, "{known}");
    }
}
