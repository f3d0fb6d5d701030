//! Loom models of the deque: whatever the schedule, each item leaves exactly once, and whoever gets
//! it sees what was written before the push.

use super::ForkDeque;
use super::hand::Hand;
use crate::base::barrier;
use crate::base::model::check;
use crate::queue::{Steal, Word};
use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::thread;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What stands for a job: written by the owner before the push, read by whoever takes it.
struct Item {
    payload: UnsafeCell<usize>,
    /// Not loom's, so that counting adds no switches.
    taken: AtomicUsize,
}

/// A deque with the items of one model.
struct Bench {
    deque: ForkDeque,
    items: Vec<Item>,
}

// SAFETY: the `payload` cells are checked by loom.
unsafe impl Sync for Bench {}

impl Bench {
    fn new(items: usize, hungry: bool) -> Arc<Self> {
        let item = |_| Item {
            payload: UnsafeCell::new(0),
            taken: AtomicUsize::new(0),
        };
        Arc::new(Bench {
            deque: ForkDeque::new(hungry),
            items: (0..items).map(item).collect(),
        })
    }

    /// Writes item `i` and gives the word to push.
    fn item(&self, i: usize) -> Word {
        // SAFETY: loom checks that nobody reads it now.
        self.items[i].payload.with_mut(|p| unsafe { *p = i + 1 });
        NonNull::from(&self.items[i]).cast()
    }

    /// Owner: pushes item `i`.
    fn push(&self, i: usize) {
        Hand::of(&self.deque).push_with_room(self.item(i));
    }

    /// Owner: pushes items until there are `upto`, then shares them all.
    fn share(&self, upto: usize) {
        (0..upto).for_each(|i| self.push(i));
        Hand::of(&self.deque).publish_all();
    }

    /// Runs what was popped or stolen. Says whether there was something.
    fn run(&self, word: Option<Word>) -> bool {
        let Some(word) = word else { return false };
        let i = self
            .items
            .iter()
            .position(|item| NonNull::from(item).cast() == word)
            .expect("a word that was pushed");
        // SAFETY: loom checks that the owner's write happened before.
        let payload = self.items[i].payload.with(|p| unsafe { *p });
        assert_eq!(payload, i + 1);
        self.items[i].taken.fetch_add(1, Ordering::Relaxed);
        true
    }

    fn pop(&self) -> bool {
        self.run(Hand::of(&self.deque).pop())
    }

    fn steal(&self) -> Steal<Word> {
        let steal = self.deque.steal();
        if let Steal::Item(word) = steal {
            self.run(Some(word));
        }
        steal
    }

    /// Owner, after the thieves: takes what is left, and every item must have left once.
    fn settle(&self) {
        while self.pop() {}
        let taken = self
            .items
            .iter()
            .map(|item| item.taken.load(Ordering::Relaxed));
        assert_eq!(taken.collect::<Vec<_>>(), vec![1; self.items.len()]);
        assert_eq!(self.deque.len(), 0);
        assert!(matches!(self.deque.steal(), Steal::Empty));
    }
}

/// Checks a model in which nobody exposes, with and without the process-wide barrier. Only without
/// it is the order of the plain path seen as it is: see `barrier::light`.
fn check_both(model: fn()) {
    check(model);
    check(move || barrier::without(model));
}

/// Owner and thieves at once; the last thing is to settle.
fn race<const N: usize>(bench: Arc<Bench>, thieves: [fn(&Bench); N], owner: fn(&Bench)) {
    let thieves = thieves.map(|thief| {
        let bench = Arc::clone(&bench);
        thread::spawn(move || thief(&bench))
    });
    owner(&bench);
    for thief in thieves {
        thief.join().unwrap();
    }
    bench.settle();
}

fn steal_once(bench: &Bench) {
    let _ = bench.steal();
}

fn steal_twice(bench: &Bench) {
    let _ = bench.steal();
    let _ = bench.steal();
}

fn expose_and_steal(bench: &Bench) {
    bench.deque.expose();
    let _ = bench.steal();
}

#[test]
fn the_last_shared_item() {
    check_both(|| {
        let bench = Bench::new(1, true);
        bench.share(1);
        race(bench, [steal_once, steal_once], |bench| {
            bench.pop();
        });
    });
}

#[test]
fn pushed_while_stolen() {
    check_both(|| {
        race(Bench::new(2, true), [steal_twice], |bench| {
            bench.push(0);
            Hand::of(&bench.deque).publish();
            bench.push(1);
            Hand::of(&bench.deque).publish();
            bench.pop();
        });
    });
}

#[test]
fn pushed_and_popped_with_two_thieves() {
    check_both(|| {
        race(Bench::new(2, true), [steal_once, steal_once], |bench| {
            bench.push(0);
            bench.push(1);
            Hand::of(&bench.deque).publish();
            bench.pop();
            bench.pop();
        });
    });
}

#[test]
fn taken_back_from_one_thief() {
    check_both(|| {
        let bench = Bench::new(3, true);
        bench.share(3);
        race(bench, [steal_twice], |bench| while bench.pop() {});
    });
}

#[test]
fn taken_back_from_a_greedy_thief() {
    check_both(|| {
        let bench = Bench::new(3, true);
        bench.share(3);
        let greedy = |bench: &Bench| {
            steal_twice(bench);
            steal_once(bench);
        };
        race(bench, [greedy], |bench| while bench.pop() {});
    });
}

#[test]
fn taken_back_from_two_thieves() {
    check_both(|| {
        let bench = Bench::new(3, true);
        bench.share(3);
        race(bench, [steal_once, steal_twice], |bench| {
            bench.pop();
            bench.pop();
        });
    });
}

#[test]
fn taken_back_and_shared_again() {
    check_both(|| {
        let bench = Bench::new(3, true);
        bench.share(2);
        race(bench, [steal_twice], |bench| {
            bench.pop();
            bench.push(2);
            Hand::of(&bench.deque).publish();
            bench.pop();
        });
    });
}

#[test]
fn grown_while_stolen() {
    check_both(|| {
        let bench = Bench::new(4, true);
        bench.push(0);
        Hand::of(&bench.deque).publish();
        race(bench, [steal_twice], |bench| {
            bench.push(1);
            bench.push(2);
            bench.push(3);
            Hand::of(&bench.deque).publish();
            bench.pop();
        });
    });
}

#[test]
fn slots_used_again() {
    check_both(|| {
        let bench = Bench::new(4, true);
        bench.share(1);
        race(bench, [steal_once, steal_once], |bench| {
            for i in 1..4 {
                bench.push(i);
                bench.pop();
            }
        });
    });
}

#[test]
fn exposed_while_popped() {
    check(|| {
        race(Bench::new(1, false), [expose_and_steal], |bench| {
            bench.push(0);
            bench.pop();
        });
    });
}

#[test]
fn exposed_while_popped_and_pushed_again() {
    check(|| {
        race(Bench::new(2, false), [expose_and_steal], |bench| {
            bench.push(0);
            bench.pop();
            bench.push(1);
            bench.pop();
        });
    });
}

#[test]
fn exposed_while_two_are_popped() {
    check(|| {
        let bench = Bench::new(2, false);
        bench.push(0);
        bench.push(1);
        race(bench, [expose_and_steal, steal_once], |bench| {
            bench.pop();
            bench.pop();
        });
    });
}

#[test]
fn exposed_by_two_thieves() {
    check(|| {
        let bench = Bench::new(2, false);
        bench.push(0);
        bench.push(1);
        race(bench, [expose_and_steal, expose_and_steal], |bench| {
            bench.pop();
            bench.pop();
        });
    });
}

/// An announcement of the same index again is not the one that was decided about.
#[test]
fn exposed_by_two_thieves_while_pushed_again() {
    check(|| {
        let bench = Bench::new(2, false);
        bench.push(0);
        let expose = |bench: &Bench| _ = bench.deque.expose();
        race(bench, [expose, expose_and_steal], |bench| {
            bench.pop();
            bench.push(1);
            bench.pop();
        });
    });
}

#[test]
fn exposed_while_published() {
    check(|| {
        let bench = Bench::new(2, false);
        bench.push(0);
        race(bench, [expose_and_steal], |bench| {
            bench.push(1);
            Hand::of(&bench.deque).publish();
            bench.pop();
            bench.pop();
        });
    });
}

#[test]
fn exposed_while_taken_back() {
    check(|| {
        let bench = Bench::new(3, true);
        bench.share(3);
        race(bench, [expose_and_steal, steal_once], |bench| {
            bench.pop();
            bench.pop();
        });
    });
}

/// What a sleeper relies on: after a process-wide barrier it sees the item, or the push that put it
/// there sees the flag.
#[test]
fn hidden_or_asked_for() {
    check(|| {
        let bench = Bench::new(1, false);
        let other = Arc::clone(&bench);
        let sleeper = thread::spawn(move || {
            other.deque.raise();
            barrier::heavy();
            other.deque.has_hidden()
        });
        let pushed = Hand::of(&bench.deque).push(bench.item(0));
        let seen = sleeper.join().unwrap();
        assert!(seen || pushed == super::Pushed::LookUp);
        bench.settle();
    });
}
