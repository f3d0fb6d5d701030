//! What a thunk holds is run, taken or dropped once.

use super::{Once, Thunk};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Counts how often it is dropped.
struct Dropped<'a>(&'a Cell<u32>);

impl Drop for Dropped<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

fn held(drops: &Cell<u32>) -> impl Once<Result = Dropped<'_>> {
    let value = Dropped(drops);
    move |flag: bool| {
        assert!(flag);
        value
    }
}

#[test]
fn a_call_runs_it_and_leaves_the_result() {
    let drops = Cell::new(0);
    let mut thunk = Thunk::new(held(&drops));
    thunk.call().make(true).keep();
    assert_eq!(drops.get(), 0);
    // SAFETY: called and kept above.
    drop(unsafe { thunk.into_result() });
    assert_eq!(drops.get(), 1);
}

#[test]
fn a_result_that_nobody_keeps_is_dropped() {
    let drops = Cell::new(0);
    let mut thunk = Thunk::new(held(&drops));
    drop(thunk.call().make(true));
    assert_eq!(drops.get(), 1);
}

#[test]
fn what_was_not_called_comes_back() {
    let drops = Cell::new(0);
    let mut thunk = Thunk::new(held(&drops));
    let _ = thunk.call();
    // SAFETY: not called.
    let func = unsafe { thunk.into_func() };
    assert_eq!(drops.get(), 0);
    drop(func.run(true));
    assert_eq!(drops.get(), 1);
}

#[test]
fn a_panic_leaves_nothing_behind() {
    let drops = Cell::new(0);
    let mut thunk = Thunk::new(held(&drops));
    let call = thunk.call();
    assert!(catch_unwind(AssertUnwindSafe(|| call.make(false).keep())).is_err());
    assert_eq!(drops.get(), 1);
}

#[test]
fn it_may_end_elsewhere() {
    let mut thunk = Thunk::new(|flag: bool| i32::from(flag) + 1);
    let call = thunk.call_elsewhere();
    std::thread::scope(|scope| scope.spawn(|| call.run(true).keep()).join()).unwrap();
    // SAFETY: called and kept above.
    assert_eq!(unsafe { thunk.into_result() }, 2);
}
