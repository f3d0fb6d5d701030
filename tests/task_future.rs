//! Promise: a pool polls a future whenever it was woken, until it ends, and then never again; what the future holds is dropped
//! once, whatever becomes of it.

mod common;

use common::ledger::Ledger;
use common::watchdog::watchdog;
use common::{boom, number_of, pool};
use std::future::{Future, poll_fn};
use std::panic::resume_unwind;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::thread;
use tine::{Cancelled, Task};

/// A number that one waits for.
#[derive(Default)]
struct Mailbox(Mutex<(Option<usize>, Option<Waker>)>);

impl Mailbox {
    fn send(&self, number: usize) {
        let mut inner = self.0.lock().unwrap();
        inner.0 = Some(number);
        let waker = inner.1.take();
        drop(inner);
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    async fn receive(&self) -> usize {
        poll_fn(|context| {
            let mut inner = self.0.lock().unwrap();
            match inner.0.take() {
                Some(number) => Poll::Ready(number),
                None => {
                    inner.1 = Some(context.waker().clone());
                    Poll::Pending
                }
            }
        })
        .await
    }
}

/// Two tasks that wake each other so often, in turn.
fn ping_pong(pool: &tine::ThreadPool, hops: usize) {
    let boxes = Arc::new([Mailbox::default(), Mailbox::default()]);
    let player = |own: usize| {
        let boxes = boxes.clone();
        pool.spawn_future(async move {
            loop {
                let number = boxes[own].receive().await;
                boxes[1 - own].send(number + 1);
                if number >= hops {
                    return number;
                }
            }
        })
    };
    let players = [player(0), player(1)];
    boxes[0].send(0);
    let [left, right] = players.map(|player| player.join().unwrap());
    assert_eq!(left.min(right), hops);
}

#[test]
fn a_million_wakes_between_two_tasks() {
    let _dog = watchdog();
    let hops = if cfg!(tine_tsan) { 20_000 } else { 500_000 };
    ping_pong(&pool(1), hops);
    ping_pong(&pool(2), hops);
}

/// Polled so often, waking itself while it is polled.
async fn yields(times: usize) {
    let mut left = times;
    poll_fn(|context| {
        if left == 0 {
            return Poll::Ready(());
        }
        left -= 1;
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

#[test]
fn one_that_wakes_itself_lets_others_run() {
    let _dog = watchdog();
    let pool = pool(1);
    let stop = Arc::new(AtomicUsize::new(0));
    let seen = stop.clone();
    let task = pool.spawn_future(async move {
        let mut turns = 0_u64;
        while seen.load(SeqCst) == 0 {
            yields(1).await;
            turns += 1;
        }
        turns
    });
    // Runs although the future is never at rest.
    pool.submit(move || stop.store(1, SeqCst)).join().unwrap();
    assert!(task.join().is_ok());
}

#[test]
fn many_that_wait_for_each_other() {
    let _dog = watchdog();
    for size in [1, 2, 5] {
        let pool = pool(size);
        let last = pool.install(|| {
            (0..500).fold(tine::spawn_future(async { 0 }), |before, i| {
                tine::spawn_future(async move {
                    yields(i % 3).await;
                    before.await.unwrap() + 1
                })
            })
        });
        assert_eq!(last.join().unwrap(), 500);
    }
}

#[test]
fn a_panic_is_the_result() {
    let _dog = watchdog();
    let pool = pool(1);
    let at_once = pool.spawn_future(async { boom(1) });
    let later = pool.spawn_future(async {
        yields(3).await;
        boom(2)
    });
    let results: [Result<(), _>; 2] = [at_once, later].map(Task::join);
    assert_eq!(results.map(|r| number_of(&*r.unwrap_err())), [1, 2]);
}

#[test]
fn a_panic_in_dropping_the_future_is_the_result() {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            boom(3);
        }
    }
    impl Future for Bomb {
        type Output = ();

        fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
            Poll::Ready(())
        }
    }
    let _dog = watchdog();
    let result = pool(1).spawn_future(Bomb).join();
    assert_eq!(number_of(&*result.unwrap_err()), 3);
}

#[test]
fn one_that_nobody_can_wake_ends_as_cancelled() {
    let _dog = watchdog();
    let ledger = Ledger::default();
    let pool = pool(1);
    let token = ledger.token(0);
    let task = pool.spawn_future(async move {
        let _held = token;
        std::future::pending::<()>().await;
    });
    assert!(task.join().unwrap_err().is::<Cancelled>());
    // The last waker is dropped later, elsewhere.
    let (sender, receiver) = channel();
    let token = ledger.token(1);
    let task = pool.spawn_future(poll_fn(move |context| {
        let _held = &token;
        sender.send(context.waker().clone()).unwrap();
        Poll::<()>::Pending
    }));
    let waker = receiver.recv().unwrap();
    assert!(!task.is_finished());
    drop(waker);
    assert!(task.join().unwrap_err().is::<Cancelled>());
    drop(pool);
    assert!(receiver.recv().is_err());
    ledger.all_dropped_once();
}

/// Says, when it is dropped, whether that happens on a worker.
struct Native(std::sync::mpsc::Sender<bool>);

impl Drop for Native {
    fn drop(&mut self) {
        let native = tine::current_thread_index().is_some();
        self.0.send(native).expect("there is a receiver");
    }
}

#[test]
fn whoever_drops_the_last_waker_does_not_drop_the_future() {
    let _dog = watchdog();
    let pool = pool(2);
    for _ in 0..100 {
        let (sender, receiver) = channel();
        let (wakers, woken) = channel();
        let native = Native(sender);
        let task = pool.spawn_future(poll_fn(move |context| {
            let _held = &native;
            wakers.send(context.waker().clone()).unwrap();
            Poll::<()>::Pending
        }));
        // The poll may still hold the future's waker, so that either thread drops the last one.
        drop(woken.recv().unwrap());
        assert!(task.join().unwrap_err().is::<Cancelled>());
        assert_eq!(receiver.recv(), Ok(true), "it was dropped by a worker");
    }
}

#[test]
fn a_waker_outlives_its_task() {
    let _dog = watchdog();
    let pool = pool(1);
    let polls = Arc::new(AtomicUsize::new(0));
    let counted = polls.clone();
    let (sender, receiver) = channel();
    let task = pool.spawn_future(poll_fn(move |context| {
        sender.send(context.waker().clone()).unwrap();
        match counted.fetch_add(1, SeqCst) {
            0 => Poll::Pending,
            _ => Poll::Ready(7),
        }
    }));
    let waker = receiver.recv().unwrap();
    waker.wake_by_ref();
    assert_eq!(task.join().unwrap(), 7);
    pool.shutdown();
    drop(pool);
    waker.wake_by_ref();
    waker.wake();
    assert_eq!(polls.load(SeqCst), 2);
}

#[test]
fn a_pool_stays_for_its_futures() {
    let _dog = watchdog();
    let pool = pool(2);
    let letter = Arc::new(Mailbox::default());
    let (received, report) = (letter.clone(), channel());
    let sender = report.0;
    drop(pool.spawn_future(async move {
        let number = received.receive().await;
        yields(2).await;
        sender.send(number).unwrap();
    }));
    drop(pool);
    letter.send(7);
    assert_eq!(report.1.recv(), Ok(7));
}

#[test]
fn cancelled_before_its_first_poll() {
    let _dog = watchdog();
    let ledger = Ledger::default();
    let pool = pool(1);
    let (sender, receiver) = channel::<()>();
    let blocker = pool.submit(move || receiver.recv());
    let token = ledger.token(0);
    let task = pool.spawn_future(async move {
        drop(token);
        unreachable!()
    });
    assert!(task.cancel());
    assert!(task.is_finished());
    assert!(!task.cancel());
    let result: thread::Result<()> = task.join();
    assert!(result.unwrap_err().is::<Cancelled>());
    drop(sender);
    assert!(blocker.join().unwrap().is_err());
    pool.shutdown();
    ledger.all_dropped_once();
}

#[test]
fn wakes_from_many_threads_at_once() {
    let _dog = watchdog();
    let rounds = common::rounds(20_000);
    let pool = pool(2);
    for round in 0..rounds.min(2000) {
        let count = Arc::new(AtomicUsize::new(0));
        let wakers = Arc::new(Mutex::new(Vec::new()));
        let (seen, left) = (count.clone(), wakers.clone());
        let task = pool.spawn_future(poll_fn(move |context| {
            *left.lock().unwrap() = vec![context.waker().clone(); 3];
            match seen.load(SeqCst) {
                3 => Poll::Ready(round),
                _ => Poll::Pending,
            }
        }));
        thread::scope(|s| {
            for _ in 0..3 {
                s.spawn(|| {
                    count.fetch_add(1, SeqCst);
                    let waker = wakers.lock().unwrap().pop();
                    if let Some(waker) = waker {
                        waker.wake();
                    }
                    let others = std::mem::take(&mut *wakers.lock().unwrap());
                    others.into_iter().for_each(Waker::wake);
                });
            }
        });
        // Whoever counted last has woken a poll that sees it, unless none had left a waker by then: the first will see it.
        assert_eq!(task.join().unwrap(), round);
    }
}

/// Panics when it is dropped.
struct Sore;

impl Drop for Sore {
    fn drop(&mut self) {
        boom(4);
    }
}

#[test]
fn more_panics_after_the_first_are_stopped() {
    struct Other(#[allow(dead_code, reason = "it is dropped")] Sore);
    /// Ends with something sore, or panics with it, and panics when it is dropped.
    struct Bomb {
        at_once: bool,
    }
    impl Drop for Bomb {
        fn drop(&mut self) {
            resume_unwind(Box::new(Other(Sore)));
        }
    }
    impl Future for Bomb {
        type Output = Sore;

        fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Sore> {
            if self.at_once {
                resume_unwind(Box::new(Sore));
            }
            Poll::Ready(Sore)
        }
    }
    let _dog = watchdog();
    let pool = pool(1);
    let ended = |at_once| {
        let payload = pool.spawn_future(Bomb { at_once }).join();
        payload.err().expect("a panic")
    };
    let first = ended(true).downcast::<Sore>().expect("that of the poll");
    std::mem::forget(first);
    let other = ended(false).downcast::<Other>();
    std::mem::forget(other.expect("that of the drop"));
    assert_eq!(pool.install(|| 1), 1, "it goes on");
}
