//! Values that a user's closure makes, or clones, are few: one for a run of items that a thread takes, not one for a block.

mod common;

use common::pool;
use std::hint;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tine::prelude::*;

const ITEMS: usize = 2_000;

/// So costly that each item is a block of its own.
fn work() {
    let start = Instant::now();
    while start.elapsed() < Duration::from_micros(6) {
        hint::spin_loop();
    }
}

static MADE: AtomicUsize = AtomicUsize::new(0);

/// Something that is expensive to make.
struct Costly;

impl Costly {
    fn new() -> Self {
        MADE.fetch_add(1, Relaxed);
        Costly
    }
}

impl Clone for Costly {
    fn clone(&self) -> Self {
        Costly::new()
    }
}

fn zero() -> usize {
    MADE.fetch_add(1, Relaxed);
    0
}

fn add(total: usize, more: usize) -> usize {
    work();
    total + more
}

fn halves(range: Range<usize>) -> (Range<usize>, Option<Range<usize>>) {
    let middle = range.start + range.len() / 2;
    match range.len() {
        0 | 1 => (range, None),
        _ => (range.start..middle, Some(middle..range.end)),
    }
}

/// What makes values, each by a way of its own, over `ITEMS` items.
fn ways() -> Vec<(&'static str, fn())> {
    vec![
        ("for_each_init", || {
            (0..ITEMS)
                .into_par_iter()
                .for_each_init(Costly::new, |_, _| work());
        }),
        ("map_init, collect", || {
            let all: Vec<_> = (0..ITEMS)
                .into_par_iter()
                .map_init(Costly::new, |_, n| add(n, 0))
                .map(|n| n + 1)
                .collect();
            assert!(all.into_iter().eq(1..=ITEMS));
        }),
        ("filter, map_init, collect", || {
            let all: Vec<_> = (0..ITEMS)
                .into_par_iter()
                .filter(|n| n % 2 == 0)
                .map_init(Costly::new, |_, n| add(n, 0))
                .collect();
            assert!(all.into_iter().eq((0..ITEMS).step_by(2)));
        }),
        ("map_with, collect", || {
            let all: Vec<_> = (0..ITEMS)
                .into_par_iter()
                .map_with(Costly, |_, n| add(n, 0))
                .collect();
            assert!(all.into_iter().eq(0..ITEMS));
        }),
        ("for_each_with", || {
            (0..ITEMS)
                .into_par_iter()
                .for_each_with(Costly, |_, _| work());
        }),
        ("filter, for_each_with", || {
            let items = (0..ITEMS).into_par_iter().filter(|_| true);
            items.for_each_with(Costly, |_, _| work());
        }),
        ("map_init, enumerate", || {
            let items = (0..ITEMS).into_par_iter();
            let items = items.map_init(Costly::new, |_, n| add(n, 0));
            items.enumerate().for_each(|(i, n)| assert_eq!(i, n));
        }),
        ("fold", || {
            let totals = (0..ITEMS).into_par_iter().fold(zero, add);
            assert_eq!(totals.sum::<usize>(), ITEMS * (ITEMS - 1) / 2);
        }),
        ("fold_with", || {
            let totals = (0..ITEMS)
                .into_par_iter()
                .fold_with((0, Costly), |(total, cost), n| (add(total, n), cost));
            let total: usize = totals.map(|(total, _)| total).sum();
            assert_eq!(total, ITEMS * (ITEMS - 1) / 2);
        }),
        ("try_fold", || {
            let totals = (0..ITEMS)
                .into_par_iter()
                .try_fold(zero, |a, b| Some(add(a, b)));
            let total: Option<usize> = totals.sum();
            assert_eq!(total, Some(ITEMS * (ITEMS - 1) / 2));
        }),
        ("a tuple", || {
            let totals = (0..ITEMS, 0..ITEMS).into_par_iter();
            let totals = totals.fold(zero, |total, (a, _)| add(total, a));
            assert_eq!(totals.sum::<usize>(), ITEMS * (ITEMS - 1) / 2);
        }),
        ("repeat_n", || {
            let totals = tine::iter::repeat_n(1, ITEMS).fold(zero, add);
            assert_eq!(totals.sum::<usize>(), ITEMS);
        }),
        ("characters", || {
            let letters = ('\0'..char::from_u32(ITEMS as u32).expect("a letter")).into_par_iter();
            let totals = letters.fold(zero, |total, _| add(total, 1));
            assert_eq!(totals.sum::<usize>(), ITEMS);
        }),
        ("split", || {
            let pieces = tine::iter::split(0..ITEMS, halves);
            let totals = pieces.fold(zero, |total, piece| add(total, piece.len()));
            assert_eq!(totals.sum::<usize>(), ITEMS);
        }),
        ("flat_map, fold", || {
            let pairs = (0..ITEMS / 2)
                .into_par_iter()
                .flat_map(|n| [2 * n, 2 * n + 1]);
            assert_eq!(
                pairs.fold(zero, add).sum::<usize>(),
                ITEMS * (ITEMS - 1) / 2
            );
        }),
        ("flat_map of long ones, fold", || {
            let all = (0..ITEMS / 100)
                .into_par_iter()
                .flat_map(|n| 100 * n..100 * (n + 1));
            assert_eq!(all.fold(zero, add).sum::<usize>(), ITEMS * (ITEMS - 1) / 2);
        }),
        ("blocks", || {
            let blocks = (0..ITEMS).into_par_iter().by_uniform_blocks(ITEMS / 2);
            let totals = blocks.fold(zero, add);
            assert_eq!(totals.sum::<usize>(), ITEMS * (ITEMS - 1) / 2);
        }),
    ]
}

#[test]
fn few_are_made() {
    for threads in [1, 2, 3] {
        let pool = pool(threads);
        for (name, way) in ways() {
            let stolen = || pool.stats().total().stolen as usize;
            let (made_before, stolen_before) = (MADE.load(Relaxed), stolen());
            pool.install(way);
            let made = MADE.load(Relaxed) - made_before;
            let stolen = stolen() - stolen_before;
            // Clones are kept for the next time: as many as there are levels of halves. What pulls items has its pieces.
            let most = match name {
                "map_with, collect" | "for_each_with" | "filter, for_each_with" | "fold_with" => {
                    (stolen + 1) * (3 + ITEMS.ilog2() as usize)
                }
                "map_init, enumerate" => 16 * threads + 2 * stolen,
                _ => 2 + 2 * stolen,
            };
            assert!(
                (1..=most).contains(&made),
                "{name}: {made} on {threads}, {stolen} stolen"
            );
        }
    }
}
