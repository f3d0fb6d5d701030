//! A contest: contestants that do the same work in turns, A B C A B C ..., for many rounds; later C B A C B A ..., then B C A, A C B,
//! C A B, and in the end B A C. Each is first as often as the others, and no two keep following each other: whoever plays after a long
//! work of one thread finds the other cores colder. But the turns change seldom, as a library may learn when the next call comes.
//!
//! The machine's mood changes over seconds, so figures of different rounds are never compared: a result is the median
//! over all rounds of a ratio that was formed within one round.

use super::clock::{self, Reading};
use super::cores;
use std::hint::{self, black_box};
use std::thread;
use std::time::{Duration, Instant};

/// So often a contest is played at most.
const MOST_PLAYS: usize = 4;

/// What the calling thread does before each sample.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Before {
    /// It sleeps, so that every idle thread has gone to sleep too and the core may have cooled down.
    Sleep(Duration),
    /// It sleeps between half as long and half as long again, unevenly, so that no library can tell when the next call comes.
    SleepUnevenly(Duration),
    /// It keeps its core busy without any library call, so that the pools fall silent but the caller stays warm.
    Spin(Duration),
}

impl Before {
    /// Before sample `number`.
    fn pause(self, number: usize) {
        match self {
            Before::Sleep(time) => thread::sleep(time),
            Before::SleepUnevenly(time) => {
                // The multiples of the golden section fall evenly on a circle, and seem to do so without order.
                let part = (number as f64 * 0.618_033_988_75).fract();
                thread::sleep(time.mul_f64(0.5 + part));
            }
            Before::Spin(time) => {
                let start = Instant::now();
                while start.elapsed() < time {
                    hint::spin_loop();
                }
            }
        }
    }
}

/// Contestants and the rules of their match.
pub(crate) struct Contest<'a> {
    rounds: usize,
    before: Before,
    warm: usize,
    calls: usize,
    seats: Vec<Seat<'a>>,
    /// How many samples were taken.
    samples: usize,
}

/// A contestant: repeats its work as often as it is told.
struct Seat<'a> {
    name: &'static str,
    /// What comes before so many calls and does not count.
    prepare: Box<dyn FnMut(usize) + 'a>,
    run: Box<dyn FnMut(usize) + 'a>,
}

impl<'a> Contest<'a> {
    /// A contest of samples of one call each, with 3 ms of sleep before each sample: long enough for the idle threads
    /// of the contestant before to stop looking for work.
    pub(crate) fn new(rounds: usize) -> Self {
        Contest {
            rounds,
            before: Before::Sleep(Duration::from_millis(3)),
            warm: 0,
            calls: 1,
            seats: Vec::new(),
            samples: 0,
        }
    }

    /// Replaces the pause before each sample.
    pub(crate) fn before(self, before: Before) -> Self {
        Contest { before, ..self }
    }

    /// Makes a sample of `calls` calls back to back, with a tenth as many before it that do not count.
    pub(crate) fn back_to_back(self, calls: usize) -> Self {
        Contest {
            warm: calls.div_ceil(10),
            calls,
            ..self
        }
    }

    /// Adds a contestant that is given single calls. What they return counts as used.
    pub(crate) fn seat<R>(self, name: &'static str, mut call: impl FnMut() -> R + 'a) -> Self {
        self.seat_looping(name, move |calls| {
            (0..calls).for_each(|_| drop(black_box(call())))
        })
    }

    /// Adds a contestant that repeats its work itself, because it sets something up first.
    pub(crate) fn seat_looping(self, name: &'static str, run: impl FnMut(usize) + 'a) -> Self {
        self.seat_prepared(name, |_| {}, run)
    }

    /// Adds a contestant that needs something done before so many calls, which does not count.
    pub(crate) fn seat_prepared(
        mut self,
        name: &'static str,
        prepare: impl FnMut(usize) + 'a,
        run: impl FnMut(usize) + 'a,
    ) -> Self {
        self.seats.push(Seat {
            name,
            prepare: Box::new(prepare),
            run: Box::new(run),
        });
        self
    }

    /// Plays all rounds, after one that does not count. Plays them again, but not for ever, if two threads had no two cores before or
    /// after.
    pub(crate) fn run(mut self) -> Outcome {
        self.round(0);
        let orders = 2 * self.seats.len();
        let mut rounds;
        let mut plays = 0;
        loop {
            let were_apart = cores::are_apart();
            rounds = (0..self.rounds)
                .map(|round| self.round(round * orders / self.rounds))
                .collect();
            plays += 1;
            if plays == MOST_PLAYS || were_apart && cores::are_apart() {
                break;
            }
            println!("  (played again: two threads shared a core)");
        }
        Outcome {
            names: self.seats.iter().map(|seat| seat.name).collect(),
            rounds,
        }
    }

    /// One turn of each, in one of two orders for each seat that can be first; the readings are in the order of the seats.
    fn round(&mut self, order: usize) -> Vec<Reading> {
        let (before, warm, calls) = (self.before, self.warm, self.calls);
        let seats = self.seats.len();
        let (first, backwards) = (order / 2, order % 2 == 1);
        let mut readings = vec![Reading::default(); seats];
        for turn in 0..seats {
            let turn = if backwards { seats - 1 - turn } else { turn };
            let number = (first + turn) % seats;
            let seat = &mut self.seats[number];
            (seat.prepare)(warm);
            before.pause(self.samples);
            self.samples += 1;
            (seat.run)(warm);
            (seat.prepare)(calls);
            let Reading { wall, cpu } = clock::time(|| (seat.run)(calls));
            readings[number] = Reading {
                wall: wall / calls as f64,
                cpu: cpu / calls as f64,
            };
        }
        readings
    }
}

/// The readings of a contest, per call.
pub(crate) struct Outcome {
    names: Vec<&'static str>,
    rounds: Vec<Vec<Reading>>,
}

impl Outcome {
    /// The spread over all rounds of a figure that is formed within one round.
    pub(crate) fn spread(&self, figure: impl Fn(&Round<'_>) -> f64) -> Spread {
        let rounds = self.rounds.iter().map(|readings| Round {
            names: &self.names,
            readings,
        });
        Spread::of(rounds.map(|round| figure(&round)).collect())
    }

    /// The spread of the ratio of two contestants' wall times.
    pub(crate) fn ratio(&self, one: &str, other: &str) -> Spread {
        self.spread(|round| round.wall(one) / round.wall(other))
    }

    /// The contestants' names, in the order of their turns.
    pub(crate) fn names(&self) -> &[&'static str] {
        &self.names
    }
}

/// The readings of one round.
pub(crate) struct Round<'a> {
    names: &'a [&'static str],
    readings: &'a [Reading],
}

impl Round<'_> {
    /// Wall seconds per call.
    pub(crate) fn wall(&self, name: &str) -> f64 {
        self.reading(name).wall
    }

    /// CPU seconds per call.
    pub(crate) fn cpu(&self, name: &str) -> f64 {
        self.reading(name).cpu
    }

    fn reading(&self, name: &str) -> Reading {
        let place = self.names.iter().position(|&known| known == name);
        self.readings[place.unwrap_or_else(|| panic!("no contestant is called {name}"))]
    }
}

/// The lower quartile, the median and the upper quartile of a figure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spread {
    pub(crate) low: f64,
    pub(crate) mid: f64,
    pub(crate) high: f64,
}

impl Spread {
    /// A figure that was measured once.
    pub(crate) fn single(figure: f64) -> Self {
        Spread {
            low: figure,
            mid: figure,
            high: figure,
        }
    }

    fn of(mut figures: Vec<f64>) -> Self {
        figures.sort_by(f64::total_cmp);
        let at = |quarter: usize| figures[(figures.len() - 1) * quarter / 4];
        Spread {
            low: at(1),
            mid: at(2),
            high: at(3),
        }
    }
}
