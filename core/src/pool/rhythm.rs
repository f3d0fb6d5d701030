//! Work that comes in a rhythm: frames, blocks of audio, the ticks of a control loop.
//!
//! Who is woken comes late by a wake. If it is known when the next work comes, a sleeper can set its alarm to shortly before: then it is
//! awake when that is there, and sleeps in between. A *beat* is the beginning of work that a sleeper came for, or that a caller did alone
//! because it is over before a sleeper comes; if those come in a rhythm, one of them wakes a sleeper, so that it learns of that. One of the
//! sleepers sets its alarm; it wakes the next as any searcher does who finds more than it can do.
//!
//! Invariant: none; who got up for nothing lies down again.

use crate::base::clock;
use crate::base::prim::{AtomicBool, Mutex, Ordering, lock};
use crate::base::processor::ThreadId;
use crate::sync::placement;
use std::time::Instant;

/// So many distances between beats are remembered.
const GAPS: usize = 7;
/// What begins less than so many wakes behind a beat belongs to it.
const ONE_BEAT_DELAYS: u64 = 4;
/// Work is worth an alarm if it keeps who comes for it busy for this part of a wake.
const BUSY_PART: u64 = 8;
/// Trust grows by one with each beat that comes as expected, up to this; ...
const TRUST_MOST: u32 = 6;
/// ... it shrinks by so much with each other one, and with each false alarm; ...
const DISTRUST: u32 = 2;
/// ... and alarms are set as long as there is so much.
const TRUST: u32 = 3;
/// A beat is expected so many times the usual deviation before and after its time, ...
const SLACK_DEVIATIONS: u64 = 5;
/// ... and at least so many times as long as a wake takes; ...
const SLACK_DELAYS: u64 = 3;
/// ... at most this part of a period, unless a wake takes longer; ...
const SLACK_MOST: u64 = 16;
/// ... and at most that part.
const SLACK_LIMIT: u64 = 8;
/// To get up by a timer takes up to so many times as long as a wake.
const RISE_DELAYS: u64 = 2;
/// So many periods may lie between two beats: some may be so short that nobody comes.
const PERIODS_MOST: u64 = 4;
/// Slower rhythms are none: in microseconds.
const PERIOD_MOST_US: u64 = 200_000;

/// See the module's words.
#[derive(Debug)]
pub(super) struct Rhythm {
    anticipates: bool,
    beats: Mutex<Beats>,
    /// The next caller from outside is to say who it is.
    asks: AtomicBool,
    /// Nobody came for the last beats, and an alarm is not set yet: the next work is to wake somebody, who then sets it.
    calls: AtomicBool,
}

/// What is known of the beats, all times in ticks.
#[derive(Debug)]
struct Beats {
    /// When the last one came.
    last: u64,
    /// From one to the next, the newest first.
    gaps: [u64; GAPS],
    /// How far they are to be relied on.
    trust: u32,
    /// Up to then somebody's alarm is set.
    set: u64,
    /// Who called last from outside after an alarm had been set.
    caller: Option<ThreadId>,
}

/// A sleeper's plan to be up by the next beat.
#[derive(Debug, Clone, Copy)]
pub(super) struct Alarm {
    /// When it gets up.
    pub(super) rise: Instant,
    /// Up to when it looks for work then, in ticks.
    pub(super) end: u64,
}

impl Rhythm {
    pub(super) fn new(anticipates: bool) -> Self {
        Rhythm {
            anticipates,
            beats: Mutex::new(Beats::new()),
            asks: AtomicBool::new(false),
            calls: AtomicBool::new(false),
        }
    }

    /// At `time` there was work, which kept who came for it busy for so many ticks. A wake takes `delay` ticks.
    pub(super) fn beat(&self, time: u64, busy: u64, delay: u64) {
        if self.anticipates {
            lock(&self.beats).beat(time, busy, delay);
        }
    }

    /// At `time` there was work that a caller did alone, in `took` ticks, as it would have been over before anybody had come.
    pub(super) fn beat_alone(&self, time: u64, took: u64, delay: u64) {
        if self.anticipates {
            let mut beats = lock(&self.beats);
            beats.beat(time, took / 2, delay);
            let (period, _) = beats.period(delay);
            let lacks = beats.lacks_alarm(period, time);
            // Relaxed: a hint.
            self.calls.store(lacks, Ordering::Relaxed);
        }
    }

    /// Whether work that begins now should wake somebody, however short it is.
    #[inline]
    pub(super) fn calls(&self) -> bool {
        // Relaxed: a hint.
        self.calls.load(Ordering::Relaxed) && self.calls.swap(false, Ordering::Relaxed)
    }

    /// For a worker that lies down: when it should get up by itself, if it should.
    pub(super) fn alarm(&self, delay: u64) -> Option<Alarm> {
        if !self.anticipates {
            return None;
        }
        let now = clock::ticks();
        let (rise, end) = lock(&self.beats).expect(now, delay)?;
        // Relaxed: a hint.
        self.asks.store(true, Ordering::Relaxed);
        // Relaxed: as above.
        self.calls.store(false, Ordering::Relaxed);
        Some(Alarm {
            rise: Instant::now() + clock::duration(rise.saturating_sub(now)),
            end,
        })
    }

    /// An alarm was false.
    #[inline]
    pub(super) fn miss(&self) {
        lock(&self.beats).miss();
    }

    /// The calling thread comes from outside, with work.
    #[inline]
    pub(super) fn note_caller(&self) {
        // Relaxed: a hint.
        if self.asks.load(Ordering::Relaxed) {
            self.answer();
        }
    }

    #[cold]
    fn answer(&self) {
        // Relaxed: a hint.
        self.asks.store(false, Ordering::Relaxed);
        lock(&self.beats).caller = Some(ThreadId::current());
    }

    /// The calling thread is up before the caller, and makes way for it.
    #[inline]
    pub(super) fn make_way(&self) {
        let caller = lock(&self.beats).caller;
        if let Some(caller) = caller {
            placement::make_way(caller);
        }
    }
}

impl Beats {
    fn new() -> Self {
        Beats {
            last: 0,
            gaps: [0; GAPS],
            trust: 0,
            set: 0,
            caller: None,
        }
    }

    fn beat(&mut self, time: u64, busy: u64, delay: u64) {
        // Who was not called, and had no alarm, knows of an earlier call; and a beat may begin with more than one.
        let apart = |&gap: &u64| gap > delay.saturating_mul(ONE_BEAT_DELAYS);
        let Some(gap) = time.checked_sub(self.last).filter(apart) else {
            return;
        };
        let (period, slack) = self.period(delay);
        let periods = (gap + period / 2).checked_div(period).unwrap_or(0);
        let expected = (1..=PERIODS_MOST).contains(&periods)
            && (period * periods).abs_diff(gap) <= slack * periods;
        self.last = time;
        self.gaps.copy_within(..GAPS - 1, 1);
        self.gaps[0] = if expected { gap / periods } else { gap };
        match expected && busy >= delay / BUSY_PART {
            true => self.trust = (self.trust + 1).min(TRUST_MOST),
            false => self.miss(),
        }
    }

    /// Whether the beats are to be relied on, and nobody's alarm is set.
    fn lacks_alarm(&self, period: u64, now: u64) -> bool {
        let slow = period > clock::micros(PERIOD_MOST_US);
        self.trust >= TRUST && !slow && self.set <= now
    }

    #[inline]
    fn miss(&mut self) {
        self.trust = self.trust.saturating_sub(DISTRUST);
    }

    /// When to get up for the next beat, and up to when to wait for it.
    fn expect(&mut self, now: u64, delay: u64) -> Option<(u64, u64)> {
        let (period, slack) = self.period(delay);
        if !self.lacks_alarm(period, now) {
            return None;
        }
        let lead = slack + RISE_DELAYS * delay;
        // It takes a wake to lie down and get up again.
        let soonest = now.saturating_add(delay + lead).saturating_sub(self.last);
        let periods = soonest.checked_div(period)?.saturating_add(1);
        let time = self.last.saturating_add(periods.saturating_mul(period));
        let rise = time.saturating_sub(lead);
        self.set = rise;
        Some((rise, time.saturating_add(slack)))
    }

    /// The median, and how long before and after its time a beat is as expected.
    fn period(&self, delay: u64) -> (u64, u64) {
        let period = median(&self.gaps);
        let deviation = median(&self.gaps.map(|gap| gap.abs_diff(period)));
        let least = delay * SLACK_DELAYS;
        let most = least.max(period / SLACK_MOST);
        let slack = (deviation * SLACK_DEVIATIONS).clamp(least, most);
        (period, slack.min(period / SLACK_LIMIT))
    }
}

/// Not inlined: the compiler would write down each of the comparisons.
#[inline(never)]
fn median(numbers: &[u64]) -> u64 {
    // They are few enough to compare each with all.
    for &one in numbers {
        let (mut below, mut up_to) = (0, 0);
        for &other in numbers {
            below += usize::from(other < one);
            up_to += usize::from(other <= one);
        }
        if below <= numbers.len() / 2 && up_to > numbers.len() / 2 {
            return one;
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::{
        BUSY_PART, Beats, GAPS, ONE_BEAT_DELAYS, PERIOD_MOST_US, Rhythm, SLACK_LIMIT, TRUST,
        TRUST_MOST,
    };
    use crate::base::clock;

    const DELAY: u64 = 16;
    const BUSY: u64 = 30;
    const PERIOD: u64 = 1000;

    /// So many beats, with an early and a late one in turns.
    fn play(beats: &mut Beats, number: u32) {
        for i in 0..number {
            let time = beats.last + PERIOD + DELAY - 2 * DELAY * u64::from(i % 2);
            beats.beat(time, BUSY, DELAY);
        }
    }

    fn in_rhythm() -> Beats {
        let mut beats = Beats::new();
        play(&mut beats, GAPS as u32 + TRUST_MOST);
        beats
    }

    /// A number below `limit` for each `i`, without visible order.
    fn scattered(i: u64, limit: u64) -> u64 {
        (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ i << 40).wrapping_mul(0xd6e8_feb8_6659_fd93)
            % limit
    }

    /// The alarm that is set right after the last beat's work.
    fn alarm(beats: &mut Beats) -> Option<(u64, u64)> {
        beats.expect(beats.last + BUSY, DELAY)
    }

    #[test]
    fn even_beats_are_expected() {
        let mut beats = in_rhythm();
        let (rise, end) = alarm(&mut beats).unwrap();
        let time = beats.last + PERIOD;
        assert!(rise < time && time < end);
        assert!(rise > beats.last + PERIOD - PERIOD / SLACK_LIMIT);
        assert!(end < time + PERIOD / SLACK_LIMIT);
    }

    #[test]
    fn one_alarm_at_a_time() {
        let mut beats = in_rhythm();
        let (rise, _) = alarm(&mut beats).unwrap();
        assert_eq!(beats.expect(rise - 1, DELAY), None);
        let (later, _) = beats.expect(rise, DELAY).unwrap();
        assert_eq!(later, rise + beats.period(DELAY).0);
    }

    #[test]
    fn uneven_beats_are_not() {
        let mut beats = Beats::new();
        let mut alarms = 0;
        let mut time = 0;
        for i in 0..1000 {
            time += PERIOD / 2 + scattered(i, PERIOD);
            beats.beat(time, BUSY, DELAY);
            alarms += u32::from(alarm(&mut beats).is_some());
        }
        assert!(alarms < 10, "{alarms}");
    }

    #[test]
    fn little_work_is_not_worth_it() {
        let mut beats = Beats::new();
        for i in 0..100 {
            beats.beat(i * PERIOD, DELAY / BUSY_PART - 1, DELAY);
            assert_eq!(alarm(&mut beats), None);
        }
        play(&mut beats, TRUST - 1);
        assert_eq!(alarm(&mut beats), None);
        play(&mut beats, 1);
        assert!(alarm(&mut beats).is_some());
    }

    #[test]
    fn a_beat_left_out_changes_nothing() {
        let mut beats = in_rhythm();
        let next = beats.last + 2 * PERIOD;
        beats.beat(next, BUSY, DELAY);
        assert_eq!(beats.trust, TRUST_MOST);
        assert_eq!(beats.gaps[0], PERIOD);
    }

    #[test]
    fn early_beats_end_it() {
        let mut beats = in_rhythm();
        for _ in 0..2 {
            assert!(alarm(&mut beats).is_some());
            let next = beats.last + PERIOD / 2;
            beats.beat(next, BUSY, DELAY);
            beats.set = 0;
        }
        assert_eq!(alarm(&mut beats), None);
    }

    #[test]
    fn what_begins_soon_after_a_beat_belongs_to_it() {
        let mut beats = in_rhythm();
        let (last, trust) = (beats.last, beats.trust);
        beats.beat(last + DELAY * ONE_BEAT_DELAYS, 0, DELAY);
        assert_eq!((beats.last, beats.trust), (last, trust));
        beats.beat(last + PERIOD, BUSY, DELAY);
        assert_eq!((beats.last, beats.gaps[0]), (last + PERIOD, PERIOD));
    }

    #[test]
    fn beats_for_which_nobody_comes_call_somebody_who_sets_an_alarm() {
        let rhythm = Rhythm::new(true);
        let mut beats = 0;
        while !rhythm.calls() {
            beats += 1;
            assert!(beats < 20, "no rhythm was learnt");
            rhythm.beat_alone(beats * PERIOD, BUSY, DELAY);
        }
        assert!(!rhythm.calls(), "once");
        let time = beats * PERIOD;
        let alarm = rhythm.beats.lock().unwrap().expect(time, DELAY);
        assert!(alarm.is_some_and(|(rise, _)| rise > time));
        rhythm.beat_alone(time, BUSY, DELAY);
        assert!(!rhythm.calls(), "somebody will be up");
        rhythm.beat_alone(time + PERIOD, BUSY, DELAY);
        assert!(rhythm.calls(), "nobody was");

        let asleep = Rhythm::new(false);
        for beat in 1..20 {
            asleep.beat_alone(beat * PERIOD, BUSY, DELAY);
            assert!(!asleep.calls());
        }
    }

    #[test]
    fn nobody_is_called_for_a_slow_rhythm() {
        let rhythm = Rhythm::new(true);
        let period = clock::micros(PERIOD_MOST_US) + 1000;
        for beat in 1..20 {
            rhythm.beat_alone(beat * period, BUSY, DELAY);
            assert!(!rhythm.calls());
        }
    }

    #[test]
    fn a_call_that_is_known_already_is_no_beat() {
        let mut beats = in_rhythm();
        let (last, trust) = (beats.last, beats.trust);
        beats.beat(last, BUSY, DELAY);
        beats.beat(last - 5, BUSY, DELAY);
        assert_eq!((beats.last, beats.trust), (last, trust));
    }

    #[test]
    fn silence_ends_it_after_two_false_alarms() {
        let mut beats = in_rhythm();
        let (_, end) = alarm(&mut beats).unwrap();
        beats.miss();
        let (_, end) = beats.expect(end, DELAY).unwrap();
        beats.miss();
        assert_eq!(beats.expect(end, DELAY), None);
    }

    #[test]
    fn beats_that_vary_have_more_time() {
        let mut beats = Beats::new();
        for i in 1..100 {
            beats.beat(i * PERIOD + scattered(i, PERIOD / 16), BUSY, 1);
        }
        let (_, slack) = beats.period(1);
        assert!((PERIOD / 64..=PERIOD / 16).contains(&slack), "{slack}");
        assert_eq!(beats.trust, TRUST_MOST);
    }

    #[test]
    fn slow_rhythms_are_none() {
        let mut beats = Beats::new();
        let period = clock::micros(PERIOD_MOST_US) + 1000;
        for i in 1..100 {
            beats.beat(i * period, BUSY, DELAY);
            assert_eq!(alarm(&mut beats), None);
        }
        assert_eq!(beats.trust, TRUST_MOST);
    }

    #[test]
    fn a_broken_clock_breaks_nothing() {
        for time in [u64::MAX, 0, 1, u64::MAX - 1, u64::MAX / 2] {
            let mut beats = in_rhythm();
            assert!(beats.expect(time, DELAY).is_some());
            beats.beat(time, BUSY, DELAY);
            beats.trust = TRUST;
            let _alarm = beats.expect(0, DELAY);
        }
    }
}
