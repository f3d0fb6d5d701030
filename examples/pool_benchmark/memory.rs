//! An allocator that counts what a thread allocates, while the thread asks it to.

use super::contestant::Pool;
use super::log::LOG;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::{Arc, Barrier};

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

thread_local! {
    /// Bytes that this thread has allocated and not freed since it asked. Others' do not count: pools that are gone give back
    /// what they held when their threads get round to it.
    static HELD: Cell<Option<i64>> = const { Cell::new(None) };
}

fn count(bytes: i64) {
    HELD.set(HELD.get().map(|held| held + bytes));
}

// SAFETY: as `System`, which does the work.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        // SAFETY: passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count(-(layout.size() as i64));
        // SAFETY: passed on.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        // SAFETY: passed on.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as i64 - layout.size() as i64);
        // SAFETY: passed on.
        unsafe { System.realloc(place, layout, size) }
    }
}

/// Hands tasks to a pool of one thread that is held up by the first, and weighs what is held then. Their closures hold a
/// number, so that they need memory at all.
pub(crate) fn of_a_task(pool: &Arc<Pool>, tasks: usize) -> f64 {
    let gate: &'static Barrier = Box::leak(Box::new(Barrier::new(2)));
    LOG.begin(tasks + 1);
    pool.hand_over(0..1, move |_| {
        gate.wait();
        gate.wait();
        LOG.done();
    });
    gate.wait();
    HELD.set(Some(0));
    pool.hand_over(0..tasks, |_| LOG.done());
    let held = HELD.take().unwrap_or(0);
    gate.wait();
    LOG.wait();
    held as f64 / tasks as f64 - size_of::<usize>() as f64
}
