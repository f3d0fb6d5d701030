//! The deque against a plain one, and in a race for every item.

use super::hand::Hand;
use super::{FIRST, ForkDeque, INDEX_TAG, INITIAL_SLOTS, Published, Pushed, STEP, Split};
use crate::base::barrier;
use crate::base::prim::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use crate::base::rng::Rng;
use crate::queue::{Steal, Word};
use std::cell::UnsafeCell;
use std::collections::VecDeque;
use std::ptr::{self, NonNull};
use std::thread;

fn word(id: usize) -> Word {
    NonNull::new(ptr::without_provenance_mut(id + 1)).expect("not null")
}

fn id(word: Word) -> usize {
    word.addr().get() - 1
}

/// What the deque should be like while one thread plays all parts.
#[derive(Default)]
struct Oracle {
    items: VecDeque<usize>,
    /// How many of the oldest items thieves can reach.
    shared: usize,
    hungry: bool,
    pushed: usize,
}

impl Oracle {
    fn own(&self) -> usize {
        self.items.len() - self.shared
    }

    fn pop(&mut self) -> Option<usize> {
        if self.own() == 0 {
            // Half is taken back, rounded up, or one where there is no barrier.
            self.shared = match barrier::available() {
                true => self.shared / 2,
                false => self.shared.saturating_sub(1),
            };
        }
        self.items.pop_back()
    }

    fn publish(&mut self) -> Published {
        if self.shared > 0 {
            return Published::Before;
        }
        self.shared = self.own().div_ceil(2);
        match self.shared {
            0 => Published::Nothing,
            _ => Published::Now,
        }
    }

    fn steal(&mut self) -> Option<usize> {
        self.shared = self.shared.checked_sub(1)?;
        self.items.pop_front()
    }

    fn expose(&mut self) -> bool {
        let some = self.own() > 0;
        self.shared += usize::from(some);
        some
    }
}

/// Both deques, driven through the same operations.
struct Pair {
    deque: ForkDeque,
    oracle: Oracle,
}

impl Pair {
    fn new(hungry: bool) -> Self {
        let oracle = Oracle {
            hungry,
            ..Oracle::default()
        };
        Pair {
            deque: ForkDeque::new(hungry),
            oracle,
        }
    }

    fn push(&mut self) {
        let new = self.oracle.pushed;
        self.oracle.pushed += 1;
        self.oracle.items.push_back(new);
        let hand = Hand::of(&self.deque);
        let pushed = hand.push(word(new));
        if self.oracle.hungry {
            assert_eq!(pushed, Pushed::LookUp);
        }
        if pushed == Pushed::LookUp {
            hand.make_room();
            if !self.oracle.hungry {
                hand.calm();
            }
        }
    }

    fn pop(&mut self) {
        let popped = Hand::of(&self.deque).pop();
        assert_eq!(popped.map(id), self.oracle.pop());
    }

    fn pop_above(&mut self, depth: usize) {
        let depth = depth.min(self.oracle.items.len());
        let hand = Hand::of(&self.deque);
        let popped = hand.pop_above(hand.mark() - depth as u64 * STEP);
        let expected = if depth > 0 { self.oracle.pop() } else { None };
        assert_eq!(popped.map(id), expected);
    }

    fn steal(&mut self) {
        let expected = match self.oracle.steal() {
            Some(oldest) => Steal::Item(word(oldest)),
            None => Steal::Empty,
        };
        assert_eq!(self.deque.steal(), expected);
    }

    /// One operation at random.
    fn step(&mut self, rng: &Rng) {
        match rng.below(16) {
            0..6 => self.push(),
            6..9 => self.pop(),
            9 => self.pop_above(rng.below(3)),
            10 => assert_eq!(Hand::of(&self.deque).publish(), self.oracle.publish()),
            11 => {
                Hand::of(&self.deque).publish_all();
                self.oracle.shared = self.oracle.items.len();
            }
            12 | 13 => self.steal(),
            14 if barrier::available() => {
                assert_eq!(self.deque.expose(), self.oracle.expose());
            }
            14 => {}
            _ => {
                self.oracle.hungry = rng.below(2) == 0;
                if self.oracle.hungry {
                    self.deque.raise();
                } else {
                    Hand::of(&self.deque).make_room();
                    Hand::of(&self.deque).calm();
                }
            }
        }
        assert_eq!(self.deque.len(), self.oracle.items.len());
        assert_eq!(self.deque.has_shared(), self.oracle.shared > 0);
        assert_eq!(self.deque.has_hidden(), self.oracle.own() > 0);
    }
}

#[test]
fn as_a_plain_deque() {
    let runs = if cfg!(any(debug_assertions, tine_tsan)) {
        40
    } else {
        400
    };
    for seed in 0..runs {
        println!("seed {seed}");
        let rng = Rng::new(seed);
        let mut pair = Pair::new(seed % 2 == 0);
        for _ in 0..3000 {
            pair.step(&rng);
        }
        while !pair.oracle.items.is_empty() {
            pair.pop();
        }
        pair.pop();
        pair.steal();
    }
}

#[test]
fn grows_and_keeps_the_order() {
    let mut pair = Pair::new(false);
    for i in 0..40 * INITIAL_SLOTS {
        pair.push();
        if i % 7 == 0 {
            Hand::of(&pair.deque).publish();
            pair.oracle.publish();
            pair.steal();
        }
    }
    assert!(pair.deque.len() as u64 > 32 * INITIAL_SLOTS);
    while !pair.oracle.items.is_empty() {
        pair.steal();
        pair.pop();
    }
}

#[test]
fn a_stolen_slot_is_used_again_before_the_buffer_grows() {
    let mut pair = Pair::new(true);
    for _ in 0..100 * INITIAL_SLOTS {
        pair.push();
        Hand::of(&pair.deque).publish_all();
        pair.oracle.shared = 1;
        pair.steal();
    }
    let capacity = pair.deque.own.slots.get().capacity();
    assert_eq!(capacity, INITIAL_SLOTS);
}

#[test]
fn quiet_until_full_or_asked() {
    let deque = ForkDeque::new(false);
    let hand = Hand::of(&deque);
    for _ in 1..INITIAL_SLOTS {
        assert_eq!(hand.push(word(0)), Pushed::Quiet);
    }
    assert_eq!(hand.push(word(0)), Pushed::LookUp);
    hand.make_room();
    hand.calm();
    assert_eq!(hand.push(word(0)), Pushed::Quiet);
    deque.raise();
    assert_eq!(hand.push(word(0)), Pushed::LookUp);
    assert_eq!(hand.push(word(0)), Pushed::LookUp);
    hand.calm();
    assert_eq!(hand.push(word(0)), Pushed::Quiet);
}

#[test]
fn the_border_word() {
    for at in (FIRST..6 * STEP).step_by(STEP as usize) {
        let (calm, announced) = (Split::at(at), Split::at(at).announce());
        assert_eq!((calm.index(), announced.index()), (at, at));
        assert!(!calm.announced() && announced.announced());
        for index in (INDEX_TAG..8 * STEP).step_by(STEP as usize) {
            assert_eq!(calm.owns(index), index >= at);
            assert_eq!(announced.owns(index), index > at);
        }
    }
}

/// An item of the race: written before the push, so that a checker sees who reads it unordered.
struct Item {
    value: UnsafeCell<usize>,
    taken: AtomicU8,
}

struct Race {
    deque: ForkDeque,
    items: Vec<Item>,
    taken: AtomicUsize,
    /// A thread has panicked, so that the others should stop too.
    broken: AtomicBool,
}

// SAFETY: `value` is written by the owner before the push and only read after.
unsafe impl Sync for Race {}

/// Tells the other threads of the race if this one panics.
struct Alarm<'a>(&'a Race);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            // Relaxed: says when to stop.
            self.0.broken.store(true, Ordering::Relaxed);
        }
    }
}

impl Race {
    fn take(&self, word: Word) {
        // SAFETY: only words of `items` are pushed.
        let item = unsafe { word.cast::<Item>().as_ref() };
        // SAFETY: `value` was written before the push.
        let value = unsafe { *item.value.get() };
        assert!(ptr::eq(item, &raw const self.items[value]));
        // Relaxed: counts only; the threads are joined before it matters.
        assert_eq!(
            item.taken.fetch_add(1, Ordering::Relaxed),
            0,
            "item {value}"
        );
        // Relaxed: says when to stop.
        self.taken.fetch_add(1, Ordering::Relaxed);
    }

    fn done(&self) -> bool {
        // Relaxed: as above.
        self.taken.load(Ordering::Relaxed) >= self.items.len()
            || self.broken.load(Ordering::Relaxed)
    }

    /// Pushes and pops at random, sharing in all ways there are.
    fn own(&self, seed: u64) {
        let _alarm = Alarm(self);
        let (hand, rng) = (Hand::of(&self.deque), Rng::new(seed));
        let mut next = 0;
        while !self.done() {
            let burst = rng.below(6).min(self.items.len() - next);
            for item in &self.items[next..next + burst] {
                // SAFETY: not pushed yet, so nobody else looks at `value`.
                unsafe { *item.value.get() = next };
                next += 1;
                hand.push_with_room(NonNull::from(item).cast());
            }
            match rng.below(4) {
                0 => _ = hand.publish(),
                1 => hand.publish_all(),
                2 => hand.calm(),
                _ => {}
            }
            for _ in 0..rng.below(6) {
                if let Some(word) = hand.pop() {
                    self.take(word);
                }
            }
        }
    }

    fn rob(&self, seed: u64) {
        let _alarm = Alarm(self);
        let rng = Rng::new(seed);
        while !self.done() {
            if let Steal::Item(word) = self.deque.steal() {
                self.take(word);
            } else if barrier::available() && rng.below(64) == 0 {
                self.deque.expose();
            } else if rng.below(256) == 0 {
                self.deque.raise();
                thread::yield_now();
            }
        }
    }
}

fn race(thieves: u64) {
    let count = match (cfg!(tine_tsan), cfg!(debug_assertions)) {
        (true, _) => 20_000,
        (false, true) => 100_000,
        (false, false) => 1_000_000,
    };
    let item = |_| Item {
        value: UnsafeCell::new(usize::MAX),
        taken: AtomicU8::new(0),
    };
    let race = Race {
        deque: ForkDeque::new(true),
        items: (0..count).map(item).collect(),
        taken: AtomicUsize::new(0),
        broken: AtomicBool::new(false),
    };
    thread::scope(|s| {
        for thief in 1..=thieves {
            let race = &race;
            s.spawn(move || race.rob(thief));
        }
        race.own(thieves);
    });
    assert_eq!(race.deque.len(), 0);
}

#[test]
fn one_thief_and_everything_leaves_once() {
    race(1);
}

#[test]
fn two_thieves_and_everything_leaves_once() {
    race(2);
}

#[test]
fn three_thieves_and_everything_leaves_once() {
    race(3);
}
