//! Items, states and results of kilobytes fit on the stacks of a pool's threads, however long a loop is, and come to what std makes of them; each is
//! dropped once, whatever panics.

mod common;

use common::ledger::{Ledger, Token};
use common::watchdog::watchdog;
use common::{boom, caught, pool};
use std::collections::{BTreeSet, HashSet};
use tine::prelude::*;

/// Bytes of a value.
const SIZE: usize = 8192;
const LEN: usize = 2_000;

/// A large value that tells a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Large {
    number: usize,
    ballast: [u8; SIZE],
}

#[inline(never)]
fn large(number: usize) -> Large {
    Large {
        number,
        ballast: [number as u8; SIZE],
    }
}

fn first(a: Large, b: Large) -> Large {
    if a.number <= b.number { a } else { b }
}

/// Runs `test` on a thread of a pool, of several sizes, whose threads have two megabytes of stack.
fn on_stacks(test: fn()) {
    let _dog = watchdog();
    for size in [1, 2, 16] {
        let builder = tine::ThreadPoolBuilder::new().num_threads(size);
        let pool = builder.stack_size(2 << 20).build().expect("a pool");
        for _ in 0..3 {
            pool.install(|| tine::scope(|scope| scope.spawn(move |_| test())));
        }
    }
}

fn items() -> impl IndexedParallelIterator<Item = Large> {
    (0..LEN).into_par_iter().map(large)
}

#[test]
fn reductions() {
    on_stacks(|| assert_eq!(items().max().map(|most| most.number), Some(LEN - 1)));
    on_stacks(|| assert_eq!(items().min_by_key(|item| item.number), Some(large(0))));
    on_stacks(|| assert_eq!(items().reduce(|| large(LEN), first), large(0)));
    on_stacks(|| assert_eq!(items().reduce_with(first), Some(large(0))));
    on_stacks(|| {
        let some = items().map(Some);
        assert_eq!(
            some.try_reduce(|| large(LEN), |a, b| Some(first(a, b))),
            Some(large(0))
        );
    });
    on_stacks(|| {
        let some = items().filter(|item| item.number % 3 == 2);
        assert_eq!(some.reduce_with(first), Some(large(2)));
    });
    on_stacks(|| assert_eq!(items().deterministic().reduce_with(first), Some(large(0))));
}

#[test]
fn searches() {
    on_stacks(|| assert_eq!(items().find_first(|item| item.number > 20), Some(large(21))));
    on_stacks(|| assert_eq!(items().find_last(|item| item.number < 20), Some(large(19))));
    on_stacks(|| {
        let found = items().find_any(|item| item.number == LEN - 3);
        assert_eq!(found, Some(large(LEN - 3)));
    });
    on_stacks(|| {
        let some = (0..LEN).into_par_iter();
        let found = some.find_map_first(|i| (i > 900).then(|| large(i)));
        assert_eq!(found, Some(large(901)));
    });
}

#[test]
fn states() {
    on_stacks(|| {
        let step = |state: &mut Large, i| {
            state.number = i;
            state.number
        };
        let items = (0..LEN).into_par_iter();
        assert_eq!(items.map_with(large(0), step).sum::<usize>(), 1_999_000);
        let items = (0..LEN).into_par_iter();
        assert_eq!(
            items.map_init(|| large(0), step).collect::<Vec<_>>().len(),
            LEN
        );
    });
    on_stacks(|| {
        let items = (0..LEN).into_par_iter();
        items.for_each_with(large(0), |state, i| state.number = i);
        let items = (0..LEN).into_par_iter();
        items.for_each_init(|| large(0), |state, i| state.number = i);
    });
    on_stacks(|| {
        let add = |mut state: Large, i| {
            state.number += i;
            state
        };
        let items = (0..LEN).into_par_iter();
        let sums = items.fold(|| large(0), add).map(|state| state.number);
        assert_eq!(sums.sum::<usize>(), 1_999_000);
        let items = (0..LEN).into_par_iter();
        let sums = items.fold_with(large(0), add).map(|state| state.number);
        assert_eq!(sums.sum::<usize>(), 1_999_000);
        let items = (0..LEN).into_par_iter();
        let sums = items.try_fold(|| large(0), |state, i| Some(add(state, i)));
        let total = sums.try_reduce(|| large(0), |a, b| Some(add(a, b.number)));
        assert_eq!(total.map(|total| total.number), Some(1_999_000));
    });
}

#[test]
fn sources_that_are_walked() {
    on_stacks(|| {
        let set: HashSet<usize> = (0..LEN).collect();
        let most = set.par_iter().map(|&i| large(i)).max();
        assert_eq!(most, Some(large(LEN - 1)));
        let set: BTreeSet<usize> = (0..LEN).collect();
        let items = set.into_par_iter().fold(|| large(0), |_, i| large(i));
        assert_eq!(items.max(), Some(large(LEN - 1)));
    });
    on_stacks(|| {
        let bridge = (0..LEN).par_bridge().map(large);
        assert_eq!(bridge.reduce_with(first), Some(large(0)));
    });
    on_stacks(|| {
        let tree = tine::iter::walk_tree_prefix(1_usize, |&i| {
            [2 * i, 2 * i + 1].into_iter().filter(|&i| i < LEN)
        });
        assert_eq!(tree.map(large).reduce_with(first), Some(large(1)));
    });
    on_stacks(|| {
        let line = tine::iter::walk_tree_postfix(0_usize, |&i| (i < LEN).then_some(i + 1));
        assert_eq!(line.map(large).max(), Some(large(LEN)));
    });
    on_stacks(|| {
        let text = "tine ".repeat(LEN);
        let words = text.par_split_whitespace().map(|word| large(word.len()));
        assert_eq!(words.reduce_with(first), Some(large(4)));
    });
}

/// A large value of which drops are counted.
#[derive(Clone)]
struct Counted {
    token: Token,
    ballast: [u8; 600],
}

#[test]
fn drops_and_panics() {
    let _dog = watchdog();
    for size in [1, 2, 3, 16] {
        let pool = pool(size);
        for bad in [0, 1, 130, 199, 200] {
            let ledger = Ledger::default();
            let new = |number: usize| Counted {
                token: ledger.token(number),
                ballast: [7; 600],
            };
            let seen = |item: &Counted| {
                assert_eq!(item.ballast, [7; 600]);
                if item.token.number == bad {
                    boom(bad);
                }
            };
            let later = |a: Counted, b: Counted| {
                seen(&b);
                a.max_of(b)
            };
            let expect = |run: &(dyn Fn() -> Option<usize> + Sync)| match bad {
                200 => assert_eq!(pool.install(run), Some(199)),
                _ => assert_eq!(caught(|| pool.install(run)), bad),
            };
            let items = || (0..200_usize).into_par_iter().map(new).inspect(seen);
            let number = |item: Counted| item.token.number;
            expect(&|| items().reduce_with(later).map(number));
            expect(&|| items().with_max_len(3).reduce_with(later).map(number));
            expect(&|| Some(number(items().reduce(|| new(0), Counted::max_of))));
            expect(&|| items().max_by_key(|item| item.token.number).map(number));
            expect(&|| items().filter(|_| true).reduce_with(later).map(number));
            expect(&|| {
                items()
                    .find_first(|item| item.token.number == 199)
                    .map(number)
            });
            expect(&|| items().deterministic().reduce_with(later).map(number));
            expect(&|| {
                let sums = items().fold(|| new(0), later);
                sums.reduce_with(Counted::max_of).map(number)
            });
            expect(&|| {
                let items = items().map_with(new(300), |state, item| {
                    seen(state);
                    item.token.number
                });
                items.collect::<Vec<_>>().pop()
            });
            expect(&|| {
                let items = items().filter(|_| true);
                let numbers = items.map_init(|| new(300), |_, item| item.token.number);
                numbers.max()
            });
            expect(&|| {
                let all: Vec<_> = (0..200).map(new).collect();
                let (some, rest): (Vec<_>, Vec<_>) = all
                    .into_par_iter()
                    .inspect(seen)
                    .partition(|item| item.token.number % 2 == 1);
                assert_eq!(rest.len(), 100);
                some.into_iter().last().map(number)
            });
            expect(&|| {
                let items: HashSet<usize> = (0..200).collect();
                let items = items.into_par_iter().map(new).inspect(seen);
                items.reduce_with(Counted::max_of).map(number)
            });
            expect(&|| {
                let items = (0..200).par_bridge().map(new).inspect(seen);
                items.reduce_with(Counted::max_of).map(number)
            });
            ledger.all_dropped_once();
        }
    }
}

impl Counted {
    fn max_of(self, other: Self) -> Self {
        std::cmp::max_by(self, other, |a, b| a.token.number.cmp(&b.token.number))
    }
}
