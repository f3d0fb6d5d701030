//! The asymmetric barrier under loom: a sequentially consistent fence on both sides.

use crate::base::prim::fence_seq_cst;
use std::cell::Cell;

thread_local! {
    /// The model that runs on this thread (all of its threads do) is to go without.
    static LACKING: Cell<bool> = const { Cell::new(false) };
}

/// Whether the model has it.
pub(crate) fn available() -> bool {
    !LACKING.get()
}

/// Takes the barrier away from the calling model, or gives it back.
#[cfg(test)]
pub(crate) fn set_lacking(lacking: bool) {
    LACKING.set(lacking);
}

/// The frequent side.
pub(crate) fn light() {
    // SeqCst: pairs with the fence in `heavy`.
    fence_seq_cst();
}

/// The rare side.
pub(crate) fn heavy() {
    // SeqCst: pairs with the fence in `light`.
    fence_seq_cst();
}
