//! What a worker has done, counted by itself.
//!
//! Invariant: each word is written by the slot's owner alone, by a load and a store, so that counting costs no exchange and no
//! line is fought over; readers see numbers of slightly different moments.

use crate::base::clock;
use crate::base::padded::CachePadded;
use crate::base::prim::{AtomicU64, Ordering};
use crate::pool::recorder::{Activity, Recorder};
use crate::pool::stopwatch::Stopwatch;

/// What is counted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    /// A task or detached job began, or a future went on.
    Task,
    /// A job out of a queue was executed. Forks that nobody stole are not among them.
    Job,
    /// A look into another worker's queue.
    Attempt,
    /// A look that brought something.
    Steal,
    /// What it brought.
    Stolen,
    /// Own work was made visible because somebody was hungry.
    Publish,
    /// Another worker's work was exposed by force.
    Exposure,
    /// The worker went to sleep.
    Park,
    /// It came back.
    Wake,
    /// It came back by itself, ahead of work.
    Alarm,
    /// The most ticks from running out of work to having some again.
    LongestGap,
}

impl Event {
    const COUNT: usize = Event::LongestGap as usize + 1;
}

/// What a worker does at some moment, beside running jobs.
#[derive(Clone, Copy, Debug)]
pub(crate) enum State {
    /// It looks for work.
    Searching,
    /// It sleeps.
    Asleep,
    /// It has not started yet, or has ended.
    Absent,
}

impl State {
    const COUNT: usize = State::Absent as usize + 1;

    /// What is noted of it.
    const fn activity(self) -> Option<Activity> {
        match self {
            State::Searching => Some(Activity::Searching),
            State::Asleep => Some(Activity::Asleep),
            State::Absent => None,
        }
    }
}

/// See the module's words.
#[derive(Debug)]
pub(crate) struct Meter {
    words: CachePadded<[AtomicU64; Event::COUNT]>,
    /// How long the worker was in each state.
    watches: [Stopwatch; State::COUNT],
    pub(crate) recorder: Recorder,
}

impl Meter {
    /// All zero, of a worker that is absent.
    #[inline]
    pub(super) fn new() -> Self {
        let meter = Meter {
            words: CachePadded::new(std::array::from_fn(|_| AtomicU64::new(0))),
            watches: std::array::from_fn(|_| Stopwatch::new()),
            recorder: Recorder::new(),
        };
        meter.begin(State::Absent);
        meter
    }

    /// Adds `count`. For the slot's owner.
    #[inline]
    pub(crate) fn add(&self, event: Event, count: u64) {
        let word = &self.words[event as usize];
        // Relaxed: the owner's own word, which others read as a number.
        let old = word.load(Ordering::Relaxed);
        // Relaxed: as above.
        word.store(old.wrapping_add(count), Ordering::Relaxed);
    }

    /// One more. For the slot's owner.
    #[inline]
    pub(crate) fn count(&self, event: Event) {
        self.add(event, 1);
    }

    /// A state begins. For the slot's owner.
    #[inline]
    pub(super) fn begin(&self, state: State) {
        self.watch(state).start(clock::ticks());
        if let Some(activity) = state.activity() {
            self.recorder.begin(activity);
        }
    }

    /// The state that began last ends. For the slot's owner.
    #[inline]
    pub(super) fn end(&self, state: State) {
        self.watch(state).stop(clock::ticks());
        if let Some(activity) = state.activity() {
            self.recorder.end(activity);
        }
    }

    /// A guest takes the place of the sleeping worker: what it does counts, and its own sleep, but not the worker's. For the guest,
    /// once it is the slot's owner. Returns the time.
    #[inline]
    pub(super) fn begin_lease(&self) -> u64 {
        let now = clock::ticks();
        self.watch(State::Asleep).stop(now);
        self.recorder.begin(Activity::Guest);
        now
    }

    /// The guest leaves, and the worker sleeps on. For the guest, while it is the slot's owner.
    pub(super) fn end_lease(&self) {
        self.recorder.end(Activity::Guest);
        self.watch(State::Asleep).start(clock::ticks());
    }

    /// So many items were stolen from worker `victim`. For the slot's owner.
    pub(super) fn steal(&self, victim: usize, items: u64) {
        self.count(Event::Steal);
        self.add(Event::Stolen, items);
        self.recorder.steal(victim, items);
    }

    /// Notes how long the worker had nothing to run. For the slot's owner.
    pub(super) fn note_gap(&self, ticks: u64) {
        let word = &self.words[Event::LongestGap as usize];
        // Relaxed: the owner's own word.
        if word.load(Ordering::Relaxed) < ticks {
            // Relaxed: read as a number.
            word.store(ticks, Ordering::Relaxed);
        }
    }

    /// The number now.
    pub(super) fn get(&self, event: Event) -> u64 {
        // Relaxed: a number.
        self.words[event as usize].load(Ordering::Relaxed)
    }

    /// The ticks spent in a state, up to now; never too many.
    pub(super) fn ticks_in(&self, state: State) -> u64 {
        self.watch(state).read(clock::ticks)
    }

    fn watch(&self, state: State) -> &Stopwatch {
        &self.watches[state as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::{Event, Meter, State};

    #[test]
    fn states_add_up() {
        let meter = Meter::new();
        meter.begin(State::Searching);
        while meter.ticks_in(State::Searching) == 0 {}
        meter.end(State::Searching);
        let spent = meter.ticks_in(State::Searching);
        assert!(spent > 0);
        assert_eq!(
            meter.ticks_in(State::Searching),
            spent,
            "the clock has stopped"
        );
        assert_eq!(meter.ticks_in(State::Asleep), 0);
    }

    #[test]
    fn the_longest_gap_stays() {
        let meter = Meter::new();
        [3, 7, 5]
            .into_iter()
            .for_each(|ticks| meter.note_gap(ticks));
        assert_eq!(meter.get(Event::LongestGap), 7);
        meter.add(Event::Stolen, 2);
        meter.count(Event::Stolen);
        assert_eq!(meter.get(Event::Stolen), 3);
    }
}
