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

/// Runs `model` without the barrier.
#[cfg(test)]
pub(crate) fn without(model: impl Fn()) {
    LACKING.set(true);
    model();
    LACKING.set(false);
}

/// The frequent side. Without a barrier it is nothing, as it should be; with one it does more than
/// the real one, since loom makes every two of its fences synchronise, also those not meant to pair.
pub(crate) fn light() {
    if available() {
        // SeqCst: pairs with the fence in `heavy`.
        fence_seq_cst();
    }
}

/// The rare side.
pub(crate) fn heavy() {
    // SeqCst: pairs with the fence in `light`.
    fence_seq_cst();
}
