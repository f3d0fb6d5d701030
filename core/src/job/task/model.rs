//! Loom models of a task's end against its handle: join, await, cancel, drop, and a join that runs the task itself. The value
//! and what the closure captured are seen whole, and dropped once; a waiter is always told; memory is freed once.

use super::handle::Handle;
use super::notice::Notice;
use super::{Context, closure};
use crate::base::model::check;
use crate::base::unwind::Payload;
use crate::job::JobRef;
use crate::sync::latch::Latch;
use crate::sync::parker::Parker;
use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::thread;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::task::{RawWaker, RawWakerVTable, Waker};

/// What happened in one schedule. Plain std atomics: loom need not know of them.
#[derive(Default)]
struct Tally {
    runs: AtomicUsize,
    inputs_dropped: AtomicUsize,
    values_dropped: AtomicUsize,
    left: AtomicUsize,
    lost: AtomicUsize,
    released: AtomicUsize,
    /// What the task has done beside its value.
    deed: UnsafeCell<u32>,
}

// SAFETY: `deed` is checked by loom.
unsafe impl Sync for Tally {}

#[derive(Clone, Copy)]
struct Pool(&'static Tally);

// SAFETY: counting may be done on any thread.
unsafe impl Context for Pool {
    unsafe fn leave(self) {
        self.0.left.fetch_add(1, SeqCst);
    }

    unsafe fn lost(self, _: Payload) {
        self.0.lost.fetch_add(1, SeqCst);
    }

    unsafe fn release(self) {
        self.0.released.fetch_add(1, SeqCst);
    }
}

/// A value that loom watches: whoever touches it must come after whoever did before.
struct Watched {
    cell: UnsafeCell<u32>,
    dropped: &'static AtomicUsize,
}

// SAFETY: `cell` is checked by loom.
unsafe impl Send for Watched {}

impl Watched {
    fn new(value: u32, dropped: &'static AtomicUsize) -> Self {
        let cell = UnsafeCell::new(0);
        // SAFETY: loom checks that nobody else touches it.
        cell.with_mut(|p| unsafe { *p = value });
        Watched { cell, dropped }
    }

    fn get(&self) -> u32 {
        // SAFETY: loom checks that the write came before.
        self.cell.with(|p| unsafe { *p })
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        // SAFETY: loom checks that nobody else touches it.
        self.cell.with_mut(|p| unsafe { *p += 1 });
        self.dropped.fetch_add(1, SeqCst);
    }
}

type Watch = Handle<Watched, Pool>;

/// Runs `model` with a task that makes a 7 of a captured 6, while another thread executes it. Checks the balance.
fn race(ready: bool, model: fn(Watch, &'static Tally, &'static Parker)) {
    check(move || {
        let parker: &'static Parker = Box::leak(Box::new(Parker::new()));
        let tally: &'static Tally = Box::leak(Box::default());
        let input = Watched::new(6, &tally.inputs_dropped);
        let body = move || {
            tally.runs.fetch_add(1, SeqCst);
            // SAFETY: loom checks that nobody else touches it.
            tally.deed.with_mut(|p| unsafe { *p = 8 });
            Ok(Watched::new(input.get() + 1, &tally.values_dropped))
        };
        // SAFETY: what is borrowed is leaked until the threads are done.
        let (handle, entry) = unsafe { closure::new(Pool(tally), (), ready, body) };
        let executor = thread::spawn(move || {
            let job: JobRef = entry.into_job_ref();
            // SAFETY: executed once.
            unsafe { job.execute() }.fire();
        });
        model(handle, tally, parker);
        executor.join().unwrap();
        let count = |counter: &AtomicUsize| counter.load(SeqCst);
        assert_eq!(count(&tally.inputs_dropped), 1);
        assert_eq!(count(&tally.values_dropped), count(&tally.runs));
        assert_eq!((count(&tally.left), count(&tally.released)), (1, 1));
        // SAFETY: leaked above; the threads are done.
        drop(unsafe { Box::from_raw(std::ptr::from_ref(tally).cast_mut()) });
        // SAFETY: as above.
        drop(unsafe { Box::from_raw(std::ptr::from_ref(parker).cast_mut()) });
    });
}

/// Takes the result of a task that is done, and requires that it has run.
fn take(handle: Watch) {
    let Ok(Ok(value)) = handle.try_result() else {
        panic!("a task that was told to be done, and not cancelled, has a value");
    };
    assert_eq!(value.get(), 7);
}

#[test]
fn joined_by_a_thread_that_sleeps() {
    race(true, |mut handle, _, parker| {
        if handle.put_notice(Notice::of_parker(parker)).is_ok() {
            while !handle.is_done() {
                parker.park();
            }
        }
        take(handle);
    });
}

#[test]
fn joined_by_a_worker() {
    race(true, |mut handle, _, parker| {
        let latch = Latch::new();
        // SAFETY: the frame stays until the latch is set, or the notice is given back.
        let notice = unsafe { Notice::of_latch(&latch) };
        if handle.put_notice(notice).is_ok() {
            latch.block_on(parker);
        }
        take(handle);
    });
}

#[test]
fn a_wait_that_is_given_up() {
    race(true, |mut handle, _, parker| {
        if handle.put_notice(Notice::of_parker(parker)).is_ok() && !handle.take_notice_back() {
            take(handle);
        }
    });
}

#[test]
fn looked_at() {
    race(true, |handle, tally, _| {
        if handle.is_done() {
            // SAFETY: loom checks that the write came before.
            assert_eq!(tally.deed.with(|p| unsafe { *p }), 8);
            take(handle);
        }
    });
}

#[test]
fn cancelled() {
    race(true, |handle, tally, _| {
        let cancelled = handle.cancel(|| Box::new(1));
        assert_eq!(cancelled, tally.runs.load(SeqCst) == 0 && handle.is_done());
        if cancelled {
            assert!(handle.try_result().is_ok_and(|result| result.is_err()));
        }
    });
}

#[test]
fn dropped() {
    race(true, |handle, _, _| drop(handle));
}

#[test]
fn run_by_who_joins() {
    race(true, |handle, _, _| match handle.try_run() {
        Ok(result) => assert_eq!(result.expect("a value").get(), 7),
        Err(handle) => drop(handle),
    });
}

#[test]
fn run_by_who_joins_once_it_is_ready() {
    race(false, |handle, _, _| {
        if let Ok(result) = handle.try_run() {
            assert_eq!(result.expect("a value").get(), 7);
        }
    });
}

/// A runtime's task: a waker with counted copies, whose last use is watched.
struct Sleeper {
    woken: loom::sync::Mutex<bool>,
    signal: loom::sync::Condvar,
    /// Written by its maker, without a lock.
    mark: UnsafeCell<u32>,
}

// SAFETY: `mark` is checked by loom.
unsafe impl Send for Sleeper {}
// SAFETY: as above.
unsafe impl Sync for Sleeper {}

fn waker_of(sleeper: &Arc<Sleeper>) -> Waker {
    static CALLS: RawWakerVTable = RawWakerVTable::new(copy, wake, wake_by_ref, forget);
    fn back(data: *const ()) -> Arc<Sleeper> {
        // SAFETY: made by `into_raw` below.
        unsafe { Arc::from_raw(data.cast()) }
    }
    fn raw(sleeper: Arc<Sleeper>) -> RawWaker {
        RawWaker::new(Arc::into_raw(sleeper).cast(), &CALLS)
    }
    unsafe fn copy(data: *const ()) -> RawWaker {
        let sleeper = back(data);
        let copy = raw(Arc::clone(&sleeper));
        std::mem::forget(sleeper);
        copy
    }
    unsafe fn wake(data: *const ()) {
        let sleeper = back(data);
        // SAFETY: loom checks that the write came before.
        assert_eq!(sleeper.mark.with(|p| unsafe { *p }), 9);
        *sleeper.woken.lock().unwrap() = true;
        sleeper.signal.notify_one();
    }
    unsafe fn wake_by_ref(_: *const ()) {
        unreachable!("a notice is given by value");
    }
    unsafe fn forget(data: *const ()) {
        drop(back(data));
    }
    // SAFETY: the calls count as a waker's do.
    unsafe { Waker::from_raw(raw(Arc::clone(sleeper))) }
}

/// Polls with one waker, then with another; only the last one may be waited for.
#[test]
fn awaited() {
    race(true, |mut handle, _, _| {
        let sleeper = || {
            let mark = UnsafeCell::new(0);
            // SAFETY: loom checks that nobody else touches it.
            mark.with_mut(|p| unsafe { *p = 9 });
            Arc::new(Sleeper {
                woken: loom::sync::Mutex::new(false),
                signal: loom::sync::Condvar::new(),
                mark,
            })
        };
        let (first, last) = (sleeper(), sleeper());
        let pending = handle
            .put_notice(Notice::of_waker(waker_of(&first)))
            .is_ok()
            && handle.put_notice(Notice::of_waker(waker_of(&last))).is_ok();
        if pending {
            let mut woken = last.woken.lock().unwrap();
            while !*woken {
                woken = last.signal.wait(woken).unwrap();
            }
        }
        take(handle);
    });
}
