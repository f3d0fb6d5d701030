//! A loop whose items are in each other's way is run by one thread alone after some drives, and others begin behind an item that waits for
//! them all the same.

mod common;

use common::pool;
use common::watchdog::watchdog;
use std::collections::HashSet;
use std::hint::spin_loop;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};
use tine::prelude::*;

const LEN: usize = 1000;
/// So many drives in a row are alone in the end.
const ALONE: usize = 3;

/// A loop of the program: the same however the items are.
type Drive = fn(&(dyn Fn(usize) + Sync));

/// One that ends when all items have.
fn drive(item: &(dyn Fn(usize) + Sync)) {
    (0..LEN).into_par_iter().for_each(item);
}

/// The same, with a folder for each block.
fn drive_and_collect(item: &(dyn Fn(usize) + Sync)) {
    let all: Vec<()> = (0..LEN).into_par_iter().map(item).collect();
    assert_eq!(all.len(), LEN);
}

/// What takes many times as long if another thread is about the same.
struct Narrow {
    inside: AtomicU32,
    threads: Mutex<HashSet<ThreadId>>,
}

impl Narrow {
    fn new() -> Self {
        Narrow {
            inside: AtomicU32::new(0),
            threads: Mutex::default(),
        }
    }

    fn pass(&self, i: usize) {
        if i.is_multiple_of(8) {
            self.threads.lock().unwrap().insert(thread::current().id());
        }
        let alone = self.inside.fetch_add(1, SeqCst) == 0;
        let micros = if alone { 1 } else { 8 };
        let start = Instant::now();
        while start.elapsed() < Duration::from_micros(micros) {
            spin_loop();
        }
        self.inside.fetch_sub(1, SeqCst);
    }

    /// How many threads passed since the last call.
    fn threads(&self) -> usize {
        self.threads.lock().unwrap().drain().count()
    }
}

/// Runs a loop until it is alone, for some drives.
fn until_alone(drive: Drive) {
    let narrow = Narrow::new();
    let mut alone = 0;
    while alone < ALONE {
        drive(&|i| narrow.pass(i));
        alone = match narrow.threads() {
            1 => alone + 1,
            _ => 0,
        };
    }
}

/// In which the first item waits for another one.
fn wait_for_another(drive: Drive) {
    let others = AtomicU32::new(0);
    drive(&|i| match i {
        0 => {
            while others.load(SeqCst) == 0 {
                thread::yield_now();
            }
        }
        _ => {
            others.fetch_add(1, SeqCst);
        }
    });
}

fn check(drive: Drive) {
    let _dog = watchdog();
    pool(2).install(|| {
        for _ in 0..10 {
            until_alone(drive);
            wait_for_another(drive);
        }
    });
}

#[test]
fn with_a_folder_for_all() {
    check(drive);
}

#[test]
fn with_a_folder_for_each_block() {
    check(drive_and_collect);
}
