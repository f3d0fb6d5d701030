//! As many items as a pool has threads may wait for each other, whatever the same loop did before; and up to twice as many, if no more of them wait
//! than there are threads.

mod common;

use common::pool;
use common::watchdog::watchdog;
use std::collections::{BTreeMap, HashMap, HashSet, LinkedList, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;
use tine::prelude::*;

/// Items of which some wait until all of those are begun.
struct Meeting {
    wait: fn(usize, usize) -> bool,
    threads: usize,
    missing: AtomicUsize,
}

impl Meeting {
    fn item(&self, item: usize) -> usize {
        if (self.wait)(item, self.threads) {
            self.missing.fetch_sub(1, SeqCst);
            while self.missing.load(SeqCst) > 0 {
                thread::yield_now();
            }
        }
        item
    }
}

/// A loop over so many items.
type Loop = fn(usize, &Meeting);

/// Each a loop of its own.
const LOOPS: [Loop; 19] = [
    |len, at| (0..len).into_par_iter().for_each(|i| _ = at.item(i)),
    |len, at| (0..=len - 1).into_par_iter().for_each(|i| _ = at.item(i)),
    |len, at| numbers(len).par_iter().for_each(|&i| _ = at.item(i)),
    |len, at| numbers(len).par_iter_mut().for_each(|i| _ = at.item(*i)),
    |len, at| numbers(len).into_par_iter().for_each(|i| _ = at.item(i)),
    |len, at| numbers(len).par_chunks(1).for_each(|c| _ = at.item(c[0])),
    |len, at| assert!(mapped(len, at).collect::<Vec<_>>().len() == len),
    |len, at| assert!(mapped(len, at).filter(|i| i % 2 == 0).count() == len.div_ceil(2)),
    |len, at| assert!(mapped(len, at).filter(|_| true).collect::<Vec<_>>().len() == len),
    |len, at| assert!(mapped(len, at).sum::<usize>() == len * (len - 1) / 2),
    |len, at| assert!(mapped(len, at).collect::<HashSet<_>>().len() == len),
    |len, at| assert!(mapped(len, at).find_any(|&i| i > len).is_none()),
    |len, at| {
        numbers(len)
            .par_iter()
            .for_each_init(|| (), |_, &i| _ = at.item(i))
    },
    |len, at| {
        numbers(len)
            .par_iter()
            .flat_map_iter(|&i| [at.item(i)])
            .for_each(|_| ())
    },
    |len, at| {
        VecDeque::from(numbers(len))
            .into_par_iter()
            .for_each(|i| _ = at.item(i))
    },
    |len, at| {
        LinkedList::from_iter(0..len)
            .into_par_iter()
            .for_each(|i| _ = at.item(i))
    },
    |len, at| {
        let map: HashMap<_, _> = (0..len).map(|i| (i, i)).collect();
        map.par_iter().for_each(|(&i, _)| _ = at.item(i));
    },
    |len, at| {
        let map: BTreeMap<_, _> = (0..len).map(|i| (i, i)).collect();
        map.into_par_iter().for_each(|(i, _)| _ = at.item(i));
    },
    |len, at| {
        numbers(len)
            .into_iter()
            .par_bridge()
            .for_each(|i| _ = at.item(i))
    },
];

fn numbers(len: usize) -> Vec<usize> {
    (0..len).collect()
}

fn mapped(len: usize, at: &Meeting) -> impl IndexedParallelIterator<Item = usize> {
    (0..len).into_par_iter().map(|i| at.item(i))
}

/// Runs each loop in pools of several sizes, with so many items, of which those wait of whom `wait` says so, given the number of threads: at first, and
/// when the same loop has been cheap before.
fn meet(len: fn(usize) -> usize, wait: fn(usize, usize) -> bool) {
    let _dog = watchdog();
    for threads in [2, 3, 4, 8, 33] {
        let pool = pool(threads);
        let len = len(threads);
        for run in LOOPS {
            for cheap in [0, 1, 5] {
                let meeting = |wait: fn(usize, usize) -> bool| Meeting {
                    wait,
                    threads,
                    missing: AtomicUsize::new((0..len).filter(|&i| wait(i, threads)).count()),
                };
                for _ in 0..cheap {
                    pool.install(|| run(len, &meeting(|_, _| false)));
                }
                pool.install(|| run(len, &meeting(wait)));
            }
        }
    }
}

#[test]
fn all_of_as_many_as_there_are_threads() {
    meet(|threads| threads, |_, _| true);
}

#[test]
fn the_last_of_twice_as_many_as_there_are_threads() {
    // In wide pools no more than 32 begin alone.
    meet(
        |threads| (2 * threads).min(threads.max(32)),
        |item, threads| item >= (2 * threads).min(threads.max(32)) - threads.min(4),
    );
}

#[test]
fn the_first_and_the_last() {
    meet(
        |threads| threads,
        |item, threads| item == 0 || item == threads - 1,
    );
}
