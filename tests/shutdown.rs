//! The end of a pool: what is there finishes, what comes too late is told, every thread has ended.

mod common;

use common::watchdog::watchdog;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::task::{Poll, Waker};
use std::time::Duration;
use tine::{ThreadPool, ThreadPoolBuilder};

fn pool(threads: usize) -> ThreadPool {
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    builder.build().expect("a pool")
}

/// Dropped when the thread-locals of its thread are.
struct Farewell(Arc<AtomicUsize>);

impl Drop for Farewell {
    fn drop(&mut self) {
        self.0.fetch_add(1, SeqCst);
    }
}

#[test]
fn everything_finishes_and_every_thread_is_joined() {
    thread_local!(static LAST: std::cell::RefCell<Option<Farewell>> = const { std::cell::RefCell::new(None) });
    for threads in [1, 2, 3, 16] {
        let ended = Arc::new(AtomicUsize::new(0));
        let done = Arc::new(AtomicUsize::new(0));
        let pool = pool(threads);
        pool.broadcast(|_| LAST.set(Some(Farewell(Arc::clone(&ended)))));
        for _ in 0..100 {
            let done = Arc::clone(&done);
            pool.spawn(move || {
                let inner = Arc::clone(&done);
                tine::spawn(move || _ = inner.fetch_add(1, SeqCst));
                done.fetch_add(1, SeqCst);
            });
        }
        pool.shutdown();
        assert_eq!(done.load(SeqCst), 200);
        assert_eq!(ended.load(SeqCst), threads, "thread-locals are gone too");
        pool.shutdown();
        assert_eq!(pool.shutdown_timeout(Duration::ZERO), Ok(()));
    }
}

#[test]
fn what_does_not_finish_is_reported() {
    let pool = pool(2);
    let (release, wait) = channel::<()>();
    let (sender, receiver) = channel();
    pool.spawn(move || {
        wait.recv().expect("released");
        sender.send(()).expect("somebody waits");
    });
    let unfinished = pool
        .shutdown_timeout(Duration::ZERO)
        .expect_err("it cannot");
    assert_eq!(unfinished.tasks(), 1);
    assert!(unfinished.threads() >= 1);
    assert!(unfinished.to_string().contains("1,"), "{unfinished}");
    release.send(()).expect("it waits");
    pool.shutdown();
    receiver.recv().expect("it finished all the same");
}

#[test]
fn whoever_comes_too_late_is_told() {
    let pool = pool(1);
    pool.shutdown();
    let refused = |call: &dyn Fn()| {
        let payload = catch_unwind(AssertUnwindSafe(call)).expect_err("refused");
        let message = payload.downcast_ref::<&str>().expect("a text");
        assert!(message.contains("shut down"), "{message}");
    };
    refused(&|| pool.install(|| ()));
    refused(&|| pool.spawn(|| ()));
    refused(&|| pool.spawn_fifo(|| ()));
    refused(&|| pool.spawn_broadcast(|_| ()));
    refused(&|| _ = pool.broadcast(|_| ()));
    refused(&|| pool.scope(|_| ()));
    refused(&|| pool.scope_fifo(|_| ()));
    refused(&|| pool.in_place_scope(|s| s.spawn(|_| ())));
    refused(&|| pool.in_place_scope_fifo(|s| s.spawn_fifo(|_| ())));
    refused(&|| _ = pool.join(|| (), || ()));
    // Another pool's worker is outside too.
    refused(&|| self::pool(1).install(|| pool.install(|| ())));
}

#[test]
fn calls_under_way_are_let_finish() {
    let pool = &pool(2);
    let (begun, wait) = channel();
    std::thread::scope(|threads| {
        let call = threads.spawn(move || {
            pool.install(move || {
                begun.send(()).expect("somebody waits");
                // Ends while the pool is being shut down, or before; either way it may fork.
                (0..1000)
                    .map(|n| tine::join(|| n, || 1))
                    .map(|(a, b)| a + b)
                    .sum::<u32>()
            })
        });
        wait.recv().expect("it began");
        pool.shutdown();
        assert_eq!(call.join().expect("no panic"), 500_500);
    });
}

#[test]
fn a_pool_cannot_end_itself() {
    let pool = &pool(1);
    let result = catch_unwind(AssertUnwindSafe(|| pool.install(|| pool.shutdown())));
    assert!(result.is_err());
    assert_eq!(pool.install(|| 1), 1, "it goes on");
    pool.shutdown();
}

#[test]
fn a_thread_that_never_ran_is_not_waited_for() {
    let builder = ThreadPoolBuilder::new().num_threads(3);
    let pool = builder.spawn_handler(|thread| {
        if thread.index() != 1 {
            std::thread::spawn(|| thread.run());
        }
        Ok(())
    });
    let pool = pool.build().expect("a pool");
    assert_eq!(pool.install(|| 7), 7);
    pool.shutdown();
}

#[test]
fn a_broadcast_that_comes_late_is_whole_or_refused() {
    const THREADS: usize = 16;
    for _ in 0..100 {
        let pool = pool(THREADS);
        let ran = Arc::new(AtomicUsize::new(0));
        std::thread::scope(|threads| {
            let sender = threads.spawn(|| {
                let send = || {
                    let ran = Arc::clone(&ran);
                    pool.spawn_broadcast(move |_| _ = ran.fetch_add(1, SeqCst));
                };
                let sent = std::iter::repeat_with(|| catch_unwind(AssertUnwindSafe(send)));
                sent.take_while(Result::is_ok).count()
            });
            while ran.load(SeqCst) == 0 {
                std::hint::spin_loop();
            }
            let end = pool.shutdown_timeout(Duration::from_secs(30));
            assert_eq!(end, Ok(()));
            let sent = sender.join().expect("no panic");
            assert_eq!(ran.load(SeqCst), sent * THREADS);
        });
    }
}

/// What a thread-local of a pool's thread holds, which ends the pool.
struct Last(Arc<ThreadPool>, Sender<()>);

impl Drop for Last {
    fn drop(&mut self) {
        self.0.shutdown();
        self.1.send(()).expect("somebody waits");
    }
}

#[test]
fn a_thread_local_may_end_its_pool() {
    thread_local!(static LAST: RefCell<Option<Last>> = const { RefCell::new(None) });
    for threads in [1, 3] {
        let pool = Arc::new(pool(threads));
        let (sender, ended) = channel();
        pool.broadcast(|_| LAST.set(Some(Last(Arc::clone(&pool), sender.clone()))));
        drop(sender);
        let (release, released) = channel::<()>();
        pool.spawn(move || released.recv().expect("released"));
        // Closes the pool, and leaves its end to its own threads.
        let end = pool.shutdown_timeout(Duration::ZERO);
        assert!(end.is_err());
        drop(pool);
        release.send(()).expect("it waits");
        assert_eq!(ended.iter().count(), threads);
    }
}

#[test]
fn everybody_waits_for_the_end() {
    /// Takes its time.
    struct Slow {
        begun: Sender<()>,
        release: Receiver<()>,
        ended: Arc<AtomicUsize>,
    }
    impl Drop for Slow {
        fn drop(&mut self) {
            self.begun.send(()).expect("somebody waits");
            self.release.recv().expect("released");
            self.ended.fetch_add(1, SeqCst);
        }
    }
    thread_local!(static SLOW: RefCell<Option<Slow>> = const { RefCell::new(None) });
    let pool = &pool(1);
    let ended = &Arc::new(AtomicUsize::new(0));
    let (begun, begins) = channel();
    let (releases, release) = channel();
    let slow = Slow {
        begun,
        release,
        ended: Arc::clone(ended),
    };
    pool.install(|| SLOW.set(Some(slow)));
    std::thread::scope(|threads| {
        for _ in 0..3 {
            threads.spawn(|| {
                pool.shutdown();
                assert_eq!(ended.load(SeqCst), 1);
            });
        }
        begins.recv().expect("it begins to end");
        // Time for those who would not wait.
        (0..1000).for_each(|_| std::thread::yield_now());
        releases.send(()).expect("it waits");
    });
}

#[test]
fn a_scope_under_way_may_submit() {
    let pool = pool(2);
    let seven = pool.in_place_scope(|s| {
        let unfinished = std::thread::scope(|threads| {
            let end = threads.spawn(|| pool.shutdown_timeout(Duration::ZERO));
            end.join().expect("no panic")
        });
        assert!(unfinished.is_err(), "the scope keeps the pool");
        s.submit(|_| 7).join().expect("part of what was there")
    });
    assert_eq!(seven, 7);
    pool.shutdown();
}

/// Tells its waker, and goes on when it is woken.
fn woken_once(tell: Sender<Waker>) -> impl Future<Output = u32> + Send {
    let mut tell = Some(tell);
    std::future::poll_fn(move |context| match tell.take() {
        Some(tell) => {
            tell.send(context.waker().clone()).expect("somebody waits");
            Poll::Pending
        }
        None => Poll::Ready(7),
    })
}

#[test]
fn a_future_of_an_exit_handler_ends() {
    let _dog = watchdog();
    for threads in [1, 3] {
        let (sender, tasks) = channel();
        let builder = ThreadPoolBuilder::new().num_threads(threads);
        let builder = builder.exit_handler(move |_| {
            let (tell, told) = channel();
            let task = tine::spawn_future(woken_once(tell));
            let next = task.then(|seven| seven + 1);
            sender.send((next, told)).expect("somebody waits");
        });
        let pool = builder.build().expect("a pool");
        pool.install(|| ());
        std::thread::scope(|scope| {
            let end = scope.spawn(|| pool.shutdown());
            for _ in 0..threads {
                let (task, told) = tasks.recv().expect("each thread has a last task");
                assert!(!end.is_finished());
                told.recv().expect("it was polled").wake();
                assert_eq!(task.join().expect("it goes on"), 8);
            }
        });
    }
}
