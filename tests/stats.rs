//! What a pool says it has done is what it was given.

use std::sync::Barrier;
use std::sync::mpsc::channel;
use std::time::Duration;
use tine::{PoolStats, ThreadPool, ThreadPoolBuilder};

fn pool(threads: usize) -> ThreadPool {
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    builder.build().expect("a pool")
}

/// What holds at any moment of a pool that rests, but for threads that are about to lie down.
fn check(stats: &PoolStats) {
    for worker in &stats.workers {
        assert!(worker.successes <= worker.attempts);
        assert!(worker.successes <= worker.stolen);
        assert!(worker.wakes <= worker.parks);
        assert!(worker.longest_gap <= stats.age);
        let sum = worker.busy + worker.searching + worker.asleep;
        assert!(
            sum <= stats.age + Duration::from_micros(1),
            "{worker:?} of {:?}",
            stats.age
        );
    }
}

#[test]
fn tasks_are_counted_once_each() {
    for threads in [1, 2, 3, 16] {
        let pool = pool(threads);
        for _ in 0..1000 {
            pool.spawn(|| ());
        }
        pool.install(|| (0..500).for_each(|_| tine::spawn(|| ())));
        pool.wait_all();
        let stats = pool.stats();
        check(&stats);
        let total = stats.total();
        assert_eq!(total.tasks, 1500);
        // And what was installed. A stolen ticket of a fifo would be one more, but there is none.
        assert_eq!(total.jobs, 1501);
        assert_eq!(
            (stats.queued, total.forks_queued, total.tasks_queued),
            (0, 0, 0)
        );
        assert_eq!(stats.workers.len(), threads);
    }
}

#[test]
fn what_waits_is_seen() {
    let pool = pool(1);
    let (release, wait) = channel::<()>();
    let (begin, begun) = channel();
    pool.spawn(move || {
        tine::spawn(|| ());
        begin.send(()).expect("somebody waits");
        wait.recv().expect("released");
    });
    begun.recv().expect("it begins");
    pool.spawn(|| ());
    pool.spawn(|| ());
    let stats = pool.stats();
    check(&stats);
    assert_eq!(stats.queued, 2);
    assert_eq!(stats.workers[0].forks_queued, 1);
    release.send(()).expect("it waits");
    pool.wait_all();
    assert_eq!(pool.stats().queued, 0);
}

#[test]
fn stolen_work_has_a_thief() {
    let pool = pool(2);
    // Each half waits for the other, so one of them is stolen.
    let both = Barrier::new(2);
    pool.join(|| both.wait(), || both.wait());
    let total = pool.stats().total();
    assert!(total.successes >= 1, "{total:?}");
    assert!(total.publishes + total.exposures >= 1, "{total:?}");
}

#[test]
fn the_table_has_a_line_for_each_worker() {
    let stats = pool(3).stats();
    let table = stats.to_string();
    let lines: Vec<_> = table.lines().collect();
    // The head, the workers, their sum, and the pool.
    assert_eq!(lines.len(), 1 + 3 + 1 + 1, "{table}");
    assert!(
        lines[..5]
            .iter()
            .all(|line| line.chars().count() == lines[0].chars().count()),
        "{table}"
    );
    for head in ["worker", "tasks", "stolen", "parks", "wakes", "asleep"] {
        assert!(lines[0].split_whitespace().any(|word| word == head));
    }
}

#[test]
fn what_came_between_two_looks() {
    let pool = pool(2);
    (0..10).for_each(|_| pool.spawn(|| ()));
    pool.wait_all();
    let before = pool.stats();
    (0..300).for_each(|_| pool.spawn(|| ()));
    pool.wait_all();
    let after = pool.stats();
    let since = after.since(&before);
    let total = since.total();
    assert_eq!((total.tasks, total.jobs), (300, 300));
    assert_eq!(since.age, after.age - before.age);
    for (index, worker) in since.workers.iter().enumerate() {
        let (before, after) = (&before.workers[index], &after.workers[index]);
        assert_eq!(before.attempts + worker.attempts, after.attempts);
        assert_eq!(before.asleep + worker.asleep, after.asleep);
        assert_eq!(worker.longest_gap, after.longest_gap);
    }
    assert_eq!(after.since(&PoolStats::default()), after);
}

/// The global pool has two threads.
fn global() {
    _ = ThreadPoolBuilder::new().num_threads(2).build_global();
}

#[test]
fn guests_work_in_a_sleepers_place() {
    global();
    let before = tine::stats();
    check(&before);
    tine::join(|| (), || ());
    let after = tine::stats();
    check(&after);
    assert!(after.age >= before.age);
}

#[test]
fn a_guests_sleep_is_not_the_sleepers() {
    const ROUNDS: u32 = 5;
    let work = Duration::from_millis(20);
    global();
    for _ in 0..ROUNDS {
        let (begin, begun) = channel();
        // The guest waits for the other half, and sleeps meanwhile.
        tine::join(
            move || begun.recv().expect("the other half begins"),
            move || {
                begin.send(()).expect("somebody waits");
                std::thread::sleep(work);
            },
        );
        // Whose place it had wakes.
        tine::broadcast(|_| ());
    }
    let stats = tine::stats();
    check(&stats);
    let total = stats.total();
    let most = 2 * stats.age - ROUNDS * work + Duration::from_millis(1);
    assert!(total.asleep <= most, "{stats}");
    assert!(total.busy >= ROUNDS * work / 2, "{stats}");
}

#[test]
fn what_has_ended_is_not_busy() {
    let pool = pool(2);
    pool.install(|| ());
    pool.shutdown();
    let then = pool.stats();
    std::thread::sleep(Duration::from_millis(50));
    let since = pool.stats().since(&then);
    assert!(since.age >= Duration::from_millis(50));
    let total = since.total();
    let sum = total.busy + total.searching + total.asleep;
    assert!(sum < Duration::from_millis(5), "{since}");
}
