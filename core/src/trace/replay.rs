//! From what the workers noted to spans and events.

use crate::base::clock::Scale;
use crate::pool::recorder::ring::{Note, Record};
use crate::pool::registry::Registry;
use crate::trace::data::{Event, EventKind, Span, Timeline, Trace};
use std::time::Duration;

#[cfg(test)]
mod tests;

/// What a pool's workers did last.
pub(super) fn trace(registry: &Registry) -> Trace {
    let records: Vec<_> = registry
        .slots
        .iter()
        .map(|slot| slot.meter.recorder.ring.read())
        .collect();
    // Afterwards, so that everything lies in the past.
    let (age, ticks) = registry.age();
    let clock = Clock {
        born: registry.born.1,
        scale: Scale::new(age, ticks),
    };
    let all = records
        .iter()
        .map(|(records, all)| replay(records, *all, &clock, age));
    let (workers, starts): (Vec<_>, Vec<_>) = all.unzip();
    let whole = Trace {
        title: String::from("tine"),
        time: Duration::ZERO..age,
        workers,
    };
    let start = starts.into_iter().max().unwrap_or_default();
    whole.cut(start..age)
}

/// Turns ticks into times.
struct Clock {
    /// The tick at which the pool was started.
    born: u64,
    scale: Scale,
}

impl Clock {
    fn time(&self, ticks: u64) -> Duration {
        self.scale.duration(ticks.saturating_sub(self.born))
    }
}

/// One worker's spans and events up to `now`, and when its record begins. `all` says that nothing came before.
fn replay(records: &[Record], all: bool, clock: &Clock, now: Duration) -> (Timeline, Duration) {
    let first = records.first().filter(|_| !all);
    let start = first.map_or(Duration::ZERO, |record| clock.time(record.ticks));
    let mut timeline = Timeline::default();
    // Where the spans that have not ended stand, the innermost last.
    let mut open = Vec::new();
    // A guest's processor may have a clock that lags a little.
    let mut at = start;
    for record in records {
        at = clock.time(record.ticks).clamp(at, now);
        let mut event = |kind| timeline.events.push(Event { at, kind });
        match record.note {
            Note::Begin(activity) => {
                open.push(timeline.spans.len());
                timeline.spans.push(Span {
                    activity,
                    start: at,
                    end: now,
                });
            }
            Note::End(activity) => match open.pop() {
                Some(span) => timeline.spans[span].end = at,
                // It began before the record does, and so around all that is known.
                None => timeline.spans.insert(
                    0,
                    Span {
                        activity,
                        start,
                        end: at,
                    },
                ),
            },
            Note::Forks(count) => event(EventKind::Forks { count }),
            Note::Steal { victim, items } => event(EventKind::Steal { victim, items }),
        }
    }
    (timeline, start)
}
