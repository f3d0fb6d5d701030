//! Promise: once the token of a scope is cancelled no job of it begins; each is dropped once, and the scope ends as usual.

mod common;

use common::ledger::Ledger;
use common::watchdog::watchdog;
use common::{boom, caught, pool};
use std::sync::atomic::{AtomicUsize, Ordering};
use tine::{CancelToken, Scope};

#[test]
fn jobs_that_have_not_begun_are_dropped() {
    let _dog = watchdog();
    for threads in [1, 2, 3] {
        let pool = pool(threads);
        for at in [0, 1, 17, 400] {
            let ledger = Ledger::default();
            let (token, begun, late) =
                (CancelToken::new(), AtomicUsize::new(0), AtomicUsize::new(0));
            let result = pool.scope_with(&token, |s| {
                for item in ledger.tokens(1000) {
                    let (token, begun, late) = (&token, &begun, &late);
                    s.spawn(move |s| {
                        if s.is_cancelled() {
                            late.fetch_add(1, Ordering::Relaxed);
                        }
                        if begun.fetch_add(1, Ordering::Relaxed) == at {
                            token.cancel();
                        }
                        drop(item);
                    });
                }
                "the value"
            });
            assert_eq!(result, "the value");
            assert!(token.is_cancelled());
            ledger.all_dropped_once();
            assert_eq!(ledger.given_out(), 1000);
            // Each thread may have asked just before.
            assert!(late.into_inner() < threads);
            assert!(begun.into_inner() <= at + threads);
        }
    }
}

/// Jobs that beget jobs, for as long as they are wanted.
fn grow<'s>(s: &Scope<'s>, token: &'s CancelToken, count: &'s AtomicUsize) {
    for _ in 0..2 {
        s.spawn(move |s| {
            if count.fetch_add(1, Ordering::Relaxed) == 5000 {
                token.cancel();
            }
            grow(s, token, count);
        });
    }
}

#[test]
fn what_would_never_end_ends() {
    let _dog = watchdog();
    for threads in [1, 2, 3] {
        let (token, count) = (CancelToken::new(), AtomicUsize::new(0));
        pool(threads).scope_with(&token, |s| grow(s, &token, &count));
        assert!(count.into_inner() <= 5000 + threads);
    }
}

#[test]
fn a_token_that_is_cancelled_beforehand_leaves_only_the_body() {
    let token = CancelToken::new();
    token.cancel();
    let value = tine::scope_with(&token, |s| {
        assert!(s.is_cancelled());
        s.spawn(|_| unreachable!("no job may begin"));
        s.spawn_broadcast(|_, _| unreachable!("nor here"));
        7
    });
    assert_eq!(value, 7);
    tine::scope(|s| assert!(!s.is_cancelled()));
}

/// Panics when it is dropped.
struct Grenade;

impl Drop for Grenade {
    fn drop(&mut self) {
        boom(3);
    }
}

#[test]
fn panics_reach_the_caller_all_the_same() {
    let token = CancelToken::new();
    let number = caught(|| {
        tine::scope_with(&token, |s| {
            s.spawn(|_| {
                token.cancel();
                boom(1);
            })
        })
    });
    assert_eq!(number, 1);
    // An unrun job's captures are dropped; that is user code.
    let grenade = Grenade;
    let number = caught(|| {
        tine::scope_with(&token, |s| {
            s.spawn(move |_| std::mem::forget(grenade));
        })
    });
    assert_eq!(number, 3);
}
