//! A trace as plain data. Times are those since the pool was started.

use crate::pool::recorder::Activity;
use std::ops::Range;
use std::time::Duration;

/// What the workers of a pool did during some time.
///
/// It is whole: where a worker has overwritten what it noted first, the trace begins later, for all of them.
///
/// ```
/// let pool = tine::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
/// let before = pool.trace().time.end;
/// pool.join(|| (), || ());
/// let trace = pool.trace();
/// let join = trace.cut(before..trace.time.end); // without the threads' start
/// assert!(join.time.start >= before);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trace {
    /// What it shows, for those who look at it.
    pub title: String,
    /// The time that it tells of, since the pool was started.
    pub time: Range<Duration>,
    /// By index.
    pub workers: Vec<Timeline>,
}

/// What one worker did.
///
/// ```
/// let pool = tine::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
/// pool.install(|| tine::join(|| (), || ()));
/// let worker = &pool.trace().workers[0];
/// assert!(worker.events.iter().all(|event| event.at > std::time::Duration::ZERO));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Timeline {
    /// By start. Two of them are either apart, or one lies inside of the other and comes after it.
    pub spans: Vec<Span>,
    /// By time.
    pub events: Vec<Event>,
}

/// An activity from its beginning to its end, or to where the trace is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Span {
    /// What was done.
    pub activity: Activity,
    /// From when on.
    pub start: Duration,
    /// Until when.
    pub end: Duration,
}

/// Something that happened at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Event {
    /// When.
    pub at: Duration,
    /// What.
    pub kind: EventKind,
}

/// What may happen at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EventKind {
    /// Jobs were pushed within ten microseconds from then on: second halves of joins, spawned jobs.
    Forks {
        /// How many.
        count: u64,
    },
    /// The worker stole.
    Steal {
        /// The index of the worker from which.
        victim: usize,
        /// How many items.
        items: u64,
    },
}

impl Trace {
    /// The same with a title.
    ///
    /// ```
    /// assert_eq!(tine::trace::snapshot().titled("idle").title, "idle");
    /// ```
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// The part that lies within `time`. Spans that reach beyond are shortened.
    ///
    /// ```
    /// let trace = tine::trace::snapshot();
    /// let half = (trace.time.start + trace.time.end) / 2;
    /// assert_eq!(trace.cut(half..trace.time.end).time.start, half);
    /// ```
    #[must_use]
    pub fn cut(&self, time: Range<Duration>) -> Trace {
        let start = time.start.clamp(self.time.start, self.time.end);
        let end = time.end.clamp(start, self.time.end);
        let workers = self.workers.iter().map(|worker| worker.cut(start, end));
        Trace {
            title: self.title.clone(),
            time: start..end,
            workers: workers.collect(),
        }
    }
}

impl Timeline {
    /// What the worker did at each moment: the innermost of its spans, so that none lies inside of another. Where it did none of
    /// what is noted, nothing.
    ///
    /// ```
    /// use tine::trace::Activity;
    ///
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    /// pool.install(|| ());
    /// let spans = pool.trace().workers[0].innermost();
    /// assert!(spans.is_sorted_by(|one, next| one.end <= next.start));
    /// let asleep = spans.iter().filter(|span| span.activity == Activity::Asleep);
    /// let asleep: std::time::Duration = asleep.map(|span| span.end - span.start).sum();
    /// println!("it slept for {asleep:?}");
    /// ```
    pub fn innermost(&self) -> Vec<Span> {
        let mut pieces = Vec::with_capacity(2 * self.spans.len());
        let mut open: Vec<Span> = Vec::new();
        for &span in &self.spans {
            close(&mut open, span.start, &mut pieces);
            if let Some(outer) = open.last_mut() {
                piece(outer, span.start, &mut pieces);
            }
            open.push(span);
        }
        close(&mut open, Duration::MAX, &mut pieces);
        pieces
    }

    fn cut(&self, start: Duration, end: Duration) -> Timeline {
        let inside = |span: &&Span| span.end > start && span.start < end;
        let shortened = |span: &Span| Span {
            start: span.start.max(start),
            end: span.end.min(end),
            ..*span
        };
        let spans = self.spans.iter().filter(inside).map(shortened);
        let events = self.events.iter();
        Timeline {
            spans: spans.collect(),
            events: events
                .filter(|event| (start..=end).contains(&event.at))
                .copied()
                .collect(),
        }
    }
}

/// Ends the open spans that end by `now`; each goes on where the one inside of it has ended.
fn close(open: &mut Vec<Span>, now: Duration, pieces: &mut Vec<Span>) {
    while let Some(mut inner) = open.pop_if(|span| span.end <= now) {
        let end = inner.end;
        piece(&mut inner, end, pieces);
        if let Some(outer) = open.last_mut() {
            outer.start = end;
        }
    }
}

/// Splits off what lies before `end`, unless it is nothing.
fn piece(span: &mut Span, end: Duration, pieces: &mut Vec<Span>) {
    if span.start < end {
        pieces.push(Span { end, ..*span });
    }
    span.start = end;
}
