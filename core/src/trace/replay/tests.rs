//! Spans out of notes, with beginnings and ends that are missing.

use super::{Clock, replay};
use crate::base::clock::Scale;
use crate::pool::recorder::Activity::{Asleep, Job, Searching, Task};
use crate::pool::recorder::ring::Note::{self, Begin, End, Forks};
use crate::pool::recorder::ring::Record;
use crate::trace::data::{EventKind, Span, Timeline, Trace};
use std::time::Duration;

const NOW: Duration = Duration::from_nanos(1000);

fn at(nanos: u64) -> Duration {
    Duration::from_nanos(nanos)
}

fn replayed(notes: &[(u64, Note)], all: bool) -> (Timeline, Duration) {
    let clock = Clock {
        born: 7,
        scale: Scale::new(NOW, 1000),
    };
    let record = |&(ticks, note)| Record {
        ticks: ticks + 7,
        note,
    };
    let records: Vec<_> = notes.iter().map(record).collect();
    replay(&records, all, &clock, NOW)
}

fn seen(spans: &[Span]) -> Vec<String> {
    let words = |span: &Span| {
        let (start, end) = (span.start.as_nanos(), span.end.as_nanos());
        format!("{:?} {start}-{end}", span.activity)
    };
    spans.iter().map(words).collect()
}

const NESTED: [(u64, Note); 8] = [
    (10, Begin(Job)),
    (20, Begin(Task)),
    (30, Begin(Searching)),
    (40, End(Searching)),
    (40, Begin(Asleep)),
    (50, End(Asleep)),
    (60, End(Task)),
    (90, End(Job)),
];

#[test]
fn spans_nest() {
    let (timeline, start) = replayed(&NESTED, true);
    assert_eq!(start, Duration::ZERO);
    let expected = ["Job 10-90", "Task 20-60", "Searching 30-40", "Asleep 40-50"];
    assert_eq!(seen(&timeline.spans), expected);
    let innermost = [
        "Job 10-20",
        "Task 20-30",
        "Searching 30-40",
        "Asleep 40-50",
        "Task 50-60",
        "Job 60-90",
    ];
    assert_eq!(seen(&timeline.innermost()), innermost);
}

#[test]
fn what_has_not_ended_lasts_until_now() {
    let (timeline, _) = replayed(&NESTED[..3], true);
    let expected = ["Job 10-1000", "Task 20-1000", "Searching 30-1000"];
    assert_eq!(seen(&timeline.spans), expected);
}

#[test]
fn what_began_before_the_record_begins_with_it() {
    let (timeline, start) = replayed(&NESTED[3..], false);
    assert_eq!(start, at(40));
    let expected = ["Job 40-90", "Task 40-60", "Searching 40-40", "Asleep 40-50"];
    assert_eq!(seen(&timeline.spans), expected);
}

#[test]
fn a_clock_that_lags_is_not_followed() {
    let notes = [
        (50, Begin(Job)),
        (40, Forks(3)),
        (45, End(Job)),
        (2000, Forks(1)),
    ];
    let (timeline, _) = replayed(&notes, true);
    assert_eq!(seen(&timeline.spans), ["Job 50-50"]);
    let events: Vec<_> = timeline.events.iter().map(|event| event.at).collect();
    assert_eq!(events, [at(50), NOW]);
    assert_eq!(timeline.events[0].kind, EventKind::Forks { count: 3 });
}

#[test]
fn a_cut_shortens() {
    let trace = Trace {
        time: Duration::ZERO..NOW,
        workers: vec![replayed(&NESTED, true).0],
        ..Trace::default()
    };
    let cut = trace.cut(at(25)..at(45));
    assert_eq!(cut.time, at(25)..at(45));
    let expected = ["Job 25-45", "Task 25-45", "Searching 30-40", "Asleep 40-45"];
    assert_eq!(seen(&cut.workers[0].spans), expected);
    let empty = trace.cut(at(5000)..at(6000));
    assert_eq!(empty.time, NOW..NOW);
    assert_eq!(empty.workers[0], Timeline::default());
}
