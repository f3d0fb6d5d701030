//! A value that was handed to the library is dropped exactly once, whatever panics.

mod common;

use common::ledger::{Ledger, Token};
use common::watchdog::watchdog;
use common::{boom, caught, pool};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{TryRecvError, channel};
use tine::prelude::*;
use tine::{ThreadPool, ThreadPoolBuilder};

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

/// Ignores how `op` ends.
fn whatever<R>(op: impl FnOnce() -> R) {
    drop(catch_unwind(AssertUnwindSafe(op)));
}

/// A closure that owns `token`, and that ends as `bad` says.
fn carry(token: Token, bad: bool) -> impl FnOnce() -> Token + Send {
    move || if bad { boom(token.number) } else { token }
}

/// Panics when it is dropped.
struct PanicsInDrop(Token);

impl Drop for PanicsInDrop {
    fn drop(&mut self) {
        boom(self.0.number);
    }
}

#[test]
fn what_joins_closures_own_and_return() {
    in_pools(|pool, ledger| {
        for (left_bad, right_bad) in [(false, false), (true, false), (false, true), (true, true)] {
            let sides = || {
                let left = carry(ledger.token(1), left_bad);
                let right = carry(ledger.token(2), right_bad);
                (left, right)
            };
            let (left, right) = sides();
            whatever(|| pool.join(left, right));
            let (left, right) = sides();
            whatever(|| tine::join(left, right));
            let (left, right) = sides();
            whatever(|| pool.install(|| tine::join_context(|_| left(), |_| right())));
        }
    });
}

#[test]
fn what_a_tree_of_joins_owns() {
    fn descend(tokens: Vec<Token>, bad: usize) -> Vec<Token> {
        if tokens.len() <= 1 {
            if tokens[0].number == bad {
                boom(bad);
            }
            return tokens;
        }
        let mut left = tokens;
        let right = left.split_off(left.len() / 2);
        let (mut left, right) = tine::join(|| descend(left, bad), || descend(right, bad));
        left.extend(right);
        left
    }
    in_pools(|pool, ledger| {
        for bad in [0, 20, 63] {
            let tokens = ledger.tokens(64);
            assert_eq!(caught(|| pool.install(|| descend(tokens, bad))), bad);
        }
        let tokens = pool.install(|| descend(ledger.tokens(64), usize::MAX));
        assert_eq!(tokens.len(), 64);
    });
}

#[test]
fn what_is_dropped_with_a_panic_of_its_own() {
    in_pools(|pool, ledger| {
        let owned = PanicsInDrop(ledger.token(5));
        assert_eq!(caught(|| pool.join(|| (), move || drop(owned))), 5);
        let owned = PanicsInDrop(ledger.token(6));
        let move_in = move || {
            let _owned = owned;
        };
        assert_eq!(caught(|| pool.scope(|s| s.spawn(|_| move_in()))), 6);
        let owned = PanicsInDrop(ledger.token(7));
        let items = vec![owned];
        assert_eq!(
            caught(|| pool.install(|| items.into_par_iter().for_each(drop))),
            7
        );
    });
}

#[test]
fn what_scopes_own() {
    in_pools(|pool, ledger| {
        for (body_bad, bad) in [
            (false, usize::MAX),
            (true, usize::MAX),
            (false, 3),
            (true, 3),
        ] {
            let body_owns = ledger.token(0);
            whatever(|| {
                pool.scope(|s| {
                    let body_owns = body_owns;
                    for number in 0..8 {
                        let owned = carry(ledger.token(number), number == bad);
                        s.spawn(move |s| {
                            let inner = owned();
                            s.spawn(move |_| drop(inner));
                        });
                    }
                    let shared = ledger.token(8);
                    s.spawn_broadcast(move |_, _| assert_eq!(shared.number, 8));
                    if body_bad {
                        boom(9);
                    }
                    body_owns
                })
            });
            whatever(|| {
                pool.in_place_scope_fifo(|s| {
                    for number in 0..8 {
                        let owned = carry(ledger.token(number), number == bad);
                        s.spawn_fifo(move |_| drop(owned()));
                    }
                    if body_bad {
                        boom(9);
                    }
                    ledger.token(10)
                })
            });
        }
    });
}

#[test]
fn what_install_and_broadcast_own() {
    in_pools(|pool, ledger| {
        whatever(|| pool.install(carry(ledger.token(1), false)));
        whatever(|| pool.install(carry(ledger.token(2), true)));
        for bad in [0, pool.current_num_threads() - 1, usize::MAX] {
            let shared = ledger.token(3);
            whatever(|| {
                pool.broadcast(|context| {
                    let result = shared.clone();
                    if context.index() == bad {
                        boom(bad);
                    }
                    result
                })
            });
        }
    });
}

#[test]
fn what_detached_jobs_own() {
    let _dog = watchdog();
    for size in [1, 3] {
        let ledger = Ledger::default();
        let (gone, all_gone) = channel::<()>();
        let wrapper = |thread: tine::ThreadBuilder| thread.run();
        let builder = ThreadPoolBuilder::new()
            .num_threads(size)
            .panic_handler(|_| ());
        let outcome = builder.build_scoped(wrapper, |pool| {
            for number in 0..50 {
                let owned = carry(ledger.token(number), number % 7 == 0);
                let gone = gone.clone();
                let job = move || {
                    let _last = gone;
                    drop(owned());
                };
                if number % 2 == 0 {
                    pool.spawn(job)
                } else {
                    pool.spawn_fifo(job)
                }
            }
            let shared = ledger.token(50);
            pool.spawn_broadcast(move |context| {
                if context.index() == 0 {
                    boom(shared.number);
                }
            });
        });
        outcome.expect("a pool");
        drop(gone);
        assert_eq!(all_gone.try_recv(), Err(TryRecvError::Disconnected));
        ledger.all_dropped_once();
    }
}
