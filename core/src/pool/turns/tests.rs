//! Which task comes next, and that none is left to somebody who does not come to it.

use crate::job::heap::HeapJob;
use crate::job::{JobRef, Signal};
use crate::pool::priority::Priority::{self, Critical, High, Low, Normal};
use crate::{ThreadPool, ThreadPoolBuilder};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};

fn pool(threads: usize) -> ThreadPool {
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    builder.build().expect("a pool")
}

fn job(run: impl FnOnce() + Send + 'static) -> JobRef {
    let run = move || {
        run();
        Signal::none()
    };
    // SAFETY: `run` is `'static`, and each test waits until its jobs are done.
    unsafe { HeapJob::into_job_ref(run) }
}

fn submit(pool: &ThreadPool, priority: Priority, run: impl FnOnce() + Send + 'static) {
    // SAFETY: see `job`; the pool lives as long as the test.
    unsafe { pool.registry().submit(job(run), priority) };
}

fn submit_woken(pool: &ThreadPool, run: impl FnOnce() + Send + 'static) {
    match pool.registry().current_slot() {
        // SAFETY: see `job`; the pool lives as long as the test, and the slot is the calling thread's.
        Some(slot) => unsafe { slot.append_newest(job(run)) },
        // SAFETY: see `job`; the pool lives as long as the test.
        None => unsafe { pool.registry().submit_outside(job(run), Normal) },
    }
}

/// What the tasks noted that `fill` submitted on the only thread of a pool.
fn noted<T: Send + 'static>(
    fill: impl FnOnce(&ThreadPool, &dyn Fn(T) -> Note<T>) + Send,
) -> Vec<T> {
    let pool = &pool(1);
    let (sender, receiver) = channel();
    pool.install(move || fill(pool, &|value| Note(value, sender.clone())));
    receiver.iter().collect()
}

struct Note<T>(T, Sender<T>);

impl<T> Note<T> {
    fn take(self) {
        self.1.send(self.0).expect("somebody reads");
    }
}

#[test]
fn the_oldest_comes_first() {
    // More than a ring holds, so that some wait in the pool's queue.
    let order = noted(|pool, note| {
        (0..200).for_each(|i| {
            let note = note(i);
            submit(pool, Normal, || note.take());
        });
    });
    assert!(order.into_iter().eq(0..200));
}

#[test]
fn what_does_not_fit_is_run_too() {
    let mut order = noted(|pool, note| {
        (0..5000).for_each(|i| {
            let note = note(i);
            submit(pool, Normal, || note.take());
        });
    });
    order.sort();
    assert!(order.into_iter().eq(0..5000));
}

#[test]
fn urgent_tasks_come_first_and_others_have_their_share() {
    let order = noted(|pool, note| {
        for _ in 0..200 {
            for priority in [Low, Normal, High, Critical] {
                let note = note(priority);
                submit(pool, priority, || note.take());
            }
        }
    });
    assert_eq!(order.len(), 800);
    for turns in order[..192].chunks(32) {
        let count = |priority| turns.iter().filter(|&&other| other == priority).count();
        assert_eq!([Low, Normal, High, Critical].map(count), [1, 3, 4, 24]);
    }
}

#[test]
fn a_woken_task_is_next_but_does_not_starve_the_others() {
    /// Wakes its successor, as long as there is one.
    fn chain(pool: Arc<ThreadPool>, left: u32, notes: Arc<Mutex<Vec<u32>>>) {
        notes.lock().expect("no panic").push(left);
        if left > 0 {
            let next = Arc::clone(&pool);
            submit_woken(&pool, move || chain(next, left - 1, notes));
        }
    }
    let pool = Arc::new(pool(1));
    let (done, wait) = channel();
    let notes = Arc::new(Mutex::new(Vec::new()));
    pool.install(|| {
        let (next, own) = (Arc::clone(&pool), Arc::clone(&notes));
        submit(&pool, Normal, move || chain(next, 100, own));
        let own = Arc::clone(&notes);
        submit(&pool, Normal, move || {
            own.lock().expect("no panic").push(1000)
        });
        submit(&pool, Low, move || done.send(()).expect("somebody waits"));
    });
    wait.recv().expect("the last one is run");
    pool.install(|| ());
    let notes = notes.lock().expect("no panic");
    let other = notes.iter().position(|&note| note == 1000);
    assert_eq!(
        other,
        Some(9),
        "after the first of the chain and eight that overtook: {notes:?}"
    );
}

#[test]
fn a_woken_task_is_found_behind_a_long_one() {
    let pool = Arc::new(pool(2));
    // First while the other thread may still search, then when it sleeps for sure or not: it is found in any case.
    for _ in 0..20 {
        let own = Arc::clone(&pool);
        let (done, wait) = channel();
        submit(&pool, Normal, move || {
            let (woken, ran) = channel();
            submit_woken(&own, move || woken.send(()).expect("somebody waits"));
            ran.recv().expect("somebody else runs it");
            done.send(()).expect("somebody waits");
        });
        wait.recv().expect("both are run");
    }
}

#[test]
fn tasks_behind_a_long_one_are_shared() {
    for threads in [2, 3, 16] {
        let pool = Arc::new(pool(threads));
        let own = Arc::clone(&pool);
        let (done, wait) = channel();
        submit(&pool, Normal, move || {
            let (sender, receiver) = channel();
            for i in 0..1000 {
                let sender = sender.clone();
                submit(&own, Normal, move || {
                    sender.send(i).expect("somebody waits")
                });
            }
            let mut all: Vec<_> = receiver.iter().take(1000).collect();
            all.sort();
            assert!(all.into_iter().eq(0..1000));
            done.send(()).expect("somebody waits");
        });
        wait.recv().expect("all are run");
    }
}

#[test]
fn a_guest_leaves_its_tasks_behind() {
    let (sender, receiver) = channel();
    let outer = sender.clone();
    crate::join(
        || {
            let slot = crate::pool::slot::Slot::current().expect("a guest");
            let first = job(move || sender.send(1).expect("somebody waits"));
            // SAFETY: see `job`; the global pool does not end.
            unsafe { slot.registry().submit(first, Normal) };
            let second = job(move || outer.send(2).expect("somebody waits"));
            // SAFETY: as above; the slot is the calling thread's.
            unsafe { slot.append_newest(second) };
        },
        || (),
    );
    let mut all: Vec<i32> = receiver.iter().collect();
    all.sort();
    assert_eq!(all, [1, 2]);
}
