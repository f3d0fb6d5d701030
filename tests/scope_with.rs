//! Promise: once the token of a scope or of a task is cancelled, no job of the scope begins, nor the task; each is dropped once, and
//! whoever waits goes on.

mod common;

use common::ledger::Ledger;
use common::watchdog::watchdog;
use common::{boom, caught, pool};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use tine::{CancelToken, Cancelled, Scope, Task, TaskOptions, ThreadPool};

#[test]
fn jobs_that_have_not_begun_are_dropped() {
    let _dog = watchdog();
    for threads in [1, 2, 3] {
        let pool = pool(threads);
        for at in [0, 1, 17, 400] {
            let ledger = Ledger::default();
            let token = CancelToken::new();
            let [begun, late, by_then] = [const { AtomicUsize::new(0) }; 3];
            let result = pool.scope_with(&token, |s| {
                for item in ledger.tokens(1000) {
                    let (token, begun, late, by_then) = (&token, &begun, &late, &by_then);
                    s.spawn(move |s| {
                        if s.is_cancelled() {
                            late.fetch_add(1, Ordering::Relaxed);
                        }
                        if begun.fetch_add(1, Ordering::Relaxed) == at {
                            token.cancel();
                            by_then.store(begun.load(Ordering::Relaxed), Ordering::Relaxed);
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
            assert!(begun.into_inner() < by_then.into_inner() + threads);
        }
    }
}

/// Jobs that beget jobs, for as long as they are wanted.
fn grow<'s>(s: &Scope<'s>, token: &'s CancelToken, count: &'s [AtomicUsize; 2]) {
    let [begun, by_then] = count;
    for _ in 0..2 {
        s.spawn(move |s| {
            if begun.fetch_add(1, Ordering::Relaxed) == 5000 {
                token.cancel();
                by_then.store(begun.load(Ordering::Relaxed), Ordering::Relaxed);
            }
            grow(s, token, count);
        });
    }
}

#[test]
fn what_would_never_end_ends() {
    let _dog = watchdog();
    for threads in [1, 2, 3] {
        let (token, count) = (CancelToken::new(), [const { AtomicUsize::new(0) }; 2]);
        pool(threads).scope_with(&token, |s| grow(s, &token, &count));
        let [begun, by_then] = count.map(AtomicUsize::into_inner);
        // Each other thread may have asked just before.
        assert!(begun < by_then + threads);
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

/// The pool's one thread is busy until `run` has returned.
fn while_busy<R>(pool: &ThreadPool, run: impl FnOnce(&ThreadPool) -> R) -> R {
    let (sender, receiver) = channel::<()>();
    let (begins, begun) = channel();
    pool.spawn(move || {
        begins.send(()).unwrap();
        assert!(receiver.recv().is_err());
    });
    begun.recv().unwrap();
    let result = run(pool);
    drop(sender);
    result
}

#[test]
fn submitted_tasks_can_be_called_off() {
    let _dog = watchdog();
    let ledger = Ledger::default();
    let (token, other) = (CancelToken::new(), CancelToken::new());
    let pool = pool(1);
    let tasks = while_busy(&pool, |pool| {
        let submit = |token: &CancelToken, number| {
            let item = ledger.token(number);
            pool.submit_with(TaskOptions::new().token(token), move || item.number)
        };
        let tasks = [
            submit(&token, 0),
            submit(&other, 1),
            submit(&token.child(), 2),
        ];
        drop(submit(&token, 3)); // called off with nobody there to hear of it
        token.cancel();
        assert!(tasks.iter().all(|task| !task.is_finished()));
        tasks
    });
    let outcomes = tasks.map(Task::join);
    let wanted = |outcome: &std::thread::Result<usize>| match outcome {
        Ok(number) => Some(*number),
        Err(payload) => {
            assert!(payload.is::<Cancelled>());
            None
        }
    };
    assert_eq!(outcomes.each_ref().map(wanted), [None, Some(1), None]);
    pool.wait_all();
    ledger.all_dropped_once();
    assert_eq!(ledger.given_out(), 4);
}

#[test]
fn a_scope_calls_its_tasks_off() {
    let _dog = watchdog();
    for threads in [1, 2, 3] {
        let ledger = Ledger::default();
        let (token, own) = (CancelToken::new(), CancelToken::new());
        own.cancel();
        pool(threads).scope_with(&token, |s| {
            let item = ledger.token(1);
            let before = s.submit(move |_| item.number);
            assert_eq!(before.join().unwrap(), 1);
            let item = ledger.token(2);
            let never = s.submit_with(TaskOptions::new().token(&own), move |_| item.number);
            assert!(never.join().unwrap_err().is::<Cancelled>());
            token.cancel();
            let item = ledger.token(3);
            let late = s.submit(move |_| item.number);
            assert!(late.join().unwrap_err().is::<Cancelled>());
            // Its scope does not panic though nobody has the handle.
            let item = ledger.token(4);
            drop(s.submit(move |_| item.number));
        });
        ledger.all_dropped_once();
    }
}

#[test]
fn a_panic_in_dropping_a_task_is_its_result() {
    let token = CancelToken::new();
    token.cancel();
    let grenade = Grenade;
    let options = TaskOptions::new().token(&token);
    let task = tine::submit_with(options, move || std::mem::forget(grenade));
    assert_eq!(common::number_of(&*task.join().unwrap_err()), 3);
}
