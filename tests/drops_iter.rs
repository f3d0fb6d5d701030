//! An item that was handed to an iterator is dropped exactly once, whatever panics and wherever the iterator stops.

mod common;

use common::ledger::{Ledger, Token};
use common::watchdog::watchdog;
use common::{boom, caught, pool};
use tine::ThreadPool;
use tine::prelude::*;

/// Runs `test` with a fresh ledger in pools of several sizes, then looks into the ledger.
fn in_pools(test: impl Fn(&ThreadPool, &Ledger)) {
    let _dog = watchdog();
    for size in [1, 2, 4] {
        let pool = pool(size);
        for _ in 0..10 {
            let ledger = Ledger::default();
            test(&pool, &ledger);
            assert!(ledger.given_out() > 0);
            ledger.all_dropped_once();
        }
    }
}

#[test]
fn the_items_of_a_vector() {
    in_pools(|pool, ledger| {
        pool.install(|| {
            let items = || ledger.tokens(100).into_par_iter();
            let bad = |token: &Token| {
                if token.number == 63 {
                    boom(63);
                }
            };
            items().for_each(drop);
            assert_eq!(caught(|| items().for_each(|token| bad(&token))), 63);
            assert_eq!(items().collect::<Vec<_>>().len(), 100);
            assert_eq!(caught(|| items().inspect(bad).collect::<Vec<_>>()), 63);
            assert_eq!(items().filter(|token| token.number % 2 == 0).count(), 50);
            let halved = || items().filter(|token| token.number % 2 == 1).inspect(bad);
            assert_eq!(caught(|| halved().collect::<Vec<_>>()), 63);
            assert!(items().find_any(|token| token.number == 50).is_some());
            assert!(items().find_first(|token| token.number == 50).is_some());
            assert_eq!(items().take(10).count() + items().skip(90).count(), 20);
            assert_eq!(items().zip(0..30).count(), 30);
            assert_eq!(
                caught(|| items().zip(items().inspect(bad)).collect::<Vec<_>>()),
                63
            );
            assert_eq!(items().chain(items()).rev().step_by(7).count(), 29);
            assert_eq!(
                items().chunks(9).map(|chunk| chunk.len()).sum::<usize>(),
                100
            );
            drop(items());
            drop(items().map(|token| token.number));
        });
    });
}

#[test]
fn what_reductions_build() {
    in_pools(|pool, ledger| {
        pool.install(|| {
            let items = || (0..200_usize).into_par_iter();
            let bad = |i: usize| {
                if i == 150 {
                    boom(i)
                }
            };
            let larger = |a: Token, b: Token| if a.number > b.number { a } else { b };
            let found = items().map(|i| ledger.token(i)).reduce_with(larger);
            assert_eq!(found.map(|token| token.number), Some(199));
            let folded = || {
                items().fold(
                    || ledger.token(0),
                    |mut sum, i| {
                        bad(i);
                        sum.number += i;
                        sum
                    },
                )
            };
            assert_eq!(caught(|| folded().reduce_with(larger)), 150);
            let with = ledger.token(1);
            assert_eq!(caught(|| items().for_each_with(with, |_, i| bad(i))), 150);
            let made: Vec<Token> = items()
                .map_init(|| ledger.token(2), |token, _| token.clone())
                .collect();
            assert_eq!(made.len(), 200);
            let tried = items()
                .map(|i| (i != 77).then(|| ledger.token(i)))
                .try_reduce_with(|a, b| Some(larger(a, b)));
            assert!(tried.is_some_and(|found| found.is_none()));
        });
    });
}

#[test]
fn what_a_drain_leaves_and_takes() {
    in_pools(|pool, ledger| {
        pool.install(|| {
            let mut tokens = ledger.tokens(50);
            assert_eq!(tokens.par_drain(10..30).count(), 20);
            let left: Vec<usize> = tokens.iter().map(|token| token.number).collect();
            assert_eq!(left, (0..10).chain(30..50).collect::<Vec<_>>());
            drop(tokens.par_drain(5..10));
            assert_eq!(tokens.len(), 25);
            let bad = |token: Token| {
                if token.number == 40 {
                    boom(40)
                }
            };
            assert_eq!(caught(|| tokens.par_drain(..).for_each(bad)), 40);
        });
    });
}
