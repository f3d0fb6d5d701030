//! What a drive leaves behind: what its items took, whether the next one should be announced or tried alone, and that it was a beat.

use super::super::{recall, solo};
use super::{Drive, Gauge, Site, Timer, per_item};
use crate::base::clock;
use crate::pool::global::beat_alone;
use crate::pool::search::has_forks;

/// Of so many drives that go as expected one is measured as a whole.
const MEASURED_PART: u64 = 8;
/// A trial may take so many parts more than it should.
const LATE_PART: u64 = 4;

impl Timer<'_> {
    /// A drive of `len` items ends. If each took fewer ticks than `dear`, how long that was is no reason to announce the next one.
    pub fn forget_cheap(&mut self, len: usize, dear: u64) {
        if let Some(drive) = &mut self.drive {
            drive.cheap = clock::since(self.start) < dear.saturating_mul(len as u64);
        }
    }

    /// A drive that was shared is over.
    pub fn end_shared(&self) {
        if let Some(Drive { site, .. }) = self.drive {
            site.note(self.to_share());
        }
    }

    /// How long it was until now, as far as more threads could have made it shorter. Others may have run most of it: of that
    /// as large a part is sunk as of what ran here.
    pub(super) fn to_share(&self) -> u64 {
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
    pub(in super::super) fn end(&self) {
        if let Some(drive) = self.drive {
            self.end_drive(drive);
        }
    }

    fn end_drive(&self, drive: Drive) {
        let Drive {
            site,
            number,
            cheap,
        } = drive;
        let mostly_timed = self.pace.done() > self.len / 2;
        if mostly_timed {
            recall::note(site, number, self.cost, self.last);
        } else if self.surprises(site) || number.is_multiple_of(MEASURED_PART) {
            // The first block may have been so short that the look at the clock was most of it.
            let now = clock::ticks();
            let cost = per_item(self.len, now.saturating_sub(self.start));
            // But what is searched may have ended before it came to most items.
            let cost = match self.rules.bounds.searched {
                Some(_) => cost.max(self.cost),
                None => cost,
            };
            recall::note(site, number, cost, now);
        }
        let timed = matches!(self.gauge, Gauge::Blocks | Gauge::Last);
        if timed && !cheap && (!self.alone || self.rules.bounds.is_announced()) {
            site.note(self.to_share());
        }
        if self.alone && self.lone > 0 {
            self.note_alone();
        }
        match self.gauge {
            Gauge::Last if self.rules.trial => solo::end_trial(site, self.is_soon()),
            Gauge::Blocks if self.stepped => self.note_shared(site),
            _ => {}
        }
    }

    /// Whether a trial that ends took hardly longer than it might. (It may have been interrupted.)
    fn is_soon(&self) -> bool {
        let most = self.rules.patience.alone;
        self.took() <= most + most / LATE_PART
    }

    /// The drive ends, the last of which was not walked alone.
    #[cold]
    fn note_shared(&self, site: Site) {
        match self.rules.trial {
            true if !self.alone => solo::end_trial(site, false),
            // Somebody who happened to be awake took the rest.
            true => {}
            false if self.may_be_tried() => solo::note_shared(site, self.len, self.took()),
            false => {}
        }
    }

    /// Whether a drive like this may be tried alone.
    fn may_be_tried(&self) -> bool {
        let bounds = &self.rules.bounds;
        let mostly_sunk = self.sunk > self.counted;
        !mostly_sunk && bounds.searched.is_none() && !bounds.limited && !has_forks()
    }

    /// How long it was until now, with all that is sunk.
    fn took(&self) -> u64 {
        clock::since(self.start.saturating_sub(self.sunk))
    }

    /// The drive ends, which began when nobody was awake, and nobody was called for; or somebody was, and has noted it by now.
    fn note_alone(&self) {
        // First what needs no look at the clock.
        let likely = match self.gauge {
            Gauge::Blocks | Gauge::Last => self.pace.predict(self.len),
            Gauge::Each | Gauge::Whole => u64::MAX,
        };
        if likely >= self.lone {
            let took = clock::since(self.start);
            if took >= self.lone {
                beat_alone(self.start.saturating_sub(self.sunk), took);
            }
        }
    }

    /// Whether what was run is not as it was the last times, or nobody knows how it was.
    fn surprises(&self, site: Site) -> bool {
        match self.gauge {
            Gauge::Each | Gauge::Whole => true,
            Gauge::Blocks | Gauge::Last if self.pace.recalls() => {
                !self.pace.is_expected(self.rules)
            }
            Gauge::Blocks | Gauge::Last => recall::cost(site).is_none(),
        }
    }
}
