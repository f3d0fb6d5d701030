//! Loom models of the ring: whatever the schedule, each item leaves exactly once, in order, and whoever gets it sees what was
//! written before the push. The places are cells that loom checks, so a place touched by two threads shows as a race.

use super::hand::Hand;
use super::{SLOTS, TaskRing};
use crate::base::model::check;
use crate::base::prim::fence_seq_cst;
use crate::queue::Steal;
use loom::sync::Arc;
use loom::sync::atomic::{AtomicBool, Ordering};
use loom::thread;

type Ring = TaskRing<Box<usize>>;

/// A ring with the items `[0, count)`, its indices about to wrap.
fn ring(count: usize) -> Arc<Ring> {
    let ring = Ring::starting_at(u32::MAX - 1);
    for i in 0..count {
        assert!(Hand::of(&ring).push(Box::new(i)).is_empty());
    }
    Arc::new(ring)
}

fn pop(ring: &Ring) -> Option<usize> {
    Hand::of(ring).pop().map(|item| *item)
}

fn push(ring: &Ring, i: usize) -> Vec<usize> {
    let spilled = Hand::of(ring).push(Box::new(i));
    spilled.into_iter().map(|item| *item).collect()
}

/// A thief with a ring of its own: steals `times` and gives what it got, oldest first.
fn rob(victim: &Arc<Ring>, times: usize) -> thread::JoinHandle<Vec<usize>> {
    let victim = Arc::clone(victim);
    thread::spawn(move || {
        let own = Ring::new();
        let mut got = Vec::new();
        for _ in 0..times {
            if let Steal::Item(item) = Hand::of(&own).steal_from(&victim) {
                got.push(*item);
                got.extend(std::iter::from_fn(|| pop(&own)));
            }
        }
        got
    })
}

/// Everything that was pushed came out once, and in order wherever one thread took it from the head.
fn settle(ring: &Ring, parts: Vec<Vec<usize>>, pushed: usize) {
    let mut all: Vec<usize> = std::iter::from_fn(|| pop(ring)).collect();
    assert!(all.is_sorted());
    for part in parts {
        assert!(part.is_sorted(), "{part:?}");
        all.extend(part);
    }
    all.sort();
    assert_eq!(all, Vec::from_iter(0..pushed));
    assert!(ring.is_empty());
    let heads = super::Heads::unpack(ring.heads.load(Ordering::Relaxed));
    assert!(!heads.copying());
}

#[test]
fn half_is_stolen_while_popped() {
    check(|| {
        let ring = ring(3);
        let thief = rob(&ring, 1);
        let mine = vec![pop(&ring), pop(&ring)];
        let mine = mine.into_iter().flatten().collect();
        settle(&ring, vec![mine, thief.join().unwrap()], 3);
    });
}

#[test]
fn two_thieves_and_a_pop() {
    check(|| {
        let ring = ring(3);
        let thieves = [rob(&ring, 1), rob(&ring, 1)];
        let mut parts = vec![Vec::from_iter(pop(&ring))];
        parts.extend(thieves.map(|thief| thief.join().unwrap()));
        settle(&ring, parts, 3);
    });
}

/// The places of what was stolen are written again, and only after they were read.
#[test]
fn pushed_while_stolen() {
    check(|| {
        let ring = ring(SLOTS as usize - 1);
        let thief = rob(&ring, 2);
        let mut spilled = Vec::new();
        for i in 3..6 {
            spilled.extend(push(&ring, i));
        }
        settle(&ring, vec![spilled, thief.join().unwrap()], 6);
    });
}

#[test]
fn spilled_while_stolen() {
    check(|| {
        let ring = ring(SLOTS as usize);
        let thief = rob(&ring, 1);
        let spilled = push(&ring, SLOTS as usize);
        assert!([0, 1, 3].contains(&spilled.len()), "{spilled:?}");
        settle(&ring, vec![spilled, thief.join().unwrap()], 5);
    });
}

/// What an owner relies on that refills its ring: an empty ring may have no room yet, but what is said to fit fits.
#[test]
fn refilled_while_stolen() {
    check(|| {
        let ring = ring(SLOTS as usize);
        let thief = rob(&ring, 1);
        let mine: Vec<usize> = std::iter::from_fn(|| pop(&ring)).collect();
        let room = Hand::of(&ring).room() as usize;
        let all = SLOTS as usize + room;
        for i in SLOTS as usize..all {
            assert!(push(&ring, i).is_empty());
        }
        settle(&ring, vec![mine, thief.join().unwrap()], all);
    });
}

#[test]
fn spilled_while_two_steal() {
    check(|| {
        let ring = ring(SLOTS as usize);
        let thieves = [rob(&ring, 1), rob(&ring, 1)];
        let mut parts = vec![push(&ring, SLOTS as usize)];
        parts.extend(thieves.map(|thief| thief.join().unwrap()));
        settle(&ring, parts, 5);
    });
}

#[test]
fn popped_and_pushed_while_stolen() {
    check(|| {
        let ring = ring(2);
        let thief = rob(&ring, 2);
        let mut mine = Vec::from_iter(pop(&ring));
        assert!(push(&ring, 2).is_empty());
        mine.extend(pop(&ring));
        settle(&ring, vec![mine, thief.join().unwrap()], 3);
    });
}

/// A thief is robbed in turn: what it took from one ring is published by its own.
#[test]
fn stolen_from_a_thief() {
    check(|| {
        let (ring, middle) = (ring(3), Arc::new(Ring::new()));
        let first = {
            let (ring, middle) = (Arc::clone(&ring), Arc::clone(&middle));
            thread::spawn(move || match Hand::of(&middle).steal_from(&ring) {
                Steal::Item(item) => vec![*item],
                Steal::Empty | Steal::Retry => vec![],
            })
        };
        let second = rob(&middle, 1);
        let mine = Vec::from_iter(pop(&ring));
        let mut parts = vec![mine, second.join().unwrap(), first.join().unwrap()];
        parts.push(std::iter::from_fn(|| pop(&middle)).collect());
        settle(&ring, parts, 3);
    });
}

#[test]
fn single_steals() {
    check(|| {
        let ring = ring(2);
        let thief = {
            let ring = Arc::clone(&ring);
            thread::spawn(move || match ring.steal() {
                Steal::Item(item) => vec![*item],
                Steal::Empty | Steal::Retry => vec![],
            })
        };
        let mine = vec![pop(&ring), pop(&ring)];
        let mine = mine.into_iter().flatten().collect();
        settle(&ring, vec![mine, thief.join().unwrap()], 2);
    });
}

/// What a sleeper relies on: the pusher sees the sleeper, or the sleeper sees the item.
#[test]
fn seen_after_a_fence() {
    check(|| {
        let pair = Arc::new((Ring::new(), AtomicBool::new(false)));
        let sleeper = {
            let pair = Arc::clone(&pair);
            thread::spawn(move || {
                // Relaxed: the fences are to do it.
                pair.1.store(true, Ordering::Relaxed);
                fence_seq_cst();
                pair.0.is_empty()
            })
        };
        assert!(push(&pair.0, 1).is_empty());
        fence_seq_cst();
        // Relaxed: as above.
        let asleep = pair.1.load(Ordering::Relaxed);
        let missed = sleeper.join().unwrap();
        assert!(asleep || !missed);
    });
}
