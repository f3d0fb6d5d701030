//! What costs no allocation: a join that nobody steals, a loop over it, and tasks where others have been before.
//!
//! The allocator of this program counts on each thread what that thread asks for.

mod common;

use common::pool;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
#[cfg(not(tine_plain))]
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tine::prelude::*;

struct Counting;

thread_local!(static ALLOCATIONS: Cell<usize> = const { Cell::new(0) });

/// Adds one to the count of this thread, unless the thread is so near its end that it has no count any more.
fn count() {
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: Each method passes its arguments on to `System`, which keeps the promises of the trait; `count` allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: The caller's obligations for `layout` are those of `System`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: `place` came from `System` with this `layout`, since every allocation of this program does.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: `place` came from `System` with this `layout`; the caller answers for `size`.
        unsafe { System.realloc(place, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How many allocations `op` makes on this thread.
fn allocations_of(op: impl Fn()) -> usize {
    // What is made once and kept, like the thread's queue, is not the point.
    op();
    let before = ALLOCATIONS.get();
    op();
    ALLOCATIONS.get() - before
}

fn fib(n: u64) -> u64 {
    if n < 2 {
        return n;
    }
    let (left, right) = tine::join(|| fib(n - 1), || fib(n - 2));
    left + right
}

#[test]
fn the_count_counts() {
    assert_eq!(
        allocations_of(|| drop(std::hint::black_box(Box::new(7)))),
        1
    );
}

#[test]
fn a_join_that_nobody_steals() {
    let count = pool(1).install(|| allocations_of(|| assert_eq!(fib(15), 610)));
    assert_eq!(count, 0);
}

#[test]
fn a_join_whose_closures_own_and_return_much() {
    let count = pool(1).install(|| {
        allocations_of(|| {
            let (left, right) = ([1_u64; 100], [2_u64; 100]);
            let (left, right) = tine::join(move || left, move || right);
            assert_eq!(left[99] + right[99], 3);
        })
    });
    assert_eq!(count, 0);
}

#[test]
fn a_loop_over_a_slice() {
    let numbers: Vec<u64> = (0..10_000).collect();
    let count = pool(1).install(|| {
        allocations_of(|| {
            let sum: u64 = numbers.par_iter().map(|number| number * 2).sum();
            assert_eq!(sum, 99_990_000);
            assert!(numbers.par_iter().all(|&number| number < 10_000));
        })
    });
    assert_eq!(count, 0);
}

#[test]
fn an_indexed_collect_allocates_its_result_only() {
    let count = pool(1).install(|| {
        allocations_of(|| {
            let numbers: Vec<u64> = (0..10_000_u32).into_par_iter().map(u64::from).collect();
            assert_eq!(numbers.len(), 10_000);
        })
    });
    assert_eq!(count, 1);
}

#[test]
fn an_empty_scope() {
    let count = pool(1).install(|| allocations_of(|| tine::scope(|_| ())));
    assert_eq!(count, 0);
}

/// So many tasks that each holds something, made and run by one worker.
#[cfg(not(tine_plain))]
fn flood() {
    static DONE: AtomicUsize = AtomicUsize::new(0);
    const TASKS: usize = 1000;
    DONE.store(0, Relaxed);
    for number in 0..TASKS {
        let work = move || _ = DONE.fetch_add(number / number.max(1), Relaxed);
        match number % 2 {
            0 => tine::spawn(work),
            _ => drop(tine::submit(work)),
        }
    }
    while DONE.load(Relaxed) < TASKS - 1 {
        tine::yield_now();
    }
}

#[cfg(not(tine_plain))]
#[test]
fn tasks_where_there_were_as_many_before() {
    let count = pool(1).install(|| allocations_of(flood));
    // The slab that the first flood cut from last may be full at another place in the second.
    assert!(count <= 1, "{count} for a thousand tasks");
}
