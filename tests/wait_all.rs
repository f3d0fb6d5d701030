//! `wait_all` returns when all that was handed over before is done, for every kind of caller.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::channel;
use std::time::Duration;
use tine::{ThreadPool, ThreadPoolBuilder};

const THREADS: [usize; 4] = [1, 2, 3, 16];

fn pool(threads: usize) -> ThreadPool {
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    builder.build().expect("a pool")
}

fn spawn_counted(pool: &ThreadPool, done: &Arc<AtomicUsize>) {
    let done = Arc::clone(done);
    pool.spawn(move || _ = done.fetch_add(1, SeqCst));
}

#[test]
fn an_outsider_waits_for_all_kinds() {
    for threads in THREADS {
        let pool = pool(threads);
        let done = Arc::new(AtomicUsize::new(0));
        for round in 1..=50 {
            spawn_counted(&pool, &done);
            let fifo = Arc::clone(&done);
            pool.spawn_fifo(move || _ = fifo.fetch_add(1, SeqCst));
            let all = Arc::clone(&done);
            pool.spawn_broadcast(move |_| _ = all.fetch_add(1, SeqCst));
            pool.wait_all();
            assert_eq!(done.load(SeqCst), round * (2 + threads));
        }
    }
}

#[test]
fn a_worker_works_meanwhile() {
    for threads in THREADS {
        let (pool, done) = (&pool(threads), Arc::new(AtomicUsize::new(0)));
        pool.install(|| {
            for _ in 0..100 {
                spawn_counted(pool, &done);
            }
            pool.wait_all();
            assert_eq!(done.load(SeqCst), 100);
        });
    }
}

#[test]
fn another_pools_worker_waits_too() {
    let (pool, other) = (&pool(1), self::pool(1));
    let done = Arc::new(AtomicUsize::new(0));
    other.install(|| {
        spawn_counted(pool, &done);
        pool.wait_all();
        assert_eq!(done.load(SeqCst), 1);
    });
}

#[test]
fn the_global_pool() {
    let done = Arc::new(AtomicUsize::new(0));
    for round in 1..=100 {
        let own = Arc::clone(&done);
        tine::spawn(move || _ = own.fetch_add(1, SeqCst));
        tine::wait_all();
        assert!(done.load(SeqCst) >= round);
    }
}

#[test]
fn what_comes_later_is_not_waited_for() {
    let pool = pool(2);
    let (release, wait) = channel::<()>();
    let (begin, begun) = channel();
    let later = move || {
        begin.send(()).expect("somebody waits");
        wait.recv().expect("released");
    };
    // The former submits the latter after the wait has begun, or before; in neither case it is waited for in vain.
    let (go, gone) = channel::<()>();
    pool.spawn(move || {
        gone.recv().expect("it is time");
        tine::spawn(later);
    });
    std::thread::scope(|threads| {
        let waiter = threads.spawn(|| pool.wait_all());
        go.send(()).expect("it waits");
        begun.recv().expect("it begins");
        release.send(()).expect("it waits");
        waiter.join().expect("no panic");
    });
}

#[test]
fn many_wait_at_once() {
    let pool = &pool(2);
    let done = &Arc::new(AtomicUsize::new(0));
    let begun = &AtomicUsize::new(0);
    std::thread::scope(|threads| {
        for _ in 0..4 {
            threads.spawn(move || {
                for _ in 0..200 {
                    spawn_counted(pool, done);
                    let before = begun.fetch_add(1, SeqCst) + 1;
                    pool.wait_all();
                    assert!(done.load(SeqCst) >= before);
                }
            });
        }
    });
}

#[test]
fn a_panic_is_an_end() {
    let builder = ThreadPoolBuilder::new().num_threads(1);
    let pool = builder.panic_handler(drop).build().expect("a pool");
    pool.spawn(|| std::panic::resume_unwind(Box::new("planned")));
    pool.wait_all();
}

#[test]
fn a_task_cannot_wait_for_itself() {
    let (sender, receiver) = channel();
    let pool = Arc::new(pool(1));
    let own = Arc::clone(&pool);
    pool.spawn(move || {
        let result = catch_unwind(AssertUnwindSafe(|| own.wait_all()));
        let inner = own.install(|| tine::join(|| (), || catch_unwind(tine::wait_all)));
        sender
            .send((result.is_err(), inner.1.is_err()))
            .expect("somebody waits");
    });
    assert_eq!(receiver.recv(), Ok((true, true)));
    pool.wait_all();
}

#[test]
fn who_waits_does_not_keep_a_pool_from_its_end() {
    for _ in 0..150 {
        let pool = pool(1);
        let (waits, ended) = (AtomicUsize::new(0), AtomicBool::new(false));
        std::thread::scope(|threads| {
            threads.spawn(|| {
                while !ended.load(SeqCst) {
                    pool.wait_all();
                    waits.fetch_add(1, SeqCst);
                }
            });
            while waits.load(SeqCst) == 0 {
                std::hint::spin_loop();
            }
            (0..3).for_each(|_| pool.spawn(|| ()));
            let end = pool.shutdown_timeout(Duration::from_secs(30));
            ended.store(true, SeqCst);
            assert_eq!(end, Ok(()));
        });
    }
}
