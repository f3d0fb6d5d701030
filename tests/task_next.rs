//! Promise: continuations run when what they wait for has ended, on no thread's time but that of their pool's; a panic or a
//! cancellation upstream arrives at the end.

mod common;

use common::ledger::Ledger;
use common::watchdog::watchdog;
use common::{boom, number_of, pool};
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::Pin;
use std::sync::mpsc::{Sender, channel};
use std::task::{Context, Waker};
use std::thread;
use tine::{Cancelled, Task, ThreadPool, when_all, when_any};

/// A task that ends when something is sent, or the sender dropped.
fn held(pool: &ThreadPool, number: usize) -> (Sender<()>, Task<usize>) {
    let (sender, receiver) = channel();
    let task = pool.spawn_future(async move {
        // Polled by a thread of its own, so that no thread of the pool is blocked.
        let (ended, end) = std::sync::mpsc::channel::<std::task::Waker>();
        thread::spawn(move || {
            let _ = receiver.recv();
            end.recv().unwrap().wake();
        });
        let mut waits = true;
        std::future::poll_fn(move |context| {
            if std::mem::take(&mut waits) {
                ended.send(context.waker().clone()).unwrap();
                return std::task::Poll::Pending;
            }
            std::task::Poll::Ready(number)
        })
        .await
    });
    (sender, task)
}

#[test]
fn chains_of_any_length() {
    let _dog = watchdog();
    for size in [1, 2] {
        let pool = pool(size);
        let (go, first) = held(&pool, 0);
        let last = (0..5000).fold(first, |task, _| task.then(|n| n + 1));
        assert!(!last.is_finished());
        drop(go);
        assert_eq!(last.join().unwrap(), 5000);
        // From one that has ended, and joined inside the pool.
        let task = pool.submit(|| 1);
        while !task.is_finished() {
            thread::yield_now();
        }
        assert_eq!(pool.install(|| task.then(|n| n + 1).join()).unwrap(), 2);
        let inside = pool.install(|| {
            let first = tine::submit(|| 0);
            (0..1000).fold(first, |task, _| task.then(|n| n + 1)).join()
        });
        assert_eq!(inside.unwrap(), 1000);
    }
}

#[test]
fn a_panic_passes_through() {
    let _dog = watchdog();
    let pool = pool(1);
    let ledger = Ledger::default();
    let token = ledger.token(0);
    let task = pool.submit(|| -> () { boom(1) });
    let result = task.then(move |()| drop(token)).then(|()| ()).join();
    assert_eq!(number_of(&*result.unwrap_err()), 1);
    let result = pool.submit(|| ()).then(|()| -> () { boom(2) }).join();
    assert_eq!(number_of(&*result.unwrap_err()), 2);
    pool.shutdown();
    ledger.all_dropped_once();
}

#[test]
fn a_cancellation_passes_through() {
    let _dog = watchdog();
    let pool = pool(1);
    let (sender, receiver) = channel::<()>();
    let blocker = pool.submit(move || receiver.recv());
    let ledger = Ledger::default();
    let [one, two, three] = [0, 1, 2].map(|i| ledger.token(i));
    // Cancelled at its head: nothing to hold on to, so by way of a combination.
    let head = pool.submit(move || one);
    assert!(head.cancel());
    let tail = head.then(move |_| drop(two));
    drop(sender);
    assert!(tail.join().unwrap_err().is::<Cancelled>());
    assert!(blocker.join().unwrap().is_err());
    // Cancelled at its tail while the head is under way: that runs on.
    let (go, head) = held(&pool, 7);
    let tail = head.then(move |_| drop(three));
    assert!(tail.cancel());
    assert!(tail.join().unwrap_err().is::<Cancelled>());
    go.send(()).unwrap();
    pool.shutdown();
    ledger.all_dropped_once();
}

#[test]
fn a_dropped_continuation_runs() {
    let _dog = watchdog();
    let pool = pool(1);
    let (go, head) = held(&pool, 7);
    let (sender, receiver) = channel();
    drop(head.then(move |n| sender.send(n).unwrap()));
    drop(pool);
    drop(go);
    assert_eq!(receiver.recv(), Ok(7));
}

#[test]
fn all_of_a_tuple() {
    let _dog = watchdog();
    let pool = pool(2);
    let all = when_all((
        pool.submit(|| 1),
        pool.submit(|| "two"),
        pool.submit(|| 3.0),
    ));
    assert_eq!(all.join().unwrap(), (1, "two", 3.0));
    let task = |n: u8| pool.submit(move || n);
    let eight = when_all((
        task(0),
        task(1),
        task(2),
        task(3),
        task(4),
        task(5),
        task(6),
        task(7),
    ));
    assert_eq!(eight.join().unwrap(), (0, 1, 2, 3, 4, 5, 6, 7));
    let failed = when_all((task(0), pool.submit(|| -> u8 { boom(4) }), task(2)));
    assert_eq!(number_of(&*failed.join().unwrap_err()), 4);
}

#[test]
fn all_of_a_vector() {
    let _dog = watchdog();
    for size in [1, 2] {
        let pool = pool(size);
        let tasks: Vec<_> = (0..1000).map(|i| pool.submit(move || i)).collect();
        let all = when_all(tasks).join().unwrap();
        assert_eq!(all, (0..1000).collect::<Vec<_>>());
        assert_eq!(when_all(Vec::<Task<()>>::new()).join().unwrap(), []);
        let (gates, tasks): (Vec<_>, Vec<_>) = (0..3).map(|i| held(&pool, i)).unzip();
        let all = when_all(tasks);
        for gate in gates {
            assert!(!all.is_finished());
            drop(gate);
        }
        assert_eq!(all.join().unwrap(), [0, 1, 2]);
        // Of those that fail, the first in order tells.
        let tasks: Vec<_> = (0..9)
            .map(|i| pool.submit(move || -> () { boom(i) }))
            .collect();
        assert_eq!(number_of(&*when_all(tasks).join().unwrap_err()), 0);
    }
}

#[test]
fn all_of_several_pools() {
    let _dog = watchdog();
    let pools = [1, 2, 1].map(pool);
    let tasks = pools
        .each_ref()
        .map(|pool| pool.submit(tine::current_num_threads));
    let all = when_all(Vec::from(tasks)).then(|counts| (counts, tine::current_num_threads()));
    assert_eq!(all.join().unwrap(), (vec![1, 2, 1], 1));
}

#[test]
fn a_cancelled_combination_detaches() {
    let _dog = watchdog();
    let pool = pool(1);
    let ledger = Ledger::default();
    let (gates, tasks): (Vec<_>, Vec<_>) = (0..3).map(|i| held(&pool, i)).unzip();
    let token = ledger.token(0);
    let tasks: Vec<_> = tasks.into_iter().map(|task| task.then(|n| n)).collect();
    let all = when_all(tasks).then(move |_| drop(token));
    assert!(all.cancel());
    ledger.all_dropped_once();
    assert!(all.join().unwrap_err().is::<Cancelled>());
    let (gate, task) = held(&pool, 7);
    let any = when_any(vec![task]);
    assert!(any.cancel());
    drop((gate, gates));
    pool.shutdown();
}

#[test]
fn one_of_several() {
    let _dog = watchdog();
    for size in [1, 2] {
        let pool = pool(size);
        let (mut gates, mut tasks): (Vec<_>, Vec<_>) = (0..4).map(|i| held(&pool, i)).unzip();
        // In this order, each told by its place among those that are left.
        let mut numbers = vec![0, 1, 2, 3];
        for place in [2, 0, 1, 0] {
            let any = when_any(tasks);
            assert!(!any.is_finished());
            drop(gates.remove(place));
            let first = any.join().unwrap();
            assert_eq!(first.index, place);
            assert_eq!(first.result.unwrap(), numbers.remove(place));
            assert_eq!(first.rest.len(), numbers.len());
            tasks = first.rest;
        }
    }
}

#[test]
fn one_of_several_may_have_failed() {
    let _dog = watchdog();
    let pool = pool(2);
    let (gate, waits) = held(&pool, 7);
    let failed = pool.submit(|| -> usize { boom(5) });
    let first = when_any(vec![waits, failed]).join().unwrap();
    assert_eq!(first.index, 1);
    assert_eq!(number_of(&*first.result.unwrap_err()), 5);
    drop(gate);
    let rest: Vec<_> = first
        .rest
        .into_iter()
        .map(|task| task.join().unwrap())
        .collect();
    assert_eq!(rest, [7]);
}

#[test]
fn arrays_of_tasks_end_as_vectors_do() {
    let _dog = watchdog();
    let pool = pool(2);
    let all = when_all([3, 1, 2].map(|n| pool.submit(move || n))).join();
    assert_eq!(all.unwrap(), [3, 1, 2]);
    assert_eq!(when_all([] as [Task<u8>; 0]).join().unwrap(), []);
    let failed = when_all([pool.submit(|| 1), pool.submit(|| -> u8 { boom(7) })]);
    assert_eq!(number_of(&*failed.join().unwrap_err()), 7);
    let first = when_any([pool.submit(|| 5)]).join().unwrap();
    assert_eq!((first.index, first.result.unwrap()), (0, 5));
    let first = when_any((0..3).map(|n| pool.submit(move || n)));
    let first = first.join().unwrap();
    assert_eq!((first.result.unwrap(), first.rest.len()), (first.index, 2));
}

#[test]
#[should_panic(expected = "when_any of no tasks")]
fn one_of_none() {
    drop(when_any(Vec::<Task<()>>::new()));
}

/// Panics when it is dropped.
struct Sore(usize);

impl Drop for Sore {
    fn drop(&mut self) {
        boom(self.0)
    }
}

#[test]
fn values_beside_a_failure_may_panic_in_drop() {
    let _dog = watchdog();
    let pool = pool(1);
    let pair = || {
        // The compiler forgets this payload when another panic comes while it is returned, so it has no size.
        let failed = pool.submit(|| -> Sore { resume_unwind(Box::new(())) });
        (pool.submit(|| Sore(5)), failed)
    };
    let payload = when_all(pair()).join().err().expect("a panic");
    assert_eq!(number_of(&*payload), 5);
    let payload = when_all(Vec::from(<[_; 2]>::from(pair())));
    assert_eq!(number_of(&*payload.join().err().expect("a panic")), 5);
    assert_eq!(pool.install(|| 1), 1, "it goes on");
}

/// A task whose result was taken.
fn used(pool: &ThreadPool) -> Task<usize> {
    let mut task = pool.submit(|| 7);
    pool.wait_all();
    let mut context = Context::from_waker(Waker::noop());
    assert!(Pin::new(&mut task).poll(&mut context).is_ready());
    task
}

#[test]
fn a_result_that_was_taken_is_missed_at_once() {
    let _dog = watchdog();
    let pool = pool(1);
    let missed = |call: &dyn Fn()| {
        let payload = catch_unwind(AssertUnwindSafe(call)).expect_err("refused");
        let message = payload.downcast_ref::<&str>().expect("a text");
        assert!(message.contains("used again"), "{message}");
    };
    missed(&|| drop(used(&pool).then(|n| n)));
    missed(&|| drop(when_all((pool.submit(|| 1), used(&pool)))));
    missed(&|| drop(when_all(vec![pool.submit(|| 1), used(&pool)])));
    missed(&|| drop(when_any(vec![pool.submit(|| 1), used(&pool)])));
    pool.shutdown();
}

#[test]
fn a_continuation_that_is_not_wanted_may_panic_in_drop() {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            boom(2);
        }
    }
    let _dog = watchdog();
    for size in [1, 2] {
        let pool = pool(size);
        let bomb = Bomb;
        let failed = pool.submit(|| boom(1));
        let next = failed.then(move |()| {
            let _bomb = &bomb;
        });
        assert_eq!(number_of(&*next.join().unwrap_err()), 1);
        assert_eq!(pool.submit(|| 3).join().unwrap(), 3, "the pool goes on");
    }
}
