//! The ring against a plain queue, and in a race for every item.

use super::hand::Hand;
use super::heads::Heads;
use super::{SLOTS, TaskRing};
use crate::base::prim::{AtomicU8, AtomicUsize, Ordering};
use crate::base::rng::Rng;
use crate::queue::Steal;
use std::cell::Cell;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::thread;

const ALL: usize = SLOTS as usize;

#[test]
fn the_heads_in_one_word() {
    for (steal, real) in [(0, 0), (0, 5), (u32::MAX - 2, 1), (7, u32::MAX)] {
        let heads = Heads { steal, real };
        assert_eq!(Heads::unpack(heads.pack()), heads);
        assert_eq!(heads.copying(), steal != real);
        assert_eq!(heads.released(), Heads::both(real));
    }
    let idle = Heads::both(u32::MAX);
    assert_eq!(idle.taken(2), Heads::both(1));
    let claimed = idle.claimed(3);
    assert_eq!((claimed.steal, claimed.real), (u32::MAX, 2));
    assert_eq!(
        (claimed.taken(1).steal, claimed.taken(1).real),
        (u32::MAX, 3)
    );
}

/// Two rings that rob each other, and plain queues beside them.
struct Pair {
    rings: [TaskRing<usize>; 2],
    plain: [VecDeque<usize>; 2],
    pushed: usize,
}

impl Pair {
    fn step(&mut self, rng: &Rng) {
        let at = rng.below(2);
        let hand = Hand::of(&self.rings[at]);
        match rng.below(8) {
            0..4 => {
                // Bursts, so that the rings fill up now and then.
                for _ in 0..rng.below(60) {
                    let plain = &mut self.plain[at];
                    let mut expected: Vec<usize> = Vec::new();
                    if plain.len() == ALL {
                        expected = plain.drain(..ALL / 2).collect();
                        expected.push(self.pushed);
                    } else {
                        plain.push_back(self.pushed);
                    }
                    assert_eq!(hand.push(self.pushed), expected);
                    self.pushed += 1;
                }
            }
            4..6 => {
                for _ in 0..rng.below(80) {
                    assert_eq!(hand.pop(), self.plain[at].pop_front());
                }
            }
            6 => {
                let stolen = hand.steal_from(&self.rings[1 - at]);
                let there = self.plain[1 - at].len();
                let room = ALL - self.plain[at].len();
                let half = there.div_ceil(2).min(room + 1);
                let mut moved = Vec::from_iter(self.plain[1 - at].drain(..half)).into_iter();
                assert_eq!(stolen, moved.next().map_or(Steal::Empty, Steal::Item));
                self.plain[at].extend(moved);
            }
            _ => {
                let expected = self.plain[at].pop_front();
                let stolen = self.rings[at].steal();
                assert_eq!(stolen, expected.map_or(Steal::Empty, Steal::Item));
            }
        }
        for (ring, plain) in self.rings.iter().zip(&self.plain) {
            assert_eq!(ring.len(), plain.len());
            assert_eq!(ring.is_empty(), plain.is_empty());
        }
    }
}

#[test]
fn as_plain_queues() {
    for seed in 0..40 {
        println!("seed {seed}");
        let rng = Rng::new(seed);
        let mut pair = Pair {
            // Their indices wrap after a while.
            rings: [1000, 3].map(|before| TaskRing::starting_at(u32::MAX - before)),
            plain: Default::default(),
            pushed: 0,
        };
        for _ in 0..1000 {
            pair.step(&rng);
        }
    }
}

#[test]
fn from_itself_a_thief_takes_one() {
    let ring = TaskRing::new();
    let hand = Hand::of(&ring);
    for i in 0..5 {
        hand.push(i);
    }
    assert_eq!(hand.steal_from(&ring), Steal::Item(0));
    assert_eq!(ring.len(), 4);
}

/// Counts its drops, and panics in one of them.
struct Bomb(Rc<Cell<usize>>, bool);

impl Drop for Bomb {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
        assert!(!self.1, "a bomb");
    }
}

#[test]
fn what_is_left_is_dropped_once() {
    let drops = Rc::new(Cell::new(0));
    let ring = TaskRing::new();
    let hand = Hand::of(&ring);
    for i in 0..100 {
        hand.push(Bomb(Rc::clone(&drops), i == 40));
    }
    drop((hand.pop(), hand.pop()));
    assert_eq!(drops.get(), 2);
    catch_unwind(AssertUnwindSafe(|| drop(ring))).expect_err("the bomb");
    assert_eq!(drops.get(), 100);
}

/// An owner that pushes and pops, and thieves that rob it and each other, until every item has come out.
fn race(thieves: usize) {
    let count = match (cfg!(tine_tsan), cfg!(debug_assertions)) {
        (true, _) => 20_000,
        (false, true) => 100_000,
        (false, false) => 1_000_000,
    };
    let taken: Vec<AtomicU8> = (0..count).map(|_| AtomicU8::new(0)).collect();
    let left = AtomicUsize::new(count);
    // Boxed, so that a checker sees who reads it unordered.
    let take = |item: Box<usize>| {
        // Relaxed: counts only; the threads are joined before it matters.
        assert_eq!(
            taken[*item].fetch_add(1, Ordering::Relaxed),
            0,
            "item {item}"
        );
        left.fetch_sub(1, Ordering::Relaxed);
    };
    // Relaxed: says when to stop.
    let done = || left.load(Ordering::Relaxed) == 0 || thread::panicking();
    let rings: Vec<TaskRing<Box<usize>>> = (0..=thieves).map(|_| TaskRing::new()).collect();
    thread::scope(|s| {
        for me in 1..=thieves {
            let (rings, take, done) = (&rings, &take, &done);
            s.spawn(move || {
                let (hand, rng) = (Hand::of(&rings[me]), Rng::new(me as u64));
                while !done() {
                    let victim = &rings[rng.below(thieves + 1)];
                    let stolen = match rng.below(4) {
                        0 => victim.steal(),
                        _ => hand.steal_from(victim),
                    };
                    match stolen {
                        Steal::Item(item) => take(item),
                        Steal::Empty | Steal::Retry => thread::yield_now(),
                    }
                    for _ in 0..rng.below(ALL) {
                        hand.pop().into_iter().for_each(take);
                    }
                }
            });
        }
        let (hand, rng) = (Hand::of(&rings[0]), Rng::new(0));
        let mut next = 0;
        while !done() {
            let burst = rng.below(ALL).min(count - next);
            for i in next..next + burst {
                hand.push(Box::new(i)).into_iter().for_each(take);
            }
            next += burst;
            for _ in 0..rng.below(ALL) {
                hand.pop().into_iter().for_each(take);
            }
        }
    });
    assert!(rings.iter().all(TaskRing::is_empty));
}

#[test]
fn one_thief_and_everything_leaves_once() {
    race(1);
}

#[test]
fn three_thieves_and_everything_leaves_once() {
    race(3);
}
