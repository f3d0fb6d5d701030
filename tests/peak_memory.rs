//! What a collect of unknown length may hold at its worst: little more than its parts and its result.
//!
//! The allocator of this program keeps account of the bytes that are allocated, and of the most there ever were.

mod common;

use common::pool;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
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

/// The most bytes that were allocated during `op` beyond those before it, for each byte of its result.
fn peak_of(op: impl FnOnce() -> Vec<u64>) -> f64 {
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    let result = op();
    let peak = PEAK.load(Relaxed) - before;
    peak as f64 / size_of_val(&result[..]) as f64
}

const ITEMS: u64 = 1_000_000;

#[test]
fn an_unindexed_collect_holds_its_items_little_more_than_twice() {
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
    }
}

#[test]
fn an_indexed_collect_holds_its_items_once() {
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
