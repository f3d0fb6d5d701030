//! The index of the worker whose jobs this thread runs, for the mark a thief leaves in a latch.

use std::cell::Cell;

thread_local!(static INDEX: Cell<usize> = const { Cell::new(0) });

/// Says that this thread acts as worker `index` from now on.
pub(crate) fn set_index(index: usize) {
    // A thread that is being torn down runs no more jobs.
    let _ = INDEX.try_with(|cell| cell.set(index));
}

/// What [`set_index`] said last. Only a hint where to look for work.
pub(crate) fn index() -> usize {
    INDEX.try_with(Cell::get).unwrap_or(0)
}
