//! Promise: an async runtime can await tasks, and is never blocked by them.
#![cfg(not(tine_lean))]

mod common;

use common::pool;
use common::watchdog::watchdog;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::mpsc::channel;
use std::time::Duration;
use tine::{Cancelled, Task, when_all};

fn runtime() -> tokio::runtime::Runtime {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_time().build().expect("a runtime")
}

#[test]
fn values_panics_and_cancellations_arrive() {
    let _dog = watchdog();
    let pool = pool(1);
    runtime().block_on(async {
        assert_eq!(pool.submit(|| 6 * 7).await.unwrap(), 42);
        let panicked = pool.submit(|| -> () { common::boom(3) }).await;
        assert_eq!(common::number_of(&*panicked.unwrap_err()), 3);
        let both = when_all((pool.submit(|| 1), pool.submit(|| 2))).await;
        assert_eq!(both.unwrap(), (1, 2));
        let (sender, receiver) = channel::<()>();
        let blocker = pool.submit(move || receiver.recv());
        let late = pool.submit(|| ());
        assert!(late.cancel());
        assert!(late.await.unwrap_err().is::<Cancelled>());
        drop(sender);
        assert!(blocker.await.unwrap().is_err());
    });
}

/// Each task ends only after the runtime, on whose one thread it is awaited, has run other things for a while.
#[test]
fn the_runtime_goes_on_while_it_awaits() {
    let _dog = watchdog();
    let pool = pool(2);
    let turns = Rc::new(Cell::new(0));
    let local = tokio::task::LocalSet::new();
    local.block_on(&runtime(), async {
        for round in 0..50 {
            let (sender, receiver) = channel();
            let task: Task<u32> = pool.submit(move || receiver.recv().unwrap());
            let counted = turns.clone();
            tokio::task::spawn_local(async move {
                for _ in 0..20 {
                    tokio::task::yield_now().await;
                    counted.set(counted.get() + 1);
                }
                sender.send(round).unwrap();
            });
            assert_eq!(task.await.unwrap(), round);
        }
    });
    assert_eq!(turns.get(), 50 * 20);
}

/// A task that the runtime has given up is still there, and can be awaited again.
#[test]
fn a_wait_with_a_limit_of_the_runtimes() {
    let _dog = watchdog();
    let pool = pool(1);
    let (sender, receiver) = channel();
    let mut task = pool.submit(move || receiver.recv().unwrap());
    runtime().block_on(async {
        let limit = Duration::from_millis(2);
        assert!(tokio::time::timeout(limit, &mut task).await.is_err());
        sender.send(7).unwrap();
        assert_eq!(task.await.unwrap(), 7);
    });
}

/// A future that waits for the runtime's timers and tasks, polled by the pool.
#[test]
fn a_pool_polls_what_the_runtime_wakes() {
    let _dog = watchdog();
    let pool = pool(1);
    let runtime = runtime();
    let sum = runtime.block_on(async {
        let (sender, receiver) = tokio::sync::oneshot::channel();
        let task = pool.spawn_future(async move { receiver.await.unwrap() + 1 });
        tokio::time::sleep(Duration::from_millis(1)).await;
        sender.send(41).unwrap();
        task.await.unwrap()
    });
    assert_eq!(sum, 42);
}
