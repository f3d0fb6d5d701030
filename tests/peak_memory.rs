//! What a collect of unknown length may hold at its worst: little more than its parts and its result. And what sorts hold beside the slice.
//!
//! The allocator of this program keeps account of the bytes that are allocated, and of the most there ever were.

mod common;

use common::pool;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tine::prelude::*;

struct Accounting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn grow(bytes: usize) {
    let now = NOW.fetch_add(bytes, Relaxed) + bytes;
    PEAK.fetch_max(now, Relaxed);
}

fn shrink(bytes: usize) {
    NOW.fetch_sub(bytes, Relaxed);
}

// SAFETY: Each method passes its arguments on to `System`, which keeps the promises of the trait; the account allocates nothing.
unsafe impl GlobalAlloc for Accounting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: The caller's obligations for `layout` are those of `System`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        shrink(layout.size());
        // SAFETY: `place` came from `System` with this `layout`, since every allocation of this program does.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both may exist for a moment.
        grow(size);
        // SAFETY: `place` came from `System` with this `layout`; the caller answers for `size`.
        let moved = unsafe { System.realloc(place, layout, size) };
        shrink(layout.size());
        moved
    }
}

#[global_allocator]
static ALLOCATOR: Accounting = Accounting;

/// One test at a time allocates.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The most bytes that were allocated during `op` beyond those before it.
fn bytes_of<R>(op: impl FnOnce() -> R) -> (usize, R) {
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    let result = op();
    (PEAK.load(Relaxed) - before, result)
}

/// The same for each byte of the result.
fn peak_of(op: impl FnOnce() -> Vec<u64>) -> f64 {
    let (bytes, result) = bytes_of(op);
    bytes as f64 / size_of_val(&result[..]) as f64
}

const ITEMS: u64 = 1_000_000;

/// The same of a second time: beside so little, what threads allocate once counts.
fn later_peak_of(op: impl Fn() -> Vec<u64>) -> f64 {
    drop(op());
    peak_of(op)
}

#[test]
fn an_unindexed_collect_holds_its_items_little_more_than_twice() {
    let _alone = alone();
    for threads in [1, 2, 3, 16] {
        let pool = pool(threads);
        let all =
            peak_of(|| pool.install(|| (0..ITEMS).into_par_iter().filter(|_| true).collect()));
        assert!(
            all <= 2.2,
            "filter that keeps all, {threads} threads: {all}"
        );
        let half = peak_of(|| {
            pool.install(|| (0..ITEMS).into_par_iter().filter(|n| n % 2 == 0).collect())
        });
        assert!(
            half <= 2.2,
            "filter that keeps half, {threads} threads: {half}"
        );
        let flat = peak_of(|| {
            let twice = |n| [n, n];
            pool.install(|| {
                (0..ITEMS / 2)
                    .into_par_iter()
                    .flat_map_iter(twice)
                    .collect()
            })
        });
        assert!(flat <= 2.2, "flat_map_iter, {threads} threads: {flat}");
        let flat = peak_of(|| {
            let twice = |n| [n, n];
            pool.install(|| (0..ITEMS / 2).into_par_iter().flat_map(twice).collect())
        });
        assert!(flat <= 2.2, "flat_map, {threads} threads: {flat}");
    }
}

#[test]
fn nor_does_one_of_fewer_items() {
    let _alone = alone();
    let is_even = |n: &u64| n.is_multiple_of(2);
    let twice = |n| [n, n];
    for threads in [1, 2, 3, 16] {
        let pool = pool(threads);
        for items in [20_000, 30_000, 50_000, 70_000, 140_000, 200_000u64] {
            let check = |what: &str, count: u64, peak: f64| {
                // Each thread but the first may have a chunk that it has just begun.
                let begun = (threads - 1) * (32 << 10);
                let most = 2.2 + begun as f64 / (8 * count) as f64;
                assert!(
                    peak <= most,
                    "{what} {count}, {threads} threads: {peak} of {most}"
                );
            };
            let all = later_peak_of(|| {
                pool.install(|| (0..items).into_par_iter().filter(|_| true).collect())
            });
            check("filter that keeps", items, all);
            let half = later_peak_of(|| {
                pool.install(|| (0..items).into_par_iter().filter(is_even).collect())
            });
            check("filter that keeps half,", items / 2, half);
            let flat = later_peak_of(|| {
                let pairs = 0..items / 2;
                pool.install(|| pairs.into_par_iter().flat_map_iter(twice).collect())
            });
            check("flat_map_iter of", items, flat);
        }
    }
}

#[test]
fn a_text_of_a_known_number_of_characters_is_held_little_more_than_twice() {
    let _alone = alone();
    let letter = |n: u64| char::from(b'a' + (n % 26) as u8);
    for (threads, most) in [(1, 1.05), (2, 2.2), (3, 2.2), (16, 2.2)] {
        let pool = pool(threads);
        let (bytes, text) = bytes_of(|| {
            pool.install(|| {
                (0..3 * ITEMS)
                    .into_par_iter()
                    .map(letter)
                    .collect::<String>()
            })
        });
        let peak = bytes as f64 / text.len() as f64;
        assert!(peak <= most, "{threads} threads: {peak}");
    }
}

#[test]
fn an_indexed_collect_holds_its_items_once() {
    let _alone = alone();
    for threads in [1, 2, 3, 16] {
        let pool = pool(threads);
        let map = peak_of(|| {
            pool.install(|| {
                (0..ITEMS as usize)
                    .into_par_iter()
                    .map(|n| n as u64)
                    .collect()
            })
        });
        assert!(map <= 1.05, "{threads} threads: {map}");
    }
}

#[test]
fn sorts_take_the_room_that_they_say() {
    type Sort = fn(&mut [u64]);
    // Of the room that the slice takes.
    let sorts: [(f64, Sort); 5] = [
        (1.5, |v| v.par_sort_by(|a, b| a.cmp(b))),
        (0.0, |v| v.par_sort_unstable_by(|a, b| a.cmp(b))),
        (1.0, |v| v.par_sort_by_radix_key(|n| *n)),
        (1.0, |v| v.par_sort()),
        (1.0, |v| v.par_sort_unstable()),
    ];
    let _alone = alone();
    let input: Vec<u64> = (0..ITEMS / 2)
        .map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15))
        .collect();
    for threads in [1, 2, 3, 16] {
        let pool = pool(threads);
        pool.install(|| ());
        for (i, (most, sort)) in sorts.into_iter().enumerate() {
            let mut v = input.clone();
            let (bytes, ()) = bytes_of(|| pool.install(|| sort(&mut v)));
            assert!(v.is_sorted());
            // Some tables, and for each thread a near cache full.
            let most = (most * 8.0 * v.len() as f64) as usize + (threads + 1) * (160 << 10);
            assert!(bytes <= most, "{i}, {threads} threads: {bytes} of {most}");
        }
    }
}
