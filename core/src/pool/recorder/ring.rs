//! The last events of a worker, in a ring that it writes without ever waiting.
//!
//! Invariant: event `i` stands in cell `i` modulo the number of cells, and is whole if `written` was greater than `i` before it
//! was read, and no greater than `i` plus the number of cells, less one, afterwards. The owner makes an event known by raising
//! `written`, and overwrites an older one only after that.

#[cfg(test)]
mod tests;

use crate::base::clock;
use crate::base::padded::CachePadded;
use crate::base::prim::{AtomicU64, Ordering};
use crate::pool::recorder::Activity;

/// How many events a worker keeps: 1 MiB of them.
pub(super) const EVENTS: usize = 1 << 16;

/// Forks of so many microseconds are one event, or they would leave no room for others.
const FORKS_WITHIN: u64 = 10;

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Note {
    /// An activity began.
    Begin(Activity),
    /// The innermost one ended.
    End(Activity),
    /// So many jobs were pushed, in a short time from here on.
    Forks(u64),
    /// Items were stolen.
    Steal { victim: usize, items: u64 },
}

/// An event as it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// When, by the clock's ticks.
    pub(crate) ticks: u64,
    pub(crate) note: Note,
}

/// See the module's words.
#[derive(Debug)]
pub(crate) struct Ring {
    cells: Box<[Cell]>,
    /// How many events there have been.
    written: CachePadded<AtomicU64>,
}

#[derive(Debug, Default)]
struct Cell {
    ticks: AtomicU64,
    note: AtomicU64,
}

impl Ring {
    /// One that keeps so many events, a power of two. Its memory is touched now, so that no page is missing later.
    pub(super) fn new(cells: usize) -> Self {
        debug_assert!(cells.is_power_of_two());
        Ring {
            cells: (0..cells).map(|_| Cell::default()).collect(),
            written: CachePadded::new(AtomicU64::new(0)),
        }
    }

    /// Adds an event of this moment. For the owner.
    #[inline]
    pub(super) fn note(&self, note: Note) {
        self.append(clock::ticks(), note.encode());
    }

    /// Adds a fork to the event before, if that was one of forks too and is not old. For the owner.
    #[inline]
    pub(super) fn note_fork(&self) {
        let now = clock::ticks();
        // Relaxed: the owner's own word.
        let written = self.written.load(Ordering::Relaxed);
        let last = self.cell(written.wrapping_sub(1));
        // Relaxed: the owner's own word.
        let note = last.note.load(Ordering::Relaxed);
        // Relaxed: the owner's own word.
        let since = last.ticks.load(Ordering::Relaxed);
        let recent = now.saturating_sub(since) < clock::micros(FORKS_WITHIN);
        if written > 0 && note & KIND == FORKS && recent {
            // Release: as in `append`, for a reader that finds the cell in its next use.
            last.note.store(note + ONE, Ordering::Release);
        } else {
            self.append(now, Note::Forks(1).encode());
        }
    }

    #[inline]
    fn append(&self, ticks: u64, note: u64) {
        // Relaxed: the owner's own word.
        let written = self.written.load(Ordering::Relaxed);
        let cell = self.cell(written);
        // Release: whoever reads this has `written` as it is now, at least; pairs with the Acquire in `read`.
        cell.ticks.store(ticks, Ordering::Release);
        // Release: as above.
        cell.note.store(note, Ordering::Release);
        // Release: the event is there; pairs with the Acquire in `read`.
        self.written.store(written + 1, Ordering::Release);
    }

    #[inline]
    fn cell(&self, event: u64) -> &Cell {
        &self.cells[event as usize & (self.cells.len() - 1)]
    }

    /// The events that are still there, oldest first, and whether these are all that there have been. For anybody.
    pub(crate) fn read(&self) -> (Vec<Record>, bool) {
        let cells = self.cells.len() as u64;
        // Acquire: every event below it is there; pairs with the Release in `append`.
        let end = self.written.load(Ordering::Acquire);
        let start = end.saturating_sub(cells);
        let read = |event| {
            let Cell { ticks, note } = self.cell(event);
            // Acquire: if it is of a later event, `written` is seen below to have come that far; pairs with `append`.
            let ticks = ticks.load(Ordering::Acquire);
            // Acquire: as above.
            (ticks, note.load(Ordering::Acquire))
        };
        let mut words: Vec<_> = (start..end).map(read).collect();
        // Relaxed: comes after the loads above, since those acquire.
        let now = self.written.load(Ordering::Relaxed);
        // The owner may be writing event `now`, in the place of the one that is a whole round older.
        let whole = (now + 1).saturating_sub(cells);
        let torn = whole.saturating_sub(start).min(end - start);
        words.drain(..torn as usize);
        let record = |(ticks, note)| Record {
            ticks,
            note: Note::decode(note),
        };
        (words.into_iter().map(record).collect(), whole == 0)
    }
}

/// The bits of a word that tell which note it is.
const KIND: u64 = 0xff;
const BEGIN: u64 = 1;
const END: u64 = 2;
const FORKS: u64 = 3;
const STEAL: u64 = 4;
/// One of what is counted above the kind.
const ONE: u64 = KIND + 1;
/// The activities, by what stands for them in a word.
const ACTIVITIES: [Activity; 5] = [
    Activity::Job,
    Activity::Task,
    Activity::Guest,
    Activity::Searching,
    Activity::Asleep,
];

impl Note {
    /// A word for it: the kind, then an activity, a count, or a victim of 24 bits with a count of 32.
    #[inline]
    fn encode(self) -> u64 {
        match self {
            Note::Begin(activity) => BEGIN + ONE * activity as u64,
            Note::End(activity) => END + ONE * activity as u64,
            Note::Forks(count) => FORKS + ONE * count,
            Note::Steal { victim, items } => STEAL + ONE * victim as u64 + (items << 32),
        }
    }

    fn decode(word: u64) -> Self {
        let rest = word / ONE;
        let activity = || ACTIVITIES[rest as usize % ACTIVITIES.len()];
        match word & KIND {
            BEGIN => Note::Begin(activity()),
            END => Note::End(activity()),
            FORKS => Note::Forks(rest),
            _ => Note::Steal {
                victim: (rest & 0xff_ffff) as usize,
                items: word >> 32,
            },
        }
    }
}
