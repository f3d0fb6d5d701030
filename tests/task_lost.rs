//! Promise: no task is lost. Many are submitted from eight threads while four others cancel, join, continue and drop handles and
//! shut pools down: each runs once, or is reported as cancelled, and what it owns is dropped once.
//!
//! A release build submits a million; debug builds and sanitizers a share of them.

mod common;

use common::watchdog::watchdog;
use common::{pool, rounds};
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use tine::{Cancelled, Task, ThreadPool, when_all};

/// What became of one task.
#[derive(Default)]
struct Fate {
    runs: AtomicU8,
    drops: AtomicU8,
    /// One of the values below.
    report: AtomicU8,
}

/// Its value was seen, or nobody asked although it was not cancelled: it must have run.
const RAN: u8 = 1;
/// It must not have run.
const CANCELLED: u8 = 2;
/// What was to follow it was cancelled, because its pool was shut down: it may have run before that.
const CUT_OFF: u8 = 3;

/// What a task owns.
struct Owned(Arc<Vec<Fate>>, usize);

impl Owned {
    fn fate(&self) -> &Fate {
        &self.0[self.1]
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        self.fate().drops.fetch_add(1, SeqCst);
    }
}

type Ticket = (usize, Task<Owned>);

struct Desk {
    fates: Arc<Vec<Fate>>,
}

impl Desk {
    fn report(&self, number: usize, what: u8) {
        let before = self.fates[number].report.swap(what, SeqCst);
        assert_eq!(before, 0, "task {number} is reported twice");
    }

    fn note(&self, number: usize, result: thread::Result<Owned>) {
        self.note_or(number, result, CANCELLED);
    }

    fn note_or(&self, number: usize, result: thread::Result<Owned>, cancelled: u8) {
        match result {
            Ok(owned) => {
                assert_eq!(owned.1, number);
                self.report(number, RAN);
            }
            Err(payload) => {
                assert!(payload.is::<Cancelled>());
                self.report(number, cancelled);
            }
        }
    }

    /// Deals with one task in one of several ways.
    fn serve(&self, (number, task): Ticket, way: usize) {
        match way % 6 {
            0 => self.note(number, task.join()),
            1 => {
                let cancelled = task.cancel();
                let result = task.join();
                assert!(!cancelled || result.is_err());
                self.note(number, result);
            }
            2 => match task.try_join() {
                Ok(result) => self.note(number, result),
                // Whoever cancels a task does so at once, so that this one runs.
                Err(task) => {
                    drop(task);
                    self.report(number, RAN);
                }
            },
            3 => match task.join_timeout(Duration::from_micros(number as u64 % 50)) {
                Ok(result) => self.note(number, result),
                Err(task) => self.note(number, task.join()),
            },
            4 => {
                let next = task.then(|owned| owned);
                self.note_or(number, next.join(), CUT_OFF);
            }
            _ => {
                let all = when_all((task,)).join();
                self.note_or(number, all.map(|(owned,)| owned), CUT_OFF);
            }
        }
    }
}

/// A task of one of several kinds.
fn start(pool: &ThreadPool, owned: Owned, kind: usize) -> Task<Owned> {
    let run = move || {
        owned.fate().runs.fetch_add(1, SeqCst);
        owned
    };
    match kind % 4 {
        0 => pool.spawn_future(async { run() }),
        _ => pool.submit(run),
    }
}

#[test]
fn nothing_is_lost() {
    let dog = watchdog();
    let total = rounds(1_000_000);
    let fates: Arc<Vec<Fate>> = Arc::new((0..total).map(|_| Fate::default()).collect());
    let desk = Desk {
        fates: fates.clone(),
    };
    let pools: Vec<_> = [1, 2, 3]
        .map(|size| Mutex::new(Arc::new(pool(size))))
        .into();
    let next = AtomicUsize::new(0);
    let (tickets, desks): (Vec<_>, Vec<_>) = (0..4).map(|_| sync_channel::<Ticket>(4)).unzip();
    thread::scope(|s| {
        for place in 0..8 {
            let tickets = tickets.clone();
            let (next, fates, pools, dog) = (&next, &fates, &pools, &dog);
            s.spawn(move || {
                loop {
                    let number = next.fetch_add(1, SeqCst);
                    if number >= total {
                        return;
                    }
                    if number % 1000 == 0 {
                        dog.feed();
                    }
                    let pool = pools[(number / 7 + place) % pools.len()]
                        .lock()
                        .unwrap()
                        .clone();
                    let task = start(&pool, Owned(fates.clone(), number), number / 3);
                    tickets[number % tickets.len()]
                        .send((number, task))
                        .unwrap();
                }
            });
        }
        drop(tickets);
        for (place, desk_tickets) in desks.into_iter().enumerate() {
            let (desk, pools) = (&desk, &pools);
            s.spawn(move || {
                for (served, ticket) in desk_tickets.iter().enumerate() {
                    desk.serve(ticket, served / 5);
                    if place == 0 && served % 500 == 499 {
                        let which = served / 500 % pools.len();
                        let new = Arc::new(pool(which + 1));
                        let old = std::mem::replace(&mut *pools[which].lock().unwrap(), new);
                        old.shutdown();
                    }
                }
            });
        }
    });
    for pool in pools {
        pool.into_inner().unwrap().shutdown();
    }
    let mut cancelled = 0;
    for (number, fate) in fates.iter().enumerate() {
        let ran = match fate.report.load(SeqCst) {
            RAN => 1..=1,
            CANCELLED => 0..=0,
            CUT_OFF => 0..=1,
            _ => panic!("task {number} was not reported"),
        };
        let runs = fate.runs.load(SeqCst);
        assert!(ran.contains(&runs), "runs of task {number}: {runs}");
        assert_eq!(fate.drops.load(SeqCst), 1, "drops of task {number}");
        cancelled += usize::from(runs == 0);
    }
    println!("{total} tasks, {cancelled} of them cancelled");
}
