//! What a task costs in memory: no allocation, or one if it is large; at most 64 bytes beside its closure or its result.
//!
//! The allocator of this program counts on each thread what that thread asks for.

mod common;

use common::pool;
use common::watchdog::watchdog;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::mpsc::channel;

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
    static BYTES: Cell<usize> = const { Cell::new(0) };
}

/// Adds to the counts of this thread, unless it is so near its end that it has none any more.
fn count(asked: usize, given_back: usize) {
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + usize::from(asked > 0)));
    let _ = BYTES.try_with(|bytes| {
        let now = bytes.get().wrapping_add(asked).wrapping_sub(given_back);
        bytes.set(now);
    });
}

// SAFETY: Each method passes its arguments on to `System`, which keeps the promises of the trait; `count` allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: The caller's obligations for `layout` are those of `System`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count(0, layout.size());
        // SAFETY: `place` came from `System` with this `layout`, since every allocation of this program does.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size, layout.size());
        // SAFETY: `place` came from `System` with this `layout`; the caller answers for `size`.
        unsafe { System.realloc(place, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What `op` asks for on this thread: allocations, and bytes that it has not given back.
fn cost_of<R>(op: impl FnOnce() -> R) -> (usize, usize, R) {
    let before = (ALLOCATIONS.get(), BYTES.get());
    let result = op();
    let bytes = BYTES.get().wrapping_sub(before.1);
    (ALLOCATIONS.get() - before.0, bytes, result)
}

#[test]
fn one_task() {
    let _dog = watchdog();
    // On the only thread of a pool, so that nobody runs the task meanwhile.
    pool(1).install(|| {
        // Whatever is made once and kept is not the point, nor the slab that small tasks are cut from: see below.
        drop(tine::submit(|| ()));
        tine::yield_now();
        let (allocations, bytes, task) = cost_of(|| tine::submit(|| ()));
        assert_eq!((allocations, bytes), (0, 0), "a task of nothing");
        task.join().unwrap();
        let large = [1_u8; 200];
        let (allocations, bytes, task) = cost_of(|| tine::submit(move || large[7]));
        assert_eq!((allocations, bytes), (0, 0), "a closure of 200 bytes");
        assert_eq!(task.join().unwrap(), 1);
        let (allocations, bytes, task) = cost_of(|| tine::submit(|| [1_u64; 100]));
        assert_eq!(allocations, 1);
        // A result of 800 bytes has a word more that tells it from a panic.
        assert!(bytes <= 808 + 64, "{bytes} bytes for a result of 800");
        assert_eq!(task.join().unwrap()[99], 1);
    });
}

#[test]
fn many_queued_tasks() {
    let _dog = watchdog();
    let pool = pool(1);
    let (sender, receiver) = channel::<()>();
    let blocker = pool.submit(move || receiver.recv());
    let count = 100_000;
    let (_, bytes, ()) = cost_of(|| {
        for _ in 0..count {
            drop(pool.submit(|| ()));
        }
    });
    let each = bytes as f64 / count as f64;
    println!("{each:.1} bytes a queued task of nothing, its share of the queue included");
    assert!(each <= 64.0, "{each} bytes a task");
    sender.send(()).unwrap();
    blocker.join().unwrap().unwrap();
}
