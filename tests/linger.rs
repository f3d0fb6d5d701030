//! A pool that lingers stays awake as long as it was told to, and no longer; callers find a place all the same.

use std::sync::mpsc;
use std::time::{Duration, Instant};
use std::{hint, thread};
use tine::{ThreadPool, ThreadPoolBuilder, WorkerStats};

/// Longer than any test.
const AGES: Duration = Duration::from_secs(3600);
/// Far more than the patience of a search.
const SILENCE: Duration = Duration::from_millis(20);

fn pool(threads: usize, linger: Duration) -> ThreadPool {
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    builder.linger(linger).build().unwrap()
}

fn total(pool: &ThreadPool) -> WorkerStats {
    pool.stats().total()
}

/// Waits until somebody has lain down so many times.
fn until_parked(parks: u64, pool: &ThreadPool) {
    while total(pool).parks < parks {
        thread::yield_now();
    }
}

fn be_silent() {
    let start = Instant::now();
    while start.elapsed() < SILENCE {
        hint::spin_loop();
    }
}

#[test]
fn stays_awake() {
    let pool = pool(1, AGES);
    for _ in 0..3 {
        pool.install(|| ());
        be_silent();
    }
    assert_eq!(total(&pool).parks, 0);
}

#[test]
fn sleeps_in_the_end() {
    let pool = pool(2, Duration::from_millis(1));
    assert_eq!(pool.join(|| 1, || 2), (1, 2));
    until_parked(2, &pool);
    // And can be woken.
    assert_eq!(pool.join(|| 1, || 2), (1, 2));
}

#[test]
fn sleeps_without_it() {
    let pool = pool(1, Duration::ZERO);
    pool.install(|| ());
    until_parked(1, &pool);
}

#[test]
fn no_more_than_processors() {
    let processors = thread::available_parallelism().unwrap().get();
    let pool = pool(processors + 3, AGES);
    assert_eq!(pool.broadcast(|_| ()).len(), processors + 3);
    until_parked(3, &pool);
}

#[test]
fn ends_at_once() {
    let (sender, ended) = mpsc::channel();
    let builder = ThreadPoolBuilder::new().num_threads(2).linger(AGES);
    let builder = builder.exit_handler(move |_| sender.send(()).unwrap());
    let pool = builder.build().unwrap();
    assert_eq!(pool.join(|| 1, || 2), (1, 2));
    drop(pool);
    assert_eq!(ended.iter().count(), 2);
}

/// The only test here that uses the global pool.
#[test]
fn callers_take_part() {
    let builder = ThreadPoolBuilder::new().num_threads(2).linger(AGES);
    builder.build_global().unwrap();
    let nobody_sleeps = || {
        let total = tine::stats().total();
        total.parks <= total.wakes
    };
    let caller = thread::current().id();
    let takes_part = || {
        while nobody_sleeps() {
            thread::yield_now();
        }
        tine::join(|| thread::current().id(), || ()).0 == caller
    };
    for _ in 0..100 {
        // Once is enough: a thread that is being woken has no place to give away any more, and will say only later that it was.
        assert!((0..10_000).any(|_| takes_part()));
    }
}
