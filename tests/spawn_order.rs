//! What threads outside a pool spawn is begun in about the order in which it came: a worker takes no more ahead than it runs in some microseconds.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tine::{ThreadPool, ThreadPoolBuilder};

const THREADS: usize = 2;

fn pool() -> ThreadPool {
    ThreadPoolBuilder::new()
        .num_threads(THREADS)
        .build()
        .expect("a pool")
}

/// Both ways to spawn.
fn each_way(test: impl Fn(&dyn Fn(&ThreadPool, Box<dyn FnOnce() + Send>))) {
    test(&|pool, job| pool.spawn(job));
    test(&|pool, job| pool.spawn_fifo(job));
}

/// Far more than all that this module does takes between two jobs that follow each other.
fn toil() {
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(1) {
        std::hint::spin_loop();
    }
}

#[test]
fn while_few_wait_each_is_begun_in_its_turn() {
    each_way(|spawn| {
        let pool = pool();
        let (begun, begins) = channel();
        let releases: Vec<Sender<()>> = (0..32)
            .map(|number| {
                let (release, released) = channel();
                let begun = begun.clone();
                spawn(
                    &pool,
                    Box::new(move || {
                        // Either fails only where the test has failed.
                        begun.send(number).ok();
                        released.recv().ok();
                    }),
                );
                release
            })
            .collect();
        // As many as there are threads run, in whatever order they come to say so; each that ends lets the next one begin.
        let mut first: Vec<usize> = begins.iter().take(THREADS).collect();
        first.sort_unstable();
        assert_eq!(first, [0, 1]);
        for (number, release) in releases.into_iter().enumerate() {
            release.send(()).expect("it waits");
            let next = number + THREADS;
            if next < 32 {
                assert_eq!(begins.recv(), Ok(next));
            }
        }
    });
}

#[test]
fn long_jobs_are_begun_in_order_however_many_wait() {
    each_way(|spawn| {
        let pool = pool();
        let order = Arc::new(Mutex::new(Vec::new()));
        let (done, all_done) = channel::<()>();
        for number in 0..300_usize {
            let (order, done) = (Arc::clone(&order), done.clone());
            spawn(
                &pool,
                Box::new(move || {
                    order.lock().expect("no panic").push(number);
                    toil();
                    drop(done);
                }),
            );
        }
        drop(done);
        assert!(all_done.recv().is_err(), "nothing is sent");
        let order = order.lock().expect("no panic");
        // One that is taken may be held up before it says so, while the other thread goes on: so it is the typical step that counts.
        let mut steps: Vec<usize> = order
            .windows(2)
            .map(|two| two[0].abs_diff(two[1]))
            .collect();
        steps.sort_unstable();
        assert!(steps[steps.len() * 3 / 4] <= THREADS, "{order:?}");
    });
}
