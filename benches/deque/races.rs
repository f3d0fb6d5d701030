//! An owner and thieves at once.

use crate::harness::contest::Contest;
use crate::harness::report::{Report, Target};
use crate::kinds::{Bounded, CrossbeamLifo, Got, Growable, Kind};
use std::hint::{black_box, spin_loop};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// How many items are pushed before the deque is empty again.
const ITEMS: usize = 200_000;

/// How often an owner that is at work does that in a sample. A scheduler's slice is some milliseconds, in which so many items are
/// pushed and stolen: with one turn a sample, the figure is whether the owner's processor was taken away in it.
const TURNS: usize = 10;

/// What the owner does while thieves steal.
#[derive(Clone, Copy)]
enum Owner {
    /// It has pushed all items before the sample, and waits.
    Waits,
    /// It pushes all items, and waits until they are gone.
    Pushes,
    /// It pushes ten items and pops five, over and over, and then pops too until nothing is left.
    PushesAndPops,
}

impl Owner {
    /// How many times `ITEMS` are pushed in a sample.
    fn turns(self) -> usize {
        match self {
            Owner::Waits => 1,
            Owner::Pushes | Owner::PushesAndPops => TURNS,
        }
    }
}

/// A queue and the rules under which it is robbed. It serves all samples, so that its memory is not fresh.
struct Game<K: Kind> {
    worker: K::Worker,
    thief: K::Thief,
    owner: Owner,
    thieves: usize,
    batches: bool,
}

impl<K: Kind> Game<K> {
    fn new(owner: Owner, thieves: usize, batches: bool) -> Self {
        let (worker, thief) = K::make(ITEMS);
        Game {
            worker,
            thief,
            owner,
            thieves,
            batches,
        }
    }

    /// What comes before so many samples, at most one, and does not count.
    fn prepare(&self, samples: usize) {
        if let Owner::Waits = self.owner {
            (0..samples * ITEMS).for_each(|item| K::push(&self.worker, item));
        }
    }

    /// Plays so many samples, at most one: every item is taken once.
    fn play(&self, samples: usize) {
        if samples == 0 {
            return;
        }
        let (worker, thief, batches) = (&self.worker, &self.thief, self.batches);
        let over = &AtomicBool::new(matches!(self.owner, Owner::Waits));
        thread::scope(|s| {
            for _ in 0..self.thieves {
                s.spawn(move || rob::<K>(thief, over, batches));
            }
            for _ in 0..self.owner.turns() {
                match self.owner {
                    Owner::Waits => {}
                    Owner::Pushes => push_and_wait::<K>(worker),
                    Owner::PushesAndPops => push_and_pop::<K>(worker),
                }
            }
            over.store(true, Ordering::Release);
        });
    }
}

fn push_and_wait<K: Kind>(worker: &K::Worker) {
    (0..ITEMS).for_each(|item| K::push(worker, item));
    while !K::is_empty(worker) {
        thread::yield_now();
    }
}

fn push_and_pop<K: Kind>(worker: &K::Worker) {
    for tens in 0..ITEMS / 10 {
        for item in 0..10 {
            K::push(worker, tens + item);
        }
        for _ in 0..5 {
            black_box(K::pop(worker));
        }
    }
    while let Some(item) = K::pop(worker) {
        black_box(item);
    }
}

/// A thief, until nothing comes any more.
fn rob<K: Kind>(thief: &K::Thief, over: &AtomicBool, batches: bool) {
    let (own, _) = K::make(64);
    loop {
        // Read before the look, so that what was pushed before it is found.
        let last = over.load(Ordering::Acquire);
        let got = match batches {
            true => K::batch(&own, thief),
            false => K::steal(thief),
        };
        match got {
            Got::Item(item) => _ = black_box(item),
            Got::Retry => spin_loop(),
            Got::Nothing if last => return,
            Got::Nothing => thread::yield_now(),
        }
        while batches && let Some(item) = K::pop(&own) {
            black_box(item);
        }
    }
}

/// All contests with so many thieves.
pub(crate) fn thieves(report: &mut Report, thieves: usize) {
    let manners = [
        (Owner::Waits, "all wait, thieves take them"),
        (Owner::Pushes, "the owner pushes, thieves take"),
        (Owner::PushesAndPops, "the owner pushes and pops too"),
    ];
    for (owner, what) in manners {
        for (batches, how, limit) in [(false, "", 1.0), (true, ", in batches", 0.8)] {
            let what = format!("{what}{how}");
            let growable = Game::<Growable>::new(owner, thieves, batches);
            let bounded = Game::<Bounded>::new(owner, thieves, batches);
            let crossbeam = Game::<CrossbeamLifo>::new(owner, thieves, batches);
            let outcome = Contest::new(report.rounds(61))
                .seat_prepared("growable", |n| growable.prepare(n), |n| growable.play(n))
                .seat_prepared("bounded", |n| bounded.prepare(n), |n| bounded.play(n))
                .seat_prepared("crossbeam", |n| crossbeam.prepare(n), |n| crossbeam.play(n))
                .run();
            let items = ITEMS * owner.turns();
            report.times(&format!("{what}: an item"), &outcome, items as f64);
            for name in ["growable", "bounded"] {
                report.check(
                    &format!("{what}: {name} / crossbeam"),
                    outcome.ratio(name, "crossbeam"),
                    Target::AtMost(limit),
                );
            }
        }
    }
}
