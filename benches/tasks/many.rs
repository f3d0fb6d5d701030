//! Items 2 and 3: many short tasks, and few long ones among them.

use crate::harness::contest::Contest;
use crate::harness::report::{Report, Target};
use crate::workload::item::Item;
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

const THREADS: usize = 2;

fn tine_pool(threads: usize) -> tine::ThreadPool {
    let builder = tine::ThreadPoolBuilder::new().num_threads(threads);
    builder.build().expect("a pool")
}

/// 100,000 tasks of 1 us, spawned by one of them.
pub(crate) fn short(report: &mut Report) {
    const TASKS: usize = 100_000;
    let item = Item::lasting(1000.0);
    let work = move || _ = black_box(item.cost(black_box(7)));
    let (one, two) = (tine_pool(1), tine_pool(THREADS));
    let builder = rayon::ThreadPoolBuilder::new().num_threads(THREADS);
    let rayon = builder.build().expect("a pool");
    let shared = threadpool::ThreadPool::new(THREADS);
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let tokio = builder.worker_threads(THREADS).build().expect("a runtime");
    let submit_all = |pool: &tine::ThreadPool| {
        pool.install(|| (0..TASKS).for_each(|_| drop(tine::submit(work))));
        pool.wait_all();
    };
    let spawn_all = |pool: &tine::ThreadPool| {
        pool.install(|| (0..TASKS).for_each(|_| tine::spawn(work)));
        pool.wait_all();
    };
    let outcome = Contest::new(report.rounds(31))
        .seat("sequential", || (0..TASKS).for_each(|_| work()))
        .seat("halves", || {
            let half = || (0..TASKS / THREADS).for_each(|_| work());
            std::thread::scope(|s| (0..THREADS).for_each(|_| drop(s.spawn(half))));
        })
        .seat("spawn, one", || spawn_all(&one))
        .seat("spawn", || spawn_all(&two))
        .seat("submit, one", || submit_all(&one))
        .seat("submit", || submit_all(&two))
        .seat("outside", || {
            (0..TASKS).for_each(|_| drop(two.submit(work)));
            two.wait_all();
        })
        .seat("rayon", || {
            rayon.scope(|s| (0..TASKS).for_each(|_| s.spawn(|_| work())))
        })
        .seat("threadpool", || {
            (0..TASKS).for_each(|_| shared.execute(work));
            shared.join();
        })
        .seat("tokio", || {
            tokio.block_on(async {
                let all = tokio::spawn(async move {
                    let tasks: Vec<_> = (0..TASKS)
                        .map(|_| tokio::spawn(async move { work() }))
                        .collect();
                    for task in tasks {
                        task.await.expect("no panic");
                    }
                });
                all.await.expect("no panic");
            })
        })
        .run();
    report.times("100,000 tasks of 1 us", &outcome, TASKS as f64);
    report.note(
        "what the machine gives: sequential / a half on each of two threads",
        outcome.ratio("sequential", "halves"),
    );
    for own in ["spawn", "submit"] {
        report.check(
            &format!("{own}: one thread / two threads"),
            outcome.ratio(&format!("{own}, one"), own),
            Target::AtLeast(1.8),
        );
        for other in ["rayon", "threadpool", "tokio"] {
            report.check(
                &format!("{own} / {other}"),
                outcome.ratio(own, other),
                Target::AtMost(1.0),
            );
        }
    }
    report.check(
        "from outside, tine / threadpool",
        outcome.ratio("outside", "threadpool"),
        Target::AtMost(1.0),
    );
}

/// 10,000 tasks: 80 % of 1 us, 15 % of 100 us, 5 % of 10 ms, in a mixed order.
pub(crate) fn mixed(report: &mut Report) {
    const TASKS: usize = 10_000;
    let [short, middle, long] = [1e3, 1e5, 1e7].map(Item::lasting);
    // Each residue once in a row, in an order without rhythm.
    let length = move |i: usize| match i * 37 % 100 {
        0..80 => short,
        80..95 => middle,
        _ => long,
    };
    let pool = tine_pool(THREADS);
    let ran = Arc::new(AtomicUsize::new(0));
    let outcome = Contest::new(report.rounds(3))
        .seat("sequential", || {
            (0..TASKS).for_each(|i| _ = black_box(length(i).cost(black_box(7))))
        })
        .seat("tine", || {
            ran.store(0, Relaxed);
            pool.install(|| {
                for i in 0..TASKS {
                    let ran = Arc::clone(&ran);
                    drop(tine::submit(move || {
                        black_box(length(i).cost(black_box(7)));
                        ran.fetch_add(1, Relaxed);
                    }));
                }
            });
            pool.wait_all();
            assert_eq!(ran.load(Relaxed), TASKS);
        })
        .run();
    report.times("10,000 mixed tasks", &outcome, 1.0);
    let figure =
        outcome.spread(|round| round.wall("tine") * THREADS as f64 / round.wall("sequential"));
    report.check("time x threads / total work", figure, Target::AtMost(1.05));
}
