//! Loom models of the deque: whatever the schedule, each item leaves exactly once, and whoever gets it sees what was written
//! before the push. The places are cells that loom checks, so a place touched by two threads shows as a race.

use super::OpenDeque;
use super::hand::Hand;
use super::top::before;
use crate::base::model::check;
use crate::queue::Steal;
use loom::sync::Arc;
use loom::thread;

type Deque = OpenDeque<Box<usize>>;

/// A deque of `1 << log` seats with the items `[0, count)`, its indices about to wrap.
fn deque(log: u32, count: usize) -> Arc<Deque> {
    let deque = Deque::starting_at(before(0, 2), log);
    (0..count).for_each(|i| push(&deque, i));
    Arc::new(deque)
}

/// Pushes, and grows if it must.
fn push(deque: &Deque, i: usize) {
    Hand::of(deque).push_growing(Box::new(i));
}

fn pop(deque: &Deque) -> Vec<usize> {
    Vec::from_iter(Hand::of(deque).pop().map(|item| *item))
}

fn steal(deque: &Deque) -> Vec<usize> {
    match deque.steal() {
        Steal::Item(item) => vec![*item],
        Steal::Empty | Steal::Retry => vec![],
    }
}

fn rob(deque: &Arc<Deque>, times: usize) -> thread::JoinHandle<Vec<usize>> {
    let deque = Arc::clone(deque);
    thread::spawn(move || {
        let got: Vec<usize> = (0..times).flat_map(|_| steal(&deque)).collect();
        assert!(got.is_sorted(), "{got:?}");
        got
    })
}

/// Everything that was pushed came out once.
fn settle(deque: &Deque, mut got: Vec<usize>, pushed: usize) {
    got.extend(std::iter::from_fn(|| {
        Hand::of(deque).pop().map(|item| *item)
    }));
    got.sort();
    assert_eq!(got, Vec::from_iter(0..pushed));
    assert!(deque.is_empty());
    assert!(steal(deque).is_empty());
}

/// An owner and its thieves at once, each of which steals so many times.
fn race<const N: usize>(
    log: u32,
    first: usize,
    thieves: [usize; N],
    pushed: usize,
    owner: fn(&Deque) -> Vec<usize>,
) {
    check(move || {
        let deque = deque(log, first);
        let thieves = thieves.map(|times| rob(&deque, times));
        let mut got = owner(&deque);
        for thief in thieves {
            got.extend(thief.join().unwrap());
        }
        settle(&deque, got, pushed);
    });
}

#[test]
fn the_last_item() {
    race(1, 1, [1, 1], 1, pop);
}

#[test]
fn the_last_items() {
    race(1, 2, [2], 2, |deque| [pop(deque), pop(deque)].concat());
}

#[test]
fn the_last_items_with_two_thieves() {
    race(1, 2, [1, 1], 2, |deque| [pop(deque), pop(deque)].concat());
}

#[test]
fn three_items_and_a_greedy_thief() {
    race(2, 3, [3], 3, |deque| {
        [pop(deque), pop(deque), pop(deque)].concat()
    });
}

#[test]
fn pushed_while_stolen() {
    race(1, 0, [2], 2, |deque| {
        push(deque, 0);
        push(deque, 1);
        pop(deque)
    });
}

#[test]
fn popped_and_pushed_again() {
    race(1, 1, [2], 3, |deque| {
        let mut got = pop(deque);
        push(deque, 1);
        got.extend(pop(deque));
        push(deque, 2);
        got
    });
}

#[test]
fn popped_and_pushed_again_with_two_thieves() {
    race(1, 2, [1, 1], 3, |deque| {
        let got = pop(deque);
        push(deque, 2);
        [got, pop(deque)].concat()
    });
}

/// A seat is used again only after the thief has left it; until then the deque is full.
#[test]
fn full_while_a_thief_sits() {
    for log in [0, 1] {
        check(move || {
            let seats = 1 << log;
            let deque = deque(log, seats);
            let thief = rob(&deque, 2);
            let mut got = Vec::new();
            for i in seats..seats + 2 {
                got.extend(Hand::of(&deque).push(Box::new(i)).err().map(|item| *item));
            }
            got.extend(thief.join().unwrap());
            settle(&deque, got, seats + 2);
        });
    }
}

#[test]
fn grown_while_stolen() {
    race(1, 2, [2], 4, |deque| {
        push(deque, 2);
        push(deque, 3);
        pop(deque)
    });
}

#[test]
fn grown_while_stolen_by_two() {
    race(1, 2, [1, 1], 3, |deque| {
        push(deque, 2);
        pop(deque)
    });
}

#[test]
fn grown_twice_while_stolen() {
    race(0, 1, [2], 4, |deque| {
        push(deque, 1);
        push(deque, 2);
        push(deque, 3);
        vec![]
    });
}

/// After growth the seats of what was stolen meanwhile are used again.
#[test]
fn grown_and_filled_while_stolen() {
    race(0, 1, [1], 4, |deque| {
        Hand::of(deque).grow();
        push(deque, 1);
        let refused = Hand::of(deque).push(Box::new(2)).err();
        let more = Hand::of(deque).push(Box::new(3)).err();
        refused.into_iter().chain(more).map(|item| *item).collect()
    });
}

/// A thief with a deque of its own: gives what one batch brought, oldest first.
fn rob_half(deque: &Arc<Deque>) -> thread::JoinHandle<Vec<usize>> {
    let deque = Arc::clone(deque);
    thread::spawn(move || {
        let own = Deque::new(1);
        let mut got = match Hand::of(&own).steal_from(&deque) {
            Steal::Item(item) => vec![*item],
            Steal::Empty | Steal::Retry => vec![],
        };
        got.extend(std::iter::from_fn(|| {
            Hand::of(&own).pop().map(|item| *item)
        }));
        got.reverse();
        assert!(got.is_sorted(), "{got:?}");
        got
    })
}

#[test]
fn half_is_stolen_while_popped() {
    check(|| {
        let deque = deque(2, 4);
        let thief = rob_half(&deque);
        let mut got = [pop(&deque), pop(&deque), pop(&deque)].concat();
        got.extend(thief.join().unwrap());
        settle(&deque, got, 4);
    });
}

#[test]
fn halves_are_stolen_by_two() {
    check(|| {
        let deque = deque(2, 4);
        let thieves = [rob_half(&deque), rob_half(&deque)];
        let mut got = [pop(&deque), pop(&deque)].concat();
        for thief in thieves {
            got.extend(thief.join().unwrap());
        }
        settle(&deque, got, 4);
    });
}

#[test]
fn half_and_one_are_stolen() {
    check(|| {
        let deque = deque(2, 3);
        let (half, one) = (rob_half(&deque), rob(&deque, 1));
        let mut got = [pop(&deque), pop(&deque)].concat();
        got.extend(half.join().unwrap());
        got.extend(one.join().unwrap());
        settle(&deque, got, 3);
    });
}

/// What was withdrawn is offered again in the very same words, with other items.
#[test]
fn offered_again() {
    for batch in [false, true] {
        check(move || {
            let deque = deque(2, 4);
            let thief = match batch {
                true => rob_half(&deque),
                false => rob(&deque, 3),
            };
            let mut got = [pop(&deque), pop(&deque), pop(&deque)].concat();
            (4..7).for_each(|i| push(&deque, i));
            got.extend(pop(&deque));
            got.extend(thief.join().unwrap());
            settle(&deque, got, 7);
        });
    }
}

#[test]
fn half_is_stolen_while_it_grows() {
    check(|| {
        let deque = deque(1, 2);
        let thief = rob_half(&deque);
        (2..6).for_each(|i| push(&deque, i));
        let mut got = [pop(&deque), pop(&deque)].concat();
        got.extend(thief.join().unwrap());
        settle(&deque, got, 6);
    });
}
