//! The deque against a plain one, and in a race for every item.

use super::OpenDeque;
use super::hand::Hand;
use super::top::{Top, after, ahead, before, seat_of};
use crate::base::prim::{AtomicU8, AtomicUsize, Ordering};
use crate::base::rng::Rng;
use crate::queue::Steal;
use std::collections::VecDeque;
use std::thread;

#[test]
fn the_word_of_the_thieves() {
    let last = before(0, 1);
    for (index, log, count) in [(0, 0, 0), (after(0, 5), 6, 9), (last, 42, Top::MOST)] {
        let top = Top::at(index, log).offering(count);
        assert_eq!((top.index(), top.log(), top.offered()), (index, log, count));
        let moved = top.without_oldest();
        assert_eq!(moved.index(), after(index, 1));
        assert_eq!(
            (moved.log(), moved.offered()),
            (log, count.saturating_sub(1))
        );
        let larger = top.in_buffer(log + 1);
        assert_eq!(larger, Top::at(index, log + 1).offering(count));
        assert_eq!(top.offering(0), Top::at(index, log));
    }
    let all = Top::at(last, 3).offering(7).without(7);
    assert_eq!(all, Top::at(after(0, 6), 3));
}

#[test]
fn indices_wrap() {
    let last = before(0, 1);
    let two = after(last, 3);
    assert_eq!((after(0, 2), before(two, 3)), (two, last));
    assert_eq!(
        (ahead(two, last), ahead(last, two), ahead(two, two)),
        (3, -3, 0)
    );
    for (index, seat) in [(0, 0), (two, 2), (last, 7), (before(0, 8), 0)] {
        assert_eq!(seat_of(index, 7), seat);
    }
}

/// One operation at random on a deque and on a plain one, which holds the items that the deque should.
fn step(deque: &OpenDeque<Box<usize>>, plain: &mut VecDeque<usize>, pushed: &mut usize, rng: &Rng) {
    let hand = Hand::of(deque);
    // Bursts, so that there is something to offer and to withdraw.
    let burst = rng.below([5, 200][rng.below(2)]);
    let capacity = deque.own.buffer.get().capacity() as usize;
    match rng.below(8) {
        0..4 => {
            for _ in 0..burst {
                let refused = hand.push(Box::new(*pushed)).err();
                if plain.len() < capacity {
                    assert_eq!(refused, None);
                    plain.push_back(*pushed);
                } else {
                    assert_eq!(refused.as_deref(), Some(&*pushed));
                }
                *pushed += 1;
            }
        }
        4..6 => {
            for _ in 0..burst {
                assert_eq!(hand.pop().map(|item| *item), plain.pop_back());
            }
        }
        6 => {
            let expected = plain.pop_front();
            let expected = expected.map_or(Steal::Empty, |item| Steal::Item(Box::new(item)));
            assert_eq!(deque.steal(), expected);
        }
        _ if plain.len() == capacity && capacity < 256 => {
            hand.grow();
            assert_eq!(deque.own.buffer.get().capacity() as usize, 2 * capacity);
        }
        _ => {}
    }
    assert_eq!(deque.len(), plain.len());
    assert_eq!(deque.is_empty(), plain.is_empty());
}

#[test]
fn as_a_plain_deque() {
    for seed in 0..100 {
        println!("seed {seed}");
        let rng = Rng::new(seed);
        // The indices wrap after a while.
        let deque = OpenDeque::starting_at(before(0, 300), rng.below(8) as u32);
        let (mut plain, mut pushed) = (VecDeque::new(), 0);
        for _ in 0..1000 {
            step(&deque, &mut plain, &mut pushed, &rng);
        }
    }
}

#[test]
fn half_keeps_its_order() {
    for (there, room) in [(0, 4), (1, 4), (2, 4), (9, 8), (9, 2), (9, 0), (1000, 128)] {
        let (victim, own) = (OpenDeque::starting_at(before(0, 3), 10), OpenDeque::new(8));
        for i in 0..there {
            Hand::of(&victim).push_growing(i);
        }
        for _ in room..256 {
            Hand::of(&own).push_growing(usize::MAX);
        }
        let half = usize::div_ceil(there, 2);
        let moved = half.min(super::thief::BATCH as usize).min(room + 1);
        let newest = match Hand::of(&own).steal_from(&victim) {
            Steal::Item(newest) => Some(newest),
            Steal::Empty | Steal::Retry => None,
        };
        assert_eq!(newest, moved.checked_sub(1));
        for i in (0..moved.saturating_sub(1)).rev() {
            assert_eq!(Hand::of(&own).pop(), Some(i));
        }
        assert_eq!(own.len(), 256 - room);
        assert_eq!(victim.len(), there - moved);
    }
}

#[test]
fn stolen_seats_are_used_again_before_it_grows() {
    let deque = OpenDeque::new(3);
    for i in 0..1000 {
        Hand::of(&deque).push_growing(i);
        assert_eq!(deque.steal(), Steal::Item(i));
    }
    assert_eq!(deque.own.buffer.get().capacity(), 8);
}

/// An owner that pushes and pops, and thieves, until every item has come out.
fn race(thieves: usize, log: u32, grows: bool) {
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
        assert_eq!(taken[*item].fetch_add(1, Ordering::Relaxed), 0, "{item}");
        left.fetch_sub(1, Ordering::Relaxed);
    };
    // Relaxed: says when to stop.
    let done = || left.load(Ordering::Relaxed) == 0 || thread::panicking();
    let deque = OpenDeque::new(log);
    thread::scope(|s| {
        for me in 1..=thieves {
            let (deque, take, done) = (&deque, &take, &done);
            s.spawn(move || {
                let (own, rng) = (OpenDeque::new(3), Rng::new(me as u64));
                let hand = Hand::of(&own);
                while !done() {
                    let stolen = match rng.below(2) {
                        0 => deque.steal(),
                        _ => hand.steal_from(deque),
                    };
                    match stolen {
                        Steal::Item(item) => take(item),
                        Steal::Empty | Steal::Retry => thread::yield_now(),
                    }
                    std::iter::from_fn(|| hand.pop()).for_each(take);
                }
            });
        }
        let (hand, rng) = (Hand::of(&deque), Rng::new(0));
        let mut next = 0;
        while !done() {
            let burst = rng.below(20).min(count - next);
            for i in next..next + burst {
                match grows {
                    true => hand.push_growing(Box::new(i)),
                    false => hand.push(Box::new(i)).err().into_iter().for_each(take),
                }
            }
            next += burst;
            for _ in 0..rng.below(20) {
                hand.pop().into_iter().for_each(take);
            }
        }
    });
    assert!(deque.is_empty());
}

#[test]
fn one_thief_and_everything_leaves_once() {
    race(1, 3, false);
    race(1, 0, true);
}

#[test]
fn three_thieves_and_everything_leaves_once() {
    race(3, 3, false);
    race(3, 0, true);
}
